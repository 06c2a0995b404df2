"""Times that are no plain amounts: how often, at what o'clock, between which dates."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from itertools import pairwise

import regex

from smalti.text.quantities.mention import QuantityMention
from smalti.text.quantities.units import Unit, unit_named
from smalti.write.detect.rules.grammar import Grammar

_BEFORE = 22  # characters that are looked at before a time
_LEAP_FREE = 2001  # stands for a year that is not named
_NOON = 720  # minutes


def unit_of(name: str, grammar: Grammar) -> tuple[Unit, int]:
    """A unit by an everyday name ("quarter", "nightly"), and how many of it that name means."""
    known, times = grammar.units.get(name, (name, 1))
    unit = unit_named(known)
    assert unit is not None  # the grammar names only units of the table
    return unit, times


def lengths(low: str, grammar: Grammar) -> Iterator[QuantityMention]:
    """Amounts without a number: "a week", "a full gram"."""
    for m in grammar.patterns["one_length"].finditer(low):
        start, end = m.span("text")
        unit, times = unit_of(m["unit"], grammar)
        yield QuantityMention(
            start, end, low[start:end], Decimal(times), unit=unit.name, dimension=unit.dimension
        )


def single(low: str, grammar: Grammar) -> Iterator[QuantityMention]:
    """One thing, said without a number: "a single approval"."""
    for m in grammar.patterns["one_thing"].finditer(low):
        start, end = m.span("text")
        yield QuantityMention(start, end, low[start:end], Decimal(1))


def periods(low: str, grammar: Grammar) -> Iterator[QuantityMention]:
    """How often: "every quarter", "reviewed monthly"; the value is the time between, in seconds."""
    for m in grammar.patterns["period"].finditer(low):
        start, end = m.span("text")
        unit, times = unit_of(m["unit"], grammar)
        seconds = unit.factor * times * (2 if m["other"] else 1)
        yield QuantityMention(
            start, end, low[start:end], seconds, unit="second", dimension="period"
        )


def decades(low: str, grammar: Grammar) -> Iterator[QuantityMention]:
    """Ages told by their decade: "the over-80s"."""
    for m in grammar.patterns["decade"].finditer(low):
        sign = ">=" if m["side"] == "over" else "<"
        age = Decimal(m["age"])
        yield QuantityMention(
            m.start(), m.end(), m.group(), age, comparator=sign, unit="year", dimension="age"
        )


def clocks(low: str, grammar: Grammar) -> Iterator[QuantityMention]:
    """Times of day, in minutes; two that make a range are one."""
    found = [(m, _minutes(m)) for m in grammar.patterns["clock"].finditer(low)]
    yield from _ranges(low, found, grammar, "minute", "clock")


def _minutes(m: regex.Match[str]) -> Decimal:
    if m["word"]:
        return Decimal(0 if m["word"] == "midnight" else _NOON)
    hour, minute = int(m["hour"] or m["hour2"]), int(m["minute"] or 0)
    half = (m["half"] or m["half2"] or "").replace(".", "")
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    return Decimal(hour * 60 + minute)


def days(low: str, grammar: Grammar) -> Iterator[QuantityMention]:
    """Dates without a year, as days of a year; two that make a range are one."""
    found = [
        (m, Decimal(day.timetuple().tm_yday)) for m, day in _dates(low, grammar) if not m["year"]
    ]
    found += [
        (m, _month_end(m["month"], grammar)) for m in grammar.patterns["month_end"].finditer(low)
    ]
    found.sort(key=lambda one: one[0].start())
    yield from _ranges(low, found, grammar, "day", "date")


def lapses(low: str, grammar: Grammar) -> Iterator[QuantityMention]:
    """The days between two dates of a sentence, where nothing makes them a range."""
    for (m, one), (n, other) in pairwise(_dates(low, grammar)):
        if other > one and grammar.patterns["since_then"].search(low, m.end(), n.start()):
            gap = Decimal((other - one).days)
            text = f"{gap} days ({m.group()} to {n.group()})"
            yield QuantityMention(n.start(), n.end(), text, gap, unit="day", dimension="time")


def downtime(
    low: str, found: Sequence[QuantityMention], grammar: Grammar
) -> Iterator[QuantityMention]:
    """How long something may be down: what an availability leaves of its window."""
    if not grammar.patterns["available"].search(low):
        return
    shares = [m for m in found if m.unit == "percent" and 90 <= m.number < 100]
    windows = [m for m in found if m.dimension == "time" and m.comparator == "="]
    if len(shares) == len(windows) == 1:
        share, window = shares[0], windows[0]
        yield QuantityMention(
            share.start,
            share.end,
            f"{share.text} of {window.text}",
            window.number * (100 - share.number) / 100,
            comparator="<=",
            unit=window.unit,
            dimension="time",
        )


def _month_end(month: str, grammar: Grammar) -> Decimal:
    place = grammar.names["year"].index(month) + 1
    return Decimal(sum(monthrange(_LEAP_FREE, one)[1] for one in range(1, place + 1)))


def _dates(low: str, grammar: Grammar) -> list[tuple[regex.Match[str], date]]:
    months = grammar.names["year"]
    found = []
    for m in grammar.patterns["date"].finditer(low):
        try:
            day = date(int(m["year"] or _LEAP_FREE), months.index(m["month"]) + 1, int(m["day"]))
        except ValueError:
            continue  # 31 June
        found.append((m, day))
    return found


def _ranges(
    low: str,
    found: Sequence[tuple[regex.Match[str], Decimal]],
    grammar: Grammar,
    unit: str,
    dimension: str,
) -> Iterator[QuantityMention]:
    """Values as limits or ranges by the words between and before them."""
    joined = _joins(low, grammar)
    at = 0
    while at < len(found):
        m, value = found[at]
        if at + 1 < len(found) and joined(m, found[at + 1][0]):
            n, last = found[at + 1]
            if value < last:  # a range over the end of the day or year is left aside
                text = low[m.start() : n.end()]
                yield QuantityMention(
                    m.start(), n.end(), text, value, upper=last, unit=unit, dimension=dimension
                )
            at += 2
            continue
        sign = _sign(low[max(0, m.start() - _BEFORE) : m.start()], grammar)
        yield QuantityMention(
            m.start(), m.end(), m.group(), value, comparator=sign, unit=unit, dimension=dimension
        )
        at += 1


def _joins(low: str, grammar: Grammar) -> Callable[[regex.Match[str], regex.Match[str]], bool]:
    def joined(one: regex.Match[str], other: regex.Match[str]) -> bool:
        between = low[one.end() : other.start()].strip()
        if not grammar.patterns["range_between"].search(between):
            return False
        either = between in grammar.words["joins"]
        return not either or bool(grammar.patterns["between_before"].search(low[: one.start()]))

    return joined


def _sign(before: str, grammar: Grammar) -> str:
    if grammar.patterns["until_before"].search(before):
        return "<="
    return ">=" if grammar.patterns["from_time"].search(before) else "="
