"""Reads LoCoMo's questions and their key, and the audit of that key.

A turn is named by its dialogue id, written "D3:7" whatever the spelling in the file. Evidence is a
list of such ids in free writing ("D8:6; D9:17", "D:11:26", "D30:05"), so it is read with a pattern
and ``int()``: taken as they stand, some would match no turn and the gold would silently be lost.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from smalti.bench.answers import Question
from smalti.interchange.faults import load_json
from smalti.interchange.locomo import SESSION_KEY
from smalti.model.errors import InvalidInput
from smalti.model.turn import Turn

CATEGORIES = {
    1: "multi-hop",
    2: "temporal",
    3: "open-domain",
    4: "single-hop",
    5: "adversarial",
}
ADVERSARIAL = CATEGORIES[5]

_DIALOGUE = re.compile(r"D:?(\d+):(\d+)")
_AUDITED = re.compile(r"locomo_(\d+)_qa(\d+)")
_FIX = "Give LoCoMo's own file, such as locomo10.json"


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation: what to import, its turns by dialogue id, and its questions in order."""

    name: str
    data: Mapping[str, Any]
    turns: frozenset[str]
    questions: tuple[Question, ...]

    def identify(self, turn: Turn) -> str:
        """The dialogue id of a turn that was imported from this conversation."""
        external = (turn.external_id or turn.id).removeprefix(f"locomo:{self.name}:")
        return next(iter(dialogue_ids(external)), external)


@dataclass(frozen=True, slots=True)
class Audit:
    """A corrected key: gold by question id, and how many entries of the file were matched."""

    gold: Mapping[str, frozenset[str]]
    entries: int

    @property
    def matched(self) -> int:
        """Entries whose question stands in the data file at the place they name."""
        return len(self.gold)


def dialogue_ids(text: object) -> list[str]:
    """The dialogue ids in a text, in the one spelling used here."""
    return [f"D{int(session)}:{int(turn)}" for session, turn in _DIALOGUE.findall(str(text))]


def session_of(dialogue: str) -> str:
    """The session of a dialogue id."""
    return dialogue.partition(":")[0]


def read_conversations(path: Path) -> list[Conversation]:
    """Read the official file: a list of conversations, or a single one.

    Raises:
        InvalidInput: not such a file; names the conversation and what is missing.
    """
    data = load_json(path)
    samples = data if isinstance(data, list) else [data]
    if not samples:
        raise InvalidInput("data", str(path), "holds no conversation", fix=_FIX)
    found = [_conversation(sample, number) for number, sample in enumerate(samples)]
    names = [conversation.name for conversation in found]
    if len(set(names)) < len(names):
        raise InvalidInput("data, sample_id", names, "names two conversations alike", fix=_FIX)
    return found


def _conversation(sample: object, number: int) -> Conversation:
    where = f"data[{number}]"
    if not isinstance(sample, dict):
        raise InvalidInput(where, sample, "is no conversation", fix=_FIX)
    sessions, questions = sample.get("conversation"), sample.get("qa")
    if not isinstance(sessions, dict) or not any(map(SESSION_KEY.fullmatch, sessions)):
        raise InvalidInput(f"{where}.conversation", sessions, "has no session_1, …", fix=_FIX)
    if not isinstance(questions, list):
        raise InvalidInput(f"{where}.qa", questions, "is no list of questions", fix=_FIX)
    name = str(sample.get("sample_id") or f"conversation-{number + 1}")
    turns = frozenset(
        id
        for key, session in sessions.items()
        if SESSION_KEY.fullmatch(key) and isinstance(session, list)
        for turn in session
        if isinstance(turn, dict)
        for id in dialogue_ids(turn.get("dia_id"))
    )
    return Conversation(
        name=name,
        data={"sample_id": name, "conversation": sessions},
        turns=turns,
        questions=tuple(
            _question(item, f"{where}.qa[{place}]", name, f"{name}/qa{place}", turns)
            for place, item in enumerate(questions)
        ),
    )


def _question(
    item: object, where: str, conversation: str, id: str, turns: frozenset[str]
) -> Question:
    if not isinstance(item, dict) or not isinstance(item.get("question"), str):
        raise InvalidInput(where, item, "has no question", fix=_FIX)
    category = item.get("category")
    if category not in CATEGORIES:
        known = ", ".join(map(str, CATEGORIES))
        raise InvalidInput(f"{where}.category", category, f"is none of {known}", fix=_FIX)
    return Question(
        id=id,
        text=item["question"],
        category=CATEGORIES[category],
        group=conversation,
        gold=turns & set(dialogue_ids(item.get("evidence"))),
    )


def read_audit(path: Path, conversations: Sequence[Conversation]) -> Audit:
    """Match an audit ("question_id": "locomo_3_qa14", "correct_evidence") with conversations.

    The numbers count the ten conversations of the full file; a file with some of them numbers
    differently. So each number is given to the conversation in which most of its entries find
    their very question, and an entry that does not find it there is left out.

    Raises:
        InvalidInput: not such a file, or not a single entry belongs to these conversations.
    """
    entries = load_json(path)
    if not isinstance(entries, list):
        raise InvalidInput("audit", str(path), "is no list of corrections")
    by_number: dict[int, list[tuple[int, dict[str, Any]]]] = defaultdict(list)
    for place, entry in enumerate(entries):
        number, question = _audited_place(entry, f"audit[{place}]")
        by_number[number].append((question, entry))
    gold: dict[str, frozenset[str]] = {}
    for group in by_number.values():
        candidates = [_corrections(group, conversation) for conversation in conversations]
        most = max(candidates, key=len)
        gold |= most
    if not gold:
        raise InvalidInput("audit", str(path), "corrects no question of the data file")
    return Audit(gold, len(entries))


def _audited_place(entry: object, where: str) -> tuple[int, int]:
    id = entry.get("question_id") if isinstance(entry, dict) else None
    match = _AUDITED.fullmatch(str(id))
    if not match:
        raise InvalidInput(f"{where}.question_id", id, "is not like locomo_0_qa1")
    return int(match[1]), int(match[2])


def _corrections(
    entries: Sequence[tuple[int, dict[str, Any]]], conversation: Conversation
) -> dict[str, frozenset[str]]:
    """The entries that find their question in this conversation, as gold by question id."""
    return {
        conversation.questions[place].id: conversation.turns
        & set(dialogue_ids(entry.get("correct_evidence")))
        for place, entry in entries
        if place < len(conversation.questions)
        and conversation.questions[place].text == entry.get("question")
    }
