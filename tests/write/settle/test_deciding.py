from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.model.conflict import ConflictKind, ConflictStatus, Relation
from smalti.model.errors import InvalidInput
from smalti.model.lifecycle import Event, State, step
from smalti.model.record import Authority, Record, RecordStep
from smalti.model.time import Instant
from smalti.write.detect import Side
from smalti.write.detect.judging import Judged
from smalti.write.detect.pair import Verdict
from smalti.write.gate.steps import moved
from smalti.write.settle import Choice, Policy, Settlement, decide, settle, undo
from write.detect.pairs import CHANGING, IMMUTABLE, MANY, NOW, laid, later, side, since

LATER = Instant(NOW.micros + 1, 0)
AFTER = Instant(NOW.micros + 2, 0)
BEGUN = {State.CURRENT: (Event.COMMIT,), State.PENDING: (Event.HOLD,)}
Log = dict[str, list[RecordStep]]


def begun(one: Side, state: State = State.CURRENT) -> tuple[Side, list[RecordStep]]:
    """A side with the steps that led to its state."""
    record, log = replace(one.record, state=State.CANDIDATE), []
    for event in BEGUN[state]:
        record, taken = moved(record, event, at=Instant(0), actor="gate", reason="")
        log.append(taken)
    return replace(one, record=record), log


def logged(log: Log, done: Settlement) -> Log:
    after = {id: list(steps) for id, steps in log.items()}
    for taken in done.steps:
        after[taken.record].append(taken)
    return after


def by_id(records: Iterable[Record]) -> dict[str, Record]:
    return {one.id: one for one in records}


def disputed() -> tuple[Settlement, Log]:
    (stored, first), (incoming, second) = begun(side()), begun(later())
    judged = Judged(laid(stored, incoming), Verdict(Relation.CONFLICT, "j", 0.9, "r"))
    done = settle(incoming.record, [judged], at=NOW)
    return done, logged({stored.record.id: first, incoming.record.id: second}, done)


def decided(choice: Choice, **more: Any) -> tuple[Settlement, Settlement, Log]:
    done, log = disputed()
    made = decide(
        done.conflicts[0], choice, done.stored[0], done.incoming, at=LATER, by="ada", **more
    )
    return done, made, logged(log, made)


@pytest.mark.parametrize(
    ("choice", "stored", "incoming", "status"),
    [
        (Choice.STORED, State.CURRENT, State.REJECTED, ConflictStatus.RESOLVED),
        (Choice.INCOMING, State.CORRECTED, State.CURRENT, ConflictStatus.RESOLVED),
        (Choice.CHANGED, State.SUPERSEDED, State.CURRENT, ConflictStatus.RESOLVED),
        (Choice.BOTH, State.CURRENT, State.CURRENT, ConflictStatus.RESOLVED),
        (Choice.DISMISS, State.CURRENT, State.CURRENT, ConflictStatus.DISMISSED),
    ],
)
def test_a_decision_is_carried_out(
    choice: Choice, stored: State, incoming: State, status: ConflictStatus
) -> None:
    _, made, _ = decided(choice, reason="the lease says so")
    assert (made.stored[0].state, made.incoming.state) == (stored, incoming)
    (conflict,) = made.conflicts
    assert (conflict.status, conflict.decided_by, conflict.decided_at) == (status, "ada", LATER)
    assert "the lease says so" in (conflict.outcome or "")


def test_what_is_disputed_elsewhere_stays_disputed() -> None:
    done, _ = disputed()
    stored = done.stored[0]
    made = decide(
        done.conflicts[0], Choice.STORED, stored, done.incoming,
        at=LATER, by="ada", disputed=[stored.id],
    )  # fmt: skip
    assert made.stored == ()
    assert made.incoming.state is State.REJECTED


def test_a_conflict_is_decided_once() -> None:
    _, made, _ = decided(Choice.BOTH)
    with pytest.raises(InvalidInput, match="resolved"):
        decide(made.conflicts[0], Choice.BOTH, made.stored[0], made.incoming, at=LATER, by="bo")


def test_a_conflict_is_decided_about_its_own_sides() -> None:
    done, _ = disputed()
    with pytest.raises(InvalidInput, match="not between"):
        decide(done.conflicts[0], Choice.BOTH, done.incoming, done.stored[0], at=LATER, by="ada")


def undone(made: Settlement, log: Log, **more: Any) -> Settlement:
    records = [*made.stored, made.incoming]
    return undo(made.conflicts[0], records, log, at=AFTER, by="ada", **more)


@pytest.mark.parametrize("choice", Choice)
def test_undoing_a_decision_restores_the_dispute_exactly(choice: Choice) -> None:
    done, made, log = decided(choice)
    before = by_id([*done.stored, done.incoming])
    back = undone(made, log)
    assert before | by_id([*back.stored, back.incoming]) == before
    assert back.conflicts == done.conflicts


