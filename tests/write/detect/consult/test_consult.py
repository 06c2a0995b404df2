"""The stage: what becomes of pairs, whatever a model replies or does not."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from smalti.model.conflict import ConflictKind, Relation
from smalti.model.errors import InvalidInput, ModelError, ModelUnavailable
from smalti.model.results import ModelUse
from smalti.models.llm import Completion
from smalti.testing import ScriptedModel
from smalti.write.detect import Judge, Judged, Pair, Verdict, judge_all
from smalti.write.detect.consult import Consulted, ConsultPolicy, consult, undecided
from smalti.write.detect.value_logic import ValueJudge
from smalti.write.work import drive, drive_async
from strategies import json_values
from write.detect.consult.asking import (
    BERLIN,
    CAT,
    LISBON,
    MOVED,
    NOTHING,
    PORTO,
    TEA,
    TWO,
    entry,
    finding,
    relations,
    reply,
    run,
    told,
)
from write.detect.pairs import later

C, U, X = Relation.COMPATIBLE, Relation.UPDATE, Relation.UNSURE
DOWN = ModelUnavailable("it cannot be reached", hint="Start it")
TURNED_DOWN = ModelError("this prompt is against the rules")
ENDING = {Relation.UPDATE, Relation.CORRECTION, Relation.RETRACTION, Relation.CONFLICT}


def problems(consulted: Consulted) -> str:
    return " ".join(note.reason for note in consulted.degraded)


# ------------------------------------------------------------------ good replies


def test_what_is_named_has_its_relation_and_all_else_is_compatible() -> None:
    consulted, model = run(MOVED, reply(entry("N1", finding())))
    assert relations(consulted) == [U, C, C]
    assert [one.pair for one in consulted.judged] == MOVED
    moved = consulted.judged[0].verdict
    assert moved == Verdict(U, "model", 0.9, "Ada moved to Porto.", ConflictKind.SEMANTIC, chain=())
    assert consulted.degraded == ()
    assert all(not one.error for one in consulted.judged)
    assert len(model.prompts) == 1


def test_a_whole_turn_is_one_prompt() -> None:
    consulted, model = run(TWO, reply(entry("N1", finding()), entry("N2")))
    assert relations(consulted) == [U, C, C, C]
    assert len(model.prompts) == 1
    assert consulted.usage.calls == 1


def test_without_pairs_nothing_is_asked() -> None:
    consulted, model = run([])
    assert consulted.judged == ()
    assert model.prompts == []
    assert consulted.usage == ModelUse("", 0, 0, 0, 0.0)


@pytest.mark.parametrize("relation", list(Relation))
def test_each_relation_can_be_said(relation: Relation) -> None:
    consulted, _ = run(MOVED, reply(entry("N1", finding("S2", relation.value))))
    assert relations(consulted) == [C, relation, C]


@pytest.mark.parametrize("relation", list(Relation))
def test_only_what_is_contrary_or_doubtful_has_a_kind(relation: Relation) -> None:
    consulted, _ = run(MOVED, reply(entry("N1", finding("S2", relation.value, kind="numeric"))))
    kind = consulted.judged[1].verdict.kind
    assert kind is (ConflictKind.NUMERIC if relation in {*ENDING, X} else None)


def test_an_implicit_contradiction_names_the_records_it_takes() -> None:
    said = finding("S1", "conflict", explicit=False, chain=["S3", "S2"], kind="logical")
    consulted, _ = run(MOVED, reply(entry("N1", said)))
    verdict = consulted.judged[0].verdict
    assert verdict.chain == (CAT.record.id, BERLIN.record.id)
    assert verdict.kind is ConflictKind.LOGICAL


def test_an_implicit_contradiction_by_knowledge_alone_has_the_new_record_as_its_chain() -> None:
    consulted, _ = run(MOVED, reply(entry("N1", finding("S1", "conflict", explicit=False))))
    assert consulted.judged[0].verdict.chain == (PORTO.record.id,)


def test_a_statement_is_no_chain_of_itself() -> None:
    consulted, _ = run(MOVED, reply(entry("N1", finding("S1", "conflict", chain=["S1"]))))
    assert consulted.judged[0].verdict.chain == ()


def test_the_judge_is_told_with_prompt_version_and_model() -> None:
    consulted, _ = run(MOVED, NOTHING)
    assert consulted.version == "judge-1+scripted"
    assert run([])[0].version == "judge-1"


def test_a_pair_that_is_given_twice_has_its_verdict_twice() -> None:
    consulted, _ = run([MOVED[0], MOVED[1], MOVED[0]], reply(entry("N1", finding())))
    assert relations(consulted) == [U, C, U]


def test_a_statement_may_be_stored_and_new_at_once() -> None:
    pairs = [Pair(LISBON, PORTO), Pair(PORTO, TEA)]
    consulted, _ = run(pairs, reply(entry("N1", finding("S1")), entry("N2")))
    assert relations(consulted) == [U, C]


# ------------------------------------------------------------------ a model proposes


def test_what_a_model_is_not_sure_of_decides_nothing() -> None:
    consulted, _ = run(MOVED, reply(entry("N1", finding(confidence=0.4))))
    verdict = consulted.judged[0].verdict
    assert verdict.relation is X
    assert verdict.score == 0.4
    assert "not sure" in verdict.reason
    assert consulted.judged[0].error == ""
    trusting, _ = run(
        MOVED, reply(entry("N1", finding(confidence=0.4))), policy=ConsultPolicy(sure=0.3)
    )
    assert relations(trusting) == [U, C, C]


def test_a_duplicate_with_other_figures_is_not_believed() -> None:
    pair = Pair(told("The gate code is 4417."), told("The gate code is 4471."))
    consulted, _ = run(pair, reply(entry("N1", finding("S1", "duplicate"))))
    assert relations(consulted) == [X]
    assert "figures differ" in consulted.judged[0].verdict.reason


def test_a_duplicate_in_another_unit_is_believed() -> None:
    pair = Pair(told("The course takes 150 minutes."), told("The course takes 2.5 hours."))
    consulted, _ = run(pair, reply(entry("N1", finding("S1", "duplicate"))))
    assert relations(consulted) == [Relation.DUPLICATE]


# ------------------------------------------------------------------ errors


@pytest.mark.parametrize("error", [DOWN, TURNED_DOWN])
def test_what_could_not_be_asked_stays_unsure_and_is_told(error: ModelError) -> None:
    consulted, model = run(MOVED, error)
    assert relations(consulted) == [X, X, X]
    assert all(one.error for one in consulted.judged)
    assert all(error.message in one.verdict.reason for one in consulted.judged)
    assert [note.part for note in consulted.degraded] == ["model"]
    assert "recheck" in consulted.degraded[0].hint
    assert len(model.prompts) == 1


SMALL = ConsultPolicy(budget=1)  # a prompt for each pair


def test_after_a_model_is_out_of_reach_nothing_more_is_asked() -> None:
    consulted, model = run(MOVED, NOTHING, DOWN, policy=SMALL)
    assert relations(consulted) == [C, X, X]
    assert len(model.prompts) == 2


def test_a_prompt_that_is_turned_down_does_not_hold_up_the_others() -> None:
    consulted, model = run(MOVED, TURNED_DOWN, NOTHING, NOTHING, policy=SMALL)
    assert relations(consulted) == [X, C, C]
    assert model.left == 0


def test_a_model_that_declines_is_not_asked_again() -> None:
    declined = Completion("I would rather not", "m", refused=True)
    consulted, model = run(MOVED, declined)
    assert relations(consulted) == [X, X, X]
    assert "I would rather not" in problems(consulted)
    assert len(model.prompts) == 1


def test_no_more_prompts_are_sent_than_allowed() -> None:
    policy = ConsultPolicy(budget=1, prompts=2)
    consulted, model = run(MOVED, NOTHING, NOTHING, policy=policy)
    assert relations(consulted) == [C, C, X]
    assert "2 prompts" in problems(consulted)
    assert model.left == 0


@pytest.mark.parametrize(
    ("field", "value"), [("budget", 0), ("prompts", 0), ("sure", 1.2), ("sure", -0.1)]
)
def test_a_policy_of_senseless_numbers_is_refused(field: str, value: float) -> None:
    with pytest.raises(InvalidInput) as caught:
        ConsultPolicy(**{field: value})  # type: ignore[arg-type]
    assert caught.value.field == field


# ------------------------------------------------------------------ faults and their repair

FAULTS = {
    "an unknown relation": finding(relation="grumbles about"),
    "no relation": {"stored": "S1", "confidence": 0.9},
    "an empty relation": finding(relation=""),
    "a confidence above 1": finding(confidence=1.7),
    "a negative confidence": finding(confidence=-0.2),
    "a confidence that is none": finding(confidence="very"),
    "a foreign stored id": finding("S9"),
    "the id of a record": finding(LISBON.record.id),
    "an id of the other list": finding("N1"),
    "no stored id": {"relation": "update", "confidence": 0.9},
    "a text": "S1: update",
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_is_named_once_and_what_is_put_right_counts(fault: Any) -> None:
    bad = reply(entry("N1", finding("S2", "unsure"), fault))
    consulted, model = run(MOVED, bad, reply(entry("N1", finding("S1", "update"))))
    assert relations(consulted) == [U, X, C]
    assert len(model.prompts) == 2
    assert model.prompts[0].user in model.prompts[1].user
    assert "- N1" in model.prompts[1].user
    assert consulted.degraded == ()


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_what_stays_at_fault_stays_unsure_and_good_items_are_kept(fault: Any) -> None:
    bad = reply(entry("N1", finding("S2", "refinement"), fault))
    consulted, _ = run(MOVED, bad, bad)
    assert relations(consulted)[:2] == [X, Relation.REFINEMENT]
    assert consulted.judged[0].error
    assert consulted.judged[1].error == ""
    assert "stays unsure" in problems(consulted)


def test_a_fault_of_a_known_pair_leaves_the_others_alone() -> None:
    bad = reply(entry("N1", finding("S1", "huh")))
    consulted, _ = run(MOVED, bad, bad)
    assert relations(consulted) == [X, C, C]


def test_an_id_of_nothing_may_have_meant_any_of_them() -> None:
    bad = reply(entry("N1", finding("S7")))
    consulted, _ = run(MOVED, bad, bad)
    assert relations(consulted) == [X, X, X]


def test_a_new_statement_without_an_entry_is_asked_for() -> None:
    consulted, model = run(TWO, reply(entry("N1", finding())), reply(entry("N2")))
    assert relations(consulted) == [U, C, C, C]
    assert "no entry for N2" in model.prompts[1].user


def test_a_new_statement_without_an_entry_is_not_taken_for_compatible() -> None:
    part = reply(entry("N1", finding()))
    consulted, _ = run(TWO, part, part)
    assert relations(consulted) == [U, C, C, X]
    assert "says nothing of it" in problems(consulted)


def test_a_foreign_new_statement_is_left_out() -> None:
    consulted, _ = run(TWO, reply(entry("N1"), entry("N2"), entry("N3", finding())))
    assert relations(consulted) == [C, C, C, C]
    assert "'N3'" in problems(consulted)


def test_a_pair_that_was_not_asked_about_is_left_out() -> None:
    consulted, model = run(TWO, reply(entry("N1"), entry("N2", finding("S1", "conflict"))))
    assert relations(consulted) == [C, C, C, C]
    assert "N2 was not to be compared with S1" in problems(consulted)
    assert len(model.prompts) == 1


def test_two_findings_of_one_pair_that_differ_are_none() -> None:
    bad = reply(entry("N1", finding(), finding(relation="conflict")))
    consulted, model = run(MOVED, bad, bad)
    assert relations(consulted) == [X, C, C]
    assert "both update and conflict" in model.prompts[1].user
    right, _ = run(MOVED, bad, reply(entry("N1", finding(relation="conflict"))))
    assert relations(right) == [Relation.CONFLICT, C, C]


def test_the_same_finding_twice_is_one() -> None:
    consulted, model = run(MOVED, reply(entry("N1", finding(), finding())))
    assert relations(consulted) == [U, C, C]
    assert len(model.prompts) == 1


def test_an_answer_that_follows_another_replaces_it() -> None:
    first, second = reply(entry("N1", finding(relation="conflict"))), reply(entry("N1", finding()))
    consulted, _ = run(MOVED, f"{first}\nNo, wait.\n{second}")
    assert relations(consulted) == [U, C, C]


def test_a_foreign_id_in_a_chain_is_left_out_and_told() -> None:
    said = finding("S1", "conflict", chain=["S3", "S44", "N1", None])
    consulted, model = run(MOVED, reply(entry("N1", said)))
    assert consulted.judged[0].verdict.chain == (CAT.record.id,)
    assert "'S44'" in problems(consulted)
    assert len(model.prompts) == 1


def test_what_only_adds_to_a_finding_may_be_missing() -> None:
    bare = {"stored": "S1", "relation": "conflict"}
    consulted, model = run(MOVED, reply(entry("N1", bare)))
    verdict = consulted.judged[0].verdict
    assert (verdict.relation, verdict.score) == (Relation.CONFLICT, 0.6)
    assert (verdict.kind, verdict.chain) == (ConflictKind.SEMANTIC, ())
    assert verdict.reason == "The model gives no reason"
    assert len(model.prompts) == 1


def test_a_reply_that_cannot_be_read_is_asked_for_again() -> None:
    consulted, model = run(MOVED, "I cannot decide.", reply(entry("N1", finding())))
    assert relations(consulted) == [U, C, C]
    assert consulted.usage.calls == len(model.prompts) == 2


def test_what_a_model_wrote_cannot_leave_its_place_in_the_second_prompt() -> None:
    bad = reply(entry("N1", finding(relation="x\n<|im_end|>")))
    _, model = run(MOVED, bad, bad)
    assert "im_end" in model.prompts[1].user
    assert "<|im_end|>" not in model.prompts[1].user
    assert "\n<" not in model.prompts[1].user


def test_however_much_is_wrong_with_a_reply_the_account_of_it_stays_short() -> None:
    foreign = [entry(f"N{number}", finding()) for number in range(2, 900)]
    consulted, _ = run(MOVED, reply(entry("N1"), *foreign))
    assert relations(consulted) == [C, C, C]
    assert 0 < len(consulted.degraded) <= 12


def test_two_replies_that_cannot_be_read_decide_nothing() -> None:
    consulted, _ = run(MOVED, "Yes.", "Well.")
    assert relations(consulted) == [X, X, X]
    assert "could not be read" in problems(consulted)


@pytest.mark.parametrize("second", [DOWN, TURNED_DOWN, Completion("no", "m", refused=True)])
def test_the_first_reply_stays_where_there_is_no_second(second: Any) -> None:
    consulted, _ = run(MOVED, reply(entry("N1", finding(), finding("S2", "?"))), second)
    assert relations(consulted) == [U, X, C]


def test_a_reply_that_was_cut_off_is_kept_as_far_as_it_is_whole() -> None:
    whole = reply(entry("N1", finding()), entry("N2"))
    cut = Completion(whole[: whole.index('"N2"') + 12], "m", truncated=True)
    consulted, model = run(TWO, cut, Completion("", "m", truncated=True))
    assert relations(consulted) == [U, C, C, X]
    assert "SMALTI_MODEL_MAX_TOKENS" in problems(consulted)
    assert "no entry for N2" in model.prompts[1].user


def test_an_entry_that_was_cut_off_says_nothing_of_what_it_does_not_name() -> None:
    whole = reply(entry("N1", finding(), finding("S2", "unsure")))
    cut = Completion(whole[: whole.index('"S2"')], "m", truncated=True)
    consulted, _ = run(MOVED, cut, DOWN)
    assert relations(consulted) == [U, X, X]


def test_findings_one_by_one_say_nothing_of_the_rest_where_they_were_cut_off() -> None:
    line = json.dumps({"new": "N1", **finding()})
    assert relations(run(MOVED, line)[0]) == [U, C, C]
    assert relations(run(MOVED, Completion(line, "m", truncated=True), DOWN)[0]) == [U, X, X]


def test_what_it_took_is_added_up() -> None:
    first = Completion("no", "m", 100, 10, 5.0, tries=3)
    second = Completion(NOTHING, "m", 200, 20, 7.5)
    consulted, _ = run(MOVED, first, second)
    assert consulted.usage == ModelUse("m", 4, 300, 30, 12.5)


def test_it_can_be_awaited() -> None:
    model = ScriptedModel([reply(entry("N1", finding()))])
    consulted = asyncio.run(drive_async(consult(MOVED), model.complete_async))
    assert relations(consulted) == [U, C, C]


# ------------------------------------------------------------------ any reply at all

_ids = st.sampled_from(["N1", "N2", "N3", "S1", "S2", "S3", "S4", 1, 2, 9, -1, None, True, "x"])
_values = json_values | _ids | st.sampled_from(["conflict", "update", 0.9, 2, "none"])
_findings = st.dictionaries(
    st.sampled_from(["stored", "relation", "confidence", "reason", "chain", "explicit", "kind"]),
    _values,
)
_entries = st.fixed_dictionaries(
    {"new": _ids}, optional={"found": st.lists(_findings | _values, max_size=4) | json_values}
)
_replies = st.lists(_entries | json_values, max_size=4).map(lambda e: json.dumps({"entries": e}))
_lines = st.dictionaries(_ids.map(str), _values, max_size=3).map(json.dumps)


@given(first=_replies | _lines | json_values.map(json.dumps) | st.text(), second=_replies)
@example(first="[" * 5000, second="{")
@example(
    first='{"entries": [{"new": "N1", "found": null}, {"new": "N2", "found": "S1"}]}', second=""
)
def test_no_reply_raises_or_judges_what_was_not_asked(first: str, second: str) -> None:
    prompts = iter([first, second])
    consulted = drive(consult(TWO), lambda prompt: Completion(next(prompts), "m"))
    assert [one.pair for one in consulted.judged] == TWO
    known = {one.pair.stored.record.id for one in consulted.judged} | {
        one.pair.incoming.record.id for one in consulted.judged
    }
    for one in consulted.judged:
        assert one.verdict.judge == "model"
        assert 0.0 <= one.verdict.score <= 1.0
        assert set(one.verdict.chain) <= known
        assert not one.error or one.verdict.relation is X


@given(text=st.text().filter(lambda text: "{" not in text and "[" not in text))
def test_prose_never_decides_anything(text: str) -> None:
    consulted, _ = run(TWO, text, text)
    assert set(relations(consulted)) == {X}


# ------------------------------------------------------------------ before and after it


def _judged(pair: Pair, relation: Relation, error: str = "") -> Judged:
    return Judged(pair, Verdict(relation, "value", 0.9, "so"), error)


def test_undecided_is_what_nobody_spoke_of_and_what_was_left_unsure() -> None:
    judged = [_judged(MOVED[0], Relation.UPDATE), _judged(MOVED[1], X)]
    assert undecided(MOVED, judged) == MOVED[1:]


def test_a_pair_whose_judge_failed_is_not_decided_by_those_after_it() -> None:
    assert undecided(MOVED, [_judged(MOVED[0], X, "value failed")]) == MOVED[1:]


def test_the_model_speaks_in_place_of_who_was_unsure() -> None:
    judged = [_judged(MOVED[0], Relation.UPDATE), _judged(MOVED[1], X)]
    consulted, _ = run(MOVED[1:], reply(entry("N1", finding("S1", "conflict"))))
    after = consulted.after(judged)
    assert [one.pair for one in after] == MOVED
    assert [one.verdict.relation for one in after] == [U, Relation.CONFLICT, C]
    assert [one.verdict.judge for one in after] == ["value", "model", "model"]


def test_where_the_model_fails_what_was_said_before_stays() -> None:
    judged = [_judged(MOVED[1], X)]
    consulted, _ = run(MOVED[1:], DOWN)
    after = consulted.after(judged)
    assert [one.verdict.judge for one in after] == ["value", "model"]
    assert [one.verdict.relation for one in after] == [X, X]


def test_what_was_found_can_be_told_again_by_a_judge_among_others() -> None:
    consulted, _ = run(MOVED[1:], reply(entry("N1", finding("S1", "conflict"))))
    judge: Judge = consulted.told()
    judged = judge_all(TWO, [ValueJudge(), judge])
    assert [(one.verdict.judge, one.verdict.relation) for one in judged] == [
        ("value", U),
        ("model", Relation.CONFLICT),
        ("model", C),
    ]


def test_a_judge_that_tells_of_failures_does_so_only_if_wanted() -> None:
    consulted, _ = run(MOVED, reply(entry("N1", finding("S2", "?"))), DOWN)
    verdict = consulted.told().judge(MOVED[1])
    assert verdict is not None
    assert verdict.relation is X
    assert consulted.told(failed=False).judge(MOVED[1]) is None
    assert consulted.told(failed=False).judge(MOVED[0]) == consulted.judged[0].verdict


def test_a_later_statement_is_asked_about_like_any_other() -> None:
    consulted, _ = run(Pair(LISBON, later("Lisbon")), reply(entry("N1", finding("S1", "same"))))
    assert relations(consulted) == [Relation.DUPLICATE]


def test_importing_it_loads_no_model() -> None:
    heavy = "{'onnxruntime', 'tokenizers', 'pydantic_ai', 'spacy'}"
    code = f"import sys, smalti.write.detect.consult; assert not {heavy} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
