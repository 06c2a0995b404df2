from __future__ import annotations

from itertools import product

import pytest

from smalti.model.errors import IllegalTransition
from smalti.model.lifecycle import TRANSITIONS, Event, State, diagram, step

# What each event may lead to, written down a second time on purpose: from, event, to.
EXPECTED = """
candidate  commit    current
candidate  hold      pending
candidate  dispute   disputed
candidate  supersede superseded
candidate  reject    rejected
pending    commit    current
pending    dispute   disputed
pending    retract   retracted
pending    reject    rejected
pending    forget    forgotten
current    dispute   disputed
current    supersede superseded
current    correct   corrected
current    retract   retracted
current    forget    forgotten
disputed   commit    current
disputed   supersede superseded
disputed   correct   corrected
disputed   retract   retracted
disputed   reject    rejected
disputed   forget    forgotten
superseded reopen    current
superseded forget    forgotten
corrected  reopen    current
corrected  forget    forgotten
retracted  reopen    current
retracted  forget    forgotten
rejected   reopen    current
rejected   forget    forgotten
"""
TABLE = {
    (State(before), Event(event)): State(after)
    for before, event, after in (line.split() for line in EXPECTED.strip().splitlines())
}


@pytest.mark.parametrize(("state", "event"), list(product(State, Event)))
def test_a_step_is_in_the_table_or_does_not_exist(state: State, event: Event) -> None:
    if (state, event) in TABLE:
        assert step(state, event) is TABLE[state, event]
        return
    with pytest.raises(IllegalTransition) as caught:
        step(state, event)
    allowed = [e.value for s, e in TABLE if s is state]
    assert (caught.value.state, caught.value.event) == (state.value, event.value)
    assert sorted(caught.value.allowed) == sorted(allowed)
    assert all(name in str(caught.value) for name in allowed)


def test_every_state_has_a_row() -> None:
    assert set(TRANSITIONS) == set(State)


def test_every_state_can_be_reached_from_a_candidate() -> None:
    reached = {State.CANDIDATE}
    while more := {after for (before, _), after in TABLE.items() if before in reached} - reached:
        reached |= more
    assert reached == set(State)


def test_only_forgetting_is_for_ever() -> None:
    assert {state for state in State if not TRANSITIONS[state]} == {State.FORGOTTEN}


def test_nothing_becomes_a_candidate_again() -> None:
    assert State.CANDIDATE not in TABLE.values()


def test_whatever_was_committed_can_be_forgotten() -> None:
    for state in set(State) - {State.CANDIDATE, State.FORGOTTEN}:
        assert step(state, Event.FORGET) is State.FORGOTTEN


def test_the_diagram_draws_every_step_and_no_other() -> None:
    first, *arrows = diagram().splitlines()
    assert first == "stateDiagram-v2"
    drawn = {arrow.strip() for arrow in arrows}
    assert len(drawn) == len(arrows)
    expected = {f"{s.value} --> {after.value}: {e.value}" for (s, e), after in TABLE.items()}
    assert drawn == expected | {"[*] --> candidate", "forgotten --> [*]"}
