"""A record with what a judge needs to know besides it; a stage that asks for names and turns."""

from __future__ import annotations

from collections.abc import Iterable

import regex

from smalti.model.entity import Entity, EntityKind
from smalti.model.record import Record, SlotKind
from smalti.model.time import Instant, Precision
from smalti.model.turn import Turn
from smalti.write.detect.pair import Side
from smalti.write.predicates import PredicateTable
from smalti.write.work import One, Several, Work

# "3.5" and "e.g. this" are no ends of sentences: what follows one is white space and no small
# letter. Chinese and Japanese write no space.
_END = regex.compile(r"(?<=[.!?…][\"'”’)]*)\s+(?=[^\p{Ll}\s])|(?<=[。！？])|\n+")


class Sides:
    """Makes sides, asking for each entity and turn once."""

    def __init__(self, table: PredicateTable) -> None:
        self._table = table
        self._entities: dict[str, Entity | None] = {}
        self._turns: dict[str, Turn | None] = {}

    def fetch(self, records: Iterable[Record]) -> Work[None]:
        """Ask for all that some sides will need at once."""
        known = list(records)
        turns = {one.evidence[0].turn for one in known if one.evidence} - self._turns.keys()
        ends = {id for one in known for id in (one.subject, one.value.entity, one.asserted_by)}
        entities = {id for id in ends if id is not None} - self._entities.keys()
        if turns:
            told: dict[str, Turn] = yield Several(Turn, tuple(sorted(turns)))
            self._turns |= {id: told.get(id) for id in turns}
        if entities:
            found: dict[str, Entity] = yield Several(Entity, tuple(sorted(entities)))
            self._entities |= {id: found.get(id) for id in entities}

    def of(self, record: Record, *, whole: bool = True) -> Work[Side]:
        """The side that a record is; what is not stored of it is left empty.

        Without ``whole`` its turn is not asked for: its sentence then is all the context.
        """
        turn: Turn | None = None
        if whole and record.evidence:
            turn = yield from self._turn(record.evidence[0].turn)
        names: dict[str, str] = {}
        people: set[str] = set()
        for id in dict.fromkeys((record.subject, record.value.entity, record.asserted_by)):
            entity = None if id is None else (yield from self.entity(id))
            if entity is not None:
                names[entity.id] = entity.name
                people.update((entity.name,) if entity.kind is EntityKind.PERSON else ())
        known = self._table.get(record.predicate)
        return Side(
            record,
            context=record.sentence if turn is None else _around(turn, record),
            said_at=_said_at(record) if turn is None else turn.said_at,
            speaker=names.get(record.asserted_by, "" if turn is None else turn.speaker),
            slot=SlotKind.UNKNOWN if known is None else known.slot,
            names=names,
            people=frozenset(people),
            turn=record.sentence if turn is None else turn.text,
        )

    @property
    def people(self) -> frozenset[str]:
        """The names of all persons that were asked for."""
        known = (one for one in self._entities.values() if one is not None)
        return frozenset(one.name for one in known if one.kind is EntityKind.PERSON)

    def entity(self, id: str) -> Work[Entity | None]:
        """An entity, from memory if it was asked for before."""
        if id not in self._entities:
            self._entities[id] = yield One(Entity, id)
        return self._entities[id]

    def _turn(self, id: str) -> Work[Turn | None]:
        if id not in self._turns:
            self._turns[id] = yield One(Turn, id)
        return self._turns[id]


def _around(turn: Turn, record: Record) -> str:
    return sentence_at(turn.text, record.evidence[0].start)


def _said_at(record: Record) -> Instant | None:
    """When it was said, as far as the record alone tells: what is undated began by then."""
    start = record.valid.start
    undated = start is not None and start.precision is Precision.UNKNOWN
    return start.at if undated and start is not None else None


def sentence_at(text: str, place: int) -> str:
    """The sentence of a text that a place lies in."""
    start = 0
    for gap in _END.finditer(text):
        if gap.end() > place:
            return text[start : gap.start()].strip()
        start = gap.end()
    return text[start:].strip()
