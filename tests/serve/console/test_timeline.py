from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from smalti.model.time import Bound, Instant, Interval, Precision
from smalti.serve.console.timeline import Span, timeline
from strategies import instants, intervals

NOW = Instant.of("2026-01-01")


def span(valid: Interval) -> Span:
    return Span("it", valid, "current")


def test_what_holds_still_reaches_to_the_present() -> None:
    found = timeline([span(Interval.since(Instant.of("2025-01-01")))], now=NOW)
    [bar] = found.bars
    assert bar.open
    assert bar.x + bar.width > 90


def test_what_ended_ends_before_what_holds_still() -> None:
    over = Interval.between(Instant.of("2024-01-01"), Instant.of("2025-01-01"))
    holds = Interval.since(Instant.of("2025-01-01"))
    one, other = timeline([span(over), span(holds)], now=NOW).bars
    assert not one.open
    assert one.x + one.width == other.x


def test_a_start_that_is_no_more_than_a_latest_one_is_faint_before() -> None:
    said = Interval(Bound(Instant.of("2025-06-01"), Precision.UNKNOWN), None)
    [bar] = timeline([span(said)], now=NOW).bars
    assert bar.faint == bar.x > 0
    assert bar.when.text == "no later than 1 Jun 2025"


def test_a_moment_lies_where_its_date_lies() -> None:
    year = Interval.between(Instant.of("2025-01-01"), Instant.of("2026-01-01"))
    found = timeline([span(year)], now=NOW, at=Instant.of("2025-07-02"))
    assert found.moment is not None
    assert 48 < found.moment < 52


@given(st.lists(intervals(), max_size=6), instants, st.none() | instants)
def test_every_bar_lies_on_the_axis(
    valid: list[Interval], now: Instant, at: Instant | None
) -> None:
    found = timeline([span(one) for one in valid], now=now, at=at)
    assert len(found.bars) == len(valid)
    for bar in found.bars:
        assert 0 <= bar.x <= 100
        assert 0 < bar.width <= 100
        assert bar.x + bar.width <= 100.01
    assert len(found.ticks) <= 7
    assert all(0 <= tick.x <= 100 for tick in found.ticks)
