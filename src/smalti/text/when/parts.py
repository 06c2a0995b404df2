"""Operations that take one span to find another: its edge, a day in it, so long before it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from smalti.text.when import arithmetic as cal
from smalti.text.when import choice
from smalti.text.when.call import Call, Result, operation
from smalti.text.when.counted import part_by_tense
from smalti.text.when.holidays import holiday
from smalti.text.when.values import Length, Span

_COUNTING = {"ord", "num", "shift", "final"}


def _span(call: Call) -> Span:
    found = call.span()
    if found is None:
        raise ValueError("no span to start from")
    return found


@operation
def edge(call: Call) -> Result:
    """Early March, the end of last week, 月底: days 1–10, 11–20, 21–end, or the last day."""
    span = call.span()
    if span is None:
        number = call.month
        span = choice.yearly(call, lambda year: cal.month_of(year, number))
    found = cal.edge_of(span, call.get("edge"))
    return replace(found, written=span.written, why=span.why)


@operation
def edge_of_this(call: Call) -> Result:
    """The end of the month, Monatsende: of the running one."""
    unit, edge = (call.get("eou") or f"{call.get('unit')} {call.get('edge')}").split()
    return cal.edge_of(cal.unit_of(call.now, unit), edge)


@operation
def weekday_in(call: Call) -> Result:
    """Friday of next week, 来週の火曜."""
    week = next(span for span in call.spans() if span.shape in ("week", "weekend"))
    return choice.weekday_of(cal.week(week.start), call.weekday)


@operation
def month_in(call: Call) -> Result:
    """March of next year, 来年の三月."""
    year = _year(call)
    span = cal.month_of(year.start.year, call.month)
    return replace(span, written=year.written)


@operation
def season_in(call: Call) -> Result:
    """Last year's summer, 去年夏天."""
    year = _year(call)
    return replace(cal.season_of(year.start.year, call.get("season")), written=year.written)


@operation
def feast_in(call: Call) -> Result:
    """Christmas last year, 去年中秋节."""
    year = _year(call)
    return replace(holiday(call.get("hol"), year.start.year), written=year.written)


@operation
def day_in_year(call: Call) -> Result:
    """3 May next year."""
    year = _year(call)
    month, number = call.get("md")[:2]
    return replace(cal.day(year.start.replace(month=month, day=number)), written=year.written)


def _year(call: Call) -> Span:
    return next(span for span in call.spans() if span.shape == "year")


@operation
def day_in_month(call: Call) -> Result:
    """The 3rd of next month, 三月三号; a bare month is settled by the day, not by itself."""
    number = call.get("ord") or call.all("num")[-1]
    bare = call.get("mon")
    if bare is not None:
        found = choice.yearly(
            call, lambda year: cal.day(cal.month_of(year, bare).start.replace(day=int(number)))
        )
        return {"t_day": found, "md": (bare, int(number))}
    month = next(span for span in call.spans() if span.shape == "month")
    return replace(cal.day(month.start.replace(day=int(number))), written=month.written)


@operation
def nth_unit(call: Call) -> Result:
    """The second week of November: days 8 to 14; the last day, the first weekend of a span."""
    span, nth, unit = _around(call), _nth(call), _counted_unit(call)
    if unit == "weekend":
        saturday = _nth_weekday(span, nth, 5)
        return cal.weekend(saturday.start)
    if unit == "week":
        return _nth_week(span, nth)
    first = span.start if nth > 0 else span.end
    start = cal.moved(first, nth - (nth > 0), unit)
    found = cal.unit_of(start, unit)
    if found.start < span.start or found.end > span.end:
        raise ValueError("outside")
    return replace(found, written=span.written)


def _counted_unit(call: Call) -> str:
    """The unit right behind the ordinal: "second" may be either."""
    units = [n.get("unit") or (n.get("length") and n.get("length").unit) for n in call.nodes]
    ordinal = next(i for i, n in enumerate(call.nodes) if _COUNTING & n.senses.keys())
    return str(next(unit for unit in units[ordinal + 1 :] if unit))


def _nth_week(span: Span, nth: int) -> Span:
    start = span.start + 7 * (nth - 1) * cal.DAY if nth > 0 else span.end + 7 * nth * cal.DAY
    if start >= span.end or start < span.start:
        raise ValueError("outside")
    days = Span.of(start, start + cal.WEEK, "week")
    rows = [cal.week(span.start), cal.week(span.start + 6 * cal.DAY)]
    step = (nth - 1 if nth > 0 else 0) * cal.WEEK
    others = [(row.start + step, row.end + step) for row in rows] if nth > 0 else [cal.week(start)]
    return replace(days.with_also(*others), written=span.written)


