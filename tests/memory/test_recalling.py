"""What holds comes before what is over, at every moment one asks about."""

from __future__ import annotations

from datetime import timedelta

import pytest

from smalti import InvalidInput, Memory, NotFound
from smalti.model.lifecycle import State
from smalti.testing import FrozenClock
from write.extract.talks import needs_parser

pytestmark = needs_parser

DEADLINE = "When is the deadline for the Osprey report?"


@pytest.fixture
def told(memory: Memory) -> Memory:
    """An old date, said three times, and the new one, said once."""
    for day in ("02", "05", "09"):
        old = "The deadline for the Osprey report is 3 May 2026."
        memory.add(old, speaker="Ada", said_at=f"2026-02-{day}")
    new = "The deadline for the Osprey report is 12 June 2026 now."
    memory.add(new, speaker="Ada", said_at="2026-02-20")
    return memory


def test_an_old_date_that_was_repeated_does_not_win(told: Memory) -> None:
    found = told.recall(DEADLINE)
    assert "12 June" in found.items[0].turn.text
    assert not found.items[0].over
    assert all(item.over for item in found.items[1:])
    assert {one.state for one in found.items[1].standing} == {State.SUPERSEDED}


def test_what_held_then_comes_first_then(told: Memory) -> None:
    found = told.recall(DEADLINE, as_of="2026-02-06")
    assert "3 May" in found.items[0].turn.text
    assert not found.items[0].over


def test_what_was_not_known_then_is_not_there_and_counted(
    memory: Memory, clock: FrozenClock
) -> None:
    memory.add("Heron launches in May.", speaker="Ada")
    before = clock()
    clock.tick(timedelta(days=10))
    memory.add("Heron launches in June.", speaker="Ada")
    found = memory.recall("Heron launches", known_at=before)
    assert [item.turn.text for item in found] == ["Heron launches in May."]
    assert found.held_back == {"not known then": 1}


def test_the_parts_of_a_score_tell_what_being_over_cost(told: Memory) -> None:
    for item in told.recall(DEADLINE, explain=True):
        assert sum(item.parts.values()) == pytest.approx(item.score, abs=1e-5)
        assert ("over" in item.parts) is item.over


def test_one_side_of_an_open_conflict_is_marked(memory: Memory) -> None:
    memory.add("I was born in Oslo.", speaker="Ada", said_at="2026-02-01")
    memory.add("I was born in Bergen.", speaker="Ada", said_at="2026-02-20")
    disputed = {item.turn.text: item.disputed for item in memory.recall("Where was Ada born?")}
    assert disputed == {"I was born in Oslo.": False, "I was born in Bergen.": True}


def test_a_turn_that_was_not_there_yet_is_not_found(memory: Memory, clock: FrozenClock) -> None:
    [id] = memory.add("Hello there").ids
    before = clock().utc() - timedelta(seconds=1)
    assert memory.get(id).text == "Hello there"
    with pytest.raises(NotFound):
        memory.get(id, known_at=before)


@pytest.mark.parametrize("axis", ["as_of", "known_at"])
def test_a_moment_that_is_none_is_refused(memory: Memory, axis: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        memory.recall("x", **{axis: "someday"})  # type: ignore[arg-type]
    assert refused.value.field == axis
