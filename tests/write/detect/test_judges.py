from __future__ import annotations

from typing import Any

import pytest

from smalti.model.conflict import ConflictKind, Relation
from smalti.model.lifecycle import State
from smalti.model.record import Authority, Modality, RecordKind, Value
from smalti.write.detect import Pair, Side, Verdict, judge_all, local_judges
from smalti.write.detect.judging import judge_pair
from write.detect.pairs import CHANGING, IMMUTABLE, MANY, TABLE, UNKNOWN, laid, later, side, since

JUDGES = local_judges(TABLE)


def told(stored: Side, incoming: Side) -> Verdict | None:
    judged = judge_pair(laid(stored, incoming), JUDGES)
    return None if judged is None else judged.verdict


def relation(stored: Side, incoming: Side) -> Relation | None:
    verdict = told(stored, incoming)
    return None if verdict is None else verdict.relation


# --- values --------------------------------------------------------------------------------------


def test_the_same_value_again_is_a_duplicate() -> None:
    assert relation(side("Lisbon"), later("Lisbon")) is Relation.DUPLICATE


def test_a_value_with_more_detail_is_a_refinement() -> None:
    assert relation(side("Lisbon"), later("Lisbon, Portugal")) is Relation.REFINEMENT


def test_a_less_exact_value_is_no_contradiction() -> None:
    assert relation(side("Lisbon, Portugal"), later("Lisbon")) is Relation.DUPLICATE


@pytest.mark.parametrize(
    ("one", "other"),
    [("room 3.12", "room 3.21"), ("gate code 4417", "gate code 4471"), ("HB-4471", "HB-4472")],
)
def test_wording_that_differs_in_figures_alone_is_never_a_duplicate(one: str, other: str) -> None:
    found = told(side(one, slot=CHANGING), later(other, slot=CHANGING))
    assert found is not None
    assert found.relation is Relation.UPDATE


def test_values_that_differ_in_figures_are_a_numeric_matter() -> None:
    found = told(side("room 3.12"), later("room 3.21"))
    assert found is not None
    assert found.kind is ConflictKind.NUMERIC


def test_sentences_that_name_other_identifiers_are_no_duplicates() -> None:
    one = side("the blue one", "parks", slot=CHANGING, sentence="HB-4471 is the blue one.")
    other = later("the blue one", "parks", slot=CHANGING, sentence="HB-4472 is the blue one.")
    assert relation(one, other) is not Relation.DUPLICATE


def test_another_value_later_is_an_update_where_the_slot_changes() -> None:
    assert relation(side("Lisbon"), later("Porto")) is Relation.UPDATE


def test_two_values_said_in_one_talk_leave_it_open() -> None:
    one, other = side("Lisbon", said="2026-03-01T10:00Z"), side("Porto", said="2026-03-01T10:05Z")
    assert relation(one, other) is Relation.UNSURE


def test_two_values_that_nobody_dated_leave_it_open() -> None:
    assert relation(side("Lisbon", said=None), side("Porto", said=None)) is Relation.UNSURE


def test_what_was_true_before_contradicts_nothing() -> None:
    stored = side("Porto", valid=since("2026-01-01"))
    incoming = later("Lisbon", valid=since("2024-01-01"))
    assert relation(stored, incoming) is Relation.COMPATIBLE


def test_what_is_said_to_be_over_contradicts_no_other_value() -> None:
    assert relation(side("Porto"), later("Lisbon", ended=True)) is Relation.COMPATIBLE


def test_another_value_of_what_cannot_change_is_a_conflict() -> None:
    assert relation(side("Lima", "born_in"), later("Quito", "born_in")) is Relation.CONFLICT


def test_another_value_of_a_slot_of_many_is_compatible() -> None:
    assert relation(side("French", "speaks"), later("Thai", "speaks")) is Relation.COMPATIBLE


def test_a_slot_that_nobody_knows_leaves_words_open() -> None:
    assert relation(side("calm", "seem"), later("loud", "seem")) is Relation.UNSURE


def test_a_slot_that_nobody_knows_still_holds_one_figure() -> None:
    one, other = "review with one approval", "review with two approvals"
    assert relation(side(one, "do"), later(other, "do")) is Relation.UPDATE


def test_two_events_of_an_unknown_slot_may_have_figures_of_their_own() -> None:
    run: dict[str, Any] = {"kind": RecordKind.EVENT, "unit": "kilometer"}
    assert relation(side(5, "run", **run), later(8, "run", **run)) is Relation.COMPATIBLE


# --- quantities ----------------------------------------------------------------------------------


def test_one_amount_in_two_units_is_a_duplicate() -> None:
    one, other = side(1.5, "height", unit="meter"), later(150, "height", unit="centimeter")
    assert relation(one, other) is Relation.DUPLICATE


def test_amounts_that_differ_slightly_are_different() -> None:
    one, other = side(1184.5, "salary", unit="EUR"), later(1148.5, "salary", unit="EUR")
    found = told(one, other)
    assert found is not None
    assert (found.relation, found.kind) == (Relation.UPDATE, ConflictKind.NUMERIC)


