"""The figures of a sentence by kind: clock times, weekdays, dates, years, amounts.

Two sentences about one thing that differ in a figure of one kind say two things of it; figures of
different kinds have nothing to do with each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import regex

from smalti.text.analyse import normalise
from smalti.text.numerals import han_value
from smalti.text.quantities import find_quantities

Fillers = frozenset[tuple[str, str]]
"""Kinds of figures, each with a value in one spelling."""

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})[a-z]*\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_HAN = {sign: str(value) for value, sign in enumerate("一二三四五六日")} | {"天": "6"}
_KANJI = {sign: str(value) for value, sign in enumerate("月火水木金土日")}
_CLOCK = regex.compile(
    r"\b(?P<hour>\d{1,2})[:h](?P<minute>\d{2})\s?(?P<half>[ap])?\.?m?\b"
    r"|\b(?P<hour>\d{1,2})\s?(?P<half>[ap])\.?m\b"
    r"|(?P<hour>\d{1,2}|[一二两三四五六七八九十]{1,3})[点點時时](?![钟鐘間间])(?:(?P<minute>\d{1,2})分)?"
)
_DATE = regex.compile(
    rf"\b{_DAY} (?:of )?{_MONTH}\b|\b{_MONTH} {_DAY}\b(?!:)"
    r"|(?P<month>\d{1,2})月(?P<day>\d{1,2})[日号號]?"
)
_DAY_OF_MONTH = regex.compile(r"(?<!月)(?P<day>\d{1,2}|[一二三十]{1,3})[号號](?![楼樓线線])")
_WEEKDAY = regex.compile(
    r"\b(?P<name>mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?P<name>mon|tue|wed|thu|fri)\b"
    r"|(?:周|週|星期|礼拜|禮拜)(?P<han>[一二三四五六日天])|(?P<kanji>[月火水木金土日])曜"
)
_YEAR = regex.compile(
    r"(?<![\d.,:/-])(?P<year>(?:19|20)\d\d)(?![\d:/]|[.,]\d| ?(?:km|kg|m|eur|usd)\b)"
)


@lru_cache(maxsize=8192)
def fillers(text: str) -> Fillers:
    """All figures of a text."""
    plain = normalise(text)
    return frozenset((*_times(plain), *_amounts(plain)))


def other_figures(one: str, other: str) -> str:
    """The kind of figure that two texts disagree in, empty where there is none or several.

    Each has figures of that kind, and no value is in both.
    """
    mine, yours = _by_kind(one), _by_kind(other)
    apart = [kind for kind in mine.keys() & yours.keys() if not mine[kind] & yours[kind]]
    return apart[0] if len(apart) == 1 else ""


def same_figures(one: str, other: str) -> bool:
    """Whether two texts have exactly the same figures."""
    return fillers(one) == fillers(other)


def without_figures(text: str) -> str:
    """A text with blanks where each clock time and each amount stood, its unit with it."""
    spans = [found.span() for found in _CLOCK.finditer(text)]
    spans += [(one.start, one.end) for one in find_quantities(text) if one.unit is not None]
    inside = {place for start, end in spans for place in range(start, end)}
    return "".join(" " if place in inside else char for place, char in enumerate(text))


@lru_cache(maxsize=8192)
def _by_kind(text: str) -> dict[str, frozenset[str]]:
    kinds: dict[str, set[str]] = {}
    for kind, value in fillers(text):
        kinds.setdefault(kind, set()).add(value)
    return {kind: frozenset(values) for kind, values in kinds.items()}


def _times(text: str) -> Iterator[tuple[str, str]]:
    for found in _CLOCK.finditer(text):
        hour = _number(found["hour"])
        hour += 12 if found["half"] == "p" and hour < 12 else 0
        yield "clock", f"{hour}:{int(found['minute'] or 0):02}"
    for found in _DATE.finditer(text):
        month = found["month"]
        number = int(month) if month.isdigit() else _MONTHS.index(month) + 1
        yield "date", f"{number}-{int(found['day'])}"
    for found in _DAY_OF_MONTH.finditer(text):
        yield "day", str(_number(found["day"]))
    for found in _WEEKDAY.finditer(text):
        yield "weekday", _weekday(found)
    for found in _YEAR.finditer(text):
        yield "year", found["year"]


def _number(text: str) -> int:
    return int(text) if text.isdigit() else int(han_value(text) or 0)


def _weekday(found: regex.Match[str]) -> str:
    if found["han"]:
        return _HAN[found["han"]]
    return _KANJI[found["kanji"]] if found["kanji"] else str(_DAYS.index(found["name"][:3]))


def _amounts(text: str) -> Iterator[tuple[str, str]]:
    for one in find_quantities(text):
        if not one.ordinal:
            value = f"{one.number.normalize():f}"
            yield f"{one.dimension} in {one.unit}", value if one.upper is None else f"{value}-"
