"""Which of several occurrences is meant: the last one, the running one or the coming one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from smalti.text.when import arithmetic as cal
from smalti.text.when.call import Call
from smalti.text.when.tense import Tense
from smalti.text.when.values import Span

_MUCH = 6  # how much nearer the past has to be where a language has no tenses
_FAR = 8  # years to look either way: a leap day can be that far off


def yearly(call: Call, make: Callable[[int], Span | None], *, back: bool = False) -> Span:
    """The occurrence of something yearly that the tense asks for.

    Args:
        call: the words.
        make: the occurrence of a year; ``None`` or ValueError where the year has none.
        back: only what is over, as in "back in March".
    """
    year = call.now.year
    spans = []
    for near in (2, _FAR):
        spans = list(_made(make, range(year - near, year + near + 1)))
        if any(s.end <= call.now for s in spans) and any(s.start > call.now for s in spans):
            break
    return by_tense(call, spans, back=back, nearest=True)


def _made(make: Callable[[int], Span | None], years: Iterable[int]) -> Iterable[Span]:
    for year in years:
        try:
            span = make(year)
        except (ValueError, OverflowError):
            continue
        if span is not None:
            yield span


def by_tense(call: Call, spans: list[Span], *, back: bool = False, nearest: bool = False) -> Span:
    """Of spans in order of time: the latest begun, or the first not yet over.

    Without a tense it is the coming one; with ``nearest``, where the language has no tenses, the
    past one if that is much nearer. The one on the other side is kept as another reading.

    Raises:
        ValueError: there is none.
    """
    if not spans:
        raise ValueError("the tables do not reach that far")
    today = cal.day(call.now)
    past = [s for s in spans if (s.end <= today.start if back else s.start < today.end)]
    future = [s for s in spans if s.end > today.start]
    tense = Tense.PAST if back else call.tense
    if nearest and tense is Tense.NONE and call.speech.table.options.get("untensed") == "nearest":
        looks_back = bool(past) and (
            not future or _MUCH * _gap(past[-1], today) < _gap(future[0], today)
        )
    else:
        looks_back = tense is Tense.PAST and bool(past)
    if looks_back or not future:
        chosen, other = past[-1], next((s for s in future if s != past[-1]), None)
    else:
        chosen, other = future[0], next((s for s in reversed(past) if s != future[0]), None)
    words = {Tense.PAST: "the past tense", Tense.FUTURE: "words about the future"}
    why = words.get(tense, "no tense to go by")
    return replace(chosen.with_also(other), why=f"which one by {why}")


def _gap(span: Span, today: Span) -> timedelta:
    return max(today.start - span.end, span.start - today.end, timedelta(0))


def weekday(call: Call, number: int) -> Span:
    """A bare weekday: the last one for the past, else the coming one; never today."""
    today = cal.midnight(call.now)
    back = (today.weekday() - number) % 7 or 7
    days = [cal.day(today - back * cal.DAY), cal.day(today + ((7 - back) or 7) * cal.DAY)]
    return by_tense(call, days)


def weekday_of(week: Span, number: int) -> Span:
    """A weekday of a week."""
    return cal.day(week.start + number * cal.DAY)


def year_near(call: Call, month: int, number: int) -> datetime:
    """The day of the year that a yearless date names."""
    return yearly(call, lambda year: cal.day(datetime(year, month, number))).start
