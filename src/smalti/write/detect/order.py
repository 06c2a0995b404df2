"""Which of two statements is about the later time, as far as that is known."""

from __future__ import annotations

from enum import Enum

from smalti.model.time import Instant
from smalti.write.detect.pair import Pair, Side
from smalti.write.gate.validity import known

TALK_SECONDS = 3600
"""How close together two undated statements are made so that neither counts as the later one."""

_MICROS = 1_000_000


class Order(Enum):
    """Where the incoming statement lies in time, seen from the stored one."""

    LATER = "later"
    EARLIER = "earlier"
    UNKNOWN = "unknown"  # at the same time, or nobody knows


def order(pair: Pair) -> Order:
    """Which of two comes later in the world.

    Dates that were told decide. Where only one is dated, the other is known to hold when it was
    said. Where neither is, the later saying counts as later, unless both were said within
    ``TALK_SECONDS`` of each other.
    """
    stored, incoming = _start(pair.stored), _start(pair.incoming)
    if stored is not None and incoming is not None:
        return _compared(incoming, stored)
    before, after = pair.stored.said_at, pair.incoming.said_at
    if incoming is not None:  # a start before the other was said tells nothing
        later = before is not None and incoming.micros > before.micros
        return Order.LATER if later else Order.UNKNOWN
    if stored is not None:
        return _held_at(after, stored, before)
    return Order.UNKNOWN if before is None or after is None else _compared(
        after, before, TALK_SECONDS * _MICROS
    )  # fmt: skip


def _start(side: Side) -> Instant | None:
    return known(side.record.valid.start)


def _compared(new: Instant, old: Instant, gap: int = 0) -> Order:
    apart = new.micros - old.micros
    if abs(apart) <= gap:
        return Order.UNKNOWN
    return Order.LATER if apart > 0 else Order.EARLIER


def _held_at(moment: Instant | None, start: Instant, said: Instant | None) -> Order:
    """Of something undated that held at a moment, against what was said to begin at ``start``."""
    if moment is None:
        return Order.UNKNOWN
    if moment.micros < start.micros:
        return Order.EARLIER
    return Order.LATER if said is not None and moment.micros > said.micros else Order.UNKNOWN
