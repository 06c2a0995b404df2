"""What memory made of one case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from smalti.bench.conflicts.watch import Compared
from smalti.model.conflict import Conflict
from smalti.model.lifecycle import State
from smalti.model.record import Record
from smalti.model.results import Degradation, ModelUse, RecordItem


@dataclass(frozen=True, slots=True)
class Cost:
    """What saving the incoming turns took: milliseconds, and how often each judge was asked."""

    save_ms: float
    check_ms: float
    alike_ms: float
    asked: Mapping[str, int] = field(default_factory=dict)
    spent_ms: Mapping[str, float] = field(default_factory=dict)
    usage: tuple[ModelUse, ...] = ()


@dataclass(frozen=True, slots=True)
class Trial:
    """What memory made of one case.

    ``before`` and ``incoming`` are the ids of its turns in order. ``records`` are all of the space,
    or where cases share a base those that had to do with this one. ``items`` is the receipt of the
    incoming turns, ``conflicts`` what it found, ``compared`` the pairs that were looked at.
    ``held`` are the turns before that a record rests on, ``were`` the states of records before the
    incoming turns. ``base_alarms`` tells of the conflicts found while the base was stored.
    """

    case: str
    before: tuple[str, ...]
    incoming: tuple[str, ...]
    records: tuple[Record, ...]
    names: Mapping[str, str]
    items: tuple[RecordItem, ...]
    conflicts: tuple[Conflict, ...]
    compared: tuple[Compared, ...]
    held: tuple[str, ...]
    were: Mapping[str, State]
    base_alarms: tuple[str, ...]
    cost: Cost
    degraded: tuple[Degradation, ...] = ()

    def rests_on(self, record: str, turns: tuple[str, ...]) -> bool:
        """Whether a record has evidence in one of these turns."""
        known = next((one for one in self.records if one.id == record), None)
        return known is not None and any(e.turn in turns for e in known.evidence)

    def new(self) -> list[Record]:
        """The records that came of the incoming turns."""
        return [one for one in self.records if self.rests_on(one.id, self.incoming)]

    def places(self, record: Record) -> Iterator[int]:
        """The turns, by their number, that a record rests on."""
        turns = (*self.before, *self.incoming)
        return (turns.index(e.turn) for e in record.evidence if e.turn in turns)
