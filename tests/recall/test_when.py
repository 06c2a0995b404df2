from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.model.time import Instant
from smalti.recall.when import date_windows

NOW = Instant.of("2023-04-10T23:07:00Z")  # a Monday


def windows(query: str, *, now: Instant | None = NOW, years: range = range(2023, 2024)) -> set[str]:
    return {f"{a}..{b}" for a, b in date_windows(query, now=now, years=years)}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("what happened on 3 May 2022?", {"2022-05-02..2022-05-10"}),
        ("what happened on May 3rd, 2022?", {"2022-05-02..2022-05-10"}),
        ("on 2022-05-03", {"2022-05-02..2022-05-10"}),
        ("2022年5月3日に何をした", {"2022-05-02..2022-05-10"}),
        ("2022年5月", {"2022-05-01..2022-06-07"}),
        ("what did she paint in May 2022", {"2022-05-01..2022-06-07"}),
        ("what did she paint in February", {"2023-02-01..2023-03-07"}),
        ("what did she paint in May", {"2022-05-01..2022-06-07"}),  # the last May, not the next
        ("on the 3rd of March", {"2023-03-02..2023-03-10"}),
        ("what did I buy two weeks ago", {"2023-03-24..2023-03-30"}),
        ("what did I buy 3 days ago", {"2023-04-06..2023-04-08"}),
        ("what did I buy a couple of days ago", {"2023-04-07..2023-04-09"}),
        ("who called yesterday", {"2023-04-09..2023-04-09"}),
        ("who called last Friday", {"2023-04-07..2023-04-08"}),
        ("who called last Monday", {"2023-04-03..2023-04-04"}),
        ("what does May like", set()),
        ("version 3.5 of the March hare", set()),
        ("on 31 February 2022", set()),
        ("room 2022-99-99", set()),
    ],
)
def test_a_query_names_these_days(query: str, expected: set[str]) -> None:
    assert windows(query) == expected


def test_relative_words_mean_nothing_without_a_now() -> None:
    assert windows("two weeks ago or yesterday", now=None) == set()


def test_a_day_without_a_year_is_tried_in_every_year_of_the_space() -> None:
    found = windows("on 3 March", years=range(2021, 2024))
    assert found == {f"{year}-03-02..{year}-03-10" for year in (2021, 2022, 2023)}


@given(
    st.text(alphabet=st.sampled_from("0123456789 -/年月日agodysmnthMarJuEVRYlast,."), max_size=60),
    st.integers(min_value=1, max_value=9999),
)
def test_any_query_gives_ordered_windows_inside_the_calendar(query: str, year: int) -> None:
    now = Instant.of(date(year, 6, 15))
    for first, last in date_windows(query, now=now, years=[year]):
        assert date.min <= first <= last <= date.max
