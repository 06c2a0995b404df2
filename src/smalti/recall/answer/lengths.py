"""Operators over days: between two events, from one of them to a day or to now."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from smalti.model.answer import Order
from smalti.model.time import Precision
from smalti.recall.answer.case import Case, Draft, Rest
from smalti.recall.answer.collecting import chosen, day_of, on_topic
from smalti.recall.answer.dates import Day
from smalti.recall.answer.evidence import Evidence
from smalti.recall.answer.measures import told_amounts
from smalti.recall.answer.telling import quoted, told_date
from smalti.recall.answer.words import in_words, joined, weekday_in


def calendar(case: Case) -> Draft | None:
    """The day itself, where a question asks for nothing but which day a word of time means."""
    window = case.plan.window
    if window is None or window.since is None or window.until is None or case.plan.terms:
        return None
    last = window.until.local().date() - timedelta(days=1)
    first = window.since.local().date()
    day = Day(first, max(first, last), Precision.DAY)
    weekday = weekday_in(first, case.plan.language) if first == day.last else ""
    return Draft(f"{day.told(case.plan.language)} {weekday}".strip(), (), day.value)


def elapsed(case: Case) -> Draft | None:
    """The days between two events, or from what is asked for to a day that is named, or to now."""
    if len(case.days) > 1:
        (one, first), (other, last) = case.days[0], case.days[-1]
        return _length(case, one, other, [first, last])
    if case.plan.events or not case.evidence:
        return None  # one of the two events is not in memory
    best = case.evidence[0]
    if case.plan.order is not Order.ANY:
        best = chosen(case.plan.order, told_amounts(case) or on_topic(case)) or best
    named = _two_days(case)
    if named is not None:
        return _length(case, *named, [best])
    day = day_of(best)
    until = None if day is None else _other_day(case, day.first)
    return None if day is None or until is None else _length(case, day.first, until, [best])


def _length(case: Case, one: date, other: date, rests: Sequence[Evidence]) -> Draft:
    language, (first, last) = case.plan.language, sorted((one, other))
    n = (last - first).days
    since, until = (told_date(day, language) for day in (first, last))
    text = in_words(language, "days", n=n, since=since, until=until)
    if not case.days and _two_days(case) is None:
        text = f"{text} {joined(language, [quoted(case.plan, rest) for rest in rests])}"
    return Draft(text, tuple(map(Rest.on, rests)), f"P{n}D")


def _two_days(case: Case) -> tuple[date, date] | None:
    """The first and the last day that a question names, if these are two."""
    window = case.plan.window
    if window is None or window.since is None or window.until is None:
        return None
    first, last = window.since.local().date(), window.until.local().date() - timedelta(days=1)
    return (first, last) if first < last else None


def _other_day(case: Case, day: date) -> date | None:
    """The day that a question counts to: the one it names, else the present."""
    window = case.plan.window
    if window is not None and window.until is not None:
        last = window.until.local().date() - timedelta(days=1)
        if last != day:
            return last
    return None if case.now is None else case.now.local().date()
