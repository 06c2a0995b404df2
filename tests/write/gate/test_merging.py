"""What is said again is further evidence: no second record, no duplicate span."""

from __future__ import annotations

import pytest

from smalti.model.lifecycle import Event, State
from smalti.model.record import Authority, Record, RecordKind, RecordStep
from smalti.write.gate import GatePolicy, gate
from smalti.write.gate.values import value_key
from smalti.write.work import Meeting, One, drive
from write.gate.telling import (
    CHANGING,
    IMMUTABLE,
    MANY,
    MERGED,
    NOW,
    PENDING,
    STORED,
    Start,
    day,
    told,
)


def test_evidence_is_appended_in_the_order_it_came(talk: Start) -> None:
    listener = talk(CHANGING)
    first, second = told("Lisbon"), told("Lisbon", said="2026-04-01")
    listener.hear(first)
    gated = listener.hear(second)
    assert gated.record.id == first.record.id
    assert gated.record.evidence == (*first.record.evidence, *second.record.evidence)
    assert len(list(listener.space.every(Record))) == 1


def test_nothing_but_evidence_changes_in_the_stored_record(talk: Start) -> None:
    listener = talk(CHANGING)
    before = listener.hear(told("Lisbon")).record
    after = listener.hear(told("lisbon.", said="2026-04-01", sure=0.9)).record
    assert after.sentence == before.sentence
    assert after.confidence == before.confidence
    assert after.state is before.state


def test_a_turn_that_is_read_again_changes_nothing(talk: Start) -> None:
    listener = talk(CHANGING)
    said = told("Lisbon")
    stored = listener.hear(said).record
    again = listener.hear(said)
    assert again.outcome is MERGED
    assert again.record == stored
    assert again.belief is None
    assert again.steps == ()


def test_a_turn_that_was_merged_and_is_read_again_changes_nothing(talk: Start) -> None:
    listener = talk(CHANGING)
    listener.hear(told("Lisbon"))
    second = told("Lisbon", said="2026-04-01")
    merged = listener.hear(second).record
    again = listener.hear(second)
    assert again.record == merged
    assert again.belief is None


def test_saying_it_again_makes_it_no_truer(talk: Start) -> None:
    listener = talk(MANY)
    listener.hear(told("Lisbon", sure=0.6))
    for month in range(4, 10):
        gated = listener.hear(told("Lisbon", said=f"2026-0{month}-01", sure=0.6))
        assert gated.outcome is MERGED
        assert gated.record.state is State.PENDING


def test_repetition_does_not_outvote_a_person_about_themselves(talk: Start) -> None:
    listener = talk(IMMUTABLE)
    own = listener.hear(told("Lisbon")).record
    for month in range(4, 10):
        listener.hear(told("Rome", by="bo", said=f"2026-0{month}-01"))
    believed = listener.belief(told("Lisbon")).distribution
    assert believed["text lisbon"] > believed["text rome"]
    assert listener.space.one(Record, own.id) == own


def test_a_second_witness_has_a_record_of_their_own(talk: Start) -> None:
    listener = talk(CHANGING)
    listener.hear(told("Lisbon"))
    listener.hear(told("Lisbon", by="bo", said="2026-04-01"))
    asserted_by = [record.asserted_by for record in listener.space.every(Record)]
    assert asserted_by == ["ada", "bo"]
    assert len(listener.belief(told("Lisbon")).observations) == 2


def test_a_plain_statement_commits_what_its_source_had_hinted_at(talk: Start) -> None:
    listener = talk(CHANGING)
    held = listener.hear(told("Lisbon", sure=0.6))
    said = told("Lisbon", said="2026-04-01")
    gated = listener.hear(said)
    assert held.outcome is PENDING
    assert gated.outcome is MERGED
    assert gated.record.id == held.record.id
    assert gated.record.state is State.CURRENT
    assert [step.event for step in gated.steps] == [Event.COMMIT]
    turn = said.statement.grounded.turn.id
    assert turn in gated.steps[0].reason
    assert [one.answered_by for one in gated.clarifications] == [turn]


def test_a_condition_is_the_same_however_it_is_spelt(talk: Start) -> None:
    listener = talk(IMMUTABLE)
    current = listener.hear(told("Lisbon", condition="x")).record
    gated = listener.hear(told("Lisbon", condition="X", said="2026-04-01"))
    assert gated.record.id == current.id


def test_a_merge_leaves_no_step_in_the_log(talk: Start) -> None:
    listener = talk(CHANGING)
    listener.hear(told("Lisbon"))
    listener.hear(told("Lisbon", said="2026-04-01"))
    assert [step.event for step in listener.space.every(RecordStep)] == [Event.COMMIT]


@pytest.mark.parametrize("compared", [1, 200])
def test_only_so_many_records_are_compared(talk: Start, compared: int) -> None:
    listener = talk(MANY, GatePolicy(compared=compared))
    listener.hear(told("Rome"))
    listener.hear(told("Lisbon"))
    gated = listener.hear(told("Lisbon", said="2026-04-01"))
    assert (gated.outcome is MERGED) is (compared > 1)


def test_orders_are_kept_as_a_quotation_of_no_weight(talk: Start) -> None:
    listener = talk(CHANGING)
    gated = listener.hear(told("x@y", instruction_like=True, authority=Authority.TOOL))
    assert gated.record.state is State.CURRENT
    assert gated.record.authority is Authority.UNTRUSTED
    assert gated.record.modality.value == "quoted"
    assert gated.belief is None
    assert gated.clarifications == ()


def test_an_agreeing_value_is_counted_for_the_one_that_was_there(talk: Start) -> None:
    listener = talk(IMMUTABLE)
    first = told("Lisbon")
    listener.hear(first)
    for said in (told("Lisbon, Portugal", by="bo"), told("Portugal, Lisbon, Alfama", by="cy")):
        listener.hear(said)
    distribution = listener.belief(first).distribution
    assert set(distribution) == {value_key(first.record.value), "unknown"}


def test_two_events_in_one_quote_are_two(talk: Start) -> None:
    listener = talk(MANY)
    for date in ("2026-02-01", "2026-02-02"):
        said = told("running", kind=RecordKind.EVENT, valid=day(date), sentence="I ran both days.")
        assert listener.hear(said).outcome is STORED
    assert len(list(listener.space.every(Record))) == 2


def test_a_turn_is_known_again_among_more_records_than_are_compared(talk: Start) -> None:
    listener = talk(MANY, GatePolicy(compared=1))
    listener.hear(told("Rome"))
    listener.hear(told("Lisbon"))
    assert listener.hear(told("Lisbon")).reason == "read before"


def test_a_statement_asks_twice_for_what_is_stored(talk: Start) -> None:
    listener = talk(CHANGING)
    listener.hear(told("Lisbon"))
    asked: list[object] = []

    def answer(request: object) -> object:
        asked.append(request)
        return listener.answer(request)

    said = told("Rome", said="2026-04-01")
    drive(gate(said, slot=CHANGING, now=NOW, policy=listener.policy), answer)
    assert [type(one) for one in asked] == [Meeting, One]
