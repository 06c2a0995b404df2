"""Nine turns in which things change, are put right, and contradict each other."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any

from smalti.model.results import Outcome, RecordItem

if TYPE_CHECKING:
    from smalti.memory import Memory

SPACE = "demo-disagreements"
_ABOUT = "Anna"
_PREDICATE = "lives_in"
_DAYS = ("2025-06-01", "2025-07-01")
_ANSWER = "1993"


@dataclass(frozen=True, slots=True)
class Said:
    """A turn, and what became of each of its statements."""

    day: str
    speaker: str
    text: str
    items: tuple[RecordItem, ...]


@dataclass(frozen=True, slots=True)
class Settling:
    """What was said and what came of it.

    ``held`` tells what held on some days; ``question`` was asked, ``answer`` is the reply, and
    ``settled`` tells what became of both sides.
    """

    turns: tuple[Said, ...]
    held: Mapping[str, tuple[str, ...]]
    question: str
    answer: str
    settled: Mapping[str, str]


def settle(memory: Memory) -> Settling | None:
    """Say all of it in a space of its own; ``None`` if that was done before."""
    other = memory.space(SPACE)  # shares the file: closing it is for whoever opened that
    if other.stats().turns:
        return None
    turns = tuple(_say(other, turn) for turn in _turns())
    held = {
        day: tuple(
            record.sentence
            for record in other.records(about=_ABOUT, predicate=_PREDICATE, as_of=day)
        )
        for day in _DAYS
    }
    asked = next((q for q in other.clarifications() if _ANSWER in q.question), None)
    if asked is None:
        return Settling(turns, held, "", "", {})
    other.answer(asked.id, _ANSWER, speaker=_ABOUT)
    sides = (asked.against or "", asked.about)
    settled = {one.sentence: one.state.value for one in map(other.record, sides)}
    return Settling(turns, held, asked.question, _ANSWER, settled)


def _turns() -> list[Mapping[str, Any]]:
    text = (resources.files("smalti.demo") / "disagreements.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def _say(memory: Memory, turn: Mapping[str, Any]) -> Said:
    receipt = memory.add(turn, extract=True)
    told = tuple(item for item in receipt.records if item.outcome is not Outcome.REFUSED)
    return Said(turn["said_at"][:10], turn["speaker"], turn["text"], told)