@pytest.mark.parametrize("choice", Choice)
def test_the_log_tells_of_a_decision_and_of_its_undoing(choice: Choice) -> None:
    _, made, log = decided(choice)
    back = undone(made, log, reason="I misread the lease")
    for id, steps in logged(log, back).items():
        states = [state_at(id, steps, at) for at in (LATER, AFTER)]
        assert states == [by_id([*made.stored, made.incoming])[id].state, State.DISPUTED]
    assert all(step.reason == "undone: I misread the lease" for step in back.steps)


def state_at(id: str, steps: Iterable[RecordStep], at: Instant) -> State:
    state = State.CANDIDATE
    for one in steps:
        if one.at.micros <= at.micros:
            state = step(state, one.event)
    return state


def test_what_was_settled_when_it_was_found_is_disputed_once_undone() -> None:
    (stored, first), (incoming, second) = begun(side()), begun(later())
    judged = Judged(laid(stored, incoming), Verdict(Relation.UPDATE, "j", 0.9, "r"))
    done = settle(incoming.record, [judged], at=NOW)
    log = logged({stored.record.id: first, incoming.record.id: second}, done)
    records = [*done.stored, done.incoming]
    back = undo(done.conflicts[0], records, log, at=LATER, by="ada")
    assert [one.state for one in (*back.stored, back.incoming)] == [State.DISPUTED] * 2
    assert back.stored[0].valid == stored.record.valid


def test_an_open_conflict_has_nothing_to_undo() -> None:
    done, log = disputed()
    with pytest.raises(InvalidInput, match="nothing to undo"):
        undo(done.conflicts[0], [*done.stored, done.incoming], log, at=LATER, by="ada")


def test_undo_is_refused_where_a_record_was_changed_since() -> None:
    _, made, log = decided(Choice.CHANGED)
    old = made.stored[0]
    again, taken = moved(old, Event.REOPEN, at=AFTER, actor="ada", reason="", conflict="x-2")
    log[old.id].append(taken)
    with pytest.raises(InvalidInput, match="changed again since") as refused:
        undo(made.conflicts[0], [again, made.incoming], log, at=AFTER, by="ada")
    assert refused.value.fix == "Undo x-2 first"


VALUES = st.sampled_from(["Lisbon", "Porto", "Faro"])
DAYS = st.sampled_from([since(f"2026-0{month}-01") for month in range(1, 9)])


@st.composite
def situations(draw: st.DrawFn) -> tuple[list[Judged], list[Side], Log]:
    """Stored statements, one that comes in, and any verdicts on how they lie to each other."""
    state = draw(st.sampled_from(sorted(BEGUN, key=lambda one: one.value)))
    by = draw(st.sampled_from(["ada", "bo"]))
    new = later(draw(VALUES), by=by, authority=draw(st.sampled_from(Authority)), valid=draw(DAYS))
    incoming, steps = begun(new, state)
    log, judged, sides = {incoming.record.id: steps}, [], [incoming]
    for number in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from([CHANGING, IMMUTABLE, MANY]))
        one = side(draw(VALUES), slot=kind, valid=draw(DAYS), sentence=f"Statement {number}.")
        stored, log[one.record.id] = begun(one, draw(st.sampled_from(sorted(BEGUN, key=str))))
        relation = draw(st.sampled_from(Relation))
        verdict = Verdict(relation, "j", draw(st.floats(0, 1)), "r", ConflictKind.SEMANTIC)
        judged.append(Judged(laid(stored, incoming), verdict))
        sides.append(stored)
    return judged, sides, log


@given(situations(), st.sampled_from(Policy))
def test_a_settlement_changes_nothing_of_a_record_but_state_and_validity(
    world: tuple[list[Judged], list[Side], Log], policy: Policy
) -> None:
    judged, sides, _ = world
    before = by_id(one.record for one in sides)
    done = settle(sides[0].record, judged, at=NOW, policy=policy)
    for one in (*done.stored, done.incoming):
        was = before[one.id]
        kept = replace(one, state=was.state, closed_at=was.closed_at, valid=was.valid)
        assert replace(kept, evidence=was.evidence) == was
        assert set(was.evidence) <= set(one.evidence)


@given(situations())
def test_an_open_conflict_disputes_what_is_new(world: tuple[list[Judged], list[Side], Log]) -> None:
    judged, sides, _ = world
    done = settle(sides[0].record, judged, at=NOW)
    states = {one.record.id: one.record.state for one in sides}
    states |= {one.id: one.state for one in (*done.stored, done.incoming)}
    for conflict in done.conflicts:
        if conflict.status is ConflictStatus.OPEN:
            assert states[conflict.incoming] is State.DISPUTED
            assert states[conflict.stored] in (State.DISPUTED, State.CURRENT, State.PENDING)
