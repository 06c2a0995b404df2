"""Which dates of an answer can be had from what it cites."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta

import regex

from smalti.model.time import Bound, Instant, Interval
from smalti.reader.brief import Brief, Shown
from smalti.text.when import DateMention, find_dates

Days = tuple[date, date]
"""A first and a last day."""

_NEAR = timedelta(days=3)  # "a few days before" names no day
_YEAR = regex.compile(r"\p{Nd}{4}")


def mentioned(text: str, moments: Iterable[Instant | None]) -> dict[DateMention, list[Days]]:
    """The time words of a text, with the days they may name, counted from each of some moments.

    One that no moment gives a day, such as "on Wednesdays", has none.
    """
    found: dict[tuple[int, int], tuple[DateMention, list[Days]]] = {}
    for moment in dict.fromkeys(moments):
        for one in find_dates(text, moment):
            _, days = found.setdefault((one.start, one.end), (one, []))
            days += _spans([one])
    return dict(found.values())


def told_days(brief: Brief, cited: Sequence[Shown]) -> tuple[Days, ...]:
    """The days that a question and cited turns tell of, and those of asking."""
    days = [pair for one in cited for pair in _days(one)]
    days += _spans(find_dates(brief.question, brief.asked_at))
    moments = (moment for moment in (brief.asked_at, brief.as_of) if moment is not None)
    days += [(day, day) for day in (moment.local().date() for moment in moments)]
    return tuple(dict.fromkeys(days))


def fits(mention: DateMention, days: Days, told: Iterable[Days]) -> bool:
    """Whether days lie within three of such as are told; of a day without a year, in any year."""
    first, last = days
    for start, end in told:
        if not _YEAR.search(mention.text):
            first, last = _in_year(days, start.year)
        if first <= end + _NEAR and start - _NEAR <= last:
            return True
    return False


def _in_year(days: Days, year: int) -> Days:
    """The same days of another year; the 29th of February is the 28th in most."""
    first, last = days
    moved = date(year, first.month, min(first.day, 28) if first.month == 2 else first.day)
    return moved, moved + (last - first)


def _days(one: Shown) -> Iterator[Days]:
    """The days that a turn tells of: its own, those in its words, the ends of what was learnt."""
    said = one.turn.said_at
    if said is not None:
        yield said.local().date(), said.local().date()
    yield from _spans(find_dates(one.turn.text, said))
    for standing in one.standing:
        ends = [_day(end) for end in (standing.valid.start, standing.valid.end)]
        yield from ((day, day) for day in ends if day is not None)


def _spans(mentions: Iterable[DateMention]) -> Iterator[Days]:
    for one in mentions:
        for interval in (one.interval, *one.alternatives):
            if interval is not None and (span := _span(interval)) is not None:
                yield span


def _span(interval: Interval) -> Days | None:
    first, after = _day(interval.start), interval.end
    if first is None or after is None or after.at is None:
        return None
    last = (after.at.local() - timedelta(microseconds=1)).date()
    return first, max(first, last)


def _day(bound: Bound | None) -> date | None:
    return None if bound is None or bound.at is None else bound.at.local().date()
