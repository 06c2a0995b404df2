"""Records as seen from a moment: where they stood, and whether they held."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from smalti.model.lifecycle import State
from smalti.model.record import Modality, Record, RecordKind, RecordStep
from smalti.model.time import Instant, Interval
from smalti.view.axes import Axes
from smalti.view.recurring import occurs
from smalti.view.replay import as_it_stood, by_record, standing_at

_BELIEVED = frozenset({State.CURRENT, State.DISPUTED, State.SUPERSEDED})


@dataclass(frozen=True, slots=True)
class Seen:
    """A record as it looked from a moment of this memory's life.

    ``record`` has the state and the interval of then; ``holds`` says whether it held at the moment
    asked for, ``None`` where that is not known.
    """

    record: Record
    holds: bool | None

    @property
    def state(self) -> State:
        """Where it stood then."""
        return self.record.state

    @property
    def valid(self) -> Interval:
        """When it held, as was believed then."""
        return self.record.valid

    @property
    def disputed(self) -> bool:
        """Whether something that contradicts it stood beside it."""
        return self.state is State.DISPUTED


def believed(state: State) -> bool:
    """Whether this memory believes, in such a state, that a record held in its interval."""
    return state in _BELIEVED


def holds_at(record: Record, as_of: Instant) -> bool | None:
    """Whether what a record says held at a moment; ``None`` where that is not known.

    Half-open, and by :meth:`Interval.contains`. What recurs holds on its occurrences. What was
    corrected never held; of what is pending, rejected or taken back nothing is known. What was
    planned, wished or only supposed does not hold outside its interval, and inside it nobody said
    that it came true. What was superseded, and nobody said when, may have ended any time.
    """
    if record.state is State.CORRECTED:
        return False
    if not believed(record.state):
        return None
    holds = record.valid.contains(as_of)
    if holds is not False and record.recurrence is not None:
        holds = _both(holds, occurs(record.recurrence, as_of, _zone(record), record.valid))
    if holds and (record.modality is not Modality.ASSERTED or _ended_some_time(record)):
        return None
    return holds


def holds_still(record: Record, now: Instant) -> bool:
    """Whether something newer was announced that has not begun: until then this one holds.

    A summary that ended is out of date, whatever its interval.
    """
    end = record.valid.end
    return (
        record.state is State.SUPERSEDED
        and record.kind is not RecordKind.SUMMARY
        and end is not None
        and end.at is not None
        and end.at.micros > now.micros
    )


def _both(one: bool | None, other: bool | None) -> bool | None:
    if one is False or other is False:
        return False
    return True if one and other else None


def _zone(record: Record) -> int:
    """The offset of who said it: "every Monday" is their Monday."""
    start = record.valid.start
    return record.recorded_at.offset if start is None or start.at is None else start.at.offset


def _ended_some_time(record: Record) -> bool:
    return record.state is State.SUPERSEDED and record.valid.end is None


def see(records: Iterable[Record], steps: Iterable[RecordStep], axes: Axes) -> list[Seen]:
    """Every record that was there at ``axes.known_at``, as it stood then, in the order given.

    ``steps`` are those of the records in the order of the log; without ``known_at`` none are
    needed.

    Raises:
        IllegalTransition: the log has a step that the lifecycle does not know.
    """
    taken = by_record(steps)
    found = []
    for record in records:
        standing = standing_at(record, taken.get(record.id, ()), axes.known_at)
        if standing is not None:
            then = as_it_stood(record, standing, axes.known_at)
            found.append(Seen(then, holds_at(then, axes.moment)))
    return found


def view(records: Iterable[Record], steps: Iterable[RecordStep], axes: Axes) -> list[Seen]:
    """What to show of records, in the order given; the rest is what :func:`withheld` names.

    Without ``as_of`` these are the records that were current, among them what lies ahead and what
    is over, and both sides of open conflicts. With it they are those that held then or may have,
    whatever has superseded them since.

    Raises:
        IllegalTransition: the log has a step that the lifecycle does not know.
    """
    return [one for one in see(records, steps, axes) if withheld(one, axes) is None]


def withheld(one: Seen, axes: Axes) -> str | None:
    """Why a record is not shown: its state, or "not then"; ``None`` if it is shown."""
    if not believed(one.state):
        return one.state.value
    if axes.as_of is None:
        return one.state.value if one.state is State.SUPERSEDED else None
    return "not then" if one.holds is False else None


def held_back(seen: Iterable[Seen], axes: Axes) -> dict[str, int]:
    """How many records are not shown, by the reason."""
    reasons = (withheld(one, axes) for one in seen)
    return dict(Counter(reason for reason in reasons if reason is not None))
