"""What settling two statements leads to: all that is to be stored, and what it takes to undo it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from smalti.model.conflict import Clarification, Conflict
from smalti.model.lifecycle import Event, State
from smalti.model.record import Edge, Record, RecordStep
from smalti.model.time import Instant, Interval
from smalti.write.gate.steps import moved
from smalti.write.settle.outcomes import PATHS, Outcome


@dataclass(frozen=True, slots=True)
class Change:
    """What was done to one record: the steps, and its validity before and after them."""

    record: str
    steps: tuple[RecordStep, ...]
    before: Interval
    after: Interval


@dataclass(frozen=True, slots=True)
class Settlement:
    """What becomes of a statement and of what it was compared with.

    ``outcome`` is that of the incoming statement as a whole, ``incoming`` the record in its new
    state; with ``MERGE`` it is not to be stored, since the stored record ``merged`` has its
    evidence. ``stored`` are stored records in their new states. ``unsure`` are the ids of those
    that the incoming one has to be compared with again.
    """

    outcome: Outcome
    incoming: Record
    stored: tuple[Record, ...] = ()
    changes: tuple[Change, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    edges: tuple[Edge, ...] = ()
    clarifications: tuple[Clarification, ...] = ()
    merged: str | None = None
    unsure: tuple[str, ...] = ()

    @property
    def steps(self) -> tuple[RecordStep, ...]:
        """All steps, in order."""
        return tuple(step for change in self.changes for step in change.steps)


@dataclass(frozen=True, slots=True)
class Mark:
    """Under what steps are logged: when, by whom, why, and for which conflict."""

    at: Instant
    actor: str
    reason: str
    conflict: str | None = None


Paths = Mapping[tuple[State, State], tuple[Event, ...]]


def brought(
    record: Record, target: State, mark: Mark, paths: Paths = PATHS
) -> tuple[Record, tuple[RecordStep, ...]]:
    """A record in another state, with the steps there; as it is where no way leads there."""
    steps = []
    for event in paths.get((record.state, target), ()):
        record, step = moved(
            record,
            event,
            at=mark.at,
            actor=mark.actor,
            reason=mark.reason,
            conflict=mark.conflict,
        )
        steps.append(step)
    return record, tuple(steps)


class Draft:
    """Records as they become while several pairs are settled, and the changes so far."""

    def __init__(self, records: Iterable[Record]) -> None:
        self._first = {record.id: record for record in records}
        self._now = dict(self._first)
        self._new: dict[str, Record] = {}
        self._steps: dict[str, list[RecordStep]] = {}

    def now(self, id: str) -> Record:
        """A record as it is by now."""
        return self._now[id]

    def add(self, record: Record) -> None:
        """Take in a record that is not stored yet."""
        self._new[record.id] = record
        self._now[record.id] = record

    def put(self, record: Record) -> None:
        """Replace a record by a later version of it."""
        self._now[record.id] = record

    def bring(self, id: str, target: State, mark: Mark, paths: Paths = PATHS) -> None:
        """Bring a record to a state, if a way leads there."""
        record, steps = brought(self._now[id], target, mark, paths)
        self._now[id] = record
        self._steps.setdefault(id, []).extend(steps)

    def changed(self) -> tuple[Record, ...]:
        """The records that are new or not as they were."""
        return tuple(one for id, one in self._now.items() if one != self._first.get(id))

    def changes(self) -> tuple[Change, ...]:
        """What was done to each of them."""
        return tuple(
            Change(one.id, tuple(self._steps.get(one.id, ())), self._before(one.id), one.valid)
            for one in self.changed()
        )

    def _before(self, id: str) -> Interval:
        return (self._first.get(id) or self._new[id]).valid
