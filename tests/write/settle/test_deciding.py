from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.model.conflict import ConflictKind, ConflictStatus, Relation
from smalti.model.errors import IllegalTransition, InvalidInput, NotFound
from smalti.model.lifecycle import Event, State
from smalti.model.record import Authority, Record, RecordStep
from smalti.model.time import Instant
from smalti.write.detect import Side
from smalti.write.detect.judging import Judged
from smalti.write.detect.pair import Verdict
from smalti.write.gate.steps import moved
from smalti.write.settle import Choice, Policy, Settlement, decide, reopened, settle, undo
from write.detect.pairs import CHANGING, IMMUTABLE, MANY, NOW, laid, later, side, since

LATER = Instant(NOW.micros + 1, 0)
BEGUN = {State.CURRENT: (Event.COMMIT,), State.PENDING: (Event.HOLD,)}
Log = dict[str, list[RecordStep]]


def begun(one: Side, state: State = State.CURRENT) -> tuple[Side, list[RecordStep]]:
    """A side with the steps that led to its state."""
    record, log = replace(one.record, state=State.CANDIDATE), []
    for event in BEGUN[state]:
        record, step = moved(record, event, at=Instant(0), actor="gate", reason="")
        log.append(step)
    return replace(one, record=record), log


def logged(log: Log, done: Settlement) -> Log:
    after = {id: list(steps) for id, steps in log.items()}
    for step in done.steps:
        after[step.record].append(step)
    return after


def by_id(records: Iterable[Record]) -> dict[str, Record]:
    return {one.id: one for one in records}


def disputed() -> tuple[Settlement, Log]:
    (stored, first), (incoming, second) = begun(side()), begun(later(by="bo"))
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


@pytest.mark.parametrize("choice", Choice)
def test_undoing_a_decision_restores_the_dispute_exactly(choice: Choice) -> None:
    done, made, log = decided(choice)
    before = by_id([*done.stored, done.incoming])
    after = before | by_id([*made.stored, made.incoming])
    assert before | by_id(undo(made.changes, after, log)) == before
    assert reopened(made.conflicts[0]) == done.conflicts[0]


def test_undo_of_what_is_gone_is_refused() -> None:
    _, made, log = decided(Choice.STORED)
    with pytest.raises(NotFound):
        undo(made.changes, {}, log)


def test_undo_is_refused_where_the_validity_was_changed_since() -> None:
    done, made, log = decided(Choice.CHANGED)
    records = by_id([*done.stored, made.incoming, *made.stored])
    old = made.stored[0]
    records[old.id] = replace(old, valid=since("2026-01-01", "2026-02-01"))
    with pytest.raises(InvalidInput, match="Undo that first"):
        undo(made.changes, records, log)


def test_undo_is_refused_where_a_later_step_builds_on_it() -> None:
    _, made, log = decided(Choice.CHANGED)
    old = made.stored[0]
    again, step = moved(old, Event.REOPEN, at=LATER, actor="ada", reason="")
    log[old.id].append(step)
    with pytest.raises(IllegalTransition):
        undo(made.changes, by_id([again, made.incoming]), log)


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
def test_undo_of_a_settlement_is_the_identity(
    world: tuple[list[Judged], list[Side], Log], policy: Policy
) -> None:
    judged, sides, log = world
    before = by_id(one.record for one in sides)
    done = settle(sides[0].record, judged, at=NOW, policy=policy)
    after = before | by_id([*done.stored, done.incoming])
    restored = after | by_id(undo(done.changes, after, logged(log, done)))
    if done.merged is None:
        assert restored == before
    else:  # evidence is only ever added
        assert done.changes == ()


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
def test_an_open_conflict_disputes_both_sides(world: tuple[list[Judged], list[Side], Log]) -> None:
    judged, sides, _ = world
    done = settle(sides[0].record, judged, at=NOW)
    states = {one.id: one.state for one in (*done.stored, done.incoming)}
    for conflict in done.conflicts:
        if conflict.status is ConflictStatus.OPEN:
            assert states[conflict.stored] is states[conflict.incoming] is State.DISPUTED
