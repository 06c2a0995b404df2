from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from smalti.model.errors import IllegalTransition
from smalti.model.lifecycle import Event, State
from smalti.model.record import Modality, RecordStep
from smalti.model.time import Instant, Interval, Precision
from smalti.view import Axes, held_back, holds_at, see, standing_at, state_at, view
from view.lives import Life, day, interval, record

NOW = 20


def asked(as_of: int | None = None, known_at: int | None = None, now: int = NOW) -> Axes:
    known = None if known_at is None else day(known_at)
    return Axes(day(now), None if as_of is None else day(as_of), known)


def shown(life: Life, **axes: Any) -> dict[str, bool | None]:
    seen = view(life.records.values(), life.steps, asked(**axes))
    return {one.record.id: one.holds for one in seen}


@pytest.fixture
def moved() -> Life:
    """Lisbon from day 1, said on day 1; Porto from day 5, said on day 7; Lisbon again from 9."""
    life = Life()
    life.learn("lisbon", interval(1), 1)
    life.learn("porto", interval(5), 7)
    life.move("lisbon", Event.SUPERSEDE, 7, interval(1, 5))
    life.learn("lisbon again", interval(9), 9)
    life.move("porto", Event.SUPERSEDE, 9, interval(5, 9))
    return life


# --- A, then B, then A -------------------------------------------------------------------------


def test_by_default_only_what_is_current_is_shown(moved: Life) -> None:
    assert shown(moved) == {"lisbon again": True}


def test_a_b_a_is_three_intervals(moved: Life) -> None:
    where = {at: list(shown(moved, as_of=at)) for at in range(11)}
    expected = [], *[["lisbon"]] * 4, *[["porto"]] * 4, *[["lisbon again"]] * 2
    assert where == dict(enumerate(expected))


def test_between_the_move_and_the_news_of_it_the_old_was_believed(moved: Life) -> None:
    assert shown(moved, as_of=6, known_at=6) == {"lisbon": True}
    assert shown(moved, as_of=6, known_at=7) == {"porto": True}
    assert shown(moved, known_at=6) == {"lisbon": True}


def test_the_interval_is_the_one_that_was_believed_then(moved: Life) -> None:
    before, after = (
        see(moved.records.values(), moved.steps, asked(known_at=at))[0] for at in (6, 7)
    )
    assert (before.state, before.valid) == (State.CURRENT, interval(1))
    assert (after.state, after.valid) == (State.SUPERSEDED, interval(1, 5))


def test_taking_a_verdict_back_restores_the_former_view(moved: Life) -> None:
    views = {at: shown(moved, as_of=at, known_at=8) for at in range(12)}
    moved.move("porto", Event.REOPEN, 10, interval(5))
    moved.move("lisbon again", Event.RETRACT, 10)
    assert {at: shown(moved, as_of=at) for at in range(12)} == views
    assert shown(moved, as_of=9, known_at=9) == {"lisbon again": True}


# --- boundaries --------------------------------------------------------------------------------


def test_the_start_belongs_to_an_interval_and_the_end_does_not() -> None:
    one = record("a", interval(3, 5), 0, state=State.CURRENT)
    start, end = day(3).micros, day(5).micros
    moments = (start - 1, start, end - 1, end)
    assert [holds_at(one, Instant(at)) for at in moments] == [False, True, True, False]


def test_a_step_counts_from_its_very_moment_on() -> None:
    life = Life()
    life.learn("a", interval(0), 0)
    life.move("a", Event.CORRECT, 4)
    states = [
        state_at(life.records["a"], life.steps, Instant(day(4).micros + tick))
        for tick in (-1, 0, 1)
    ]
    assert states == [State.CURRENT, State.CORRECTED, State.CORRECTED]


def test_a_record_is_known_from_the_very_moment_it_was_recorded() -> None:
    life = Life()
    life.learn("a", interval(0), 4)
    moments = [Instant(day(4).micros - 1), day(4)]
    states = [state_at(life.records["a"], life.steps, at) for at in moments]
    assert states == [None, State.CURRENT]


