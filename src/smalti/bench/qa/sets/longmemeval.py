"""LongMemEval: each question over its haystack, or all over the pool of their evidence."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from smalti.bench.longmemeval_file import Case, Task, read_tasks
from smalti.bench.qa.case import Data, Question, Talk
from smalti.bench.qa.keys import gold_of, nothing
from smalti.bench.report import fingerprint
from smalti.interchange.jsonl import documents
from smalti.interchange.longmemeval import read as read_turns
from smalti.model.results import Fault
from smalti.model.turn import TurnDraft

POOL = "pool"


def read(path: Path, audit: Path | None = None) -> Data:
    """Read LongMemEval's own file, or one of evidence only.

    Raises:
        InvalidInput: not such a file; names the question and what is wrong.
    """
    keys = {str(one["question_id"]): one.get("answer", "") for one in _questions(path)}
    tasks = list(read_tasks(path))
    pooled = tuple(
        f"all evidence is pooled into one talk of {len(task.cases)} questions"
        for task in tasks
        if not task.whole
    )
    talks = tuple(_talk(task, keys) for task in tasks)
    return Data("longmemeval", fingerprint(path), talks, pooled)


def _questions(path: Path) -> Iterator[Mapping[str, Any]]:
    for found in documents(path):
        if (
            not isinstance(found, Fault)
            and isinstance(found[1], dict)
            and "question_id" in found[1]
        ):
            yield found[1]


def _talk(task: Task, keys: Mapping[str, Any]) -> Talk:
    name = task.cases[0].question.id if task.whole else POOL
    return Talk(
        name,
        tuple(_turns(task)),
        tuple(_question(case, name, keys.get(case.question.id, "")) for case in task.cases),
    )


def _turns(task: Task) -> Iterator[TurnDraft]:
    """The turns as the importer reads them: without anything that gives the answer away."""
    with TemporaryDirectory(prefix="smalti-bench-") as folder:
        file = Path(folder) / "haystack.json"
        file.write_text(json.dumps(task.data), "utf-8")
        yield from (item for item in read_turns(file) if isinstance(item, TurnDraft))


def _question(case: Case, talk: str, key: object) -> Question:
    asked = case.question
    gold = nothing(key) if case.unanswerable else gold_of(key, asked.text)
    return Question(
        id=asked.id,
        talk=talk,
        text=asked.text,
        category=asked.category,
        gold=gold,
        evidence=frozenset() if case.unanswerable else asked.gold,
        now=asked.now,
    )