@operation
def nth_weekday(call: Call) -> Result:
    """The first Monday of next month, the last Friday in May."""
    return _nth_weekday(_around(call), _nth(call), call.weekday)


def _nth_weekday(span: Span, nth: int, weekday: int) -> Span:
    first = span.start if nth > 0 else span.end - cal.DAY
    step = (weekday - first.weekday()) % 7 if nth > 0 else -((first.weekday() - weekday) % 7)
    found = cal.day(first + step * cal.DAY + (nth - 1 if nth > 0 else nth + 1) * cal.WEEK)
    if found.start < span.start or found.end > span.end:
        raise ValueError("outside")
    return replace(found, written=span.written)


def _nth(call: Call) -> int:
    if "nth" in call.options:
        return int(call.options["nth"])
    for name in ("ord", "shift", "num"):
        value = call.get(name)
        if isinstance(value, int) and value:
            return value
    raise ValueError("no ordinal")


def _around(call: Call) -> Span:
    """What the words lie in: a span, a bare month, or the running unit ("of the month")."""
    others = (n.senses.values() for n in call.nodes if not {"wd", "wdz"} & n.senses.keys())
    found = [value for values in others for value in values if isinstance(value, Span)]
    if found:
        return found[-1]
    if call.has_month():
        number = call.month
        return choice.yearly(call, lambda year: cal.month_of(year, number))
    return cal.unit_of(call.now, call.all("unit")[-1])


@operation
def week_of(call: Call) -> Result:
    """The week of May 15: the ISO week with that day; the weekend of May 16: the one in it."""
    day = _span(call)
    start = day.start
    if call.get("unit") == "weekend":
        return replace(cal.weekend(start), written=day.written, why=day.why)
    found = cal.week(start).with_also(
        (_sunday(start), _sunday(start) + cal.WEEK), (start, start + cal.WEEK)
    )
    return replace(found, written=day.written, why=day.why)


def _sunday(day: datetime) -> datetime:
    return day - (day.weekday() + 1) % 7 * cal.DAY


@operation
def offset(call: Call) -> Result:
    """Two days before Christmas, the day after Thanksgiving, a week from Friday."""
    anchor, sign = _span(call), call.options["sign"]
    length = call.get("length")
    if length is None:  # the week after Easter
        found = cal.shifted(anchor.start, sign, call.get("unit"))
        return replace(found, written=anchor.written, why=anchor.why)
    return from_anchor(anchor, length, sign)


def from_anchor(anchor: Span, length: Length, sign: int) -> Span:
    """So long before or after a span: counted from its near edge, to the day."""
    base = anchor.start if sign < 0 else max(anchor.start, anchor.end - cal.DAY)
    moment = cal.moved(base, sign * length.count, length.unit)
    if length.unit in ("minute", "hour"):
        return cal.unit_of(moment, length.unit)
    found = cal.day(moment)
    if length.unit in ("week", "weekend"):
        found = found.with_also(cal.week(moment))
    elif length.unit != "day":
        found = cal.unit_of(moment, length.unit).with_also(found)
    return replace(found, written=anchor.written, why=anchor.why)


@operation
def weekday_offset(call: Call) -> Result:
    """The Monday after Easter: the nearest one on that side."""
    weekday = call.weekdays()[0]
    anchor = call.spans()[-1]
    if call.options["sign"] < 0:
        back = (anchor.start.weekday() - weekday) % 7 or 7
        found = cal.day(anchor.start - back * cal.DAY)
    else:
        last = anchor.end - cal.DAY
        found = cal.day(last + ((weekday - last.weekday()) % 7 or 7) * cal.DAY)
    return replace(found, written=anchor.written, why=anchor.why)


@operation
def eve(call: Call) -> Result:
    """La veille de Noël, le lendemain de Pâques."""
    return from_anchor(_span(call), Length(1, "day"), call.get("eve"))


@operation
def night_to(call: Call) -> Result:
    """In der Nacht auf Sonntag: the night that begins on Saturday."""
    day = _span(call)
    return replace(cal.part_of(day.start - cal.DAY, "night"), written=day.written, why=day.why)


@operation
def night_between(call: Call) -> Result:
    """Dans la nuit de samedi à dimanche."""
    first, last = call.weekdays()
    if (first + 1) % 7 != last:
        return None
    day = choice.weekday(call, first)
    return replace(cal.part_of(day.start, "night"), why=day.why)


@operation
def part_of(call: Call) -> Result:
    """Friday afternoon, 明天上午."""
    day = _span(call)
    if not day.written and day.start == cal.midnight(call.now):
        return part_by_tense(call, 0, call.get("part"))
    return replace(cal.part_of(day.start, call.get("part")), written=day.written, why=day.why)
