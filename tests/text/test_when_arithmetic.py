"""Calendar arithmetic, above all at the places where calendars are odd."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.text.numerals import han_value, is_range
from smalti.text.when import arithmetic as cal
from smalti.text.when.holidays import easter, fixed_day, holiday, lunar_day
from smalti.text.when.values import Span

MOMENTS = st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1))
UNITS = ("minute", "hour", "day", "week", "weekend", "month", "quarter", "half", "year", "decade")


def days(span: Span) -> str:
    return f"{span.start:%Y-%m-%d} {span.end:%Y-%m-%d}"


@pytest.mark.parametrize(
    ("year", "number", "expected"),
    [
        (2026, 1, "2025-12-29 2026-01-05"),
        (2026, 53, "2026-12-28 2027-01-04"),
        (2020, 53, "2020-12-28 2021-01-04"),
        (2027, 1, "2027-01-04 2027-01-11"),
    ],
)
def test_weeks_are_numbered_as_in_iso_8601(year: int, number: int, expected: str) -> None:
    assert days(cal.week_number(year, number)) == expected


def test_a_year_of_52_weeks_has_no_week_53() -> None:
    with pytest.raises(ValueError, match="53"):
        cal.week_number(2027, 53)


@pytest.mark.parametrize(
    ("start", "count", "unit", "expected"),
    [
        ("2026-03-31", -1, "month", "2026-02-28"),
        ("2024-01-31", 1, "month", "2024-02-29"),
        ("2024-02-29", -1, "year", "2023-02-28"),
        ("2024-02-29", 4, "year", "2028-02-29"),
        ("2026-12-31", 1, "day", "2027-01-01"),
        ("2026-05-15", 1.5, "year", "2027-11-15"),
        ("2026-05-15", -0.5, "year", "2025-11-15"),
        ("2026-05-15", -2, "quarter", "2025-11-15"),
        ("2026-05-15", 1, "decade", "2036-05-15"),
    ],
)
def test_moving_keeps_to_the_calendar(start: str, count: float, unit: str, expected: str) -> None:
    assert f"{cal.moved(datetime.fromisoformat(start), count, unit):%Y-%m-%d}" == expected


@pytest.mark.parametrize(
    ("span", "edge", "expected"),
    [
        (cal.month_of(2024, 2), "late", "2024-02-21 2024-03-01"),
        (cal.month_of(2024, 2), "end", "2024-02-29 2024-03-01"),
        (cal.month_of(2026, 12), "end", "2026-12-31 2027-01-01"),
        (cal.month_of(2026, 4), "mid", "2026-04-11 2026-04-21"),
        (cal.year_of(2026), "early", "2026-01-01 2026-05-01"),
        (cal.season_of(2025, "winter"), "late", "2026-02-01 2026-03-01"),
        (cal.decade_of(1994), "late", "1996-01-01 2000-01-01"),
        (cal.week(date(2026, 5, 15)), "mid", "2026-05-13 2026-05-14"),
    ],
)
def test_edges_of_spans(span: Span, edge: str, expected: str) -> None:
    assert days(cal.edge_of(span, edge)) == expected


def test_a_day_has_no_early_part() -> None:
    with pytest.raises(ValueError, match="day"):
        cal.edge_of(cal.day(date(2026, 5, 15)), "early")


def test_the_winter_is_named_by_its_december() -> None:
    assert days(cal.season_of(2025, "winter")) == "2025-12-01 2026-03-01"


def test_the_night_reaches_into_the_next_day() -> None:
    night = cal.part_of(date(2026, 12, 31), "night")
    assert (night.start, night.end) == (datetime(2026, 12, 31, 18), datetime(2027, 1, 1, 6))


@pytest.mark.parametrize(
    ("nth", "weekday", "expected"), [(1, 4, 1), (5, 4, 29), (-1, 0, 25), (-5, 6, 3)]
)
def test_nth_weekdays(nth: int, weekday: int, expected: int) -> None:
    assert cal.nth_weekday(2026, 5, nth, weekday) == date(2026, 5, expected)


def test_a_month_has_no_sixth_friday() -> None:
    for nth in (6, 0, -6):
        with pytest.raises(ValueError, match=str(nth)):
            cal.nth_weekday(2026, 5, nth, 4)


@given(MOMENTS, st.sampled_from(UNITS))
def test_a_unit_contains_its_moment_and_the_next_one_follows(moment: datetime, unit: str) -> None:
    span = cal.unit_of(moment, unit)
    if unit != "weekend":
        assert span.start <= moment < span.end
        assert cal.shifted(moment, 1, unit).start == span.end
    assert cal.shifted(moment, 0, unit) == span


@given(MOMENTS, st.integers(-30, 30), st.sampled_from(UNITS))
def test_shifting_there_and_back_is_no_shift(moment: datetime, count: int, unit: str) -> None:
    there = cal.shifted(moment, count, unit)
    assert cal.shifted(there.start, -count, unit) == cal.unit_of(moment, unit)


@pytest.mark.parametrize(
    ("year", "expected"),
    [(1961, "04-02"), (2000, "04-23"), (2008, "03-23"), (2024, "03-31"), (2026, "04-05"),
     (2038, "04-25"), (2049, "04-18")],
)  # fmt: skip
def test_easter(year: int, expected: str) -> None:
    assert f"{easter(year):%m-%d}" == expected


@pytest.mark.parametrize(
    ("name", "year", "expected"),
    [
        ("thanksgiving", 2025, "2025-11-27 2025-11-28"),
        ("black_friday", 2025, "2025-11-28 2025-11-29"),
        ("memorial_day", 2026, "2026-05-25 2026-05-26"),
        ("good_friday", 2026, "2026-04-03 2026-04-04"),
        ("holy_week", 2026, "2026-03-29 2026-04-06"),
        ("first_advent", 2026, "2026-11-29 2026-11-30"),
        ("fourth_advent", 2022, "2022-12-18 2022-12-19"),
        ("spring_festival", 2025, "2025-01-29 2025-01-30"),
        ("mid_autumn", 2025, "2025-10-06 2025-10-07"),
        ("dragon_boat", 2023, "2023-06-22 2023-06-23"),
        ("lunar_eve", 2026, "2026-02-16 2026-02-17"),
        ("qingming", 2024, "2024-04-04 2024-04-05"),
        ("seijin", 2026, "2026-01-12 2026-01-13"),
        ("keiro", 2026, "2026-09-21 2026-09-22"),
        ("spring_equinox", 2026, "2026-03-20 2026-03-21"),
        ("golden_week_jp", 2026, "2026-04-29 2026-05-06"),
    ],
)
def test_feasts(name: str, year: int, expected: str) -> None:
    assert days(holiday(name, year)) == expected


def test_lunar_dates_know_the_doubled_month() -> None:
    # 2023 had a second month twice, so its third month began on 20 April.
    assert lunar_day(2023, 2, 1) == date(2023, 2, 20)
    assert lunar_day(2023, 3, 1) == date(2023, 4, 20)


@pytest.mark.parametrize(("year", "month", "number"), [(1900, 1, 1), (2026, 13, 1), (2026, 2, 31)])
def test_there_are_no_other_lunar_days(year: int, month: int, number: int) -> None:
    with pytest.raises(ValueError, match="lunar"):
        lunar_day(year, month, number)


def test_only_feasts_on_a_fixed_day_have_one() -> None:
    assert fixed_day("christmas") == (12, 25)
    assert fixed_day("easter") is None
    assert fixed_day("golden_week_jp") is None


@pytest.mark.parametrize(
    ("text", "value"),
    [("三", 3), ("十", 10), ("十五", 15), ("二十", 20), ("廿五", 25), ("一百二十", 120), ("两", 2),
     ("二〇二六", 2026), ("一九八四", 1984), ("一一三", 113), ("三千五百", 3500)],
)  # fmt: skip
def test_han_numerals(text: str, value: int) -> None:
    assert han_value(text) == value


def test_neighbouring_digits_are_no_number() -> None:
    assert is_range("两三")
    assert is_range("七八")
    assert not is_range("二〇")
    assert not is_range("三三")
    assert not is_range("十一")
