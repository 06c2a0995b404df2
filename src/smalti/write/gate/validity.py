"""When two statements speak of the same time, as far as their intervals tell."""

from __future__ import annotations

from smalti.model.record import Record, RecordKind
from smalti.model.time import Bound, Instant, Interval, Precision


def known(bound: Bound | None) -> Instant | None:
    """When a bound is, where that was said; "no later than" is not known."""
    if bound is None or bound.precision is Precision.UNKNOWN:
        return None
    return bound.at


def dated(interval: Interval) -> bool:
    """Whether a statement says when it began or ended."""
    return known(interval.start) is not None or known(interval.end) is not None


def over(interval: Interval, at: Instant | None) -> bool:
    """Whether an interval is known to have ended by a moment."""
    end = interval.end.at if interval.end is not None else None
    return end is not None and at is not None and end.micros <= at.micros


def apart(one: Interval, other: Interval) -> bool:
    """Whether two intervals are known to have no moment in common."""
    return _before(one, other) or _before(other, one)


def _before(one: Interval, other: Interval) -> bool:
    end, start = known(one.end), known(other.start)
    return end is not None and start is not None and end.micros <= start.micros


def adds_nothing(stored: Record, new: Record, said_at: Instant | None) -> bool:
    """Whether a statement tells nothing about when that a stored one does not.

    A dated one must have the same bounds; of an event also wider ones will do ("in May" after "on
    the 3rd of May"), since a second event of a kind is a recurrence and no duplicate. An undated
    statement of a state adds nothing while the stored one goes on; an undated event only when it
    was told on the same day as an undated one: else it may be another.
    """
    if stored.recurrence != new.recurrence:
        return False
    happened = new.kind is RecordKind.EVENT
    if dated(new.valid):
        alike = _bounds(stored.valid) == _bounds(new.valid)
        return alike or (happened and _within(stored.valid, new.valid))
    if happened:
        return not dated(stored.valid) and _same_day(stored.valid, new.valid)
    return not over(stored.valid, said_at)


def _bounds(interval: Interval) -> tuple[tuple[int, Precision] | None, ...]:
    bounds = []
    for bound in (interval.start, interval.end):
        at = known(bound)
        bounds.append(None if at is None or bound is None else (at.micros, bound.precision))
    return tuple(bounds)


def _within(inner: Interval, outer: Interval) -> bool:
    ends = [known(bound) for bound in (outer.start, inner.start, inner.end, outer.end)]
    micros = [at.micros for at in ends if at is not None]
    return len(micros) == len(ends) and micros == sorted(micros)


def _same_day(one: Interval, other: Interval) -> bool:
    days = [
        None if interval.start is None or interval.start.at is None
        else interval.start.at.local().date()
        for interval in (one, other)
    ]  # fmt: skip
    return days[0] is not None and days[0] == days[1]
