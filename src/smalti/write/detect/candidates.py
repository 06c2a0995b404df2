"""Which stored records a statement is compared with, each with the searches that found it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from smalti.model.lifecycle import State
from smalti.model.record import Record, RecordKind
from smalti.model.settings import USUAL, Ranks
from smalti.text.quantities.units import unit_named
from smalti.write.detect.pair import Pair
from smalti.write.detect.policy import DetectPolicy
from smalti.write.detect.search import Search, related
from smalti.write.detect.sides import Sides
from smalti.write.entities import members, record_keys
from smalti.write.predicates import PredicateTable
from smalti.write.predicates.entries import Triple
from smalti.write.work import Meeting, Work

_LIVE = frozenset({State.CURRENT, State.PENDING, State.DISPUTED})
# What these find may be judged by its wording, for which the turn is read.
_TELLING = frozenset({Search.SLOT, Search.EXCLUSIVE, Search.QUANTITY, Search.NEAREST})
_RETURNING = frozenset({Search.SLOT, Search.SUBJECT, Search.NEAREST})
_PLACES = {search: place for place, search in enumerate(Search)}


@dataclass(frozen=True, slots=True)
class Searcher:
    """Finds what a statement has to be compared with; made once for a vocabulary."""

    table: PredicateTable
    policy: DetectPolicy = field(default_factory=DetectPolicy)
    ranks: Ranks = USUAL
    _related: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, table: PredicateTable, policy: DetectPolicy | None = None) -> Searcher:
        """A searcher that knows which predicates of a vocabulary bear on each other."""
        return cls(table, policy or DetectPolicy(), _related=related(table))

    def candidates(self, record: Record, turns: Sequence[str] = ()) -> Work[list[Pair]]:
        """The pairs to judge, at most ``policy.pairs``, the most telling first.

        ``turns`` are the ids of turns that are alike, by words and meaning; whoever calls has found
        them, and what was learnt from them is compared as well. Asks for records, entities and
        turns. Found are records that are current, pending or
        disputed, and superseded ones that a statement may make current again.
        Entities that were merged count as one: a pair found by ``slot``, ``subject`` or ``value``
        has the same subject or value, whatever the ids are. A record is never paired with itself.
        """
        sides = Sides(self.table)
        subjects = yield from _cluster(sides, record.subject)
        values = yield from _cluster(sides, record.value.entity)
        searches = dict(self._searches(record, subjects, values))
        searches[Search.NEAREST] = frozenset(f"turn {id}" for id in turns)
        found = _Found(record)
        yield from self._look(found, searches)
        steps = found.neighbours({*subjects, *values})[: self.policy.followed]
        if steps and len(found) < self.policy.pairs:
            near = {Search.NEAR: frozenset(f"entity {id}" for id in steps)}
            yield from self._look(found, near, self.policy.pairs)
        ranked = found.ranked()[: self.policy.pairs]
        yield from sides.fetch(one for one, _ in ranked)
        incoming = yield from sides.of(record)
        met = []
        for stored, reasons in ranked:
            side = yield from sides.of(stored, whole=bool(_TELLING.intersection(reasons)))
            met.append((side, reasons))
        return [Pair(side, incoming, reasons, sides.people, self.ranks) for side, reasons in met]

    def pair(self, stored: Record, incoming: Record) -> Work[Pair]:
        """Two given records side by side, with the searches by which they would have met."""
        sides = Sides(self.table)
        subjects = yield from _cluster(sides, incoming.subject)
        values = yield from _cluster(sides, incoming.value.entity)
        found = _Found(incoming)
        found.add(dict(self._searches(incoming, subjects, values)), [stored])
        reasons = next((reasons for _, reasons in found.ranked()), (Search.NEAREST.value,))
        one = yield from sides.of(stored)
        other = yield from sides.of(incoming)
        return Pair(one, other, reasons, ranks=self.ranks)

    def _look(
        self, found: _Found, searches: Mapping[Search, frozenset[str]], most: int | None = None
    ) -> Work[None]:
        """Make searches as one: what most of them find comes first."""
        keys = tuple(sorted(frozenset().union(*searches.values())))
        found.add(searches, (yield Meeting(Record, keys, most or self.policy.each)))

    def _searches(
        self, record: Record, subjects: tuple[str, ...], values: tuple[str, ...]
    ) -> Iterator[tuple[Search, frozenset[str]]]:
        yield Search.SLOT, frozenset(f"slot {one} {record.predicate}" for one in subjects)
        yield Search.EXCLUSIVE, frozenset(self._others(record, subjects))
        if record.value.number is not None:
            unit = unit_named(record.value.unit)
            dimension = unit.dimension if unit else record.value.unit
            yield Search.QUANTITY, frozenset(f"quantity {one} {dimension}" for one in subjects)
        yield Search.VALUE, frozenset(f"value {one}" for one in values)
        yield Search.SUBJECT, frozenset(f"subject {one}" for one in subjects)

    def _others(self, record: Record, subjects: tuple[str, ...]) -> Iterator[str]:
        """The keys of slots that this one excludes, ends or implies, and the other way round."""
        for name in self._related.get(record.predicate, ()):
            yield from (f"slot {one} {name}" for one in subjects)
        for triple in self.table.implied(Triple.of(record)):
            if triple.subject not in subjects:
                names = (triple.predicate, *self._related.get(triple.predicate, ()))
                yield from (f"slot {triple.subject} {name}" for name in names)


class _Found:
    """The records that were found, and by what."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._records: dict[str, Record] = {}
        self._searches: dict[str, list[Search]] = {}

    def __len__(self) -> int:
        return len(self._records)

    def add(self, searches: Mapping[Search, frozenset[str]], records: Iterable[Record]) -> None:
        """Note what was found; a superseded record counts where it may hold again.

        Summaries are left out: what they sum up speaks for itself.
        """
        for one in records:
            keys = frozenset(record_keys(one))
            reasons = [search for search, wanted in searches.items() if wanted & keys]
            again = one.state is State.SUPERSEDED and not _RETURNING.isdisjoint(reasons)
            own = one.id == self._record.id or one.kind is RecordKind.SUMMARY
            if (one.state in _LIVE or again) and not own:
                self._records[one.id] = one
                self._searches.setdefault(one.id, []).extend(reasons)
                self._searches[one.id].sort(key=_PLACES.__getitem__)

    def neighbours(self, known: set[str]) -> list[str]:
        """The entities one step away, in the order they were met."""
        ends = [
            id
            for one in self._records.values()
            for id in (one.subject, one.value.entity)
            if id is not None and id not in known
        ]
        return list(dict.fromkeys(ends))

    def ranked(self) -> list[tuple[Record, tuple[str, ...]]]:
        """The records, the most telling search first, then the newest; last what may be back."""
        records = sorted(self._records.values(), key=lambda one: (one.recorded_at, one.id))
        records.reverse()
        records.sort(key=self._place)
        return [(one, tuple(search.value for search in self._searches[one.id])) for one in records]

    def _place(self, record: Record) -> tuple[bool, int]:
        first = self._searches[record.id][0]
        return record.state is State.SUPERSEDED and first is not Search.SLOT, _PLACES[first]


def _cluster(sides: Sides, id: str | None) -> Work[tuple[str, ...]]:
    """The ids of all that an entity is one with, itself first."""
    if id is None:
        return ()
    entity = yield from sides.entity(id)
    if entity is None:
        return (id,)
    everyone = yield from members(entity)
    return tuple(dict.fromkeys((id, *(one.id for one in everyone))))
