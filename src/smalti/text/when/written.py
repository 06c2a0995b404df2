"""Operations on what is written out: days, months, years, quarters, seasons, feasts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from smalti.text.when import arithmetic as cal
from smalti.text.when.call import Call, Result, operation
from smalti.text.when.choice import by_tense, yearly
from smalti.text.when.holidays import holiday, lunar_day
from smalti.text.when.tables import Senses
from smalti.text.when.values import Span


def _sure(span: Span) -> Span:
    return replace(span, written=True)


@operation
def date(call: Call) -> Result:
    """2026-03-04, 03/04/2026, 12.5.2026."""
    found = call.get("date")
    if isinstance(found, datetime):
        if found.tzinfo is not None:
            found = found.astimezone(call.speech.zone).replace(tzinfo=None)
        return _sure(cal.unit_of(found, "minute"))
    year, month, number, other = found
    span = cal.day(datetime(year, month, number))
    return _sure(span.with_also(cal.day(datetime(year, *other)) if other else None))


@operation
def month_and_day(call: Call) -> Result:
    """3/4 and 3.4. without a year."""
    month, number, other = call.get("md")
    span = yearly(call, lambda year: cal.day(datetime(year, month, number)))
    if other:
        span = span.with_also(yearly(call, lambda year: cal.day(datetime(year, *other))))
    return {"t_day": span, "md": (month, number)}


@operation
def day(call: Call) -> Result:
    """14 July 1941, May 3rd, Friday 13 March, 一月十七日の土曜."""
    month, number = call.get("md")[:2] if call.get("md") else (call.month, _day_number(call))
    if number is None or not 1 <= number <= 31:
        return None
    year = call.get("year")
    if year is not None:
        return _sure(cal.day(datetime(year, month, number)))
    weekdays = call.weekdays()

    def make(year: int) -> Span | None:
        found = datetime(year, month, number)
        return cal.day(found) if not weekdays or weekdays == [found.weekday()] else None

    return {"t_day": yearly(call, make), "md": (month, number)}


def _day_number(call: Call) -> int | None:
    """The number of a day: an ordinal, digits, or a word where the language counts days so."""
    for node in call.nodes:
        if "ord" in node.senses:
            return int(node.senses["ord"])
        if "num" in node.senses and "mon" not in node.senses and "year" not in node.senses:
            written = call.speech.text[node.start]
            if written.isdigit() or "day_words" in call.speech.table.options:
                return int(node.senses["num"])
    return None


@operation
def month(call: Call) -> Result:
    """May 2026, or a month alone, by the tense; "back in March" is over."""
    number, year = call.month, call.get("year")
    if year is not None:
        return _sure(cal.month_of(year, number))
    back = call.preceded("back") or call.get("back") is not None
    return {
        "t_month": yearly(call, lambda year: cal.month_of(year, number), back=back),
        "mon": number,
    }


@operation
def year(call: Call) -> Result:
    """2019, '08."""
    return _sure(cal.year_of(call.get("year")))


@operation
def number_year(call: Call) -> Result:
    """2018年, 08年, 65年, 一九八四年: four digits, or two that are not so many years."""
    value, written = int(call.get("num")), call.nodes[0]
    size = written.end - written.start
    if 1000 <= value < 2200 and size == 4:
        return _sure(cal.year_of(value))
    if size == 2 and (value < 10 or value > 40):
        return _sure(cal.year_of(value + (2000 if value < 50 else 1900)))
    return None


@operation
def era_year(call: Call) -> Result:
    """令和6年, 昭和三十九年, 民國一一三年; 元年 is the first."""
    value = call.get("era") + (1 if call.get("first") else int(call.get("num")))
    return _sure(cal.fiscal_year(value) if call.get("fiscal") else cal.year_of(value))


@operation
def fiscal_year(call: Call) -> Result:
    """2025年度: April to March."""
    value = int(call.get("num"))
    return _sure(cal.fiscal_year(value)) if 1000 <= value < 2200 else None


@operation
def fiscal_shifted(call: Call) -> Result:
    """来年度: counted from the fiscal year that is running."""
    unit, count = call.get("rel").split()
    if unit != "year":
        return None
    return cal.fiscal_year(call.now.year - (call.now.month < 4) + int(count))


@operation
def month_number(call: Call) -> Result:
    """三月, 5月: a month by its number."""
    number = int(call.get("num"))
    if not 1 <= number <= 12:
        return None
    return {"t_month": yearly(call, lambda year: cal.month_of(year, number)), "mon": number}


@operation
def months(call: Call) -> Result:
    """三到五月: the months from one to another."""
    first, last = (int(number) for number in call.all("num"))
    if not 1 <= first < last <= 12:
        return None
    return yearly(call, lambda year: _run(cal.month_of(year, first), cal.month_of(year, last)))


