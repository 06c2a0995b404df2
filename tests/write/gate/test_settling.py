"""What a committed statement settles: pending records of its slot, and their questions."""

from __future__ import annotations

from typing import Any

import pytest

from smalti.model.conflict import Clarification, ClarificationStatus
from smalti.model.lifecycle import Event, State, step
from smalti.model.record import Authority, Modality, Record, RecordKind, RecordStep, SlotKind
from smalti.write.gate import posterior, question_id
from write.gate.telling import (
    CHANGING,
    CONDITIONAL,
    IMMUTABLE,
    MANY,
    MERGED,
    NOW,
    STORED,
    Start,
    Talk,
    day,
    span,
    told,
)


def pending(listener: Talk, value: str = "Lisbon", **fields: Any) -> str:
    """A record that waits, said by somebody who only heard it; its id."""
    said = told(value, **{"by": "bo", "sure": 0.7, **fields})
    gated = listener.hear(said)
    assert gated.record.state is State.PENDING
    return gated.record.id


def test_the_same_value_confirms_what_waits(talk: Start) -> None:
    listener = talk(CHANGING)
    waiting = pending(listener)
    said = told("Lisbon", said="2026-04-01")
    gated = listener.hear(said)
    assert gated.outcome is STORED
    assert [(one.id, one.state) for one in gated.settled] == [(waiting, State.CURRENT)]
    logged = gated.steps[1]
    assert (logged.record, logged.event) == (waiting, Event.COMMIT)
    assert said.record.id in logged.reason


def test_another_value_rules_out_what_waits(talk: Start) -> None:
    listener = talk(CHANGING)
    waiting = pending(listener)
    said = told("Rome", said="2026-04-01")
    gated = listener.hear(said)
    assert [(one.id, one.state) for one in gated.settled] == [(waiting, State.REJECTED)]
    assert gated.settled[0].closed_at == NOW
    assert said.record.id in gated.steps[1].reason


def test_the_question_counts_as_answered_by_the_turn(talk: Start) -> None:
    listener = talk(CHANGING)
    waiting = pending(listener)
    said = told("Rome", said="2026-04-01")
    listener.hear(said)
    question = listener.space.one(Clarification, question_id(waiting))
    assert question is not None
    assert question.status is ClarificationStatus.ANSWERED
    assert question.answered_by == said.statement.grounded.turn.id


def test_what_was_ruled_out_counts_for_belief_no_more(talk: Start) -> None:
    listener = talk(IMMUTABLE)
    pending(listener)
    said = told("Rome", said="2026-04-01")
    listener.hear(said)
    belief = listener.belief(said)
    assert [one.value for one in belief.observations] == ["text rome"]
    assert belief.distribution == posterior(belief.observations, listener.policy.alternatives)


def test_a_stronger_source_is_not_ruled_out(talk: Start) -> None:
    listener = talk(CHANGING)
    waiting = pending(listener, authority=Authority.DOCUMENT)
    gated = listener.hear(told("Rome", by="cy", said="2026-04-01"))
    assert waiting not in {one.id for one in gated.settled}


@pytest.mark.parametrize("slot", [MANY, CONDITIONAL])
def test_what_can_hold_beside_it_goes_on_waiting(talk: Start, slot: SlotKind) -> None:
    listener = talk(slot)
    pending(listener, condition="at home")
    gated = listener.hear(told("Rome", said="2026-04-01", condition="at work"))
    assert gated.settled == ()


def test_a_denial_rules_out_what_it_denies(talk: Start) -> None:
    listener = talk(MANY)
    waiting = pending(listener)
    gated = listener.hear(told("Lisbon", said="2026-04-01", polarity=False))
    assert [(one.id, one.state) for one in gated.settled] == [(waiting, State.REJECTED)]


def test_what_is_over_rules_out_nothing_that_holds_now(talk: Start) -> None:
    listener = talk(CHANGING)
    pending(listener)
    gated = listener.hear(told("Rome", said="2026-04-01", valid=span("2010-01-01", "2011-01-01")))
    assert gated.outcome is STORED
    assert gated.settled == ()


def test_an_event_on_another_day_is_no_confirmation(talk: Start) -> None:
    listener = talk(MANY)
    pending(listener, kind=RecordKind.EVENT, valid=day("2026-01-01"))
    gated = listener.hear(told("Lisbon", kind=RecordKind.EVENT, valid=day("2026-01-02")))
    assert gated.settled == ()


def test_a_plan_settles_nothing(talk: Start) -> None:
    listener = talk(CHANGING)
    pending(listener)
    gated = listener.hear(told("Rome", said="2026-04-01", modality=Modality.PLANNED))
    assert gated.settled == ()


def test_a_plan_that_waits_is_not_settled_by_what_is(talk: Start) -> None:
    listener = talk(CHANGING)
    pending(listener, sure=0.5, exact=0.5, modality=Modality.PLANNED)
    assert listener.hear(told("Rome", said="2026-04-01")).settled == ()


def test_saying_it_again_rules_out_what_contradicted_it_meanwhile(talk: Start) -> None:
    listener = talk(IMMUTABLE)
    listener.hear(told("Lisbon"))
    waiting = listener.hear(told("Rome", by="bo", said="2026-03-02")).record.id
    gated = listener.hear(told("Lisbon", said="2026-04-01"))
    assert gated.outcome is MERGED
    assert [(one.id, one.state) for one in gated.settled] == [(waiting, State.REJECTED)]
    assert listener.belief(told("Lisbon")).distribution["text lisbon"] > 0.98


def test_a_half_hearted_repetition_rules_out_nothing(talk: Start) -> None:
    listener = talk(IMMUTABLE)
    listener.hear(told("Lisbon"))
    listener.hear(told("Rome", by="bo", said="2026-03-02"))
    gated = listener.hear(told("Lisbon", said="2026-04-01", sure=0.6))
    assert gated.outcome is MERGED
    assert gated.settled == ()


def test_every_change_of_state_is_a_step_in_the_log(talk: Start) -> None:
    listener = talk(CHANGING)
    pending(listener)
    listener.hear(told("Rome", said="2026-04-01"))
    listener.hear(told("Rome", by="bo", said="2026-04-02"))
    state = dict.fromkeys((one.id for one in listener.space.every(Record)), State.CANDIDATE)
    for one in listener.space.every(RecordStep):
        state[one.record] = step(state[one.record], one.event)
    assert state == {one.id: one.state for one in listener.space.every(Record)}
