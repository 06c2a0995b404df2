"""The two moments a question is asked for: when it held, and when it was believed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Self

from smalti.model.errors import InvalidInput
from smalti.model.time import Instant


@dataclass(frozen=True, slots=True)
class Axes:
    """What a question asks for on both time axes, and the moment it is asked.

    ``as_of`` is a moment in the world, ``known_at`` one in the life of this memory. Without
    ``known_at`` the answer is what is believed now; without ``as_of`` it is the view that one had
    at ``known_at``, of what held then.
    """

    now: Instant
    as_of: Instant | None = None
    known_at: Instant | None = None

    @classmethod
    def of(
        cls,
        as_of: Instant | datetime | date | str | None = None,
        known_at: Instant | datetime | date | str | None = None,
        *,
        now: Instant,
        default_offset: int = 0,
    ) -> Self:
        """Read both from what callers have at hand, as :meth:`Instant.of` does.

        A naive datetime is read at ``default_offset`` minutes east of UTC, a day is its first
        moment. Any moment of the years 1 to 9999 will do: before everything nothing was known, and
        what will be believed in the future is what is believed now.

        Raises:
            InvalidInput: not a date, or outside those years; ``field`` says which of the two.
        """
        return cls(
            now,
            _read("as_of", as_of, default_offset),
            _read("known_at", known_at, default_offset),
        )

    @property
    def moment(self) -> Instant:
        """When in the world: ``as_of``, else the present of who asked then."""
        if self.as_of is not None:
            return self.as_of
        if self.known_at is None or self.known_at.micros > self.now.micros:
            return self.now
        return self.known_at


def _read(
    field: str, value: Instant | datetime | date | str | None, default_offset: int
) -> Instant | None:
    if value is None:
        return None
    try:
        return Instant.of(value, default_offset=default_offset)
    except InvalidInput as error:
        raise InvalidInput(field, value, error.problem, fix=error.fix) from error
