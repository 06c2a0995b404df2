"""LoCoMo: questions by category, the raw key, and the audited one where it is another.

An adversarial question asks one speaker about what the other did: the right answer is that there is
none. The key gives a few of them a plain answer; these are judged by it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from smalti.bench.answers import Question as Listed
from smalti.bench.locomo_file import (
    ADVERSARIAL,
    Conversation,
    dialogue_ids,
    read_audit,
    read_conversations,
)
from smalti.bench.qa.case import Data, Gold, Question, Talk
from smalti.bench.qa.keys import gold_of, nothing
from smalti.bench.report import fingerprint
from smalti.interchange.faults import load_json
from smalti.interchange.locomo import read as read_turns
from smalti.model.turn import TurnDraft

_REMARK = re.compile(r"\s*\([^()]*\)\s*$")
_CITATION = "WRONG_CITATION"  # the answer stands, only where it is from was wrong


def read(path: Path, audit: Path | None = None) -> Data:
    """Read LoCoMo's own file.

    Raises:
        InvalidInput: a file is not what it should be; says what is wrong.
    """
    conversations = read_conversations(path)
    keys = _keys(path)
    corrected = {} if audit is None else _corrected(audit, conversations)
    turns = _turns(path, conversations)
    talks = tuple(
        Talk(
            one.name,
            tuple(turns[one.name]),
            tuple(
                _question(asked, keys[asked.id], corrected.get(asked.id)) for asked in one.questions
            ),
        )
        for one in conversations
    )
    told = {} if audit is None else _matched(audit, conversations, corrected)
    return Data("locomo", fingerprint(path), talks, audit=told)


def _keys(path: Path) -> dict[str, Mapping[str, Any]]:
    data: Any = load_json(path)
    samples = data if isinstance(data, list) else [data]
    return {
        f"{conversation.name}/qa{place}": item
        for conversation, sample in zip(read_conversations(path), samples, strict=True)
        for place, item in enumerate(sample["qa"])
    }


def _turns(path: Path, conversations: list[Conversation]) -> dict[str, list[TurnDraft]]:
    """The turns of each conversation, named by their dialogue ids alone."""
    found: dict[str, list[TurnDraft]] = {one.name: [] for one in conversations}
    for item in read_turns(path):
        if isinstance(item, TurnDraft):
            name = (item.session or "").rpartition(":")[0]
            found[name].append(replace(item, external_id=_dialogue(item, name)))
    return found


def _dialogue(turn: TurnDraft, name: str) -> str:
    external = (turn.external_id or "").removeprefix(f"locomo:{name}:")
    return next(iter(dialogue_ids(external)), external)


def _question(asked: Listed, item: Mapping[str, Any], audited: Gold | None) -> Question:
    adversarial = asked.category == ADVERSARIAL and "answer" not in item
    gold = nothing() if adversarial else gold_of(item.get("answer", ""), asked.text)
    return Question(
        id=asked.id,
        talk=asked.group,
        text=asked.text,
        category=asked.category,
        gold=gold,
        audited=audited,
        evidence=asked.gold,
    )


def _corrected(audit: Path, conversations: list[Conversation]) -> dict[str, Gold]:
    """The keys whose answers an audit puts right, by question."""
    numbers: dict[tuple[str, int], list[str]] = {}
    for conversation in conversations:
        for place, asked in enumerate(conversation.questions):
            numbers.setdefault((asked.text, place), []).append(asked.id)
    matched = read_audit(audit, conversations).gold
    entries: Any = load_json(audit)
    return {
        id: gold_of(_REMARK.sub("", str(entry["correct_answer"])), entry["question"])
        for entry in entries
        if entry.get("error_type") != _CITATION and "correct_answer" in entry
        for id in numbers.get((entry.get("question"), _place(entry)), ())
        if id in matched
    }


def _place(entry: Mapping[str, Any]) -> int:
    return int(str(entry["question_id"]).rpartition("qa")[2])


def _matched(
    audit: Path, conversations: list[Conversation], corrected: Mapping[str, Gold]
) -> dict[str, int]:
    found = read_audit(audit, conversations)
    return {"entries": found.entries, "matched": found.matched, "answers": len(corrected)}
