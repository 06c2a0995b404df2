from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from smalti.model.conflict import Relation
from smalti.model.record import Authority, RecordKind
from smalti.write.detect import Side
from smalti.write.detect.claim import ClaimJudge
from smalti.write.detect.marks import marks
from smalti.write.detect.talk import TalkJudge
from write.detect.pairs import laid, side

JUDGE = TalkJudge()
FIRST = "The standup meets in the blue room"


def heard(text: str, said: str = "2026-03-01", **fields: Any) -> Side:
    """A sentence whose predicate nobody knows."""
    return side("words", f"do_{len(text)}", said=said, sentence=text, **fields)


def relation(first: str, second: str, **fields: Any) -> Relation | None:
    found = JUDGE.judge(laid(heard(first), heard(second, "2026-06-01", **fields)))
    return None if found is None else found.relation


@pytest.mark.parametrize(
    "text",
    [
        "From Monday on the standup is in the attic",
        "As of today we hold standup on the roof",
        "We switched to the attic for standup",
        "Standup got moved upstairs",
    ],
)
def test_words_of_change_about_the_same_thing_are_an_update(text: str) -> None:
    assert relation(FIRST, text) is Relation.UPDATE


@pytest.mark.parametrize(
    "text", ["The standup is no longer held", "They cancelled the standup", "No standup any more"]
)
def test_words_of_an_end_about_the_same_thing_are_a_retraction(text: str) -> None:
    assert relation(FIRST, text) is Relation.RETRACTION


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("站会在蓝色房间", "从今天起站会在楼上", Relation.UPDATE),
        ("毎朝朝会がある", "来週から朝会は屋上で", Relation.UPDATE),
        ("Das Treffen ist im Keller", "Das Treffen gibt es nicht mehr", Relation.RETRACTION),
    ],
)
def test_other_languages_have_words_of_their_own(
    first: str, second: str, expected: Relation
) -> None:
    assert relation(first, second) is expected


def test_words_of_change_about_something_else_say_nothing() -> None:
    assert relation(FIRST, "From Monday on lunch is at one") is None


def test_talk_about_the_same_thing_without_such_words_says_nothing() -> None:
    assert relation(FIRST, "The standup took an hour") is None


def test_a_name_in_common_is_nothing_in_common() -> None:
    assert relation("Ada paints", "As of today Ada swims") is None


def test_another_speaker_changes_nothing_by_wording_alone() -> None:
    text = "As of today the standup is in the attic"
    assert relation(FIRST, text, by="bo", authority=Authority.OTHER) is None


def test_words_of_change_that_were_said_before_change_nothing() -> None:
    old = heard("As of today the standup is in the attic", "2026-01-01")
    assert JUDGE.judge(laid(heard(FIRST), old)) is None


def test_what_the_turn_says_around_the_quote_counts() -> None:
    quote = heard("The standup is in the attic", "2026-06-01")
    around = replace(quote, context="As of today the standup is in the attic")
    assert JUDGE.judge(laid(heard(FIRST), quote)) is None
    assert JUDGE.judge(laid(heard(FIRST), around)) is not None


def test_what_happened_is_never_over() -> None:
    event = heard("Ada inherited the boat house", kind=RecordKind.EVENT)
    sale = heard("Ada sold the boat house", "2026-06-01")
    assert JUDGE.judge(laid(event, sale)) is None


def test_the_end_of_one_thing_is_not_that_of_what_is_said_beside_it() -> None:
    beside = heard("The standup host is ill", "2026-06-01")
    beside = replace(beside, context="Cancelled the trip, the standup host is ill")
    assert JUDGE.judge(laid(heard(FIRST), beside)) is None


@pytest.mark.parametrize(
    "text",
    [
        "The standup is closed down. It's a mail thread now",
        "They cancelled the standup, we chat instead",
    ],
)
def test_an_end_beside_what_is_so_instead_is_an_update(text: str) -> None:
    ending = replace(heard(text.split(". ")[0], "2026-06-01"), context=text, turn=text)
    found = JUDGE.judge(laid(heard(FIRST), ending))
    assert found is not None
    assert found.relation is Relation.UPDATE


@pytest.mark.parametrize(
    "text",
    [
        "Tonight's standup is cancelled",
        "We nearly cancelled the standup",
        "The standup is the same from Monday on",
    ],
)
def test_what_stays_or_is_off_but_once_is_not_over(text: str) -> None:
    assert relation(FIRST, text) is None


