"""A language model as a judge: asked once about what others leave open, and never on an error."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from smalti import Memory
from smalti.model.conflict import ConflictStatus
from smalti.model.errors import ModelUnavailable
from smalti.model.lifecycle import State
from smalti.model.results import Outcome
from smalti.testing import FrozenClock, ScriptedModel

CLOCK = "2026-03-01T10:00:00+01:00"


def reply(relation: str, stored: str = "S1", confidence: float = 0.95) -> str:
    """What a model says of the first new statement and a stored one."""
    found = {
        "stored": stored,
        "reason": "It is another garden now.",
        "relation": relation,
        "confidence": confidence,
        "kind": "semantic",
        "explicit": True,
    }
    return json.dumps({"entries": [{"new": "N1", "thought": "", "found": [found]}]})


def opened(model: ScriptedModel | None) -> Memory:
    return Memory(":memory:", embedder=None, model=model, clock=FrozenClock(CLOCK))


def tell(memory: Memory) -> Outcome:
    """Two values of a slot that the vocabulary does not know; the second one's outcome."""
    memory.assert_("Ada", "tends_to", "the rose garden", said_at="2026-02-01")
    return (
        memory.assert_("Ada", "tends_to", "the herb garden", said_at="2026-02-20")
        .records[0]
        .outcome
    )


def states(memory: Memory) -> list[State]:
    return [record.state for record in memory.records(state=None)]


@pytest.mark.parametrize(
    ("relation", "expected"),
    [
        ("update", [State.SUPERSEDED, State.CURRENT]),
        ("correction", [State.CORRECTED, State.CURRENT]),
        ("conflict", [State.DISPUTED, State.DISPUTED]),
        ("compatible", [State.CURRENT, State.CURRENT]),
        ("refinement", [State.CURRENT, State.CURRENT]),
    ],
)
def test_the_model_decides_what_cheaper_judges_leave_open(
    relation: str, expected: list[State]
) -> None:
    model = ScriptedModel([reply(relation)])
    with opened(model) as memory:
        tell(memory)
        assert states(memory) == expected
        assert model.left == 0


def test_what_it_took_is_in_the_receipt() -> None:
    with opened(ScriptedModel([reply("update")])) as memory:
        memory.assert_("Ada", "tends_to", "the rose garden", said_at="2026-02-01")
        receipt = memory.assert_("Ada", "tends_to", "the herb garden", said_at="2026-02-20")
        [use] = receipt.usage
        assert (use.model, use.calls) == ("scripted", 1)
        assert use.input_tokens > 0
        [conflict] = memory.conflicts(status=None)
        assert (conflict.judge, conflict.status) == ("model", ConflictStatus.RESOLVED)


def test_what_is_certain_is_not_asked_about() -> None:
    model = ScriptedModel([])
    with opened(model) as memory:
        memory.assert_("Ada", "lives_in", "Oslo", since="2025-01-01")
        memory.assert_("Ada", "lives_in", "Rome", since="2026-01-01")
    assert model.prompts == []


@pytest.mark.parametrize(
    "said",
    [
        ModelUnavailable("no answer after 3 tries"),
        "I would rather not say.",
        reply("update", stored="S7"),
        reply("update", confidence=7.0),
        reply("improvement"),
    ],
    ids=["down", "prose", "foreign id", "confidence", "relation"],
)
def test_nothing_ends_on_an_error_and_the_receipt_tells(said: str | ModelUnavailable) -> None:
    with opened(ScriptedModel([said, said])) as memory:
        memory.assert_("Ada", "tends_to", "the rose garden", said_at="2026-02-01")
        receipt = memory.assert_("Ada", "tends_to", "the herb garden", said_at="2026-02-20")
        assert states(memory) == [State.CURRENT, State.CURRENT]
        assert any(note.part != "vector" for note in receipt.degraded)
        assert memory.conflicts(status="possible")


def test_orders_end_nothing_whatever_the_model_says() -> None:
    with opened(ScriptedModel([reply("update")])) as memory:
        memory.assert_("Ada", "tends_to", "the rose garden", said_at="2026-02-01")
        memory.assert_(
            "Ada", "tends_to", "the herb garden", role="tool", speaker="bot", said_at="2026-02-20"
        )
        assert states(memory)[0] is State.CURRENT


# ------------------------------------------------------------------ judged again


def test_what_no_judge_could_tell_is_judged_again_when_a_model_is_there(
    tmp_path: Path,
) -> None:
    path = tmp_path / "m.db"
    clock = FrozenClock(CLOCK)
    with Memory(path, embedder=None, model=None, clock=clock) as memory:
        tell(memory)
        [possible] = memory.conflicts(status="possible")
        assert memory.recheck().items == ()
    clock.tick(timedelta(days=1))
    model = ScriptedModel([reply("update")])
    with Memory(path, embedder=None, model=model, clock=clock) as memory:
        receipt = memory.recheck()
        assert [(item.outcome, item.id) for item in receipt.items] == [
            (Outcome.SUPERSEDED, possible.id)
        ]
        assert states(memory) == [State.SUPERSEDED, State.CURRENT]
        assert memory.conflicts(status="possible") == []
        memory.undo(possible.id)
        assert states(memory) == [State.DISPUTED, State.DISPUTED]


def test_what_turns_out_to_be_compatible_is_dismissed(memory: Memory) -> None:
    tell(memory)
    [possible] = memory.conflicts(status="possible")
    memory.retract(possible.stored)
    assert [item.outcome for item in memory.recheck().items] == [Outcome.REFUSED]
    [dismissed] = memory.conflicts(status="dismissed")
    assert dismissed.outcome == "one side is believed no longer"


def test_a_model_that_is_down_leaves_possible_conflicts_as_they_are() -> None:
    down = ModelUnavailable("no answer after 3 tries")
    with opened(ScriptedModel([down, down])) as memory:
        tell(memory)
        receipt = memory.recheck()
        assert receipt.items == ()
        assert receipt.degraded
        assert len(memory.conflicts(status="possible")) == 1
