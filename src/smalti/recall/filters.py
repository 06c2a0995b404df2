"""Which turns may be recalled at all, before anything is ranked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.model.turn import Role
from smalti.recall.index import UNDATED, Snapshot

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions that all must hold; an empty one holds always.

    The time range is half-open: ``since <= said_at < until``. A turn whose time is unknown is in
    no range.
    """

    speaker: frozenset[str] = frozenset()
    role: frozenset[str] = frozenset()
    session: frozenset[str] = frozenset()
    since: Instant | None = None
    until: Instant | None = None

    @classmethod
    def of(cls, given: Mapping[str, Any] | None, *, default_offset: int = 0) -> Filters:
        """Read filters as callers write them: one value or several for each name.

        Raises:
            InvalidInput: an unknown name (the known ones are listed), or a value that does not fit.
        """
        if given is not None and not isinstance(given, Mapping):
            raise InvalidInput("filters", given, "is not a mapping", fix='Write {"speaker": "Ada"}')
        parsed: dict[str, Any] = {}
        for name, value in (given or {}).items():
            reader = _READERS.get(name)
            if reader is None:
                known = ", ".join(_READERS)
                raise InvalidInput(
                    f"filters.{name}", value, "is unknown", fix=f"Use one of: {known}"
                )
            if value is not None:
                parsed[name] = reader(f"filters.{name}", value, default_offset)
        filters = cls(**parsed)
        if filters.since and filters.until and filters.until.micros <= filters.since.micros:
            raise InvalidInput("filters.until", str(filters.until), "must be later than since")
        return filters

    def mask(self, snapshot: Snapshot) -> Mask | None:
        """True for the turns that pass; ``None`` when all do."""
        parts = [
            np.isin(codes, [snapshot.names[name].get(value, -1) for value in wanted])
            for name, codes, wanted in (
                ("speaker", snapshot.speakers, self.speaker),
                ("role", snapshot.roles, self.role),
                ("session", snapshot.sessions, self.session),
            )
            if wanted
        ]
        if self.since or self.until:
            parts.append(snapshot.said_at != UNDATED)
        if self.since:
            parts.append(snapshot.said_at >= self.since.micros)
        if self.until:
            parts.append(snapshot.said_at < self.until.micros)
        if not parts:
            return None
        mask: Mask = np.logical_and.reduce(parts)
        return mask


def _names(field: str, value: Any, _offset: int) -> frozenset[str]:
    values = [value] if isinstance(value, str) or not isinstance(value, Iterable) else list(value)
    for one in values:
        if not isinstance(one, str):
            raise InvalidInput(field, one, "is not a text")
    if not values:
        raise InvalidInput(field, value, "is empty", fix="Leave the filter out to allow all")
    return frozenset(values)


def _roles(field: str, value: Any, _offset: int) -> frozenset[str]:
    values = [value] if isinstance(value, str | Role) else list(value)
    names = _names(field, [v.value if isinstance(v, Role) else v for v in values], _offset)
    known = {role.value for role in Role}
    for name in names - known:
        raise InvalidInput(
            field, name, "is not a role", fix=f"Use one of: {', '.join(sorted(known))}"
        )
    return names


def _moment(field: str, value: Any, offset: int) -> Instant:
    try:
        return Instant.of(value, default_offset=offset)
    except InvalidInput as error:
        raise InvalidInput(field, value, error.problem, fix=error.fix) from error


_READERS: dict[str, Callable[[str, Any, int], Any]] = {
    "speaker": _names,
    "role": _roles,
    "session": _names,
    "since": _moment,
    "until": _moment,
}