def test_a_booking_is_a_deed_that_can_be_over() -> None:
    booked = heard("Ada booked the beach hut", kind=RecordKind.EVENT)
    sale = heard("The owner sold the beach hut", "2026-06-01")
    found = JUDGE.judge(laid(booked, sale))
    assert found is not None
    assert found.relation is Relation.RETRACTION


def test_what_was_denied_holds_after_a_change() -> None:
    closed = heard("Guests cannot use the upstairs bathroom", polarity=False)
    opened = heard("The upstairs bathroom is open again", "2026-06-01")
    found = JUDGE.judge(laid(closed, opened))
    assert found is not None
    assert found.relation is Relation.UPDATE


def test_who_was_away_and_is_back_has_ended_what_was_so_meanwhile() -> None:
    stored = "Ada is covering for Bethan as editor"
    assert relation(stored, "Bethan is back in the editor's chair") is Relation.UPDATE


def test_a_return_to_what_nobody_said_was_over_is_a_recurrence() -> None:
    stored = "The gym days are Monday and Thursday"
    assert relation(stored, "Ada has gone back to the old gym days") is Relation.RECURRENCE


def test_something_that_is_back_is_no_return_of_what_was_so() -> None:
    assert relation("Ada has a bad knee", "The scan is back, it explains a lot") is None


@pytest.mark.parametrize("language", ["en", "zh", "ja", "de", "es", "fr"])
def test_every_language_has_words_for_change_and_end(language: str) -> None:
    assert all(marks(kind, language).pattern for kind in ("change", "end"))


# --- two sources ---------------------------------------------------------------------------------


def claimed(first: str, second: str, **fields: Any) -> Relation | None:
    incoming = heard(second, "2026-06-01", **{"by": "bo", **fields})
    found = ClaimJudge().judge(laid(heard(first), incoming))
    return None if found is None else found.relation


def test_two_sources_with_other_figures_for_one_thing_are_a_conflict() -> None:
    assert claimed("The hall seats 80 people", "Our hall has room for 120") is Relation.CONFLICT


def test_two_sources_with_the_same_figure_say_nothing() -> None:
    assert claimed("The hall seats 80 people", "The hall has room for 80") is None


def test_figures_for_different_things_say_nothing() -> None:
    assert claimed("The hall seats 80 people", "The choir has 30 singers") is None


def test_a_figure_in_another_unit_is_compared_as_an_amount() -> None:
    assert claimed("The cable is 1.5 m long", "That cable has 150 cm") is None
    assert claimed("The cable is 1.5 m long", "That cable has 180 cm") is Relation.CONFLICT


def test_one_who_denies_what_another_affirms_contradicts_it() -> None:
    denial = "The hall does not seat the choir"
    assert claimed("The hall seats the choir", denial, polarity=False) is Relation.CONFLICT


def test_a_denial_in_passing_denies_no_more_than_it_says() -> None:
    fan = "As a fan of the harbour club Bo cannot agree with the referee's decision"
    assert claimed("The harbour club plays in bad form", fan, polarity=False) is None


def test_another_clock_time_from_another_source_is_a_conflict() -> None:
    assert claimed("The ferry lands at 18:50", "The ferry is due at 18:05") is Relation.CONFLICT


def test_two_names_for_one_thing_from_two_sources_are_a_conflict() -> None:
    first, second = "Project Osprey reports to Annika", "Osprey is under Henrik"
    assert claimed(first, second) is Relation.CONFLICT


def test_two_names_beside_much_else_are_no_conflict() -> None:
    owner = {"subject": "osprey"}
    stored = heard("The Osprey reports to Annika", **owner)
    text = "The Osprey budget lets Henrik hire contractors, designers and testers in spring"
    assert ClaimJudge().judge(laid(stored, heard(text, "2026-06-01", by="bo", **owner))) is None


def test_an_objection_of_another_source_is_a_conflict() -> None:
    assert claimed("Ada has the spare key", "No, the spare key hangs here") is Relation.CONFLICT
    assert claimed("Ada has the spare key", "The spare key hangs here") is None


def test_one_source_is_not_held_against_itself_by_wording() -> None:
    assert claimed("The hall seats 80 people", "Our hall has room for 120", by="ada") is None
