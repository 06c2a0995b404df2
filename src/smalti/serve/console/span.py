"""The days that a space reaches over: what the two time sliders go through."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice

from smalti.model.time import Instant
from smalti.model.turn import Turn
from smalti.serve.console.newest import newest
from smalti.store.contract import Space

_LOOKED_AT = 200  # turns at either end
_YEAR = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Span:
    """The first and the last day of both axes, inclusive, as ISO 8601 and in days."""

    first: str
    last: str
    days: int
    known_first: str
    known_days: int

    def place(self, day: str | None, *, known: bool = False) -> int:
        """How many days after the first one a day is, within the span; the last one for none."""
        days, first = (self.known_days, self.known_first) if known else (self.days, self.first)
        if not day:
            return days
        given = date.fromisoformat(day[:10])
        return min(max((given - date.fromisoformat(first)).days, 0), days)


def span_of(space: Space, now: Instant) -> Span:
    """The span of a space: from the first of what was said first to today.

    Only the turns at both ends of the journal are read; what was imported in disorder in between
    can be reached by its date.
    """
    today = now.local().date()
    ends = [*islice(space.read_turns(), _LOOKED_AT), *newest(space, Turn, wanted=_LOOKED_AT).nouns]
    said = [one.said_at.local().date() for one in ends if one.said_at is not None]
    recorded = [one.recorded_at.local().date() for one in ends]
    first = min([*said, today - _YEAR if not said else today])
    known = min([*recorded, today])
    last = max([today, *said])
    return Span(
        first.isoformat(), last.isoformat(), max((last - first).days, 1),
        known.isoformat(), max((last - known).days, 1),
    )  # fmt: skip
