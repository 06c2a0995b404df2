"""How the validity of a record is cut short by another one."""

from __future__ import annotations

from dataclasses import replace

from smalti.model.record import Record
from smalti.model.time import Bound, Interval, Precision

_SOMETIME = Bound(None, Precision.UNKNOWN)


def closed_by(stored: Record, incoming: Record) -> Record:
    """A stored record that ended where the incoming one began, or when that says it ended."""
    if incoming.ended and incoming.valid.end is not None:
        return closed(stored, incoming.valid.end)
    return closed(stored, incoming.valid.start)


def closed(record: Record, end: Bound | None) -> Record:
    """A record that is over by ``end``; an earlier end that it has stays.

    Where it is over before it was first heard of, it began at some unknown time before. Where its
    own dates leave no room for the end, they stay as they were told.
    """
    end = end or _SOMETIME
    start, old = record.valid.start, record.valid.end
    if old is not None and not _before(end, old):
        return record
    if start is not None and not _before(start, end):
        if start.precision is not Precision.UNKNOWN:
            return record
        start = _SOMETIME
    return replace(record, valid=Interval(start, end))


def _before(one: Bound, other: Bound) -> bool:
    """Whether one bound comes before another, as far as both are known; else there is room."""
    return one.at is None or other.at is None or one.at.micros < other.at.micros
