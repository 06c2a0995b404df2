"""Calendar arithmetic: units, their shifts and their parts. Local time, half-open spans.

Weeks are ISO weeks, weekends Saturday and Sunday, quarters calendar quarters, seasons
meteorological and northern; a winter has the year of its December.
"""

from __future__ import annotations

import calendar
from collections.abc import Callable
from datetime import date, datetime, time, timedelta

from smalti.text.when.values import Span, Stretch

DAY = timedelta(days=1)
WEEK = timedelta(days=7)
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}
"""The month each season begins with."""

PARTS = {
    "dawn": (0, 6),
    "morning": (6, 12),
    "noon": (11, 13),
    "lunch": (11, 14),
    "afternoon": (12, 18),
    "dusk": (16, 19),
    "evening": (18, 24),
    "night": (18, 30),
}
"""Parts of the day, in hours from its midnight."""

_MONTHS_IN = {"month": 1, "quarter": 3, "half": 6, "year": 12, "decade": 120}
_STEPS = {
    "second": timedelta(seconds=1),
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": DAY,
    "week": WEEK,
    "weekend": WEEK,
}


def midnight(moment: date) -> datetime:
    """The first moment of a day."""
    return datetime.combine(moment, time.min)


def day(moment: date) -> Span:
    """A calendar day."""
    start = midnight(moment)
    return Span.of(start, start + DAY, "day")


def days(first: date, last: date, shape: str = "range") -> Span:
    """Whole days, the last one included."""
    return Span.of(midnight(first), midnight(last) + DAY, shape)


def week(moment: date) -> Span:
    """The ISO week that contains a moment."""
    monday = midnight(moment) - moment.weekday() * DAY
    return Span.of(monday, monday + WEEK, "week")


def weekend(moment: date) -> Span:
    """Saturday and Sunday of the ISO week that contains a moment."""
    monday = week(moment).start
    return Span.of(monday + 5 * DAY, monday + WEEK, "weekend")


def week_number(year: int, number: int) -> Span:
    """ISO week ``number`` of a year; raises ValueError for a week 53 that the year lacks."""
    return week(date.fromisocalendar(year, number, 1))


def month_of(year: int, month: int) -> Span:
    """A calendar month."""
    return _months(year, month, 1, "month")


def quarter_of(year: int, quarter: int) -> Span:
    """A calendar quarter, 1 to 4."""
    return _months(year, 3 * quarter - 2, 3, "quarter") if 1 <= quarter <= 4 else _no(quarter)


def half_of(year: int, half: int) -> Span:
    """A half of a calendar year, 1 or 2."""
    return _months(year, 6 * half - 5, 6, "half")


def season_of(year: int, season: str) -> Span:
    """Three months; the winter of 2025 begins in December 2025."""
    return _months(year, SEASONS[season], 3, "season")


def year_of(year: int) -> Span:
    """A calendar year."""
    return _months(year, 1, 12, "year")


def fiscal_year(year: int) -> Span:
    """April to March, as counted in Japan."""
    return _months(year, 4, 12, "year")


def decade_of(year: int) -> Span:
    """The ten years that share all digits of a year but the last."""
    return _months(year - year % 10, 1, 120, "decade")


def _months(year: int, month: int, count: int, shape: str) -> Span:
    start = datetime(year, month, 1)
    return Span.of(start, moved(start, count, "month"), shape)


def _no(value: int) -> Span:
    raise ValueError(value)


