"""What holds for every text and every moment."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smalti.model.time import Instant, Interval, Precision
from smalti.text.when import DateMention, Relation, find_dates
from smalti.text.when.tables import LANGUAGES, table
from strategies import any_text, instants, offsets

_MOMENTS = st.none() | instants
_DAY = 86_400_000_000
# Away from the ends of the calendar, where "last Friday" may lie before the year 1.
_LIVED = st.builds(Instant, st.integers(-(2**51), 2**52), offsets)
_WEEK = 7 * _DAY


_DIGITS = """
1 3 12 31 99 2019 0000 9999 3.5.2 12:30 2026-02-30 31/04/2026 '08 90s 8h 3rd 24:00 1.5 65
. , - x X ~ 五 十 二〇 三十一
"""


def _words(language: str) -> st.SearchStrategy[str]:
    """Everything the table of a language lists, as written there, and digits among it."""
    spaced = table(language).options["family"] == "latin"
    forms = sorted(
        {
            ("" if not spaced else " ").join(form)
            for listed in table(language).forms.values()
            for form, _ in listed
        }
    )
    return st.sampled_from(forms) | st.sampled_from(_DIGITS.split())


def _heaps(language: str) -> st.SearchStrategy[str]:
    return st.builds(str.join, st.sampled_from(["", " "]), st.lists(_words(language), max_size=9))


_SOUP = st.one_of([_heaps(name) for name in LANGUAGES])


def check_form(text: str, found: list[DateMention]) -> None:
    for mention in found:
        assert 0 <= mention.start < mention.end <= len(text)
        assert mention.text == text[mention.start : mention.end]
        assert mention.derivation
        for interval in (*([mention.interval] if mention.interval else []), *mention.alternatives):
            assert ends(interval)[0] < ends(interval)[1]
        if mention.recurrence is not None:
            assert mention.interval is None
            assert mention.relation is Relation.RECURRING
        elif mention.interval is None:
            assert mention.precision is Precision.UNKNOWN
    for one, other in pairwise(found):
        assert one.end <= other.start


def ends(interval: Interval) -> tuple[int, int]:
    start, end = interval.start, interval.end
    assert start is not None and start.at is not None and end is not None and end.at is not None
    return start.at.micros, end.at.micros


@settings(max_examples=200, deadline=None)
@given(text=any_text, said_at=_MOMENTS)
def test_any_text_is_read_without_error(text: str, said_at: Instant | None) -> None:
    check_form(text, find_dates(text, said_at))


@settings(max_examples=400, deadline=None)
@given(text=_SOUP, said_at=_MOMENTS, language=st.none() | st.sampled_from(LANGUAGES))
def test_any_heap_of_time_words_is_read_without_error(
    text: str, said_at: Instant | None, language: str | None
) -> None:
    check_form(text, find_dates(text, said_at, language=language))


@settings(max_examples=200, deadline=None)
@given(text=_SOUP, said_at=st.none())
def test_without_a_moment_nothing_is_counted_from_one(text: str, said_at: None) -> None:
    for mention in find_dates(text, said_at):
        assert "counted from 2" not in mention.derivation


@settings(deadline=None)
@given(said_at=_LIVED, weeks=st.integers(-52, 52))
@pytest.mark.parametrize(
    "text",
    ["We met last Friday.", "See you on Tuesday.", "Letzten Montag war zu.",
     "上周五下雨了。", "El viernes pasado llovió.", "Mardi dernier il a plu.",
     "来週の火曜に行く。", "yesterday", "next week",
     "three days ago", "this morning I slept"],
)  # fmt: skip
def test_weekly_words_move_with_the_moment(text: str, said_at: Instant, weeks: int) -> None:
    first = find_dates(text, said_at)
    second = find_dates(text, Instant(said_at.micros + weeks * _WEEK, said_at.offset))
    assert first[0].interval is not None
    assert second[0].interval is not None
    moved = tuple(end + weeks * _WEEK for end in ends(first[0].interval))
    assert ends(second[0].interval) == moved


@settings(deadline=None)
@given(said_at=instants)
def test_today_is_the_calendar_day_of_the_offset(said_at: Instant) -> None:
    for mention in find_dates("It rained today.", said_at):
        assert mention.interval is not None
        start, end = ends(mention.interval)
        assert start <= said_at.micros < end
        assert end - start == _DAY
        assert (start + said_at.offset * 60_000_000) % _DAY == 0


@settings(deadline=None)
@given(said_at=_LIVED)
def test_the_past_tense_looks_back_and_the_future_ahead(said_at: Instant) -> None:
    for text, past in (("We were there on Sunday.", True), ("We will go on Sunday.", False)):
        for mention in find_dates(text, said_at):
            assert mention.interval is not None
            start, end = ends(mention.interval)
            assert (end <= said_at.micros) if past else (start > said_at.micros)


@given(said_at=_MOMENTS)
def test_what_is_written_in_full_needs_no_moment(said_at: Instant | None) -> None:
    found = find_dates("She was born on 14 July 1941.", said_at)
    assert [mention.derivation for mention in found] == ["on 14 July 1941, as written"]
    (mention,) = found
    assert mention.interval is not None
    offset = said_at.offset if said_at else 0
    assert mention.interval.start is not None
    assert mention.interval.start.at == Instant.of("1941-07-14", default_offset=offset)


@settings(deadline=None)
@given(text=_SOUP, said_at=instants)
def test_reading_is_a_function_of_its_arguments(text: str, said_at: Instant) -> None:
    assert find_dates(text, said_at) == find_dates(text, said_at)
