"""Touchstone: Chinese questions with short expected strings.

What stands in brackets explains; the rest is parts with + , / or → between, 或 between wordings,
and amounts in a row are one amount in several units. A part that is longer than a phrase is no
string to look for, and a question with such a part is free text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from smalti.bench.qa.amounts import is_amount
from smalti.bench.qa.case import Data, Gold, Kind, Question, Talk
from smalti.bench.qa.keys import nothing
from smalti.bench.report import fingerprint
from smalti.interchange.faults import load_json
from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.model.turn import Role, TurnDraft

QUESTIONS = "questions.json"
ASKED_AT = "2026-05-27T12:00:00+08:00"
"""What the questions call today ("距今 (5/27)")."""

_FIRST_HOUR = 9
_LONGEST = 12  # characters, spaces apart, of a part that can be looked for as it stands
_BRACKET = re.compile(r"[(（][^()（）]*[)）]")
_PARTS = re.compile(r"\s*[+,，、→]\s*|\s+/\s+|(?<=[\u4e00-\u9fff])/(?=[\u4e00-\u9fff])")
_GUARD = re.compile(r"^(?:差约|大约|约|至少|差|是)\s*")
_DAY = re.compile(r"(\d{1,2})/(\d{1,2})")
_SPACE = re.compile(r"\s+")


def fixture_of(path: Path) -> tuple[Path, Path]:
    """The talk and the questions: a folder holds both, and of a file the other lies beside it.

    Raises:
        InvalidInput: one of them is not there.
    """
    folder = path if path.is_dir() else path.parent
    talks = sorted(folder.glob("fixture*.json"))
    if not talks or not (folder / QUESTIONS).exists():
        raise InvalidInput("data", str(path), f"needs fixture….json and {QUESTIONS} together")
    return talks[-1], folder / QUESTIONS


def read(path: Path, audit: Path | None = None) -> Data:
    """Read the talk and the questions about it.

    Raises:
        InvalidInput: a file is not as expected.
    """
    talk, questions = fixture_of(path)
    said: Any = load_json(talk)
    asked: Any = load_json(questions)
    try:
        year = int(said["sessions"][0]["date"][:4])
        turns = tuple(_turns(said))
        items = tuple(_question(item, talk.stem, year) for item in asked)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise InvalidInput("data", path.name, f"is not as expected ({error!r})") from error
    files = fingerprint(questions) | {"talk": fingerprint(talk)}
    return Data("touchstone", files, (Talk(talk.stem, turns, items),))


def _turns(said: Mapping[str, Any]) -> Iterator[TurnDraft]:
    """The turns of a session come in its morning, a few minutes apart."""
    names = {"user": _SPACE.split(said["user"]["nickname"])[0], "assistant": "assistant"}
    for number, session in enumerate(said["sessions"], 1):
        for place, turn in enumerate(session["turns"]):
            role = Role(turn["role"])
            hour, minute = _FIRST_HOUR + place // 2, place % 2 * 10
            yield TurnDraft(
                turn["content"],
                names.get(role.value, role.value),
                role,
                Instant.of(f"{session['date']}T{hour:02}:{minute:02}:00+08:00"),
                f"s{number}",
                external_id=f"s{number}:{place + 1}",
            )


def _question(item: Mapping[str, Any], talk: str, year: int) -> Question:
    kind = str(item["dim"])
    expected = str(item["expect"])
    gold = nothing(expected) if "abstain" in kind else expected_of(expected, year)
    return Question(
        id=str(item["id"]),
        talk=talk,
        text=str(item["q"]),
        category=kind,
        gold=gold,
        now=Instant.of(ASKED_AT),
    )


def expected_of(text: str, year: int) -> Gold:
    """The strings that an expected answer consists of."""
    core = _BRACKET.sub("", text).strip()
    parts: list[tuple[str, ...]] = []
    for piece in _PARTS.split(core):
        wordings = [_GUARD.sub("", one.strip()).rstrip(". 。") for one in piece.split("或")]
        if kept := [one for one in wordings if one]:
            days = [day for one in kept for day in _iso(one, year)]
            parts.append(tuple(dict.fromkeys([*kept, *days])))
    if all(is_amount(wording) for part in parts for wording in part):
        parts = [tuple(wording for part in parts for wording in part)] if parts else []
    if not parts or any(
        len(_SPACE.sub("", wording)) > _LONGEST for part in parts for wording in part
    ):
        return Gold(text, Kind.FREE)
    return Gold(text, Kind.LIST if len(parts) > 1 else Kind.TEXT, tuple(parts))


def _iso(text: str, year: int) -> Iterator[str]:
    """The day that a text is ("4/20") in the other usual spellings."""
    if match := _DAY.fullmatch(text):
        month, day = int(match[1]), int(match[2])
        yield f"{year}-{month:02}-{day:02}"
        yield f"{month}月{day}日"
