"""Every public data set is read into the same questions, talks and keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bench.qa import samples
from smalti.bench.qa.case import Data, Kind, Question
from smalti.bench.qa.data import kind_of, read_data
from smalti.model.errors import InvalidInput

MAKERS: dict[str, Callable[[Path], Path]] = {
    "locomo": samples.locomo_file,
    "longmemeval": samples.longmemeval_file,
    "halumem": samples.halumem_file,
    "beam": samples.beam_folder,
    "touchstone": samples.touchstone_folder,
    "memconflict": samples.memconflict_folder,
}


def by_text(data: Data, text: str) -> Question:
    return next(one for one in data.questions if one.text == text)


@pytest.mark.parametrize("kind", MAKERS)
def test_the_kind_of_data_is_told_from_its_content(tmp_path: Path, kind: str) -> None:
    assert kind_of(MAKERS[kind](tmp_path)) == kind


@pytest.mark.parametrize("kind", MAKERS)
def test_every_question_is_about_a_talk_with_turns(tmp_path: Path, kind: str) -> None:
    data = read_data(MAKERS[kind](tmp_path))
    for talk in data.talks:
        assert talk.turns
        assert all(question.talk == talk.name for question in talk.questions)


@pytest.mark.parametrize("kind", MAKERS)
def test_named_evidence_is_among_the_turns(tmp_path: Path, kind: str) -> None:
    data = read_data(MAKERS[kind](tmp_path))
    for talk in data.talks:
        sessions = data.unit == "session"
        known = {turn.session if sessions else turn.external_id for turn in talk.turns}
        for question in talk.questions:
            assert question.evidence <= known


def test_data_of_no_known_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="no known kind"):
        read_data(samples.written(tmp_path / "other.json", {"songs": []}))
    with pytest.raises(InvalidInput, match="folder of no known kind"):
        read_data(tmp_path)


def test_an_adversarial_question_of_locomo_has_no_answer(tmp_path: Path) -> None:
    data = read_data(samples.locomo_file(tmp_path))
    kinds = {one.category: one.gold.kind for one in data.questions}
    assert kinds == {
        "single-hop": Kind.TEXT,
        "temporal": Kind.DATE,
        "multi-hop": Kind.NUMBER,
        "adversarial": Kind.NONE,
    }


def test_an_adversarial_question_with_a_plain_answer_is_judged_by_it(tmp_path: Path) -> None:
    asked = [{"question": "Is Gustav a cat?", "answer": "No", "category": 5, "evidence": []}]
    [question] = read_data(samples.locomo_file(tmp_path, asked)).questions
    assert question.gold.kind is Kind.YES_NO


def test_an_audit_puts_answers_right_and_leaves_those_that_stand(tmp_path: Path) -> None:
    path, audit = samples.locomo_file(tmp_path), samples.audit_file(tmp_path)
    data = read_data(path, audit=audit)
    when = by_text(data, "When did Ines buy a dinghy?")
    assert (when.key("raw").text, when.key("audited").text) == ("6 May 2023", "5 May 2023")
    assert by_text(data, "What is the name of the dinghy of Ines?").audited is None
    assert data.audit == {"entries": 2, "matched": 2, "answers": 1}


def test_an_audit_of_another_data_set_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="corrects LoCoMo"):
        read_data(samples.halumem_file(tmp_path), audit=samples.audit_file(tmp_path))


def test_abstention_questions_of_longmemeval_have_no_answer(tmp_path: Path) -> None:
    data = read_data(samples.longmemeval_file(tmp_path))
    assert [one.gold.kind for one in data.questions] == [Kind.TEXT, Kind.NONE]
    assert "pooled" in data.notes[0]


def test_what_answers_a_question_of_longmemeval_is_not_given_away(tmp_path: Path) -> None:
    [talk] = read_data(samples.longmemeval_file(tmp_path)).talks
    assert not any("answer" in f"{turn.session}{turn.metadata}" for turn in talk.turns)


def test_a_question_of_halumem_sees_nothing_said_after_its_session(tmp_path: Path) -> None:
    data = read_data(samples.halumem_file(tmp_path))
    lives, name = data.questions
    assert str(lives.now) == "2023-05-01T10:00:00Z"
    assert str(lives.until) == "2023-05-01T10:00:01Z"
    assert (lives.gold.kind, name.gold.kind) == (Kind.TEXT, Kind.NONE)


def test_a_contradiction_of_beam_wants_both_sides_and_a_summary_is_free_text(
    tmp_path: Path,
) -> None:
    data = read_data(samples.beam_folder(tmp_path))
    kinds = {one.category: one.gold.kind for one in data.questions}
    assert kinds["contradiction_resolution"] is Kind.SIDES
    assert kinds["temporal_reasoning"] is Kind.NUMBER
    assert kinds["summarization"] is Kind.FREE
    assert kinds["abstention"] is Kind.NONE


def test_an_expected_string_has_parts_and_wordings(tmp_path: Path) -> None:
    data = read_data(samples.touchstone_folder(tmp_path))
    golds = {one.id: one.gold for one in data.questions}
    assert golds["A"].parts == (("4/20", "2026-04-20", "4月20日"),)
    assert golds["B"].parts == (("蒸蛋",), ("黑咖啡",))
    assert golds["C"].kind is Kind.NONE
    assert golds["D"].parts == (("37 天", "5 周多"),)
    assert golds["E"].kind is Kind.FREE


def test_fields_of_memconflict_are_asked_between_their_changes(tmp_path: Path) -> None:
    data = read_data(samples.memconflict_folder(tmp_path))
    asked = [one for one in data.questions if one.category == "as of, asserted"]
    assert [(one.gold.text, one.gold.rivals) for one in asked] == [
        ("Porto", ("Turin",)),
        ("Turin", ("Porto",)),
    ]
    assert [str(one.as_of)[:10] for one in asked] == ["2022-01-30", "2022-03-31"]


def test_a_sentence_of_memconflict_wants_the_values_in_it(tmp_path: Path) -> None:
    data = read_data(samples.memconflict_folder(tmp_path))
    golds = {one.id.rpartition("/")[2]: one.gold for one in data.questions}
    assert golds["Q1"].kind is Kind.YES_NO
    assert golds["Q2"].parts == (("Porto",), ("Turin",))
    assert golds["Q3"].kind is Kind.FREE


def test_both_forms_of_a_persona_are_asked_the_same(tmp_path: Path) -> None:
    asserted, told = read_data(samples.memconflict_folder(tmp_path)).talks
    assert [one.text for one in asserted.questions] == [one.text for one in told.questions]
    assert asserted.stated
    assert not told.stated
