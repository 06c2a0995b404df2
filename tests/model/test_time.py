from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.model.errors import InvalidInput
from smalti.model.time import Bound, Instant, Interval, Precision, is_date_only
from strategies import instants, intervals

T0, T1, T2 = (Instant.of(f"2026-03-0{day}") for day in (1, 2, 3))

# ---------------------------------------------------------------------- instants

READINGS = {
    "2026-03-01": "2026-03-01T00:00:00Z",
    " 2026-03-01 ": "2026-03-01T00:00:00Z",
    "2026-03-01T09:30": "2026-03-01T09:30:00Z",
    "2026-03-01 09:30:15": "2026-03-01T09:30:15Z",
    "2026-03-01T09:30:15.25Z": "2026-03-01T09:30:15.250000Z",
    "2026-03-01T00:30+13:00": "2026-03-01T00:30:00+13:00",
    "2026-03-01T09:30:00-03:30": "2026-03-01T09:30:00-03:30",
    "20260301T093000Z": "2026-03-01T09:30:00Z",
    "0001-01-01": "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999Z": "9999-12-31T23:59:59.999999Z",
}


@pytest.mark.parametrize("text", READINGS)
def test_an_iso_text_is_read(text: str) -> None:
    assert str(Instant.of(text)) == READINGS[text]


@pytest.mark.parametrize(
    "value",
    ["", "soon", "2026-13-01", "2026-02-30", "2026-03-01T25:00", "2026-03-01T00:00+25:00", "12",
     "01/03/2026", "2026-03-01T09:30 Europe/Berlin", "\ud800", None, 1.5, True, [], b"2026-03-01"],
)  # fmt: skip
def test_what_is_no_date_is_refused(value: Any) -> None:
    with pytest.raises(InvalidInput) as caught:
        Instant.of(value)
    assert caught.value.value == value
    assert "ISO 8601" in str(caught.value)


@pytest.mark.parametrize(
    "value",
    [
        "0001-01-01T00:00+01:00",
        "9999-12-31T23:00-02:00",
        datetime.min.replace(tzinfo=timezone(timedelta(hours=14))),
        datetime.max.replace(tzinfo=timezone(timedelta(hours=-14))),
    ],
)
def test_a_date_beyond_the_years_1_to_9999_in_utc_is_refused(value: str | datetime) -> None:
    with pytest.raises(InvalidInput, match="years 1 to 9999"):
        Instant.of(value)


@pytest.mark.parametrize("micros", [10**30, -(10**30), 253_402_300_800_000_000])
def test_an_instant_outside_the_calendar_is_refused(micros: int) -> None:
    with pytest.raises(InvalidInput, match="years 1 to 9999"):
        Instant(micros)


@pytest.mark.parametrize("offset", [24 * 60, -24 * 60, 10**9])
def test_an_offset_of_a_day_or_more_is_refused(offset: int) -> None:
    with pytest.raises(InvalidInput, match="offset"):
        Instant(0, offset)


def test_the_local_day_of_the_speaker_is_kept() -> None:
    moment = Instant.of("2026-03-01T00:30+13:00")
    assert moment.local().date() == date(2026, 3, 1)
    assert moment.utc().date() == date(2026, 2, 28)
    assert moment.offset == 13 * 60


def test_a_naive_time_is_read_in_utc_unless_told_otherwise() -> None:
    naive = datetime(2026, 3, 1, 0, 30)
    assert Instant.of(naive) == Instant.of("2026-03-01T00:30Z")
    assert Instant.of(naive, default_offset=13 * 60) == Instant.of("2026-03-01T00:30+13:00")
    assert Instant.of("2026-03-01", default_offset=-60) == Instant.of("2026-03-01T00:00-01:00")


def test_a_default_offset_changes_no_time_that_has_one() -> None:
    for value in ("2026-03-01T00:30Z", datetime(2026, 3, 1, 0, 30, tzinfo=UTC), T0):
        assert Instant.of(value, default_offset=600).offset == 0


def test_a_date_is_its_first_moment() -> None:
    assert Instant.of(date(2026, 3, 1)) == T0


def test_moments_before_1970_are_exact() -> None:
    moment = Instant.of("1969-12-31T23:59:59.999999Z")
    assert moment.micros == -1
    assert str(moment) == "1969-12-31T23:59:59.999999Z"


@given(instants)
def test_an_instant_survives_its_text(moment: Instant) -> None:
    assert Instant.of(str(moment)) == moment


@given(instants)
def test_an_instant_survives_its_datetime(moment: Instant) -> None:
    assert Instant.of(moment.local()) == moment
    assert Instant.of(moment.utc()).micros == moment.micros