def test_an_amount_within_a_limit_is_a_refinement() -> None:
    limit = Value(number=140.0, unit="centimeter", comparator="<")
    one, other = side(limit, "height"), later(120, "height", unit="centimeter")
    assert relation(one, other) is Relation.REFINEMENT


# --- denials and ends ----------------------------------------------------------------------------


def test_what_is_over_is_a_retraction_of_what_held() -> None:
    assert relation(side("Lisbon"), later("Lisbon", ended=True)) is Relation.RETRACTION


def test_a_later_denial_is_a_retraction() -> None:
    assert relation(side("Lisbon"), later("Lisbon", polarity=False)) is Relation.RETRACTION


def test_a_denial_in_the_same_talk_is_a_conflict() -> None:
    assert relation(side("Lisbon"), side("Lisbon", polarity=False)) is Relation.CONFLICT


def test_a_denial_of_what_cannot_change_is_a_conflict() -> None:
    denial = later("Lima", "born_in", polarity=False)
    assert relation(side("Lima", "born_in"), denial) is Relation.CONFLICT


def test_a_denial_of_something_else_says_nothing() -> None:
    assert relation(side("Lisbon"), later("Porto", polarity=False)) is None


def test_a_denial_of_something_narrower_says_nothing() -> None:
    denial = later("Lisbon, Portugal", polarity=False)
    assert relation(side("Lisbon"), denial) is None


def test_what_was_denied_and_is_said_later_is_an_update() -> None:
    assert relation(side("Lisbon", polarity=False), later("Lisbon")) is Relation.UPDATE


# --- corrections ---------------------------------------------------------------------------------


def test_a_marked_correction_by_the_same_source_is_one() -> None:
    assert relation(side("Lisbon"), later("Porto", correction=True)) is Relation.CORRECTION


def test_a_correction_of_what_cannot_change_is_one() -> None:
    right = later("Quito", "born_in", correction=True)
    assert relation(side("Lima", "born_in"), right) is Relation.CORRECTION


def test_nobody_corrects_what_somebody_says_about_themselves() -> None:
    right = later("Porto", by="bo", correction=True)
    assert relation(side("Lisbon"), right) is Relation.CONFLICT


def test_a_correction_means_what_was_said_last() -> None:
    first, second = side("Porto", said="2026-01-01"), side("Lisbon", said="2026-05-01")
    right = later("Faro", correction=True)
    judged = judge_all([laid(first, right), laid(second, right)], JUDGES)
    assert [one.pair.stored for one in judged] == [second]


# --- who says it ---------------------------------------------------------------------------------


@pytest.mark.parametrize("authority", [Authority.OTHER, Authority.TOOL, Authority.ASSISTANT])
def test_others_never_update_what_somebody_says_about_themselves(authority: Authority) -> None:
    claim = later("Porto", by="bo", authority=authority)
    assert relation(side("Lisbon"), claim) is Relation.CONFLICT


def test_somebody_puts_hearsay_about_themselves_right() -> None:
    guess = side("Lisbon", by="assistant", authority=Authority.ASSISTANT)
    assert relation(guess, later("Porto")) is Relation.CORRECTION


def test_two_who_speak_of_a_third_contradict_each_other() -> None:
    assert relation(side("Lisbon", by="bo"), later("Porto", by="cy")) is Relation.CONFLICT


def test_one_who_agrees_about_another_is_a_duplicate() -> None:
    assert relation(side("Lisbon"), later("Lisbon", by="bo")) is Relation.DUPLICATE


# --- sense, condition, occasion ------------------------------------------------------------------


@pytest.mark.parametrize(
    "sense", [Modality.PLANNED, Modality.HYPOTHETICAL, Modality.WISHED, Modality.QUOTED]
)
def test_what_is_not_asserted_contradicts_nothing(sense: Modality) -> None:
    assert relation(side("Lisbon"), later("Porto", modality=sense)) is Relation.COMPATIBLE
    assert relation(side("Lisbon", modality=sense), later("Porto")) is Relation.COMPATIBLE


def test_a_plan_gives_way_to_another_plan() -> None:
    plan: dict[str, Any] = {"modality": Modality.PLANNED}
    assert relation(side("Lisbon", **plan), later("Porto", **plan)) is Relation.UPDATE


def test_orders_to_the_memory_contradict_nothing() -> None:
    assert relation(side("Lisbon"), later("Porto", instruction_like=True)) is Relation.COMPATIBLE


def test_other_conditions_do_not_meet() -> None:
    one, other = side("Lisbon", condition="in winter"), later("Porto", condition="in summer")
    assert relation(one, other) is Relation.COMPATIBLE


def test_a_condition_that_is_added_refines() -> None:
    assert relation(side("Lisbon"), later("Lisbon", condition="in winter")) is Relation.REFINEMENT


