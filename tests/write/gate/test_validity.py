"""When a statement about the same thing tells something new about when."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from smalti.model.record import Record, RecordKind
from smalti.model.time import Bound, Instant, Interval, Precision
from smalti.write.gate.validity import adds_nothing, apart, dated, known, over
from strategies import instants, intervals, records
from write.gate.telling import day, span, told

SAID = Instant.of("2026-04-01")
SINCE_2020 = Interval.since(Instant.of("2020-01-01"), Precision.YEAR)
UNDATED = Interval.undated(Instant.of("2026-03-01"))


def fact(valid: Interval, **fields: Any) -> Record:
    return told(valid=valid, **fields).record


def event(valid: Interval) -> Record:
    return fact(valid, kind=RecordKind.EVENT)


@given(intervals(), intervals())
def test_being_apart_is_mutual(one: Interval, other: Interval) -> None:
    assert apart(one, other) is apart(other, one)


@given(intervals())
def test_nothing_is_apart_from_itself(interval: Interval) -> None:
    assert not apart(interval, interval)


def test_intervals_that_touch_are_apart() -> None:
    assert apart(span("2020-01-01", "2021-01-01"), span("2021-01-01", "2022-01-01"))
    assert not apart(span("2020-01-01", "2021-01-02"), span("2021-01-01", "2022-01-01"))


def test_what_is_not_known_keeps_nothing_apart() -> None:
    assert not apart(span("2020-01-01", "2021-01-01"), UNDATED)
    assert not apart(span("2020-01-01", "2021-01-01"), Interval.always())


def test_no_later_than_is_no_date() -> None:
    assert known(UNDATED.start) is None
    assert not dated(UNDATED)
    assert dated(SINCE_2020)


def test_what_ended_before_it_was_told_is_over() -> None:
    assert over(span("2020-01-01", "2021-01-01"), SAID)
    assert over(Interval(None, Bound(SAID, Precision.UNKNOWN)), SAID)
    assert not over(span("2020-01-01", "2030-01-01"), SAID)
    assert not over(SINCE_2020, SAID)


@given(intervals(), instants)
def test_what_has_no_end_is_never_over(interval: Interval, at: Instant) -> None:
    assert not over(Interval(interval.start, None), at)


@pytest.mark.parametrize(
    ("stored", "new", "expected"),
    [
        (fact(UNDATED), fact(UNDATED), True),
        (fact(SINCE_2020), fact(SINCE_2020), True),
        (fact(SINCE_2020), fact(UNDATED), True),
        (fact(UNDATED), fact(SINCE_2020), False),
        (fact(SINCE_2020), fact(Interval.since(Instant.of("2020-01-01"), Precision.DAY)), False),
        (fact(span("2020-01-01", "2021-01-01")), fact(UNDATED), False),
        (fact(span("2020-01-01", "2030-01-01")), fact(UNDATED), True),
        (event(day("2026-02-03")), event(day("2026-02-03")), True),
        (event(day("2026-02-03")), event(span("2026-02-01", "2026-03-01")), True),
        (event(span("2026-02-01", "2026-03-01")), event(day("2026-02-03")), False),
        (event(span("2026-02-01", "2026-02-10")), event(span("2026-02-05", "2026-03-01")), False),
        (event(day("2026-02-03")), event(UNDATED), False),
        (event(UNDATED), event(day("2026-02-03")), False),
        (event(UNDATED), event(UNDATED), True),
        (event(UNDATED), event(Interval.undated(Instant.of("2026-03-02"))), False),
        (event(Interval.undated(None)), event(Interval.undated(None)), False),
        (fact(UNDATED, recurrence="FREQ=DAILY"), fact(UNDATED), False),
    ],
)
def test_adds_nothing(stored: Record, new: Record, expected: bool) -> None:
    assert adds_nothing(stored, new, SAID) is expected


def test_the_same_evening_is_the_same_day_at_the_speakers_offset() -> None:
    late = Interval.undated(Instant.of("2026-03-01T23:30:00-05:00"))
    early = Interval.undated(Instant.of("2026-03-01T08:00:00-05:00"))
    assert adds_nothing(event(early), event(late), SAID)


@given(records(), records())
def test_any_two_records_can_be_compared(stored: Record, new: Record) -> None:
    assert adds_nothing(stored, new, SAID) in (True, False)
