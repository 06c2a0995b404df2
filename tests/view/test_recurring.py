from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.model.time import Instant, Interval, Precision
from smalti.view.recurring import occurs

AUTUMN = Interval.since(Instant.of("1997-09-01"), Precision.DAY)
ALWAYS = Interval.always()


def days(rule: str, first: str, last: str, valid: Interval = AUTUMN) -> list[str]:
    """The days of a stretch, both ends in it, at whose noon a rule occurs."""
    start = date.fromisoformat(first)
    stretch = (date.fromisoformat(last) - start).days + 1
    noons = (Instant.of(f"{start + timedelta(number)}T12:00:00Z") for number in range(stretch))
    return [str(at.utc().date()) for at in noons if occurs(rule, at, 0, valid)]


@pytest.mark.parametrize(
    ("rule", "first", "last", "expected"),
    [
        ("WEEKLY;BYDAY=TU,TH", "1997-09-02", "1997-09-12", "09-02 09-04 09-09 09-11"),
        ("MONTHLY;BYDAY=1FR", "1997-09-01", "1997-12-31", "09-05 10-03 11-07 12-05"),
        ("MONTHLY;BYDAY=-2MO", "1997-09-01", "1997-12-31", "09-22 10-20 11-17 12-22"),
        ("MONTHLY;BYMONTHDAY=-3", "1997-09-01", "1997-12-31", "09-28 10-29 11-28 12-29"),
        ("MONTHLY;BYMONTHDAY=2,15", "1997-09-01", "1997-10-31", "09-02 09-15 10-02 10-15"),
        ("MONTHLY;BYDAY=FR;BYMONTHDAY=13", "1998-01-01", "1998-12-31", "02-13 03-13 11-13"),
        ("MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3", "1997-09-01", "1997-11-30", "09-04 10-07 11-06"),
        (
            "MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
            "1997-09-01",
            "1997-12-31",
            "09-29 10-30 11-27 12-30",
        ),
        (
            "MONTHLY;INTERVAL=2;BYDAY=1SU,-1SU",
            "1997-09-01",
            "1997-12-31",
            "09-07 09-28 11-02 11-30",
        ),
        ("YEARLY;BYDAY=20MO", "1998-01-01", "1998-12-31", "05-18"),
        ("YEARLY;BYWEEKNO=20;BYDAY=MO", "1999-01-01", "1999-12-31", "05-17"),
        ("YEARLY;BYWEEKNO=-1;BYDAY=MO", "1998-01-01", "1998-12-31", "12-28"),
        ("YEARLY;BYMONTH=3;BYDAY=TH", "1998-01-01", "1998-12-31", "03-05 03-12 03-19 03-26"),
        ("YEARLY;BYMONTH=10;BYMONTHDAY=3", "1998-01-01", "1998-12-31", "10-03"),
        ("DAILY;INTERVAL=2", "1997-09-01", "1997-09-07", "09-01 09-03 09-05 09-07"),
        ("WEEKLY;INTERVAL=2;BYDAY=MO,FR", "1997-09-01", "1997-09-20", "09-01 09-05 09-15 09-19"),
    ],
)
def test_a_rule_occurs_on_its_days(rule: str, first: str, last: str, expected: str) -> None:
    found = days(f"FREQ={rule}", first, last)
    assert [day[5:] for day in found] == expected.split()


def test_every_fourth_year_is_counted_from_the_start() -> None:
    rule = "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8"
    valid = Interval.since(Instant.of("1996-11-05"), Precision.DAY)
    assert days(rule, "1996-01-01", "2004-12-31", valid) == [
        "1996-11-05",
        "2000-11-07",
        "2004-11-02",
    ]


def test_every_may_lasts_the_month() -> None:
    found = days("FREQ=YEARLY;BYMONTH=5", "1998-01-01", "1998-12-31")
    assert (found[0], found[-1], len(found)) == ("1998-05-01", "1998-05-31", 31)


