"""What follows from an event becomes a record of its own, for slots that change."""

from __future__ import annotations

import pytest

from smalti import Memory
from smalti.model.record import DerivationKind, Record
from write.extract.talks import needs_parser

pytestmark = needs_parser


def told(memory: Memory, *texts: str) -> list[Record]:
    for text in texts:
        memory.add(text, speaker="Ada", said_at="2026-02-20T10:00:00+01:00")
    return list(memory.records(predicate="lives_in", state=None))


def test_who_moved_somewhere_lives_there_from_then_on(memory: Memory) -> None:
    [home] = told(memory, "I moved to Oslo last May.")
    assert home.sentence == "Ada lives in Oslo"
    assert home.valid.start is not None
    assert home.valid.start.at is not None
    assert home.valid.start.at.local().date().isoformat() == "2025-05-01"
    assert home.valid.end is None


def test_it_rests_on_the_same_quote_and_tells_the_step(memory: Memory) -> None:
    [home] = told(memory, "I moved to Oslo last May.")
    why = memory.why(home.id)
    assert why.quotes[0].text == "I moved to Oslo last May"
    steps = [one.why for one in home.derived if one.kind is DerivationKind.PREDICATE]
    assert steps[-1] == "moved_to implies lives_in"


def test_it_ends_what_was_so_before(memory: Memory) -> None:
    told(memory, "I live in Bergen.")
    memory.add("I moved to Oslo yesterday.", speaker="Ada", said_at="2026-02-28")
    assert [r.sentence for r in memory.records(predicate="lives_in")] == ["Ada lives in Oslo"]


@pytest.mark.parametrize(
    "text",
    [
        "I never moved to Oslo.",
        "I plan to move to Oslo in May.",
        "I would have moved to Oslo.",
        "If I get the job, I move to Oslo.",
    ],
)
def test_nothing_follows_from_what_did_not_happen(memory: Memory, text: str) -> None:
    assert told(memory, text) == []
