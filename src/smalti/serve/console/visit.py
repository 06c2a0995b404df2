"""One look at a page: who looks, at which space, from which moment, and what was asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from urllib.parse import urlencode, urlsplit

from smalti.memory import Memory
from smalti.model.entity import Entity
from smalti.model.errors import InvalidInput
from smalti.model.record import Record
from smalti.model.time import Instant
from smalti.serve.auth import Principal
from smalti.serve.console.sessions import Notice, Session
from smalti.serve.hub import Hub
from smalti.serve.keys import present
from smalti.store.contract import Space

ROOT = "/console"
_LONGEST = 2_000  # characters of a field that are read
_LAST_MOMENT = "T23:59:59.999999"
_CARRIED = ("space", "as_of", "known_at")


@dataclass(frozen=True)
class Visit:
    """What a page is made for.

    ``query`` is what the address asks for, ``form`` what was sent; both hold texts only.
    """

    hub: Hub
    principal: Principal
    session: Session
    space: str
    query: Mapping[str, str]
    form: Mapping[str, str]

    @cached_property
    def memory(self) -> Memory:
        """The space as the verbs see it."""
        return self.hub.memory(self.space)

    @cached_property
    def nouns(self) -> Space:
        """The space as the store keeps it: for lists that no verb pages yet."""
        return self.hub.store.space(self.space)

    @cached_property
    def now(self) -> Instant:
        """The present moment."""
        return present()

    @cached_property
    def who(self) -> str:
        """Under which name decisions are kept: that of the key, or "user" without one."""
        key = self.hub.keys.by_id(self.principal.name)
        return "user" if key is None else key.name

    def may(self, scope: str) -> bool:
        """Whether whoever looks may do something here."""
        return self.principal.may(scope, self.space)

    def text(self, name: str) -> str:
        """A field of the address or the form, without the space around it; empty if missing."""
        given = self.form.get(name, self.query.get(name, ""))
        return given.strip()[:_LONGEST]

    def number(self, name: str, default: int, *, most: int) -> int:
        """A whole number from 0 on.

        Raises:
            InvalidInput: it is none, or too large.
        """
        given = self.text(name)
        if not given:
            return default
        if not given.isascii() or not given.isdigit() or len(given) > 9 or int(given) > most:
            raise InvalidInput(name, given, f"must be a whole number up to {most}")
        return int(given)

    @cached_property
    def as_of(self) -> str | None:
        """The moment in the world that is asked for: the end of a day."""
        return self._end_of_day("as_of")

    @cached_property
    def known_at(self) -> str | None:
        """The moment in the life of this memory that is asked for: the end of a day."""
        return self._end_of_day("known_at")

    def _end_of_day(self, name: str) -> str | None:
        given = self.text(name)
        if not given:
            return None
        try:
            return date.fromisoformat(given).isoformat() + _LAST_MOMENT
        except ValueError as error:
            raise InvalidInput(name, given, "is not a day", fix="Use 2026-03-01") from error

    def names(self, records: Iterable[Record]) -> dict[str, str]:
        """The names of all whom some records mention, by id, asked for together.

        As :meth:`smalti.Memory.names` does one by one; of a merged one that of who stands for it.
        """
        mentioned = ((one.subject, one.value.entity, one.asserted_by) for one in records)
        ids = {id for some in mentioned for id in some if id is not None}
        found = self.nouns.several(Entity, sorted(ids))
        return {
            id: one.name if one.merged_into is None else self.memory.entity(id).name
            for id, one in found.items()
        } | {id: id for id in ids - found.keys()}

    def url(self, page: str, **more: str | int | None) -> str:
        """The address of a page of this space, seen from the same moment."""
        carried = {name: self.query.get(name) for name in _CARRIED} | {"space": self.space}
        return address(page, **(carried | more))

    def same(self, page: str, **changed: str | int | None) -> str:
        """The address of this page with all that was asked for, but for some changes."""
        return address(page, **({**self.query, "space": self.space} | changed))


@dataclass(frozen=True, slots=True)
class Done:
    """Where to go after something was done, and what to tell there."""

    to: str
    notice: Notice | None = None


def address(page: str, **query: str | int | None) -> str:
    """The address of a page; what is empty is left out."""
    told = urlencode({name: value for name, value in query.items() if value not in (None, "")})
    return f"{ROOT}/{page}" + (f"?{told}" if told else "")


def own(path: str, otherwise: str) -> str:
    """A path if it leads to a page of the console, else another one."""
    parts = urlsplit(path)
    plain = path.isprintable() and "\\" not in path and not parts.scheme and not parts.netloc
    return path if plain and parts.path.startswith(f"{ROOT}/") else otherwise
