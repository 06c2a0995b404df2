"""Judges of wording that speak beside the one of talk: slips, plans, likes, figures, echoes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from smalti.model.conflict import ConflictKind, Relation
from smalti.model.record import Authority, Evidence, Modality, RecordKind
from smalti.write.detect import Judge, Side, Verdict
from smalti.write.detect.amend import AmendJudge
from smalti.write.detect.attitude import AttitudeJudge
from smalti.write.detect.echo import EchoJudge
from smalti.write.detect.frames import FrameJudge
from smalti.write.detect.plans import PlanJudge
from write.detect.pairs import laid, side

MORNING, NOON, JUNE = "2026-03-01T09:00:00Z", "2026-03-01T09:20:00Z", "2026-06-01"


def heard(text: str, said: str = MORNING, **fields: Any) -> Side:
    one = side("words", fields.pop("predicate", "do_it"), said=said, sentence=text, **fields)
    return replace(one, turn=text)


def found(judge: Judge, first: Side, second: Side) -> Verdict | None:
    return judge.judge(laid(first, second))


def relation(judge: Judge, first: Side, second: Side) -> Relation | None:
    verdict = found(judge, first, second)
    return None if verdict is None else verdict.relation


# --- slips ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The dog is a dachshund", "The dog never was a dachshund"),
        ("The call is at 14:30", "I misread it, it says 13:30"),
        ("今天下午2点评审", "看错了，是3点"),
        ("創業は1987年です", "訂正します。1978年でした"),
    ],
)
def test_a_slip_is_corrected_by_who_made_it(first: str, second: str) -> None:
    assert relation(AmendJudge(), heard(first), heard(second, NOON)) is Relation.CORRECTION


def test_what_puts_right_is_not_put_right_by_its_own_turn() -> None:
    turn = (Evidence("t_slip", 0, 20),)
    right = heard("Take tram 41 to the end", evidence=turn, correction=True)
    reason = heard("I got it wrong, tram 14 is elsewhere", evidence=turn, correction=True)
    assert relation(AmendJudge(), right, reason) is None


def test_another_figure_puts_right_only_what_was_said_just_before() -> None:
    first, text = heard("The call is at 14:30"), "Sorry, 13:30"
    verdict = found(AmendJudge(), first, heard(text, NOON))
    assert verdict is not None
    assert verdict.kind is ConflictKind.NUMERIC
    assert found(AmendJudge(), first, heard(text, JUNE)) is None


def test_a_figure_of_another_kind_puts_nothing_right() -> None:
    assert found(AmendJudge(), heard("The call is at 14:30"), heard("Sorry, 5 km", NOON)) is None


def test_hearsay_is_corrected_by_whom_it_is_about() -> None:
    rumour = heard("Elis hates garlic", by="bo", subject="elis", authority=Authority.OTHER)
    own = heard("Elis never was against garlic", NOON, by="elis", subject="elis")
    assert relation(AmendJudge(), rumour, own) is Relation.CORRECTION


def test_who_is_not_concerned_corrects_nobody() -> None:
    other = heard("The dog never was a dachshund", NOON, by="bo", authority=Authority.OTHER)
    assert found(AmendJudge(), heard("The dog is a dachshund"), other) is None


# --- plans ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The solar panels finally went live", Relation.UPDATE),
        ("We called off the solar panels", Relation.RETRACTION),
        ("Solar panels look odd on that roof", None),
    ],
)
def test_a_plan_ends_when_it_is_carried_out_or_dropped(
    text: str, expected: Relation | None
) -> None:
    plan = heard("Ada plans to get solar panels", modality=Modality.PLANNED)
    assert relation(PlanJudge(), plan, heard(text, JUNE)) is expected


def test_what_is_no_plan_is_not_carried_out() -> None:
    stored = heard("Ada has solar panels")
    assert found(PlanJudge(), stored, heard("The solar panels finally went live", JUNE)) is None


# --- likes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("Horror is Ada's thing", "Ada can't stand horror", Relation.CONFLICT),
        ("Ada hates garlic", "These days Ada loves garlic", Relation.UPDATE),
        ("Ada loves garlic", "Ada enjoys garlic", None),
        ("Ada loves garlic", "Ada can't stand onions", None),
        ("Ada讨厌香菜", "现在Ada喜欢香菜", Relation.UPDATE),
    ],
)
def test_likes_and_dislikes_exclude_each_other_until_they_change(
    first: str, second: str, expected: Relation | None
) -> None:
    pair = replace(laid(heard(first), heard(second, JUNE)), found=("subject",))
    verdict = AttitudeJudge().judge(pair)
    assert (None if verdict is None else verdict.relation) is expected


# --- figures -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "by", "expected"),
    [(JUNE, "ada", Relation.UPDATE), (NOON, "ada", Relation.CONFLICT)],
)
def test_another_figure_in_the_same_words_is_told(said: str, by: str, expected: Relation) -> None:
    first, second = heard("The greenhouse seats eight"), heard("The greenhouse seats twelve", said)
    assert relation(FrameJudge(), first, second) is expected


@pytest.mark.parametrize(
    "text",
    [
        "The greenhouse seats eight",
        "The greenhouse of our neighbour's cousin in Lisbon needs twelve panes of glass",
    ],
)
def test_the_same_figure_or_other_words_are_not(text: str) -> None:
    assert found(FrameJudge(), heard("The greenhouse seats eight"), heard(text, JUNE)) is None


def test_what_happened_twice_is_no_contradiction() -> None:
    first = heard("Ada swam 2 km in the quarry", kind=RecordKind.EVENT)
    assert found(FrameJudge(), first, heard("Ada swam 3 km in the quarry", JUNE)) is None


# --- echoes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Rain barrels stand by the greenhouse", Relation.DUPLICATE),
        ("Oak rain barrels stand by the greenhouse, tarred inside", Relation.REFINEMENT),
        ("The greenhouse leaks", None),
    ],
)
def test_what_is_said_again_is_the_same_or_more(text: str, expected: Relation | None) -> None:
    first = heard("The rain barrels stand by the greenhouse")
    assert relation(EchoJudge(), first, heard(text, JUNE)) is expected


@pytest.mark.parametrize("text", ["8", "9"])
def test_another_figure_is_never_the_same(text: str) -> None:
    first = heard("The greenhouse has 8 rain barrels")
    said = found(EchoJudge(), first, heard(f"The greenhouse has {text} rain barrels", JUNE))
    assert (said is not None) is (text == "8")


def test_a_denial_is_no_echo() -> None:
    first = heard("The rain barrels leak")
    assert found(EchoJudge(), first, heard("The rain barrels leak", JUNE, polarity=False)) is None
