"""What holds of the gate whatever is said, by whom, in which order."""

from __future__ import annotations

from dataclasses import replace
from math import isclose
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from smalti.model.conflict import Clarification, ClarificationStatus
from smalti.model.lifecycle import State, step
from smalti.model.record import (
    Authority,
    Belief,
    Confidence,
    Modality,
    Record,
    RecordKind,
    RecordStep,
    SlotKind,
    Value,
)
from smalti.model.results import Outcome
from smalti.model.time import Interval
from smalti.write.gate import posterior, question_id
from smalti.write.statement import Gated, Resolved
from write.gate.telling import Start, Talk, span, told

STATES = {
    Outcome.STORED: {State.CURRENT},
    Outcome.PENDING: {State.PENDING},
    Outcome.MERGED: {State.CURRENT, State.PENDING, State.REJECTED},
    Outcome.REFUSED: {State.CANDIDATE},
}
INTERVALS = [span("2020-01-01", "2021-01-01"), Interval.always()]
VALUES = [Value(text="Lisbon"), Value(text="Rome"), Value(number=2.0, unit="kilogram")]


@st.composite
def statements(draw: st.DrawFn) -> Resolved:
    """Statements that often meet: few values, sources, days and conditions."""
    said = draw(st.sampled_from([None, "2026-01-01", "2026-02-01", "2026-03-01"]))
    fields: dict[str, Any] = {
        "polarity": draw(st.booleans()),
        "kind": draw(st.sampled_from([RecordKind.FACT, RecordKind.EVENT])),
        "modality": draw(st.sampled_from([Modality.ASSERTED] * 4 + list(Modality))),
        "authority": draw(st.sampled_from(Authority)),
        "condition": draw(st.sampled_from([None, None, "at work"])),
        "ended": draw(st.booleans()),
        "correction": draw(st.booleans()),
        "instruction_like": draw(st.sampled_from([False, False, False, True])),
    }
    if draw(st.booleans()):
        fields["valid"] = draw(
            st.sampled_from([span("2020-01-01", "2021-01-01"), Interval.always()])
        )
    return told(
        draw(st.sampled_from(VALUES)),
        by=draw(st.sampled_from(["ada", "bo", "cy"])),
        sure=draw(st.sampled_from([0.0, 0.3, 0.6, 0.9, 1.0])),
        exact=draw(st.sampled_from([0.0, 0.5, 1.0])),
        who=draw(st.sampled_from(["Ada", "Ada", "Ada", "She"])),
        said=said,
        **fields,
    )


kinds = st.sampled_from(SlotKind)
talks = st.lists(statements(), min_size=1, max_size=6)


def heard(talk: Start, slot: SlotKind, said: list[Resolved]) -> tuple[Talk, list[Gated]]:
    listener = talk(slot)
    return listener, [listener.hear(one) for one in said]


@settings(max_examples=15)
@given(slot=kinds, said=talks)
def test_every_outcome_comes_with_its_state_and_its_words(
    talk: Start, slot: SlotKind, said: list[Resolved]
) -> None:
    for gated in heard(talk, slot, said)[1]:
        assert gated.record.state in STATES[gated.outcome]
        if gated.outcome in (Outcome.PENDING, Outcome.REFUSED):
            assert gated.reason
        if gated.outcome is Outcome.PENDING:
            assert gated.clarifications[0].about == gated.record.id
            assert gated.clarifications[0].question


@settings(max_examples=15)
@given(slot=kinds, said=talks)
def test_a_record_is_in_the_state_that_its_steps_lead_to(
    talk: Start, slot: SlotKind, said: list[Resolved]
) -> None:
    listener, _ = heard(talk, slot, said)
    states = {one.id: State.CANDIDATE for one in listener.space.every(Record)}
    for one in listener.space.every(RecordStep):
        states[one.record] = step(states[one.record], one.event)
    assert states == {one.id: one.state for one in listener.space.every(Record)}


@settings(max_examples=15)
@given(slot=kinds, said=talks)
def test_a_stored_belief_follows_from_its_observations(
    talk: Start, slot: SlotKind, said: list[Resolved]
) -> None:
    listener, _ = heard(talk, slot, said)
    for belief in listener.space.every(Belief):
        assert isclose(sum(belief.distribution.values()), 1.0)
        expected = posterior(belief.observations, listener.policy.alternatives)
        assert belief.distribution == expected
        places = [(o.asserter, o.value, o.affirms) for o in belief.observations]
        assert len(set(places)) == len(places)


@settings(max_examples=15)
@given(slot=kinds, said=talks)
def test_only_asserted_statements_that_were_not_ruled_out_count(
    talk: Start, slot: SlotKind, said: list[Resolved]
) -> None:
    listener, _ = heard(talk, slot, said)
    records = {one.id: one for one in listener.space.every(Record)}
    for belief in listener.space.every(Belief):
        for one in belief.observations:
            assert records[one.record].modality is Modality.ASSERTED
            assert records[one.record].state is not State.REJECTED
            assert not records[one.record].instruction_like


@settings(max_examples=15)
@given(slot=kinds, said=talks)
def test_exactly_the_pending_records_have_an_open_question(
    talk: Start, slot: SlotKind, said: list[Resolved]
) -> None:
    listener, _ = heard(talk, slot, said)
    pending = {
        question_id(one.id) for one in listener.space.every(Record) if one.state is State.PENDING
    }
    waiting = {
        one.id
        for one in listener.space.every(Clarification)
        if one.status is not ClarificationStatus.ANSWERED
    }
    assert pending == waiting


@settings(max_examples=15)
@given(slot=kinds, said=talks)
def test_hearing_everything_again_changes_nothing(
    talk: Start, slot: SlotKind, said: list[Resolved]
) -> None:
    listener, gated = heard(talk, slot, said)
    before = list(listener.space.every(Record))
    for one, decided in zip(said, gated, strict=True):
        if decided.outcome is not Outcome.REFUSED:
            again = listener.hear(one)
            assert again.outcome is Outcome.MERGED
            assert again.reason == "read before"
    assert list(listener.space.every(Record)) == before


@settings(max_examples=15)
@given(slot=kinds, said=talks)
def test_no_span_is_quoted_twice_and_none_is_lost(
    talk: Start, slot: SlotKind, said: list[Resolved]
) -> None:
    listener, gated = heard(talk, slot, said)
    for one in listener.space.every(Record):
        assert len(set(one.evidence)) == len(one.evidence)
    for told_, decided in zip(said, gated, strict=True):
        if decided.outcome is not Outcome.REFUSED and decided.reason != "read before":
            assert set(told_.record.evidence) <= set(listener.record(decided).evidence)


@settings(max_examples=15)
@given(slot=kinds, said=statements())
def test_a_decision_depends_on_nothing_but_what_is_asked_for(
    talk: Start, slot: SlotKind, said: Resolved
) -> None:
    listener = talk(slot)
    assert listener.decide(said) == listener.decide(said)


@settings(max_examples=15)
@given(slot=kinds, said=statements(), better=st.sampled_from(["directness", "specificity"]))
def test_a_better_statement_is_never_held_where_a_worse_one_is_committed(
    talk: Start, slot: SlotKind, said: Resolved, better: str
) -> None:
    listener = talk(slot)
    worse = listener.decide(said)
    improved: Confidence = replace(said.record.confidence, **{better: 1.0})
    gated = listener.decide(replace(said, record=replace(said.record, confidence=improved)))
    assert not (worse.outcome is Outcome.STORED and gated.outcome is Outcome.PENDING)
