"""Mentions as such: where they stand, what they say without a moment, which readings they keep."""

from __future__ import annotations

import unicodedata
from time import perf_counter

import pytest

from smalti.model.time import Instant, Precision
from smalti.text.when import DateMention, Relation, find_dates
from text.test_when_table import shown

FRIDAY = Instant.of("2026-05-15T10:00+02:00")


def only(text: str, said_at: Instant | None = FRIDAY) -> DateMention:
    (mention,) = find_dates(text, said_at)
    return mention


def test_positions_are_those_of_the_text_as_it_came() -> None:
    text = unicodedata.normalize("NFD", "Café fermé. On s'est vus en février 2024, Zoé.")
    mention = only(text)
    assert text[mention.start : mention.end] == mention.text
    assert unicodedata.normalize("NFC", mention.text) == "en février 2024"


def test_full_width_digits_and_emoji_do_not_shift_positions() -> None:
    mention = only("👩‍👩‍👧 ２０２５年３月９日に会った。")
    assert mention.text == "２０２５年３月９日"
    assert shown(mention, FRIDAY).startswith("2025-03-09T00:00..2025-03-10T00:00 day")


def test_letters_that_grow_when_lowered_do_not_shift_positions() -> None:
    assert only("İİİİ told me yesterday.").text == "yesterday"


def test_several_mentions_come_in_order_and_apart() -> None:
    found = find_dates("On 3 May we met, yesterday we spoke, and on Monday we leave.", FRIDAY)
    assert [mention.text for mention in found] == ["On 3 May", "yesterday", "on Monday"]


def test_mixed_languages_are_both_read() -> None:
    found = find_dates("下周一 we have a call, it was moved from yesterday", FRIDAY)
    assert [mention.text for mention in found] == ["下周一", "from yesterday"]


def test_the_longer_reading_wins_where_two_languages_see_a_date() -> None:
    assert only("am 3. Mai").text == "am 3. Mai"


@pytest.mark.parametrize(
    "text", ["yesterday", "letzten Freitag", "上周五", "in May", "at Christmas"]
)
def test_relative_words_without_a_moment_name_no_interval(text: str) -> None:
    mention = only(text, None)
    assert mention.interval is None
    assert mention.precision is Precision.UNKNOWN
    assert mention.derivation.endswith("nobody said when this was spoken")


def test_the_relation_is_known_without_a_moment() -> None:
    assert only("since last Friday", None).relation is Relation.SINCE


def test_rules_and_full_dates_need_no_moment() -> None:
    assert only("every Monday", None).recurrence == "FREQ=WEEKLY;BYDAY=MO"
    assert only("on 14 July 1941", None).interval is not None


def test_the_derivation_tells_what_was_counted_from_what() -> None:
    assert only("We met last Friday.").derivation == (
        "last Friday, counted from 2026-05-15 (Fri) +02:00"
    )
    assert only("We met in May 2019.").derivation == "in May 2019, as written"
    assert "past tense" in only("We met in March.").derivation
    assert (
        "born in 1990" in find_dates("Born in 1990. When I was six we moved.", FRIDAY)[1].derivation
    )


def test_other_readings_are_kept() -> None:
    saturday = Instant.of("2026-03-14T09:00+01:00")
    (mention,) = find_dates("We went last Friday.", saturday)
    days = [str(other.start.at)[:10] for other in mention.alternatives if other.start]
    assert days == ["2026-03-06"]
    both = only("The inspection is on 03/04/2026.")
    assert [str(other.start.at)[:10] for other in both.alternatives if other.start] == [
        "2026-04-03"
    ]


def test_the_local_day_counts_not_the_day_in_utc() -> None:
    early = Instant.of("2026-03-01T00:30+13:00")
    assert shown(only("I signed yesterday.", early), early) == (
        "2026-02-28T00:00..2026-03-01T00:00 day at"
    )


def test_a_fixed_offset_knows_no_summer_time() -> None:
    # The clocks went forward that night; the speaker's offset is what counts.
    sunday = Instant.of("2026-03-29T10:00+02:00")
    assert shown(only("It rained eight hours ago.", sunday), sunday) == (
        "2026-03-29T02:00..2026-03-29T03:00 hour at"
    )


@pytest.mark.parametrize(
    "text",
    [
        'He sang "Friday" twice.',
        "她在看《明天》。",
        "Das Buch heißt „Gestern“.",
        "『今日』を読む。",
    ],
)
def test_titles_and_words_as_such_are_no_dates(text: str) -> None:
    assert find_dates(text, FRIDAY) == []


def test_a_time_alone_is_on_the_day_just_spoken_of() -> None:
    found = find_dates("The recital is next Tuesday. Doors open at 18:30.", FRIDAY)
    assert shown(found[1], FRIDAY) == "2026-05-19T18:30..2026-05-19T18:31 minute at"


@pytest.mark.parametrize("said", ["0001-01-01T00:30Z", "9999-12-31T23:30Z"])
def test_the_ends_of_the_calendar_are_no_trap(said: str) -> None:
    text = "Yesterday, last week, next year, in 9000 years, every Monday, in two decades, tonight."
    for mention in find_dates(text, Instant.of(said)):
        assert mention.text in text


@pytest.mark.parametrize(
    "text",
    ["1" * 5000, "一" * 5000, "1." * 900, "Monday and " * 900, "in " * 900, "每周一和" * 900],
)
def test_long_heaps_are_read_in_reasonable_time(text: str) -> None:
    began = perf_counter()
    find_dates(text, FRIDAY)
    assert perf_counter() - began < 5


def test_impossible_dates_are_none() -> None:
    for text in ("on 30 February 2026", "on 2026-13-40", "week 60 in week 60", "at 25:70"):
        assert all(m.precision is not Precision.DAY for m in find_dates(text, FRIDAY)), text