def test_of_steps_at_one_moment_the_last_counts() -> None:
    life = Life()
    life.learn("a", interval(0), 4)
    life.move("a", Event.DISPUTE, 4)
    life.move("a", Event.SUPERSEDE, 4, interval(0, 2))
    found = standing_at(life.records["a"], life.steps, day(4))
    assert found is not None and (found.state, found.valid) == (State.SUPERSEDED, interval(0, 2))


@pytest.mark.parametrize(
    ("valid", "answers"),
    [
        (interval("4?"), [None, True, True]),  # it began on day 4 at the latest
        (interval("?"), [None, None, None]),
        (interval(None, "4?"), [None, False, False]),
        (interval(None, "?"), [None, None, None]),
        (interval(4, "?"), [False, None, None]),
        (interval("?", 4), [None, False, False]),
        (Interval.always(), [True, True, True]),
    ],
)
def test_what_is_not_known_stays_so(valid: Interval, answers: list[bool | None]) -> None:
    one = record("a", valid, 0, state=State.CURRENT)
    assert [holds_at(one, day(at)) for at in (3, 4, 5)] == answers


# --- what becomes of records -------------------------------------------------------------------


def test_an_old_fact_that_arrives_late_is_known_from_then_on_only(moved: Life) -> None:
    moved.learn("faro", interval(-5, 1), 12, Event.SUPERSEDE)
    assert shown(moved, as_of=-2) == {"faro": True}
    assert shown(moved, as_of=-2, known_at=12) == {"faro": True}
    assert shown(moved, as_of=-2, known_at=11) == {}
    assert shown(moved) == {"lisbon again": True}


def test_what_was_corrected_was_believed_until_then_and_never_held_since() -> None:
    life = Life()
    life.learn("oslo", interval(2), 2)
    life.learn("bergen", interval(2), 6)
    life.move("oslo", Event.CORRECT, 6)
    assert shown(life, as_of=4, known_at=5) == {"oslo": True}
    assert shown(life, as_of=4, known_at=6) == {"bergen": True}
    assert shown(life, as_of=4) == {"bergen": True}
    assert holds_at(life.records["oslo"], day(4)) is False


def test_both_sides_of_a_conflict_are_shown_and_marked() -> None:
    life = Life()
    for id in ("oslo", "bergen"):
        life.learn(id, interval(2), 2)
        life.move(id, Event.DISPUTE, 3)
    seen = view(life.records.values(), life.steps, asked())
    assert [(one.record.id, one.disputed) for one in seen] == [("oslo", True), ("bergen", True)]
    before = view(life.records.values(), life.steps, asked(known_at=2))
    assert [one.disputed for one in before] == [False, False]


@pytest.mark.parametrize("event", [Event.RETRACT, Event.REJECT])
def test_of_what_is_not_believed_nothing_is_known(event: Event) -> None:
    life = Life()
    life.learn("a", interval(0), 0, Event.HOLD)
    life.move("a", event, 1)
    assert holds_at(life.records["a"], day(5)) is None
    assert shown(life) == {}
    assert shown(life, as_of=5) == {}


def test_what_lies_ahead_is_current_and_does_not_hold_yet() -> None:
    life = Life()
    life.learn("rome", interval(25), 2)
    assert shown(life) == {"rome": False}
    assert shown(life, as_of=24) == {}
    assert shown(life, as_of=25) == {"rome": True}


@pytest.mark.parametrize("modality", [one for one in Modality if one is not Modality.ASSERTED])
def test_nobody_said_that_a_plan_or_wish_came_true(modality: Modality) -> None:
    life = Life()
    life.learn("rome", interval(25), 2, modality=modality)
    assert shown(life) == {"rome": False}
    assert shown(life, as_of=25) == {"rome": None}
    assert shown(life, now=26) == {"rome": None}


