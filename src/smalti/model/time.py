"""Time as Smalti keeps it: instants with the speaker's offset, half-open intervals, precision.

Three different things that other systems store as one empty field are kept apart here:

* *open*: there is no bound (``Interval.start`` or ``.end`` is ``None``): true as far as known;
* *unknown*: there is a bound, and nobody said when (``Bound(None, Precision.UNKNOWN)``);
* *no later than*: it began at the latest when it was said
  (``Bound(instant, Precision.UNKNOWN)``, see :meth:`Interval.undated`).

Naive datetimes carry no offset. They are read in the zone the caller passes as ``default_offset``
(UTC where nothing is said), never in the zone of the machine.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from enum import Enum
from typing import TYPE_CHECKING, Any, Self

from smalti.model.errors import InvalidInput

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_MICROS_A_MINUTE = 60_000_000
# Compared as numbers: each row that is read holds moments, and datetimes take longer.
_FIRST, _LAST = (
    (end.replace(tzinfo=UTC) - _EPOCH) // _MICROSECOND for end in (datetime.min, datetime.max)
)
_MAX_OFFSET = 24 * 60 - 1  # minutes; what datetime.timezone accepts
_DATE_ONLY = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True, order=True)
class Instant:
    """A moment: microseconds since 1970-01-01T00:00Z, and the offset it was spoken at.

    Ordered by moment, then by offset, so that a sort is stable and total. ``offset`` is in minutes
    east of UTC and tells which calendar day it was for the speaker.
    """

    micros: int
    offset: int = 0

    def __post_init__(self) -> None:
        if not -_MAX_OFFSET <= self.offset <= _MAX_OFFSET:
            raise InvalidInput("offset", self.offset, "must be minutes within a day of UTC")
        local = self.micros + self.offset * _MICROS_A_MINUTE
        if not (_FIRST <= self.micros <= _LAST and _FIRST <= local <= _LAST):
            raise InvalidInput(
                "instant", self.micros, "lies outside the years 1 to 9999", fix="Use a real date"
            )

    @classmethod
    def of(cls, value: Instant | datetime | date | str, *, default_offset: int = 0) -> Instant:
        """Read an instant from what callers have at hand.

        Accepts an ``Instant``, a ``datetime``, a ``date`` (its first moment) or an ISO 8601 string
        ("2026-03-01", "2026-03-01T00:30:00+13:00", "…Z"). Without an offset the value is read at
        ``default_offset`` minutes east of UTC.

        Raises:
            InvalidInput: not a date, or outside the years 1 to 9999 once turned into UTC.
        """
        if isinstance(value, Instant):
            return value
        moment = _to_datetime(value)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=timezone(timedelta(minutes=default_offset)))
        offset = moment.utcoffset() or timedelta(0)
        try:
            micros = (moment - _EPOCH) // _MICROSECOND
            return cls(micros, round(offset / timedelta(minutes=1)))
        except (OverflowError, InvalidInput) as error:
            raise InvalidInput("date", value, "lies outside the years 1 to 9999 in UTC") from error

    def utc(self) -> datetime:
        """The moment as an aware datetime in UTC."""
        return _EPOCH + self.micros * _MICROSECOND

    def local(self) -> datetime:
        """The moment as an aware datetime at the speaker's offset: their calendar day."""
        return self.utc().astimezone(timezone(timedelta(minutes=self.offset)))

    def __str__(self) -> str:
        return self.local().isoformat().replace("+00:00", "Z")

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: type[Any], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """In JSON an instant is one ISO 8601 string with its offset."""
        from pydantic_core import core_schema

        return core_schema.no_info_plain_validator_function(
            _instant_for_pydantic, serialization=core_schema.to_string_ser_schema()
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: object) -> dict[str, Any]:
        """What a JSON schema says of it."""
        return {
            "type": "string",
            "description": "ISO 8601 with its offset.",
            "examples": ["2026-03-01T09:30:00+01:00"],
        }


def _instant_for_pydantic(value: Any) -> Instant:
    try:
        return Instant.of(value)
    except InvalidInput as error:
        raise ValueError(error.problem) from error


def _to_datetime(value: object) -> datetime:
    if isinstance(value, datetime):
        return value
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day)
    if isinstance(value, str):
        try:
            return datetime.fromisoformat(value.strip())
        except ValueError:
            pass
    raise InvalidInput("date", value, "is not a date or time", fix="Use ISO 8601: 2026-03-01T09:30")


def is_date_only(text: str) -> bool:
    """Whether the string names a calendar day and no time of day."""
    return _DATE_ONLY.fullmatch(text.strip()) is not None


class Precision(Enum):
    """How exactly a bound is known, from exact to not at all."""

    EXACT = "exact"
    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    YEAR = "year"
    DECADE = "decade"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Bound:
    """One end of an interval: when, and how exactly that is known."""

    at: Instant | None
    precision: Precision = Precision.EXACT

    def __post_init__(self) -> None:
        if self.at is None and self.precision is not Precision.UNKNOWN:
            raise InvalidInput("precision", self.precision.value, "needs an instant to apply to")


@dataclass(frozen=True, slots=True)
class Interval:
    """A half-open span [start, end). ``None`` is an open end, not an unknown one."""

    start: Bound | None = None
    end: Bound | None = None

    def __post_init__(self) -> None:
        start, end = self._start_at, self._end_at
        if start is not None and end is not None and end.micros <= start.micros:
            raise InvalidInput("interval", f"[{start}, {end})", "must end after it starts")

    @property
    def _start_at(self) -> Instant | None:
        return self.start.at if self.start else None

    @property
    def _end_at(self) -> Instant | None:
        return self.end.at if self.end else None

    @property
    def ends(self) -> tuple[Instant, Instant] | None:
        """Start and end, if both are known moments."""
        start, end = self._start_at, self._end_at
        return None if start is None or end is None else (start, end)

    @classmethod
    def always(cls) -> Self:
        """Open at both ends."""
        return cls(None, None)

    @classmethod
    def since(cls, start: Instant, precision: Precision = Precision.EXACT) -> Self:
        """From a known start, with an open end."""
        return cls(Bound(start, precision), None)

    @classmethod
    def between(cls, start: Instant, end: Instant, precision: Precision = Precision.EXACT) -> Self:
        """Both ends known to the same precision."""
        return cls(Bound(start, precision), Bound(end, precision))

    @classmethod
    def undated(cls, said_at: Instant | None) -> Self:
        """A statement without a date: it began, at the latest, when it was said."""
        return cls(Bound(said_at, Precision.UNKNOWN), None)

    def contains(self, moment: Instant) -> bool | None:
        """Whether the moment lies inside; ``None`` where that is not known.

        Half-open: the start belongs to the interval, the end does not. A start known only as "no
        later than t" answers ``True`` from t on and ``None`` before.
        """
        after_start = _side(self.start, moment, is_start=True)
        before_end = _side(self.end, moment, is_start=False)
        if after_start is False or before_end is False:
            return False
        return True if after_start and before_end else None


def _side(bound: Bound | None, moment: Instant, *, is_start: bool) -> bool | None:
    """Whether the moment is on the inner side of one bound; ``None`` if that is not known."""
    if bound is None:
        return True
    if bound.at is None:
        return None
    reached = moment.micros >= bound.at.micros
    if bound.precision is Precision.UNKNOWN:  # "no later than": certain from there on
        return (True if reached else None) if is_start else (False if reached else None)
    return reached if is_start else not reached
