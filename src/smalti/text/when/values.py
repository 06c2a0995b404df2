"""What words mean while a sentence is being read: spans of local time, lengths, clocks, rules.

Everything here is naive local time at the offset of speaking; the offset is put on at the end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from smalti.model.time import Precision
from smalti.text.when.mention import Relation

Stretch = tuple[datetime, datetime]
"""A bare [start, end)."""

# The model has no word for these; the next coarser one is the honest answer.
_WEEKEND = Precision.WEEK
_QUARTER = Precision.SEASON

PRECISION_OF = {
    "minute": Precision.MINUTE,
    "hour": Precision.HOUR,
    "part": Precision.HOUR,
    "day": Precision.DAY,
    "week": Precision.WEEK,
    "third": Precision.WEEK,
    "weekend": _WEEKEND,
    "month": Precision.MONTH,
    "quarter": _QUARTER,
    "season": Precision.SEASON,
    "half": Precision.SEASON,
    "year": Precision.YEAR,
    "decade": Precision.DECADE,
    "range": Precision.DAY,
}
"""The shapes a span can have, and how exact each is."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of local time with its shape; ``written`` if no clock was needed to read it."""

    start: datetime
    end: datetime
    shape: str
    precision: Precision
    also: tuple[Stretch, ...] = ()
    relation: Relation = Relation.AT
    written: bool = False
    why: str = ""

    @classmethod
    def of(cls, start: datetime, end: datetime, shape: str) -> Span:
        """A span of a known shape, with the precision that goes with it."""
        return cls(start, end, shape, PRECISION_OF[shape])

    @property
    def stretch(self) -> Stretch:
        """The two ends alone."""
        return self.start, self.end

    def with_also(self, *others: Span | Stretch | None) -> Span:
        """With further readings; what says the same as the span itself is left out."""
        found = [other.stretch if isinstance(other, Span) else other for other in others]
        new = [one for one in found if one and one != self.stretch and one not in self.also]
        return replace(self, also=(*self.also, *new))


@dataclass(frozen=True, slots=True)
class Unknown:
    """Time words that name no time one could compute."""

    relation: Relation = Relation.AT
    why: str = "names no day"
    shape: str = "unknown"


@dataclass(frozen=True, slots=True)
class Recurrence:
    """Parts of an RFC 5545 rule, how long one occurrence is, and in which part of the day."""

    parts: tuple[tuple[str, str], ...]
    precision: Precision
    part: str | None = None
    shape: str = "recurring"

    _ORDER = (
        "FREQ", "INTERVAL", "BYMONTH", "BYWEEKNO", "BYMONTHDAY", "BYDAY", "BYHOUR", "BYMINUTE",
        "BYSETPOS",
    )  # fmt: skip

    @classmethod
    def every(cls, freq: str, precision: Precision, **parts: object) -> Recurrence:
        """A rule; parts that are ``None`` or empty are left out."""
        named = {name.upper(): str(value) for name, value in parts.items() if value}
        return cls((("FREQ", freq), *named.items()), precision)

    def joined(self, precision: Precision, **parts: object) -> Recurrence:
        """The rule with more parts, and another length of an occurrence."""
        named = dict(self.parts) | {name.upper(): str(value) for name, value in parts.items()}
        return Recurrence(tuple(named.items()), precision)

    def __str__(self) -> str:
        parts = sorted(self.parts, key=lambda part: self._ORDER.index(part[0]))
        return ";".join(f"{name}={value}" for name, value in parts)


@dataclass(frozen=True, slots=True)
class Length:
    """A count of units: two weeks. ``exact`` lengths are counted to the day, like a fortnight."""

    count: float
    unit: str
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day; ``sure`` when it cannot be twelve hours off, ``whole`` without minutes."""

    hour: int
    minute: int = 0
    sure: bool = False
    whole: bool = True


Meaning = Span | Unknown | Recurrence | Length | Clock