def test_what_is_superseded_without_an_end_is_over_and_nobody_knows_since_when() -> None:
    life = Life()
    life.learn("a", interval(2), 2)
    life.move("a", Event.SUPERSEDE, 5)
    assert [holds_at(life.records["a"], day(at)) for at in (1, 2, 9)] == [False, None, None]


def test_what_is_forgotten_is_so_at_every_moment() -> None:
    life = Life()
    life.learn("a", interval(2), 2)
    life.move("a", Event.FORGET, 5)
    assert state_at(life.records["a"], life.steps, day(3)) is State.FORGOTTEN
    assert state_at(life.records["a"], life.steps, day(1)) is None
    assert shown(life, as_of=3, known_at=3) == {}


def test_what_recurs_holds_on_its_days() -> None:
    life = Life()  # day 0 is a Thursday
    life.learn("choir", interval("2?"), 2, recurrence="FREQ=WEEKLY;BYDAY=MO")
    held = {"choir": True}
    assert [at for at in range(2, 20) if shown(life, as_of=at) == held] == [4, 11, 18]
    assert [shown(life, as_of=at) for at in (-3, -2)] == [{"choir": None}, {}]


def test_a_record_was_not_closed_before_it_was() -> None:
    closed = replace(record("a", interval(0), 0, state=State.CORRECTED), closed_at=day(4))
    steps = [
        RecordStep("1", "a", Event.COMMIT, day(0), "test", valid=interval(0)),
        RecordStep("2", "a", Event.CORRECT, day(4), "test", valid=interval(0)),
    ]
    before, after = (see([closed], steps, asked(known_at=at))[0] for at in (3, 4))
    assert before.record.closed_at is None
    assert after.record.closed_at == day(4)


# --- the log -----------------------------------------------------------------------------------


def test_a_clock_set_back_does_not_change_the_order_of_the_log() -> None:
    life = Life()
    life.learn("a", interval(0), 4)
    life.move("a", Event.DISPUTE, 8)
    life.move("a", Event.SUPERSEDE, 6, interval(0, 5))
    states = [state_at(life.records["a"], life.steps, day(at)) for at in (4, 6, 7, 8)]
    assert states == [State.CURRENT, State.CURRENT, State.CURRENT, State.SUPERSEDED]


def test_a_record_without_steps_has_always_stood_where_it_stands() -> None:
    one = record("a", interval(0), 4, state=State.CURRENT)
    assert state_at(one, [], day(3)) is None
    assert state_at(one, [], day(4)) is State.CURRENT


def test_before_its_first_step_a_record_is_a_candidate() -> None:
    one = record("a", interval(0, 3), 4, state=State.SUPERSEDED)
    steps = [RecordStep("1", "a", Event.SUPERSEDE, day(6), "test", valid=interval(0, 3))]
    assert state_at(one, steps, day(5)) is State.CANDIDATE
    assert view([one], steps, asked(known_at=5)) == []


def test_a_log_that_the_lifecycle_does_not_know_is_an_error() -> None:
    one = record("a", interval(0), 0, state=State.CURRENT)
    steps = [RecordStep("1", "a", Event.REOPEN, day(0), "test", valid=interval(0))]
    with pytest.raises(IllegalTransition):
        state_at(one, steps, day(1))


def test_what_is_not_shown_is_counted_by_its_reason(moved: Life) -> None:
    moved.learn("maybe", interval(3), 9, Event.HOLD)
    moved.learn("wrong", interval(3), 9)
    moved.move("wrong", Event.CORRECT, 9)
    counted = [
        held_back(see(moved.records.values(), moved.steps, axes), axes)
        for axes in (asked(), asked(as_of=6))
    ]
    assert counted == [
        {"superseded": 2, "pending": 1, "corrected": 1},
        {"not then": 2, "pending": 1, "corrected": 1},
    ]


def test_precision_is_kept() -> None:
    valid = Interval.since(day(0), Precision.MONTH)
    life = Life()
    life.learn("a", valid, 0)
    [seen] = view(life.records.values(), life.steps, asked(known_at=3))
    assert seen.valid == valid