def moved(moment: datetime, count: float, unit: str) -> datetime:
    """So many units on; a day that the month reached lacks becomes its last one.

    Half a year is six months, half a month fifteen days, and so on down.

    Raises:
        ValueError: there is no such unit.
    """
    if unit in _STEPS:
        return moment + count * _STEPS[unit]
    if unit not in _MONTHS_IN:
        raise ValueError(unit)
    months = count * _MONTHS_IN[unit]
    whole = int(months // 1)
    index = moment.year * 12 + moment.month - 1 + whole
    year, month = index // 12, index % 12 + 1
    last = calendar.monthrange(year, month)[1]
    return moment.replace(year=year, month=month, day=min(moment.day, last)) + (
        15 * DAY if months != whole else timedelta(0)
    )


def unit_of(moment: datetime, unit: str) -> Span:
    """The calendar unit that contains a moment.

    Raises:
        ValueError: the calendar has no such unit: a fortnight begins nowhere.
    """
    if unit not in _UNITS:
        raise ValueError(unit)
    return _UNITS[unit](moment)


def _minute(moment: datetime) -> Span:
    start = moment.replace(second=0, microsecond=0)
    return Span.of(start, start + _STEPS["minute"], "minute")


def _hour(moment: datetime) -> Span:
    start = moment.replace(minute=0, second=0, microsecond=0)
    return Span.of(start, start + _STEPS["hour"], "hour")


_UNITS: dict[str, Callable[[datetime], Span]] = {
    "second": _minute,
    "minute": _minute,
    "hour": _hour,
    "day": day,
    "week": week,
    "weekend": weekend,
    "month": lambda moment: month_of(moment.year, moment.month),
    "quarter": lambda moment: quarter_of(moment.year, (moment.month + 2) // 3),
    "half": lambda moment: half_of(moment.year, (moment.month + 5) // 6),
    "year": lambda moment: year_of(moment.year),
    "decade": lambda moment: decade_of(moment.year),
}


def shifted(moment: datetime, count: int, unit: str) -> Span:
    """The calendar unit ``count`` after the one that contains a moment."""
    first = unit_of(moment, unit).start
    return unit_of(moved(first, count, unit), unit)


def part_of(moment: date, part: str) -> Span:
    """A part of a day; the night reaches into the next one. The whole day is another reading."""
    first, last = PARTS[part]
    start = midnight(moment)
    span = Span.of(start + timedelta(hours=first), start + timedelta(hours=last), "part")
    return span.with_also((start, start + DAY), (span.start, min(span.end, start + DAY)))


def edge_of(span: Span, edge: str) -> Span:
    """The early, middle or late part of a span, or its last day.

    Raises:
        ValueError: the span is of a shape that has no such parts.
    """
    if edge == "end" and span.shape == "decade":
        return edge_of(span, "late")
    if edge == "end" and span.shape in ("day", "part", "hour", "minute"):
        return span
    if edge == "end":
        last = Span.of(span.end - DAY, span.end, "day")
        late = edge_of(span, "late").stretch
        friday = (last.start - 2 * DAY, last.start - DAY) if span.shape == "week" else None
        month = unit_of(last.start, "month").stretch if span.shape == "year" else None
        return last.with_also(friday, month, late)
    if span.shape not in _EDGES:
        raise ValueError(span.shape)
    start, end, others = _EDGES[span.shape](span, edge)
    shape = "third" if span.shape in ("month", "week") else span.shape
    return Span.of(start, end, shape).with_also(*others)


def _of_month(span: Span, edge: str) -> tuple[datetime, datetime, list[Stretch]]:
    tenth, twentieth = span.start + 10 * DAY, span.start + 20 * DAY
    if edge == "early":
        others = [(span.start, span.start + n * DAY) for n in (7, 5, 3, 1)]
        return span.start, tenth, others
    if edge == "mid":
        return tenth, twentieth, [(span.start + 14 * DAY, span.start + 15 * DAY)]
    return twentieth, span.end, [(span.end - 7 * DAY, span.end), (span.end - DAY, span.end)]


def _of_week(span: Span, edge: str) -> tuple[datetime, datetime, list[Stretch]]:
    first, last = {"early": (0, 2), "mid": (2, 3), "late": (3, 7)}[edge]
    return span.start + first * DAY, span.start + last * DAY, []


def _of_decade(span: Span, edge: str) -> tuple[datetime, datetime, list[Stretch]]:
    first, last, wider = {"early": (0, 4, (0, 5)), "mid": (4, 6, (3, 7)), "late": (6, 10, (5, 10))}[
        edge
    ]
    years = span.start.year
    other = (datetime(years + wider[0], 1, 1), moved(span.start, wider[1], "year"))
    return (
        datetime(years + first, 1, 1),
        moved(span.start, last, "year"),
        [other, span.stretch],
    )


def _by_thirds(span: Span, edge: str) -> tuple[datetime, datetime, list[Stretch]]:
    """Thirds of a year, quarter or season in whole months."""
    months = (span.end.year - span.start.year) * 12 + span.end.month - span.start.month
    step = max(months // 3, 1)
    first = {"early": 0, "mid": step, "late": months - step}[edge]
    start = moved(span.start, first, "month")
    month = span.end - DAY if edge == "late" else start
    others = [] if edge == "mid" else [unit_of(month, unit).stretch for unit in ("month", "day")]
    return start, moved(start, step, "month"), others


_EDGES = dict.fromkeys(("quarter", "season", "half", "year"), _by_thirds) | {
    "month": _of_month,
    "week": _of_week,
    "decade": _of_decade,
}


def nth_weekday(year: int, month: int, nth: int, weekday: int) -> date:
    """The nth weekday (0 is Monday) of a month, from its end for a negative nth.

    Raises:
        ValueError: the month has no such day.
    """
    if nth > 0:
        first = date(year, month, 1)
        found = first + ((weekday - first.weekday()) % 7 + 7 * (nth - 1)) * DAY
    else:
        last = date(year, month, calendar.monthrange(year, month)[1])
        found = last - ((last.weekday() - weekday) % 7 + 7 * (-nth - 1)) * DAY
    if not nth or found.month != month:
        raise ValueError(nth)
    return found
