"""BEAM: probing questions over long chats.

Of a contradiction both sides must be told and cited. Where the key is a sentence, the rubric's
short nuggets ("should state: 31 days") stand for it, if all of them are short. Summaries, orderings
and instructions are free text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from smalti.bench.answers import Question as Listed
from smalti.bench.beam import read_talks
from smalti.bench.qa.case import Data, Gold, Kind, Question, Talk
from smalti.bench.qa.keys import gold_of, nothing
from smalti.bench.talks import Talk as ListedTalk
from smalti.bench.talks import folder_named

_STATED = re.compile(r"(?:LLM )?response should (?:state|mention)s?:\s*(.+)", re.IGNORECASE)
_NEVER, _AGAINST = "abstention", "contradiction_resolution"
_BY_RULE = frozenset(
    {"information_extraction", "knowledge_update", "multi_session_reasoning", "temporal_reasoning"}
)
_ANSWERS = ("answer", "ideal_answer", "ideal_response", "ideal_summary", "expected_compliance")


def read(path: Path, audit: Path | None = None) -> Data:
    """Read a folder with a folder for each talk.

    Raises:
        InvalidInput: a file is not as expected; says which.
    """
    talks = tuple(_talk(path, listed) for listed in read_talks(path))
    return Data("beam", folder_named(path), talks)


def _talk(folder: Path, listed: ListedTalk) -> Talk:
    text = (folder / listed.name / "probing_questions.json").read_text("utf-8")
    keys = {
        f"{listed.name}/{kind}/{number}": item
        for kind, items in json.loads(text).items()
        for number, item in enumerate(items, 1)
    }
    questions = tuple(_question(asked, keys[asked.id]) for asked in listed.questions)
    return Talk(listed.name, listed.turns, questions)


def _question(asked: Listed, item: Mapping[str, Any]) -> Question:
    gold = _gold(asked, item)
    return Question(
        id=asked.id,
        talk=asked.group,
        text=asked.text,
        category=asked.category,
        gold=gold,
        evidence=asked.gold if gold.answerable else frozenset(),
    )


def _gold(asked: Listed, item: Mapping[str, Any]) -> Gold:
    text = next((str(item[name]) for name in _ANSWERS if item.get(name)), "")
    if asked.category == _NEVER:
        return nothing(text)
    if asked.category == _AGAINST:
        return _sides(asked.group, text, item.get("source_chat_ids"))
    if asked.category not in _BY_RULE:
        return Gold(text, Kind.FREE)
    gold = gold_of(text, asked.text)
    return gold if gold.kind is not Kind.FREE else _nuggets(text, asked.text, item)


def _sides(talk: str, text: str, listed: object) -> Gold:
    if not isinstance(listed, Mapping) or len(listed) != 2:
        return Gold(text, Kind.FREE)
    sides = tuple(frozenset(f"{talk}:{id}" for id in part) for part in listed.values())
    return Gold(text, Kind.SIDES if all(sides) else Kind.FREE, sides=sides)


def _nuggets(text: str, question: str, item: Mapping[str, Any]) -> Gold:
    stated = [_STATED.fullmatch(str(one).strip()) for one in item.get("rubric", ())]
    golds = [gold_of(one[1], question) for one in stated if one is not None]
    short = golds and len(golds) == len(stated)
    if not short or any(one.kind not in (Kind.TEXT, Kind.NUMBER, Kind.LIST) for one in golds):
        return Gold(text, Kind.FREE)
    if len(golds) == 1:
        return golds[0]
    return Gold(text, Kind.LIST, tuple(part for one in golds for part in one.parts))
