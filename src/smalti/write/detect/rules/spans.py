"""Times that are no plain amounts: how often, at what o'clock, between which dates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal

import regex

from smalti.text.quantities.mention import QuantityMention
from smalti.text.quantities.units import unit_named

_DAY = 86400
_PERIODS = {
    "second": 1, "minute": 60, "hour": 3600, "day": _DAY, "night": _DAY, "morning": _DAY, "evening": _DAY,
    "week": 7 * _DAY, "fortnight": 14 * _DAY, "month": 0, "quarter": 0, "year": 0,
}  # fmt: skip
_ADVERBS = {
    "hourly": "hour", "daily": "day", "nightly": "day", "weekly": "week", "fortnightly": "fortnight",
    "monthly": "month", "quarterly": "quarter", "yearly": "year", "annually": "year",
}  # fmt: skip
_EVERY = regex.compile(
    r"\b(?:every|each)\s+(?P<other>other\s+|second\s+)?(?P<unit>second|minute|hour|day|night|morning|evening|week|fortnight|month|quarter|year)\b"
)
_ADVERB = regex.compile(rf"(?<=\b\w+(?:ed|en|s|d)\s(?:again\s|only\s)?)(?P<word>{'|'.join(_ADVERBS)})\b")
_CLOCK = regex.compile(
    r"(?<![\d.:,])(?:(?P<hour>[01]?\d|2[0-4])[:.](?P<minute>[0-5]\d)(?:\s?(?P<half>am|pm|a\.m\.|p\.m\.))?|(?P<hour2>1[0-2]|[1-9])\s?(?P<half2>am|pm|a\.m\.|p\.m\.)(?!\w)|(?P<word>noon|midday|midnight))(?![\d%])"
)
_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december")
_DATE = regex.compile(rf"\b(?P<day>[0-3]?\d)(?:st|nd|rd|th)?\s(?:of\s)?(?P<month>{'|'.join(_MONTHS)})(?:\s(?P<year>20\d\d))?\b")


def periods(low: str) -> Iterator[QuantityMention]:
    """How often: "every quarter", "reviewed monthly"; the value is the time between in seconds."""
    for m in _EVERY.finditer(low):
        yield _period(m.start(), m.end(), m.group(), m["unit"], 2 if m["other"] else 1)
    for m in _ADVERB.finditer(low):
        yield _period(m.start(), m.end(), m.group(), _ADVERBS[m["word"]], 1)


def _period(start: int, end: int, text: str, unit: str, times: int) -> QuantityMention:
    seconds = Decimal(_PERIODS[unit]) or _calendar("year" if unit == "year" else "month") * (3 if unit == "quarter" else 1)
    return QuantityMention(start, end, text, seconds * times, unit="second", dimension="period")


def _calendar(name: str) -> Decimal:
    unit = unit_named(name)
    return unit.factor if unit else Decimal(0)


def clocks(low: str) -> Iterator[QuantityMention]:
    """Times of day in minutes; two that make a range are one."""
    found = list(_CLOCK.finditer(low))
    at = 0
    while at < len(found):
        m = found[at]
        nxt = found[at + 1] if at + 1 < len(found) else None
        between = low[m.end() : nxt.start()].strip() if nxt else ""
        if nxt and between in {"to", "and", "until", "till", "-", "–", "up to", "through"} and not (
            between == "and" and "between" not in low[max(0, m.start() - 9) : m.start()]
        ):
            first, last = _minutes(m), _minutes(nxt)
            if first < last:
                yield _clock(m.start(), nxt.end(), low, first, last, "=")
            at += 2
            continue
        before = low[max(0, m.start() - 22) : m.start()]
        sign = "<=" if _UNTIL.search(before) else ">=" if _FROM.search(before) else "="
        yield _clock(m.start(), m.end(), low, _minutes(m), None, sign)
        at += 1


_UNTIL = regex.compile(r"\b(?:until|till|by|before|no later than|up to|ends? at|closes? at|through)\s+$")
_FROM = regex.compile(r"\b(?:from|after|since|not before|no earlier than|starts? at|opens? at|as of)\s+$")


def _clock(start: int, end: int, low: str, first: Decimal, last: Decimal | None, sign: str) -> QuantityMention:
    return QuantityMention(start, end, low[start:end], first, upper=last, comparator=sign, unit="minute", dimension="clock")


def _minutes(m: regex.Match[str]) -> Decimal:
    if m["word"]:
        return Decimal(0 if m["word"] == "midnight" else 720)
    hour, minute = int(m["hour"] or m["hour2"]), int(m["minute"] or 0)
    half = (m["half"] or m["half2"] or "").replace(".", "")
    if half == "pm" and hour < 12:
        hour += 12
    if half == "am" and hour == 12:
        hour = 0
    return Decimal(hour * 60 + minute)


def lapses(low: str) -> Iterator[QuantityMention]:
    """The days between two dates of a sentence, where nothing makes them a range."""
    dates = [(m, d) for m in _DATE.finditer(low) if (d := _date(m))]
    for (m, one), (n, other) in zip(dates, dates[1:], strict=False):
        between = low[m.end() : n.start()]
        if other > one and regex.search(r"\b(?:may|can|is|are|was|were|has|had|must|on)\b", between):
            days = Decimal((other - one).days)
            yield QuantityMention(n.start(), n.end(), f"{days} days ({m.group()} to {n.group()})", days, unit="day", dimension="time")


def _date(m: regex.Match[str]) -> date | None:
    try:
        return date(int(m["year"] or 2001), _MONTHS.index(m["month"]) + 1, int(m["day"]))
    except ValueError:
        return None


_AVAILABLE = regex.compile(r"\bavailab|\buptime\b")


def downtime(low: str, found: Sequence[QuantityMention]) -> Iterator[QuantityMention]:
    """How long something may be down: what an availability leaves of its window."""
    if not _AVAILABLE.search(low):
        return
    shares = [m for m in found if m.dimension == "percent" and m.unit == "percent" and 90 <= m.number < 100]
    windows = [m for m in found if m.dimension == "time" and m.comparator == "="]
    if len(shares) == len(windows) == 1:
        share, window = shares[0], windows[0]
        yield QuantityMention(
            share.start, share.end, f"{share.text} of {window.text}", window.number * (100 - share.number) / 100,
            comparator="<=", unit=window.unit, dimension="time",
        )  # fmt: skip
