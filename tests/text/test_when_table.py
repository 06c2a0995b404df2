"""How tables of expected dates are read: one sentence a line, its time words in brackets.

    We met [last Friday]. => 2026-05-08
    @2026-12-30T10:00Z
    I'm off [next week]. => 2027-W01

A line with a moment says when the lines below it were said.

An answer is a day, an ISO week (2026-W21), a month (2026-07), a year, an hour (2026-05-15T15), a
minute (2026-05-15T15:20), or START..END with its precision; then the relation if it is not "at".
What comes back is given as its rule and a precision; time words that name no time are "unknown".
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta

import pytest

from smalti.model.time import Instant, Interval, Precision
from smalti.text.when import DateMention, Relation, find_dates

NOTHING = Instant.of("2026-05-15T10:00+02:00")
"""A moment for sentences without a date."""


def lines(table: str, said: str) -> list[object]:
    """The lines of a table as parameters of ``check``; ``said`` for those at its top."""
    return list(_lines(table, said))


def _lines(table: str, said: str) -> Iterator[object]:
    for line in filter(None, map(str.strip, table.splitlines())):
        if line.startswith("@"):
            said = line.removeprefix("@")
            continue
        sentence, _, answer = line.partition(" => ")
        yield pytest.param(said, sentence, answer, id=sentence)


def check(said: str, sentence: str, answer: str) -> None:
    """Assert that the words in brackets are one mention that means what the answer says."""
    said_at = Instant.of(said)
    before, _, rest = sentence.partition("[")
    words, _, after = rest.partition("]")
    text = before + words + after
    mention = covering(find_dates(text, said_at), len(before), len(before) + len(words))
    assert shown(mention, said_at) == expected(answer)


def covering(found: list[DateMention], start: int, end: int) -> DateMention:
    """The mention that covers most of a stretch of the text."""

    def shared(mention: DateMention) -> int:
        return min(end, mention.end) - max(start, mention.start)

    best = max(found, key=shared, default=None)
    assert best is not None, "nothing found"
    assert shared(best) > (end - start) / 2, f"found {[mention.text for mention in found]}"
    return best


def shown(mention: DateMention, said_at: Instant) -> str:
    """A mention in full: both ends, precision, relation."""
    precision, relation = mention.precision.value, mention.relation.value
    if mention.recurrence is not None:
        return f"{mention.recurrence} {precision}"
    if mention.interval is None:
        return "unknown"
    start, end = ends(mention.interval, said_at.offset)
    return f"{start:%Y-%m-%dT%H:%M}..{end:%Y-%m-%dT%H:%M} {precision} {relation}"


def ends(interval: Interval, offset: int) -> tuple[datetime, datetime]:
    """Both ends in local time, at the offset of speaking."""
    start, end = interval.start, interval.end
    assert start is not None and start.at is not None and end is not None and end.at is not None
    assert start.at.offset == end.at.offset == offset
    return start.at.local(), end.at.local()


def expected(answer: str) -> str:
    """An answer written out in full."""
    if answer == "unknown" or answer.startswith("FREQ"):
        return answer
    when, *words = answer.split()
    if ".." in when:
        first, last = (datetime.fromisoformat(one) for one in when.split(".."))
        precision, *words = words
        assert Precision(precision)
    else:
        first, last, precision = spelt(when)
    relation = Relation(words[0] if words else "at")
    return f"{first:%Y-%m-%dT%H:%M}..{last:%Y-%m-%dT%H:%M} {precision} {relation.value}"


def spelt(when: str) -> tuple[datetime, datetime, str]:
    """The ends and the precision of a unit by the way it is written."""
    if "W" in when:
        year, week = when.split("-W")
        day = date.fromisocalendar(int(year), int(week), 1)
        monday = datetime(day.year, day.month, day.day)
        return monday, monday + timedelta(days=7), "week"
    units = {4: "year", 7: "month", 10: "day", 13: "hour", 16: "minute"}
    unit = units[len(when)]
    start = datetime.fromisoformat(when + "-01-01"[len(when) - 4 :] if len(when) < 10 else when)
    steps = {"day": timedelta(days=1), "hour": timedelta(hours=1), "minute": timedelta(minutes=1)}
    if unit in steps:
        return start, start + steps[unit], unit
    if unit == "year":
        return start, start.replace(year=start.year + 1), unit
    month = start.month % 12 + 1
    return start, start.replace(year=start.year + start.month // 12, month=month), unit


@pytest.mark.parametrize(
    ("answer", "full"),
    [
        ("2026-12-31", "2026-12-31T00:00..2027-01-01T00:00 day at"),
        ("2026-W53 since", "2026-12-28T00:00..2027-01-04T00:00 week since"),
        ("2026-12 until", "2026-12-01T00:00..2027-01-01T00:00 month until"),
        ("2018", "2018-01-01T00:00..2019-01-01T00:00 year at"),
        ("2026-05-15T23", "2026-05-15T23:00..2026-05-16T00:00 hour at"),
        ("2026-05-15T23:59", "2026-05-15T23:59..2026-05-16T00:00 minute at"),
        ("2026-06-11..2026-06-21 week", "2026-06-11T00:00..2026-06-21T00:00 week at"),
    ],
)
def test_answers_are_read_as_they_are_meant(answer: str, full: str) -> None:
    assert expected(answer) == full
