"""What the log says of a record at a moment in the life of this memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from smalti.model.lifecycle import State, step
from smalti.model.record import Record, RecordStep
from smalti.model.time import Instant, Interval


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a record stands, and when it held as believed then."""

    state: State
    valid: Interval


@dataclass(frozen=True, slots=True)
class Taken:
    """A step as it was taken: when it counts from, and where it led to."""

    step: RecordStep
    at: Instant
    after: Standing


def by_record(steps: Iterable[RecordStep]) -> Mapping[str, Sequence[RecordStep]]:
    """Steps by the record whose they are, each record's in the order of the log."""
    found: dict[str, list[RecordStep]] = {}
    for one in steps:
        found.setdefault(one.record, []).append(one)
    return found


def replayed(record: Record, steps: Iterable[RecordStep]) -> Iterator[Taken]:
    """The steps of a record in the order of the log; those of other records are passed over.

    The order of the log decides, not the clock, which may have been set back: a step counts from
    its own moment, and never from before one that was taken earlier.

    Raises:
        IllegalTransition: the log has a step that the lifecycle does not know.
    """
    state, latest = State.CANDIDATE, record.recorded_at
    for one in steps:
        if one.record != record.id:
            continue
        state = step(state, one.event)
        latest = max(latest, one.at)
        yield Taken(one, latest, Standing(state, one.valid))


def standing_at(
    record: Record, steps: Iterable[RecordStep], known_at: Instant | None
) -> Standing | None:
    """Where a record stood at ``known_at``; where it stands now without.

    ``None`` before it was recorded. A step counts from its moment on, that moment included. What
    was forgotten is so at every moment: the past does not bring it back. A record without any
    steps has always stood where it stands.

    Raises:
        IllegalTransition: the log has a step that the lifecycle does not know.
    """
    if known_at is not None and known_at.micros < record.recorded_at.micros:
        return None
    live = Standing(record.state, record.valid)
    if known_at is None or record.state is State.FORGOTTEN:
        return live
    found: Standing | None = None
    first: Standing | None = None
    for taken in replayed(record, steps):
        first = first or Standing(State.CANDIDATE, taken.after.valid)
        if taken.at.micros <= known_at.micros:
            found = taken.after
    return found or first or live


def state_at(record: Record, steps: Iterable[RecordStep], known_at: Instant | None) -> State | None:
    """The state of a record at ``known_at``, as :func:`standing_at` has it."""
    standing = standing_at(record, steps, known_at)
    return None if standing is None else standing.state


def as_it_stood(record: Record, standing: Standing, known_at: Instant | None) -> Record:
    """A record in the state and with the interval it had at ``known_at``."""
    if known_at is None:
        return record
    closed = record.closed_at
    if closed is not None and closed.micros > known_at.micros:
        closed = None
    if (standing.state, standing.valid, closed) == (record.state, record.valid, record.closed_at):
        return record  # as most of many do: a copy takes longer than looking
    return replace(record, state=standing.state, valid=standing.valid, closed_at=closed)