def test_the_same_event_at_another_time_is_a_recurrence() -> None:
    event: dict[str, Any] = {"kind": RecordKind.EVENT}
    one = side("Rome", "visited", valid=since("2026-01-01", "2026-01-02"), **event)
    other = later("Rome", "visited", valid=since("2026-05-01", "2026-05-02"), **event)
    assert relation(one, other) is Relation.RECURRENCE


def test_a_value_that_was_superseded_may_hold_again() -> None:
    assert relation(side("Lisbon", state=State.SUPERSEDED), later("Lisbon")) is Relation.RECURRENCE


def test_what_is_said_to_be_back_is_a_recurrence_of_what_was_superseded() -> None:
    over = side("choir", "sings_in", sentence="Ada sings in the choir", state=State.SUPERSEDED)
    back = later("choir", "located_in", sentence="Ada is back in the choir")
    assert relation(over, back) is Relation.RECURRENCE


def test_what_ended_that_same_day_is_not_back() -> None:
    ended = since("2025-03-01", "2026-06-01")
    over = side(
        "choir", "sings_in", sentence="Ada sings in the choir", state=State.SUPERSEDED, valid=ended
    )
    back = later("choir", "located_in", sentence="Ada is back in the choir")
    assert relation(over, back) is Relation.COMPATIBLE


def test_a_value_that_is_over_is_not_contradicted() -> None:
    assert relation(side("Lisbon", state=State.SUPERSEDED), later("Porto")) is Relation.COMPATIBLE


# --- what predicates mean ------------------------------------------------------------------------


def test_a_vegetarian_who_eats_steak_is_a_conflict() -> None:
    found = told(side("vegetarian", "follows_diet"), later("steak", "eats"))
    assert found is not None
    assert (found.relation, found.kind) == (Relation.CONFLICT, ConflictKind.LOGICAL)


def test_a_state_gives_way_to_one_that_excludes_it() -> None:
    employed = side("Nordlys", "works_for")
    assert relation(employed, later("unemployed", "employment_status")) is Relation.UPDATE


def test_two_states_that_exclude_each_other_in_one_talk_leave_it_open() -> None:
    employed = side("Nordlys", "works_for")
    assert relation(employed, side("retired", "employment_status")) is Relation.UNSURE


def test_a_vegetarian_may_eat_pasta() -> None:
    assert relation(side("vegetarian", "follows_diet"), later("pasta", "eats")) is None


def test_what_was_sold_is_owned_no_longer() -> None:
    assert relation(side("the van", "owns"), later("the van", "sold")) is Relation.RETRACTION


def test_selling_one_thing_ends_nothing_about_another() -> None:
    assert relation(side("the van", "owns"), later("the bike", "sold")) is None


def test_who_moved_lives_elsewhere_now() -> None:
    found = told(side("Lisbon"), later("Porto", "moved_to"))
    assert found is not None
    assert found.relation is Relation.UPDATE
    assert found.chain != ()


def test_who_moved_to_where_they_live_changes_nothing() -> None:
    assert relation(side("Lisbon"), later("Lisbon", "moved_to")) is Relation.COMPATIBLE


def test_another_person_who_moves_ends_nothing() -> None:
    mover = later("Porto", "moved_to", subject="bo", by="bo")
    assert relation(side("Lisbon"), mover) is None


def test_a_move_told_by_another_is_a_conflict() -> None:
    assert relation(side("Lisbon"), later("Porto", "moved_to", by="bo")) is Relation.CONFLICT


def test_likes_and_later_dislikes_is_an_update() -> None:
    assert relation(side("jazz", "likes"), later("jazz", "dislikes")) is Relation.UPDATE


# --- asking judges -------------------------------------------------------------------------------


class Failing:
    name = "failing"

    def judge(self, pair: Pair) -> Verdict | None:
        raise ValueError("no such model")


def test_a_judge_that_fails_leaves_a_pair_unsure() -> None:
    judged = judge_all([laid(side(), later())], (Failing(), *JUDGES))
    assert [one.verdict.relation for one in judged] == [Relation.UNSURE]
    assert "no such model" in judged[0].error


class Sure:
    name = "sure"

    def judge(self, pair: Pair) -> Verdict | None:
        return Verdict(Relation.CONFLICT, self.name, 0.9, "It knows")


def test_a_later_judge_is_asked_what_earlier_ones_left_unsure() -> None:
    one, other = side("calm", "seem"), later("loud", "seem")
    judged = judge_all([laid(one, other)], (*JUDGES, Sure()))
    assert [one.verdict.judge for one in judged] == ["sure"]


def test_a_later_judge_is_not_asked_what_is_settled() -> None:
    judged = judge_all([laid(side("Lisbon"), later("Lisbon"))], (*JUDGES, Sure()))
    assert [one.verdict.relation for one in judged] == [Relation.DUPLICATE]


@pytest.mark.parametrize("kind", [CHANGING, IMMUTABLE, MANY, UNKNOWN])
def test_the_same_words_by_the_same_source_never_contradict(kind: object) -> None:
    one, other = side("Lisbon", slot=kind), later("Lisbon", slot=kind)  # type: ignore[arg-type]
    assert relation(one, other) is Relation.DUPLICATE
