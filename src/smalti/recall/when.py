"""Which days a query names, as spans of time: "on 3 May 2023", "in May", "two weeks ago".

What happened is often told a few days later, so a named day reaches a week on. Relative words
count back from ``now``.
"""

from __future__ import annotations

import calendar
from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta

import regex

from smalti.model.time import Instant
from smalti.text.dates import MONTHS

Window = tuple[date, date]
"""First and last day, both included."""

_TOLD_LATER = timedelta(days=7)
_TOLD_BEFORE = timedelta(days=1)
_MONTH_OF = {
    form: number
    for number, name in enumerate(MONTHS, 1)
    for form in (name.casefold(), name[:3].casefold())
} | {"sept": 9}
_MONTH = rf"(?P<month>{'|'.join(sorted(_MONTH_OF, key=len, reverse=True))})"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>\d{4})"
_NUMBER_OF = {
    word: number
    for number, words in enumerate(
        ["a an one", "two couple", "three few", "four", "five", "six", "seven", "eight", "nine",
         "ten", "eleven", "twelve"], 1
    )
    for word in words.split()
}  # fmt: skip
_WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
# Days in a unit, and how many days off people are when they count back in it.
_UNITS = {"day": (1, 1), "week": (7, 3), "month": (30.4, 10), "year": (365, 60)}

# Absolute forms, the most telling first; what one has taken, the next ones no longer see.
_ABSOLUTE = [
    regex.compile(pattern)
    for pattern in (
        rf"(?<!\d){_YEAR}-(?P<number>\d{{1,2}})-(?P<day>\d{{1,2}})(?!\d)",
        rf"{_YEAR}年(?P<number>\d{{1,2}})月(?:(?P<day>\d{{1,2}})日)?",
        rf"\b{_DAY}(?: of)? {_MONTH}\b\.?,?(?: {_YEAR})?",
        rf"\b{_MONTH}\.? {_DAY}\b(?:,? {_YEAR})?",
        rf"\b{_MONTH}\b,? {_YEAR}",
        rf"\b(?:in|during|early|late|mid|this|last|since|until|by)[ -]{_MONTH}\b",
    )
]
_AGO = regex.compile(
    rf"\b(?P<count>\d+|{'|'.join(_NUMBER_OF)})(?: of)? (?P<unit>day|week|month|year)s? ago\b"
)


def date_windows(query: str, *, now: Instant | None, years: Iterable[int]) -> Iterator[Window]:
    """The windows a query names, in no particular order.

    Args:
        query: the question as asked.
        now: when it is asked; relative words are ignored without it.
        years: what a date without a year may mean.
    """
    text = query.casefold()
    today = now.local().date() if now else None
    for pattern in _ABSOLUTE:
        for match in pattern.finditer(text):
            yield from _absolute(match.groupdict(), today, years)
        text = pattern.sub(" ", text)
    if today is not None:
        yield from _relative(text, today)


def _absolute(
    found: dict[str, str | None], today: date | None, years: Iterable[int]
) -> Iterator[Window]:
    month = int(found.get("number") or 0) or _MONTH_OF[found["month"] or ""]
    day = int(found.get("day") or 0)
    if found.get("year"):
        years = [int(found["year"] or 0)]
    elif not day and today is not None:
        years = [today.year - (month > today.month)]  # "in May" is the last one
    for year in years:
        window = _window(year, month, day)
        if window is not None:
            yield window


def _window(year: int, month: int, day: int) -> Window | None:
    """A day with its margins, or a month (``day`` 0); ``None`` if the calendar has no such day."""
    if not date.min.year < year < date.max.year:
        return None  # the margins would leave the calendar
    try:
        first = date(year, month, day or 1)
        last = first if day else date(year, month, calendar.monthrange(year, month)[1])
        return first - (_TOLD_BEFORE if day else timedelta(0)), last + _TOLD_LATER
    except ValueError:
        return None


def _relative(text: str, today: date) -> Iterator[Window]:
    for match in _AGO.finditer(text):
        count = match["count"]
        days, slack = _UNITS[match["unit"]]
        back = round((int(count) if count.isdigit() else _NUMBER_OF[count]) * days)
        if back < today.toordinal() - slack:
            then = today - timedelta(days=back)
            yield then - timedelta(days=slack), then + timedelta(days=slack)
    for phrase, window in _PHRASES.items():
        if regex.search(rf"\b{phrase}\b", text):
            first, last = window(today)
            yield today - timedelta(days=first), today - timedelta(days=last)
    for number, name in enumerate(_WEEKDAYS):
        if regex.search(rf"\blast {name}\b", text):
            then = today - timedelta(days=(today.weekday() - number) % 7 or 7)
            yield then, then + timedelta(days=1)


_PHRASES: dict[str, Callable[[date], tuple[int, int]]] = {
    "today": lambda today: (0, 0),
    "yesterday": lambda today: (1, 1),
    "last week": lambda today: (14, 3),
    "last weekend": lambda today: (9, 1),
    "last month": lambda today: (62, today.day),
}
