"""Nouns as they become while it is worked out what has to be forgotten."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from smalti.model.record import Edge
from smalti.model.turn import Turn
from smalti.write.forget.requests import Holding
from smalti.write.work import Meeting, One, Work

Noun = TypeVar("Noun")
_PAGE = 400  # keys asked for together
_ALL = 1_000_000  # more than anything has of anything


class Draft:
    """What goes and what is rewritten so far; looks at what is stored through that."""

    def __init__(self, turns: Iterable[Turn]) -> None:
        self.turns = {turn.id: turn for turn in turns}
        self.annotated: dict[str, Turn] = {}
        self.reopened: dict[str, None] = {}
        self.again: dict[str, None] = {}  # turns that are to be read anew
        self._gone: dict[Any, Any] = {}
        self._put: dict[Any, Any] = {}

    # ------------------------------------------------------------------ changing

    def remove(self, *nouns: Any) -> None:
        """Take nouns out."""
        for noun in nouns:
            self._gone[_place(noun)] = noun
            self._put.pop(_place(noun), None)

    def put(self, *nouns: Any) -> None:
        """Have nouns as they are here; those that are gone stay so."""
        for noun in nouns:
            if _place(noun) not in self._gone:
                self._put[_place(noun)] = noun

    @property
    def removed(self) -> tuple[Any, ...]:
        """All that goes."""
        return tuple(self._gone.values())

    @property
    def rewritten(self) -> tuple[Any, ...]:
        """All that is put in the place of what there was."""
        return tuple(self._put.values())

    def gone(self, cls: type) -> frozenset[str]:
        """The ids of the nouns of a class that go."""
        return frozenset(id for kind, id in self._gone if kind is cls and isinstance(id, str))

    @property
    def erased(self) -> frozenset[str]:
        """The ids of all that goes, turns too."""
        return frozenset(self.turns) | {id for _, id in self._gone if isinstance(id, str)}

    # ------------------------------------------------------------------ looking

    def now(self, nouns: Iterable[Noun]) -> list[Noun]:
        """Nouns as they are by now, without those that go."""
        places = [(_place(noun), noun) for noun in nouns]
        return [self._put.get(place, noun) for place, noun in places if place not in self._gone]

    def one(self, cls: type[Noun], id: str) -> Work[Noun | None]:
        """A noun by its id as it is by now."""
        if (cls, id) in self._gone:
            return None
        stored: Noun | None = self._put.get((cls, id))
        if stored is None:
            stored = yield One(cls, id)
        return stored

    def meeting(self, cls: type[Noun], keys: Iterable[str]) -> Work[list[Noun]]:
        """The nouns that have one of many keys, as they are by now."""
        found: dict[Any, Noun] = {}
        for page in _pages(dict.fromkeys(keys)):
            met: list[Noun] = yield Meeting(cls, tuple(page), _ALL)
            found |= {_place(noun): noun for noun in met}
        return self.now(found.values())

    def holding(self, cls: type[Noun], ids: Iterable[str]) -> Work[list[Noun]]:
        """The nouns that name one of these ids anywhere, as they are by now."""
        wanted = frozenset(ids)
        if not wanted:
            return []
        stored: list[Noun] = yield Holding(cls, wanted)
        return self.now(stored)


def _place(noun: Any) -> Any:
    if isinstance(noun, Edge):
        return Edge, (noun.source, noun.target, noun.kind)
    return type(noun), noun.id


def _pages(keys: Iterable[str]) -> Iterator[Sequence[str]]:
    rest = iter(keys)
    while page := list(islice(rest, _PAGE)):
        yield page
