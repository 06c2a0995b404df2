"""Contradictions within the talks of BEAM (arXiv 2510.27246), and what to hold against them.

A question about a contradiction names the turns that contradict each other. In nearly all of them
one side says "I have never …", so what merely reacts to that word would look good. Therefore each
is three cases:

* ``as it stands``: the earlier turns are stored, the later ones come in;
* ``never-free``: the same with "not" in place of "never";
* ``another turn`` (benign): the later turns come in after a turn of the same user about something
  else: the one said last before them that the question does not name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from smalti.bench.conflicts.case import Case
from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.model.turn import Role, TurnDraft

_BEFORE, _LATER = Instant.of("2026-01-05T09:00:00Z"), Instant.of("2026-02-02T09:00:00Z")
_MARK = re.compile(r"\s*->->\s*[\d,\s]*$")  # the number of the plan that a turn follows
_NEVER = re.compile(r"\bnever\b", re.IGNORECASE)

Turns = Mapping[int, Mapping[str, Any]]


def beam_cases(folder: Path) -> Iterator[Case]:
    """The cases of a folder with a folder for each talk.

    Raises:
        InvalidInput: a file is not as expected.
    """
    for path in sorted(folder.glob("*/probing_questions.json"), key=lambda one: one.parent.name):
        try:
            turns = _turns(json.loads((path.parent / "chat.json").read_text("utf-8")))
            questions = json.loads(path.read_text("utf-8"))["contradiction_resolution"]
            for number, question in enumerate(questions, 1):
                yield from _cases(f"{path.parent.name}/{number}", turns, question)
        except (OSError, KeyError, TypeError, ValueError) as error:
            raise InvalidInput("data", str(path), f"is not as expected ({error!r})") from error


def _turns(batches: Iterable[Mapping[str, Any]]) -> Turns:
    return {
        int(turn["id"]): turn for batch in batches for group in batch["turns"] for turn in group
    }


def _cases(name: str, turns: Turns, question: Mapping[str, Any]) -> Iterator[Case]:
    sides = [sorted(map(int, ids)) for ids in question["source_chat_ids"].values()]
    earlier, later = sorted(sides)
    if earlier == later:
        return  # within one turn; nothing of it is stored when the rest comes in
    case = Case(
        id=name,
        base=name,
        before=tuple(_draft(turns[id], _BEFORE, name) for id in earlier),
        incoming=tuple(_draft(turns[id], _LATER, name) for id in later),
        conflict=True,
        against=tuple(range(len(earlier))),
        groups={"form": "as it stands"},
    )
    yield case
    yield replace(
        case,
        id=f"{name}/never-free",
        base=f"{name}/never-free",
        before=tuple(map(_never_free, case.before)),
        incoming=tuple(map(_never_free, case.incoming)),
        groups={"form": "never-free"},
    )
    others = [id for id in turns if id < later[0] and id not in earlier and _is_of_user(turns[id])]
    if others:
        yield replace(
            case,
            id=f"{name}/another",
            base=f"{name}/another",
            before=(_draft(turns[max(others)], _BEFORE, name),),
            conflict=False,
            against=(0,),
            groups={"form": "another turn"},
        )


def _is_of_user(turn: Mapping[str, Any]) -> bool:
    return bool(turn["role"] == Role.USER.value)


def _draft(turn: Mapping[str, Any], at: Instant, session: str) -> TurnDraft:
    role = Role(turn["role"])
    return TurnDraft(_MARK.sub("", str(turn["content"])), role.value, role, at, session)


def _never_free(turn: TurnDraft) -> TurnDraft:
    return replace(turn, text=_NEVER.sub("not", turn.text))