@operation
def decade_named(call: Call) -> Result:
    """九十年代, 1990年代, 上世纪八十年代."""
    value = int(call.get("num"))
    if value % 10:
        return None
    if value < 100:
        value += 2000 if value < 30 and call.get("century") is None else 1900
    return _sure(cal.decade_of(value))


@operation
def years(call: Call) -> Result:
    """2019–2021, between 2019 and 2021."""
    first, last = call.all("year")
    return _sure(_run(cal.year_of(first), cal.year_of(last)))


@operation
def days(call: Call) -> Result:
    """From 3 to 5 May, May 3-5."""
    month, year = call.month, call.get("year")
    numbers = [int(n.senses.get("ord") or n.senses["num"]) for n in call.nodes if _is_day(n.senses)]
    if len(numbers) != 2 or not 1 <= numbers[0] < numbers[1] <= 31:
        return None

    def make(year: int) -> Span:
        return cal.days(datetime(year, month, numbers[0]), datetime(year, month, numbers[1]))

    return _sure(make(year)) if year is not None else yearly(call, make)


def _is_day(senses: Senses) -> bool:
    return ("ord" in senses or "num" in senses) and "year" not in senses


def _run(first: Span, last: Span) -> Span:
    if last.end <= first.start:
        raise ValueError("ends before it starts")
    return Span(first.start, last.end, "range", max(first, last, key=_width).precision)


def _width(span: Span) -> float:
    return (span.end - span.start).total_seconds()


@operation
def decade(call: Call) -> Result:
    """The nineties, the 1990s."""
    value = call.get("decade") or call.get("year") or call.get("num") or 1
    if value % 10:
        return None
    return _sure(cal.decade_of(int(value) + (1900 if value < 100 else 0)))


@operation
def quarter(call: Call) -> Result:
    """Q3, Q3 2025, the third quarter of 2025."""
    number = int(call.get("quarter") or call.get("ord") or call.get("num"))
    found = _yearless(call, lambda year: cal.quarter_of(year, number))
    return found if found.written else {"t_quarter": found, "quarter": number}


@operation
def half(call: Call) -> Result:
    """H1 2025, the first half of the year."""
    number = call.get("halfyear") or call.get("ord")
    if number not in (1, 2):
        return None
    found = _yearless(call, lambda year: cal.half_of(year, number))
    return found if found.written else {"t_half": found, "halfyear": number}


@operation
def quarter_or_half(call: Call) -> Result:
    """Q1 of last year, the second half of next year."""
    return quarter(call) if call.get("quarter") else half(call)


@operation
def week(call: Call) -> Result:
    """Week 37, by ISO 8601."""
    number = int(call.get("num"))
    if not 1 <= number <= 53 or ("large" in call.options and number <= 5):
        return None  # 第二週 is the second week of something
    return _yearless(call, lambda year: cal.week_number(year, number))


@operation
def season(call: Call) -> Result:
    """Summer 2022, or a season by the tense."""
    name = call.get("season")
    found = _yearless(call, lambda year: cal.season_of(year, name))
    return found if found.written else {"t_season": found, "season": name}


@operation
def feast(call: Call) -> Result:
    """Christmas, Easter 2025, 国庆节."""
    name = call.get("hol")
    found = _yearless(call, lambda year: holiday(name, year))
    return found if found.written else {f"t_{found.shape}": found, "hol": name}


@operation
def lunar(call: Call) -> Result:
    """大年初二, 农历八月十五."""
    numbers = [int(number) for number in call.all("num")]
    month, number = call.get("lunar_month") or numbers[0], numbers[-1]
    return _yearless(call, lambda year: cal.day(lunar_day(year, month, number)))


def _yearless(call: Call, make: Callable[[int], Span]) -> Span:
    year, around = call.get("year"), call.get("t_year")
    if year is not None:
        return _sure(make(year))
    if around is not None:
        return replace(make(around.start.year), written=around.written)
    return yearly(call, make)


@operation
def nth(call: Call) -> Result:
    """On the 3rd, Friday the 13th: of the month that the tense asks for."""
    number, weekdays = _day_number(call), call.weekdays()
    if number is None or not 1 <= number <= 31 or not _plain(call):
        return None
    found = []
    for count in range(-13, 14) if weekdays else range(-3, 4):
        month = cal.shifted(call.now, count, "month")
        span = cal.day(month.start + (number - 1) * cal.DAY)
        if span.end <= month.end and (not weekdays or weekdays == [span.start.weekday()]):
            found.append(span)
    return by_tense(call, found)


def _plain(call: Call) -> bool:
    """Whether an ordinal is a day for sure: in digits, or "on the first"."""
    written = next(node for node in call.nodes if "ord" in node.senses or "num" in node.senses)
    if "cjk" in call.speech.table.options["family"]:
        return True
    return call.speech.text[written.start].isdigit() or call.preceded("on", "by")
