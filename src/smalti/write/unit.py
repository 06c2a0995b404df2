"""A unit of work: what one write has read and is about to store (Fowler 2002, "Unit of Work").

Stages see what earlier stages of the same write decided, although nothing is stored yet; each noun
is read from the store once; and all is stored together at the end, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from smalti.model.record import Edge
from smalti.model.turn import Turn
from smalti.store.contract import Space
from smalti.write.keys import keys_of
from smalti.write.work import Meeting, One, Several, Touching

Noun = TypeVar("Noun")
_Id = tuple[type, str]


class Unit:
    """Reads through to a space, and holds back what is put until :meth:`store`.

    For use inside one transaction: it never asks the store for the same thing twice.
    """

    def __init__(self, space: Space) -> None:
        self._space = space
        self._put: dict[_Id, Any] = {}
        self._keys: dict[_Id, tuple[str, ...]] = {}
        self._logged: list[Any] = []  # what has no id of its own
        self._read: dict[Any, Any] = {}

    def answer(self, request: Any) -> Any:
        """The reply to a stage that asks for nouns."""
        if isinstance(request, One):
            return self.one(request.cls, request.id)
        if isinstance(request, Several):
            return self.several(request.cls, request.ids)
        if isinstance(request, Touching):
            return self.touching(request.ids)
        assert isinstance(request, Meeting)
        return self.meeting(request.cls, request.keys, request.limit)

    def one(self, cls: type[Noun], id: str) -> Noun | None:
        """The noun of this class with this id, or ``None``."""
        if (cls, id) in self._put:
            noun: Noun = self._put[cls, id]
            return noun
        if (cls, id) not in self._read:
            turn = cls is Turn
            self._read[cls, id] = self._space.turn(id) if turn else self._space.one(cls, id)
        found: Noun | None = self._read[cls, id]
        return found

    def several(self, cls: type[Noun], ids: Iterable[str]) -> dict[str, Noun]:
        """The nouns of this class with these ids, by id; those that are missing are left out."""
        wanted = list(dict.fromkeys(ids))
        unread = [id for id in wanted if (cls, id) not in self._put and (cls, id) not in self._read]
        if unread:
            stored = self._space.several(cls, unread)
            self._read.update(((cls, id), stored.get(id)) for id in unread)
        found = {id: self.one(cls, id) for id in wanted}
        return {id: noun for id, noun in found.items() if noun is not None}

    def meeting(self, cls: type[Noun], keys: Iterable[str], limit: int = 100) -> list[Noun]:
        """The nouns of this class that have one of the keys; stored ones first, then new ones."""
        wanted = frozenset(keys)
        request = (cls, wanted, limit)
        if request not in self._read:
            self._read[request] = self._space.meeting(cls, sorted(wanted), limit)
        found: dict[str, Any] = {}
        for stored in self._read[request]:
            if wanted.intersection(self._keys.get((cls, stored.id), wanted)):
                found[stored.id] = self._put.get((cls, stored.id), stored)
        for (kind, id), own in self._keys.items():
            if kind is cls and id not in found and wanted.intersection(own):
                found[id] = self._put[cls, id]
        return list(found.values())[:limit]

    def touching(self, ids: Iterable[str]) -> list[Edge]:
        """The edges that begin or end at one of these; stored ones first, then new ones."""
        wanted = frozenset(ids)
        fresh = (one for one in self._logged if isinstance(one, Edge))
        new = [one for one in fresh if wanted & {one.source, one.target}]
        return [*self._space.touching(sorted(wanted)), *new]

    def put(self, *nouns: Any) -> None:
        """Store nouns at the end, under their keys."""
        for noun in nouns:
            if not hasattr(noun, "id"):
                self._logged.append(noun)
                continue
            place = (type(noun), noun.id)
            self._put[place] = noun
            keys = keys_of(noun)
            if keys is not None:
                self._keys[place] = keys

    def drop(self, *nouns: Any) -> None:
        """Put some nouns no more."""
        for noun in nouns:
            self._put.pop((type(noun), noun.id), None)
            self._keys.pop((type(noun), noun.id), None)

    def store(self) -> None:
        """Store all that was put, or nothing."""
        nouns = [(noun, self._keys.get(place)) for place, noun in self._put.items()]
        self._space.put_all([*nouns, *((noun, None) for noun in self._logged)])

    def mark(self) -> Any:
        """What was put so far, to go :meth:`back` to."""
        return dict(self._put), dict(self._keys), len(self._logged)

    def back(self, mark: Any) -> None:
        """Forget what was put since."""
        self._put, self._keys, logged = mark
        del self._logged[logged:]
