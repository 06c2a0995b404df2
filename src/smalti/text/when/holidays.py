"""When feasts fall: fixed days, nth weekdays, Easter, the lunar calendar, solar terms."""

from __future__ import annotations

import tomllib
from datetime import date
from functools import cache
from importlib import resources

from smalti.text.when import arithmetic as cal
from smalti.text.when.values import Span

# The day of a solar term in China and Japan: month, and the constant of the usual approximation
# for the years 2000 to 2099 (day = floor(y * 0.2422 + c) - floor(y / 4), y = the year of the
# century), which is right there to the day but for a handful of years.
_TERMS = {
    "chunfen": (3, 20.646),
    "qingming": (4, 4.81),
    "qiufen": (9, 23.042),
    "dongzhi": (12, 21.94),
}


def holiday(name: str, year: int) -> Span:
    """The day or days of a feast in a year.

    Raises:
        ValueError: the tables do not reach that year.
    """
    kind, *rest = _rules()[name].split()
    match kind:
        case "nth":
            month, nth, weekday, later = [int(one) for one in (*rest, "0")[:4]]
            return cal.day(cal.nth_weekday(year, month, nth, weekday) + later * cal.DAY)
        case "easter":
            first, last = int(rest[0]), int(rest[-1])
            return _run(easter(year) + first * cal.DAY, easter(year) + last * cal.DAY)
        case "lunar" if rest == ["eve"]:
            return cal.day(lunar_day(year, 1, 1) - cal.DAY)
        case "lunar":
            month, number = map(int, rest[0].split("-"))
            return cal.day(lunar_day(year, month, number))
        case "term":
            return cal.day(_term(year, rest[0]))
        case "before":
            anchor = _fixed(year, rest[0])
            back = (anchor.weekday() - int(rest[1]) - 1) % 7 + 1 + 7 * (int(rest[2]) - 1)
            return cal.day(anchor - back * cal.DAY)
    return _run(_fixed(year, kind), _fixed(year, rest[0] if rest else kind))


def fixed_day(name: str) -> tuple[int, int] | None:
    """Month and day of a feast that is the same every year, ``None`` for one that moves."""
    month, dash, number = _rules()[name].partition("-")
    return (int(month), int(number)) if dash and month.isdigit() and number.isdigit() else None


def easter(year: int) -> date:
    """Western Easter Sunday (the Gregorian computus)."""
    century, golden = year // 100, year % 19
    moon = (century - century // 4 - (8 * century + 13) // 25 + 19 * golden + 15) % 30
    moon -= moon // 28 * (1 - 29 // (moon + 1) * ((21 - golden) // 11))
    weekday = (year + year // 4 + moon + 2 - century + century // 4) % 7
    offset = moon - weekday
    month = 3 + (offset + 40) // 44
    return date(year, month, offset + 28 - 31 * (month // 4))


def lunar_day(year: int, month: int, number: int) -> date:
    """The day of a Chinese lunar date (not of a doubled month).

    Raises:
        ValueError: outside the years of the table, or no such day.
    """
    line = _lunar_years().get(str(year))
    if line is None or not 1 <= month <= 12:
        raise ValueError(f"lunar year {year}")
    first, leap, lengths = line.split()
    before = month - 1 + (0 < int(leap) < month)
    spans = [30 if bit == "1" else 29 for bit in lengths]
    if not 1 <= number <= spans[before]:
        raise ValueError(f"lunar day {number}")
    return _fixed(year, first) + (sum(spans[:before]) + number - 1) * cal.DAY


def _term(year: int, name: str) -> date:
    month, constant = _TERMS[name]
    short = year % 100
    return date(year, month, int(short * 0.2422 + constant) - short // 4)


def _fixed(year: int, text: str) -> date:
    month, number = map(int, text.split("-"))
    return date(year, month, number)


def _run(first: date, last: date) -> Span:
    return cal.day(first) if first == last else cal.days(first, last)


@cache
def _rules() -> dict[str, str]:
    return dict(tomllib.loads(_data("holidays.toml")))


@cache
def _lunar_years() -> dict[str, str]:
    return dict(tomllib.loads(_data("lunar.toml")))


def _data(name: str) -> str:
    return (resources.files("smalti.text.when") / "data" / name).read_text("utf-8")
