"""The time that a question names, and on which side of it the answer lies."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

import regex

from smalti.model.answer import Side, Window
from smalti.model.time import Instant
from smalti.recall.plan.rules import Rules
from smalti.text.when import DateMention, Relation, find_dates

_SIDES = {
    Relation.BEFORE: Side.BEFORE,
    Relation.UNTIL: Side.BEFORE,
    Relation.AFTER: Side.AFTER,
    Relation.SINCE: Side.AFTER,
}
# "4/28" and "5/4-5/7", as dates are written in Chinese and Japanese: month first.
_MONTH_DAY = regex.compile(r"(?<![\d/.])(\d{1,2})/(\d{1,2})(?![\d/])")
_MONTH_FIRST = ("zh", "ja")


def without_times(question: str, language: str, now: Instant | None) -> str:
    """A question without the days that it names in words or figures."""
    for mention in reversed(find_dates(question, now, language=language)):
        if mention.interval is not None:
            question = f"{question[: mention.start]} {question[mention.end :]}"
    return _MONTH_DAY.sub(" ", question) if language in _MONTH_FIRST else question


def window_of(
    question: str, *, rules: Rules, language: str, now: Instant | None, years: Iterable[int]
) -> Window | None:
    """The time a question names: days that are written, else an event ("before she moved").

    Several days make one window from the first to the last; so two that exclude each other ask for
    all between them, and nothing is lost.
    """
    spans = [*_written(question, language, now), *_slashed(question, language, now, years)]
    if spans:
        since = min((start for start, _, _ in spans), key=lambda at: at.micros)
        until = max((end for _, end, _ in spans), key=lambda at: at.micros)
        sides = {side for _, _, side in spans}
        return Window(since, until, sides.pop() if len(sides) == 1 else Side.WITHIN)
    for side, patterns in ((Side.BEFORE, rules.before), (Side.AFTER, rules.after)):
        for pattern in patterns:
            if found := pattern.search(question):
                return Window(side=side, anchor=found["anchor"].strip())
    return None


Span = tuple[Instant, Instant, Side]


def _written(question: str, language: str, now: Instant | None) -> list[Span]:
    mentions = find_dates(question, now, language=language)
    return [span for one in mentions if (span := _span(one)) is not None]


def _span(mention: DateMention) -> Span | None:
    interval = mention.interval
    if interval is None or interval.start is None or interval.end is None:
        return None
    start, end = interval.start.at, interval.end.at
    if start is None or end is None:
        return None
    return start, end, _SIDES.get(mention.relation, Side.WITHIN)


def _slashed(question: str, language: str, now: Instant | None, years: Iterable[int]) -> list[Span]:
    if language not in _MONTH_FIRST:
        return []
    candidates = sorted(years, reverse=True) or ([now.local().year] if now else [])
    found = []
    for match in _MONTH_DAY.finditer(question):
        month, day = int(match[1]), int(match[2])
        spans = (_day(year, month, day, now) for year in candidates)
        if (span := next((one for one in spans if one is not None), None)) is not None:
            found.append(span)
    return found


def _day(year: int, month: int, day: int, now: Instant | None) -> Span | None:
    try:
        first = date(year, month, day)
        offset = now.offset if now else 0
        start = Instant.of(first, default_offset=offset)
        return start, Instant.of(first + timedelta(days=1), default_offset=offset), Side.WITHIN
    except (ValueError, OverflowError):  # no such day in the calendar
        return None
