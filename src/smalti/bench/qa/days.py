"""Dates: what day, week, month or year a key names, and how an answer lies to it."""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum
from functools import lru_cache

import regex

from smalti.model.time import Instant
from smalti.text.when import DateMention, find_dates

_YEAR = regex.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_ISO = regex.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")
_WEEK = range(1, 9)  # days from the first to the last that a week, named one way or another, spans
_SOME_DAY = Instant.of("2000-01-01")  # what is named without it does not depend on it
_STUCK = regex.compile(r"(?<=\p{L}{3})\.(?=\d)")  # "April.2023"
_LEFT = regex.compile(r"[\p{P}\p{S}\s]+")
_AROUND = frozenset(
    {"about", "around", "approximately", "at", "by", "during", "in", "likely", "on", "probably"}
    | {"some", "sometime", "the", "of", "since", "it", "was", "and", "from"}
)
_SHIFTING = frozenset(
    {"few", "couple", "several", "before", "after", "ago", "later", "earlier", "end", "beginning"}
    | {f"{unit}{s}" for unit in ("day", "week", "weekend", "month", "year") for s in ("", "s")}
)


@dataclass(frozen=True, slots=True)
class Days:
    """Days from the first to the last, both included. ``yearless`` if no year was named."""

    first: date
    last: date
    yearless: bool = False

    @property
    def length(self) -> int:
        """Days from the first to the last: 0 for one day."""
        return (self.last - self.first).days


class Exactness(Enum):
    """How the days of an answer lie to those of a key."""

    EXACT = "exact"
    WITHIN = "within"  # more exact than the key, and in it
    WIDER = "wider"  # less exact, and around it
    OFF = "off"


def named(text: str, now: Instant | None, *, absolute: bool = True) -> list[Days]:
    """The days that a text names, in order.

    With ``absolute`` only those that mean the same on any day, apart from the year. ISO 8601
    ("2023-07", "2023-06-26/2023-07-02") and bare years are read as well.
    """
    value = _iso(text)
    if value is not None:
        return [value]
    return [days for _, _, days in _mentions(text, now, absolute)]


def is_date(text: str) -> bool:
    """Whether a text is nothing but dates."""
    return _iso(text) is not None or (bool(named(text, None)) and _beside(text) <= _AROUND)


def is_dated(text: str) -> bool:
    """Whether a sentence names one date, with no word beside it that makes it another one.

    "The last week of September" is not September, nor "a few days before 3 May" the day before.
    """
    return len(named(text, None)) == 1 and _beside(text).isdisjoint(_SHIFTING)


def _beside(text: str) -> set[str]:
    """The words of a text that stand outside its dates."""
    rest = text
    for start, end, _ in reversed(_mentions(text, None, True)):
        rest = rest[:start] + " " + rest[end:]
    return {word for word in _LEFT.split(rest.casefold()) if word}


def lies(answer: Days, gold: Days) -> Exactness:
    """How an answer lies to a key. Two weeks that share a day are one week, named two ways."""
    if answer.yearless or gold.yearless:
        answer, gold = _in_year(answer, gold.first.year), _in_year(gold, gold.first.year)
    if (answer.first, answer.last) == (gold.first, gold.last):
        return Exactness.EXACT
    shares = answer.first <= gold.last and gold.first <= answer.last
    if shares and answer.length in _WEEK and gold.length in _WEEK:
        return Exactness.EXACT
    if gold.first <= answer.first and answer.last <= gold.last:
        return Exactness.WITHIN
    if answer.first <= gold.first and gold.last <= answer.last:
        return Exactness.WIDER
    return Exactness.OFF


@lru_cache(maxsize=4096)
def _mentions(text: str, now: Instant | None, absolute: bool) -> tuple[tuple[int, int, Days], ...]:
    """Where dates stand in a text, and which days they are, in order."""
    found = _found(_STUCK.sub(" ", text), now, absolute)
    return tuple(sorted(found, key=lambda one: one[:2]))


def _found(text: str, now: Instant | None, absolute: bool) -> Iterator[tuple[int, int, Days]]:
    moment = now or _SOME_DAY
    taken: list[tuple[int, int]] = []
    for mention in find_dates(text, moment):
        days = _days(mention)
        digits = any(sign.isdecimal() for sign in mention.text)
        written = _YEAR.search(mention.text) is not None
        counted = "ago" in mention.text.casefold().split()
        if days is None or (absolute and not written and (not digits or counted)):
            continue
        taken.append((mention.start, mention.end))
        yearless = not written and absolute
        yield mention.start, mention.end, Days(days.first, days.last, yearless)
    for bare in _YEAR.finditer(text):
        if not any(start < bare.end() and bare.start() < end for start, end in taken):
            year = int(bare[0])
            yield bare.start(), bare.end(), Days(date(year, 1, 1), date(year, 12, 31))


def _days(mention: DateMention) -> Days | None:
    ends = None if mention.interval is None else mention.interval.ends
    if ends is None:
        return None
    start, end = ends
    last = end.local() - timedelta(microseconds=1)
    return Days(start.local().date(), last.date())


def _iso(text: str) -> Days | None:
    """An ISO 8601 date, month, year, or two of them with the last included."""
    ends = [_one_iso(part) for part in text.strip().split("/")]
    if len(ends) not in (1, 2) or any(end is None for end in ends):
        return None
    first, last = ends[0], ends[-1]
    assert first is not None and last is not None
    return Days(first.first, last.last)


def _one_iso(text: str) -> Days | None:
    match = _ISO.fullmatch(text)
    if match is None:
        return None
    year, month, day = (None if part is None else int(part) for part in match.groups())
    assert year is not None
    try:
        if month is None:
            return Days(date(year, 1, 1), date(year, 12, 31))
        if day is None:
            end = calendar.monthrange(year, month)[1]
            return Days(date(year, month, 1), date(year, month, end))
        return Days(date(year, month, day), date(year, month, day))
    except ValueError:
        return None


def _in_year(days: Days, year: int) -> Days:
    first, last = (
        _moved(one, year + one.year - days.first.year) for one in (days.first, days.last)
    )
    return Days(first, last)


def _moved(day: date, year: int) -> date:
    try:
        return day.replace(year=year)
    except ValueError:  # the 29th of February
        return day.replace(year=year, day=28)
