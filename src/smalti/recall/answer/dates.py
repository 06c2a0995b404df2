"""Dates of answers: as a value as exact as it is known, and in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from smalti.model.time import Instant, Interval, Precision

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Day:
    """The days, first and last included, on which something was, and how exactly that is known."""

    first: date
    last: date
    precision: Precision

    @classmethod
    def of(cls, moment: Instant) -> Day:
        """The calendar day of a moment, where it was spoken."""
        day = moment.local().date()
        return cls(day, day, Precision.DAY)

    @classmethod
    def within(cls, interval: Interval, precision: Precision) -> Day | None:
        """The days of an interval; ``None`` where one of its ends is open or unknown."""
        if interval.ends is None:
            return None
        start, end = interval.ends
        first = start.local().date()
        last = (end.local() - timedelta(microseconds=1)).date()
        return cls(first, max(first, last), precision)

    @property
    def value(self) -> str:
        """ISO 8601, as exact as it is known; "first/last" where it is neither day, month or year.

        Parts of a day give the day.
        """
        if self.precision is Precision.YEAR:
            return f"{self.first.year:04}"
        if self.precision is Precision.MONTH and self.first.month == self.last.month:
            return f"{self.first.year:04}-{self.first.month:02}"
        if self.first == self.last:
            return self.first.isoformat()
        return f"{self.first.isoformat()}/{self.last.isoformat()}"

    def told(self, language: str) -> str:
        """In words for people: "14 July 2023" in English, ISO 8601 elsewhere."""
        if language != "en":
            return self.value.replace("/", " – ")
        first, last = self.first, self.last
        if self.precision is Precision.YEAR:
            return str(first.year)
        if self.precision is Precision.MONTH and first.month == last.month:
            return f"{_MONTHS[first.month - 1]} {first.year}"
        if first == last:
            return _in_english(first)
        return f"{_in_english(first)} to {_in_english(last)}"


def _in_english(day: date) -> str:
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"
