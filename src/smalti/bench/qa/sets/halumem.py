"""HaluMem: each question is asked at the end of its session, and sees nothing said later.

Questions about what was never told ("Memory Boundary") are unanswerable; so is any other whose key
says that the answer is not known.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from smalti.bench.halumem import read_talks
from smalti.bench.qa.case import Data, Question, Talk
from smalti.bench.qa.keys import gold_of, nothing, says_unknown
from smalti.bench.report import fingerprint
from smalti.bench.talks import Talk as Listed
from smalti.model.errors import InvalidInput
from smalti.model.time import Instant

_BOUNDARY = "Memory Boundary"


def read(path: Path, audit: Path | None = None) -> Data:
    """Read a file with one user a line.

    Raises:
        InvalidInput: a line is not as expected.
    """
    users = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    talks = tuple(_talk(user, listed) for user, listed in zip(users, read_talks(path), strict=True))
    return Data("halumem", fingerprint(path), talks, unit="session")


def _talk(user: Mapping[str, Any], listed: Listed) -> Talk:
    ends: dict[str | None, Instant | None] = {}
    for turn in listed.turns:
        ends[turn.session] = turn.said_at  # of its last turn, in the end
    keys = _keys(user)
    questions = tuple(
        _question(asked.id, listed.name, keys[asked.id], asked.gold, ends)
        for asked in listed.questions
    )
    return Talk(listed.name, listed.turns, questions)


def _keys(user: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    return {
        f"s{session}/{number}": asked
        for session, part in enumerate(user["sessions"], 1)
        for number, asked in enumerate(part.get("questions") or (), 1)
    }


def _question(
    id: str,
    talk: str,
    item: Mapping[str, Any],
    evidence: frozenset[str],
    ends: Mapping[str | None, Instant | None],
) -> Question:
    end = ends.get(id.partition("/")[0])
    if end is None:
        raise InvalidInput("data", id, "belongs to a session without turns")
    kind, key = str(item["question_type"]), str(item["answer"])
    unknown = kind == _BOUNDARY or says_unknown(key)
    return Question(
        id=f"{talk[:8]}/{id}",
        talk=talk,
        text=item["question"],
        category=kind,
        gold=nothing(key) if unknown else gold_of(key, item["question"]),
        evidence=frozenset() if unknown else evidence,
        now=end,
        as_of=end,
        until=Instant.of(end.local() + timedelta(seconds=1)),
    )
