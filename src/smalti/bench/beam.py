"""BEAM (arXiv 2510.27246): are the turns found that its questions were made from?

Each question names the turns of its evidence, some of them by side: what contradicts what, the old
value and the new one. ``sides@k`` is the share of questions of which every side has a turn among
the first k; only then can an answer tell of both.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from smalti.bench.answers import Answer, Question
from smalti.bench.report import Result
from smalti.bench.talks import Say, Talk, folder_named, run
from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.model.turn import Role, TurnDraft
from smalti.models.embedder import Embedder

_CUTS = (5, 10, 20)
_PLAN = re.compile(r"\s*->->\s*[\d,\s]*$")  # the number of the plan that a turn follows
_ANCHOR = "%B-%d-%Y at %H %z"


def measured(
    path: Path, *, embedder: Embedder | None, limit: int | None, say: Say = lambda line: None
) -> Result:
    """Run the benchmark on a folder with a folder for each talk.

    Args:
        path: the folder.
        embedder: ``None`` recalls by words only.
        limit: only the first so many talks.
        say: told what is being done.

    Raises:
        InvalidInput: a file is not what it should be; says which.
    """
    talks = list(read_talks(path))[:limit]
    sides = _sides_of(path, talks)
    return run(
        "beam",
        talks,
        dataset=folder_named(path),
        more=partial(_by_side, sides),
        embedder=embedder,
        say=say,
    )


def read_talks(folder: Path) -> Iterator[Talk]:
    """The talks of a folder, by name.

    Raises:
        InvalidInput: a file is not as expected, or there is none.
    """
    paths = sorted(folder.glob("*/probing_questions.json"), key=lambda one: one.parent.name)
    if not paths:
        raise InvalidInput("data", str(folder), "holds no folder with probing_questions.json")
    for path in paths:
        try:
            name = path.parent.name
            batches = json.loads((path.parent / "chat.json").read_text("utf-8"))
            questions = json.loads(path.read_text("utf-8"))
            turns = tuple(_turns(name, batches))
            known = frozenset(turn.external_id or "" for turn in turns)
            yield Talk(name, turns, tuple(_questions(name, questions, known)))
        except (OSError, AttributeError, KeyError, TypeError, ValueError) as error:
            place = f"{path.parent.name}/{path.name}"
            raise InvalidInput("data", place, f"is not as expected ({error!r})") from error


def _turns(talk: str, batches: Iterable[Mapping[str, Any]]) -> Iterator[TurnDraft]:
    """All turns; one without a day of its own is of the day of the last that has one."""
    day: Instant | None = None
    for batch in batches:
        for number, group in enumerate(batch["turns"], 1):
            for turn in group:
                day = _day(turn.get("time_anchor")) or day
                role = Role(turn["role"])
                yield TurnDraft(
                    _PLAN.sub("", str(turn["content"])),
                    role.value,
                    role,
                    day,
                    f"{batch['batch_number']}.{number}",
                    external_id=f"{talk}:{turn['id']}",
                )


def _day(anchor: str | None) -> Instant | None:
    try:
        return Instant.of(datetime.strptime(f"{anchor} at 12 +0000", _ANCHOR))
    except ValueError:
        return None  # none, or none of these


def _questions(
    talk: str, by_kind: Mapping[str, Iterable[Mapping[str, Any]]], known: frozenset[str]
) -> Iterator[Question]:
    for kind, questions in by_kind.items():
        for number, question in enumerate(questions, 1):
            gold = {f"{talk}:{id}" for id in _sources(question.get("source_chat_ids", ()))}
            yield Question(
                f"{talk}/{kind}/{number}",
                question["question"],
                kind,
                talk,
                frozenset(gold & known),
            )


def _sides_of(folder: Path, talks: Iterable[Talk]) -> dict[str, list[frozenset[str]]]:
    """The sides of each question whose evidence is listed by side, by the question's id."""
    found: dict[str, list[frozenset[str]]] = {}
    for talk in talks:
        path = folder / talk.name / "probing_questions.json"
        for kind, questions in json.loads(path.read_text("utf-8")).items():
            for number, question in enumerate(questions, 1):
                listed = question.get("source_chat_ids")
                if isinstance(listed, Mapping):
                    sides = [
                        frozenset(f"{talk.name}:{id}" for id in _sources(part))
                        for part in listed.values()
                    ]
                    found[f"{talk.name}/{kind}/{number}"] = [side for side in sides if side]
    return found


def _by_side(
    sides: Mapping[str, list[frozenset[str]]], answers: Iterable[Answer]
) -> dict[str, Any]:
    """``sides@k`` of each kind of question that has sides."""
    reached: defaultdict[str, list[list[bool]]] = defaultdict(list)
    for answer in answers:
        parts = sides.get(answer.question.id, [])
        if len(parts) > 1:
            reached[answer.question.category].append(
                [all(side & set(answer.ranked[:k]) for side in parts) for k in _CUTS]
            )
    return {
        "sides": {
            kind: {"questions": len(rows)}
            | {
                f"sides@{k}": round(sum(column) / len(rows), 4)
                for k, column in zip(_CUTS, zip(*rows, strict=True), strict=True)
            }
            for kind, rows in sorted(reached.items())
        }
    }


def _sources(listed: Any) -> Iterator[int]:
    """The numbers in a list, or in the lists of a mapping."""
    if isinstance(listed, Mapping):
        for part in listed.values():
            yield from _sources(part)
    elif isinstance(listed, list):
        for part in listed:
            yield from _sources(part)
    elif isinstance(listed, int):
        yield listed