@given(st.datetimes(timezones=st.timezones()), st.integers(-1439, 1439))
def test_any_aware_datetime_keeps_its_moment_and_its_wall_clock(
    value: datetime, default_offset: int
) -> None:
    try:
        moment = Instant.of(value, default_offset=default_offset)
    except InvalidInput:
        assert value.year in (1, 9999)
        return
    assert moment.utc() == value.astimezone(UTC)
    difference = moment.local().replace(tzinfo=None) - value.replace(tzinfo=None)
    assert abs(difference) <= timedelta(seconds=30)  # offsets of old times have seconds


@given(st.lists(instants))
def test_instants_sort_by_moment_whatever_their_offsets(moments: list[Instant]) -> None:
    ordered = sorted(moments)
    assert [m.micros for m in ordered] == sorted(m.micros for m in moments)
    moments.reverse()
    assert sorted(moments) == ordered


def test_the_same_moment_at_two_offsets_is_told_apart_and_still_ordered() -> None:
    here, there = Instant.of("2026-03-01T12:00Z"), Instant.of("2026-03-01T13:00+01:00")
    assert here != there
    assert here.micros == there.micros
    assert sorted([there, here]) == [here, there]


def test_only_a_bare_calendar_day_is_date_only() -> None:
    assert is_date_only(" 2026-03-01 ")
    assert not is_date_only("2026-03-01T00:00")
    assert not is_date_only("2026-03")


# ---------------------------------------------------------------------- intervals

UNKNOWN = Bound(None, Precision.UNKNOWN)
BY_T1 = Bound(T1, Precision.UNKNOWN)
AT_T1 = Bound(T1)

# start, end, and whether T0, T1 and T2 lie inside.
TRUTH: list[tuple[Bound | None, Bound | None, tuple[bool | None, ...]]] = [
    (None, None, (True, True, True)),
    (AT_T1, None, (False, True, True)),
    (None, AT_T1, (True, False, False)),
    (AT_T1, Bound(T2), (False, True, False)),
    (Bound(T0), AT_T1, (True, False, False)),
    (BY_T1, None, (None, True, True)),
    (None, BY_T1, (None, False, False)),
    (UNKNOWN, None, (None, None, None)),
    (None, UNKNOWN, (None, None, None)),
    (UNKNOWN, UNKNOWN, (None, None, None)),
    (UNKNOWN, AT_T1, (None, False, False)),
    (AT_T1, UNKNOWN, (False, None, None)),
    (BY_T1, Bound(T2), (None, True, False)),
    (Bound(T0), BY_T1, (None, False, False)),
    (Bound(T1, Precision.DAY), None, (False, True, True)),
]


@pytest.mark.parametrize(("start", "end", "expected"), TRUTH)
def test_the_start_belongs_to_an_interval_and_the_end_does_not(
    start: Bound | None, end: Bound | None, expected: tuple[bool | None, ...]
) -> None:
    interval = Interval(start, end)
    assert tuple(interval.contains(moment) for moment in (T0, T1, T2)) == expected


def test_the_last_microsecond_before_the_end_lies_inside() -> None:
    interval = Interval.between(T0, T1)
    assert interval.contains(Instant(T1.micros - 1)) is True
    assert interval.contains(Instant(T0.micros - 1)) is False


def test_a_moment_at_another_offset_is_the_same_moment() -> None:
    interval = Interval.between(T1, T2)
    assert interval.contains(Instant.of("2026-03-02T09:00+09:00")) is True
    assert interval.contains(Instant.of("2026-03-03T09:00+09:00")) is False


@given(instants, instants, instants)
def test_two_intervals_that_meet_never_both_hold(a: Instant, b: Instant, at: Instant) -> None:
    before, after = Interval(None, Bound(b)), Interval.since(b)
    assert before.contains(at) is not after.contains(at)
    assert Interval.since(a).contains(a) is True


@given(intervals(), instants)
def test_an_interval_always_has_an_answer(interval: Interval, at: Instant) -> None:
    answer = interval.contains(at)
    if interval == Interval.always():
        assert answer is True
    if interval.start == interval.end == UNKNOWN:
        assert answer is None
    assert answer in (True, False, None)


@pytest.mark.parametrize("end", [T1, T0, Instant.of("2026-03-02T01:00+01:00")])
def test_an_interval_that_does_not_last_is_refused(end: Instant) -> None:
    with pytest.raises(InvalidInput, match="interval"):
        Interval.between(T1, end)


def test_a_precision_needs_a_time() -> None:
    with pytest.raises(InvalidInput, match="precision"):
        Bound(None, Precision.DAY)


def test_a_statement_without_a_date_began_when_it_was_said_at_the_latest() -> None:
    assert Interval.undated(T1).contains(T1) is True
    assert Interval.undated(T1).contains(T0) is None
    assert Interval.undated(None).contains(T2) is None


def test_an_interval_has_ends_where_both_are_known_moments() -> None:
    start, end = Instant.of("2026-03-01"), Instant.of("2026-04-01")
    assert Interval.between(start, end).ends == (start, end)
    assert Interval.since(start).ends is None
    assert Interval(Bound(None, Precision.UNKNOWN), Bound(end)).ends is None
    assert Interval.always().ends is None
