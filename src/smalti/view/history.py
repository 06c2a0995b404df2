"""How records came to stand where they do, and in which order things held."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from smalti.model.lifecycle import Event, State
from smalti.model.record import Record, RecordStep
from smalti.model.time import Bound, Instant, Interval, Precision
from smalti.view.axes import Axes
from smalti.view.replay import as_it_stood, by_record, replayed, standing_at
from smalti.view.seen import Seen, believed, see


@dataclass(frozen=True, slots=True)
class Change:
    """One step in the life of a record: from ``at`` on it was ``state``, and held in ``valid``.

    ``at`` lies on the axis of this memory, ``valid`` on that of the world. ``conflict`` is the id
    of the conflict that led to the step, if one did.
    """

    at: Instant
    event: Event
    state: State
    valid: Interval
    actor: str
    reason: str = ""
    conflict: str | None = None


@dataclass(frozen=True, slots=True)
class Version:
    """One record of a history, as it stood at the end of its changes; earliest change first."""

    record: Record
    changes: tuple[Change, ...]


def history(
    records: Iterable[Record], steps: Iterable[RecordStep], known_at: Instant | None = None
) -> list[Version]:
    """Every version there is, and what happened to each, in the order they were learnt.

    In every state, the rejected and the forgotten among them; with ``known_at`` as the history
    looked then. Records learnt at one moment keep the order given.

    Raises:
        IllegalTransition: the log has a step that the lifecycle does not know.
    """
    taken = by_record(steps)
    versions = []
    for record in records:
        own = taken.get(record.id, ())
        standing = standing_at(record, own, known_at)
        if standing is not None:
            then = as_it_stood(record, standing, known_at)
            versions.append(Version(then, _changes(record, own, known_at)))
    return sorted(versions, key=lambda one: one.record.recorded_at.micros)


def _changes(
    record: Record, steps: Iterable[RecordStep], known_at: Instant | None
) -> tuple[Change, ...]:
    return tuple(
        Change(
            taken.at,
            taken.step.event,
            taken.after.state,
            taken.after.valid,
            taken.step.actor,
            taken.step.reason,
            taken.step.conflict,
        )
        for taken in replayed(record, steps)
        if known_at is None or taken.at.micros <= known_at.micros
    )


def timeline(records: Iterable[Record], steps: Iterable[RecordStep], axes: Axes) -> list[Seen]:
    """What is believed to have held, in the order in which it began to.

    With what was superseded, without what was never true. Who has only an end stands where it
    ended. What is dated at neither end comes last, in the order it was said. Of two that began at
    one moment, the one that ended first comes first. With ``axes.as_of`` only what held then, or
    may have.

    Raises:
        IllegalTransition: the log has a step that the lifecycle does not know.
    """
    seen = [one for one in see(records, steps, axes) if believed(one.state)]
    if axes.as_of is not None:
        seen = [one for one in seen if one.holds is not False]
    return sorted(seen, key=_place)


def _place(one: Seen) -> tuple[bool, int, int, int]:
    start, end = _dated(one.valid.start), _dated(one.valid.end)
    placed = start if start is not None else end
    said = one.valid.start
    last = said.at.micros if said is not None and said.at is not None else _FOREVER
    began = one.record.recorded_at.micros
    if placed is None:
        return True, last, began, 0
    return False, placed, _FOREVER if end is None else end, began


_FOREVER = 2**63 - 1


def _dated(bound: Bound | None) -> int | None:
    """When a bound is, where somebody said so."""
    if bound is None or bound.at is None or bound.precision is Precision.UNKNOWN:
        return None
    return bound.at.micros