@pytest.mark.parametrize(
    ("rule", "moments", "expected"),
    [
        ("BYHOUR=9", "08:59:59 09:00:00 09:59:59 10:00:00", [False, True, True, False]),
        ("BYHOUR=9;BYMINUTE=30", "09:29:59 09:30:00 09:30:59 09:31:00", [False, True, True, False]),
    ],
)
def test_an_occurrence_is_as_long_as_the_smallest_part_named(
    rule: str, moments: str, expected: list[bool]
) -> None:
    found = [
        occurs(f"FREQ=DAILY;{rule}", Instant.of(f"1998-01-01T{at}Z"), 0, ALWAYS)
        for at in moments.split()
    ]
    assert found == expected


def test_a_day_is_that_of_who_said_it() -> None:
    monday = "FREQ=WEEKLY;BYDAY=MO"
    late_on_sunday = Instant.of("1997-09-07T20:00:00Z")
    assert occurs(monday, late_on_sunday, 0, ALWAYS) is False
    assert occurs(monday, late_on_sunday, 9 * 60, ALWAYS) is True


@pytest.mark.parametrize("valid", [ALWAYS, Interval.undated(Instant.of("1997-09-01"))])
def test_every_second_week_of_no_known_start_is_one_of_two(valid: Interval) -> None:
    rule = "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"
    monday, tuesday = Instant.of("1997-09-08"), Instant.of("1997-09-09")
    assert occurs(rule, monday, 0, valid) is None
    assert occurs(rule, tuesday, 0, valid) is False


@pytest.mark.parametrize(
    "rule", ["FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=YEARLY", "FREQ=MONTHLY;INTERVAL=2"]
)
def test_how_often_does_not_tell_when(rule: str) -> None:
    assert occurs(rule, Instant.of("1997-09-08"), 0, AUTUMN) is None


@pytest.mark.parametrize(
    "rule",
    [
        "",
        "weekly",
        "FREQ=SECONDLY",
        "FREQ=DAILY;COUNT=3",
        "FREQ=DAILY;UNTIL=19970910",
        "FREQ=WEEKLY;BYDAY=XX",
        "FREQ=MONTHLY;BYMONTHDAY=last",
        "FREQ=WEEKLY;WKST=SU;BYDAY=MO",
        "FREQ=DAILY;INTERVAL=two",
    ],
)
def test_a_rule_that_cannot_be_read_tells_nothing(rule: str) -> None:
    assert occurs(rule, Instant.of("1997-09-08"), 0, AUTUMN) is None


@pytest.mark.parametrize("rule", ["FREQ=WEEKLY;BYDAY=MO", "FREQ=MONTHLY;BYDAY=-1FR"])
@pytest.mark.parametrize("at", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
@pytest.mark.parametrize("offset", [-1439, 0, 1439])
def test_the_ends_of_time_raise_nothing(rule: str, at: str, offset: int) -> None:
    assert occurs(rule, Instant.of(at), offset, ALWAYS) in (True, False, None)


@given(st.dates(), st.integers(0, 6), st.integers(1, 5))
def test_the_nth_weekday_of_a_month_is_the_nth_when_counted(
    day: date, weekday: int, nth: int
) -> None:
    name = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")[weekday]
    in_month = [day.replace(day=number) for number in range(1, day.day + 1)]
    counted = [one for one in in_month if one.weekday() == weekday]
    expected = day.weekday() == weekday and len(counted) == nth
    rule = f"FREQ=MONTHLY;BYDAY={nth}{name}"
    assert occurs(rule, Instant.of(day), 0, ALWAYS) is expected


@given(st.dates(date(1990, 1, 1), date(2040, 1, 1)), st.integers(0, 400), st.integers(2, 5))
def test_every_nth_week_is_counted_from_the_week_of_the_start(
    start: date, later: int, nth: int
) -> None:
    day = start + timedelta(later)
    monday = start - timedelta(start.weekday())
    expected = ((day - monday).days // 7) % nth == 0 and day.weekday() == 2
    valid = Interval.since(Instant.of(start), Precision.DAY)
    rule = f"FREQ=WEEKLY;INTERVAL={nth};BYDAY=WE"
    assert occurs(rule, Instant.of(day), 0, valid) is expected
