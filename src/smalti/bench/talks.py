"""Talks with questions about them: stored as users store them, asked of every system.

What differs between benchmarks is how their files are read; a reader gives :class:`Talk` values and
says what is found: turns, or the sessions that they belong to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from smalti.bench.answers import Answer, Identify, Question, empty_share, row
from smalti.bench.metrics import K, measurable
from smalti.bench.report import Result, result, settings
from smalti.bench.stand import CachingEmbedder, Haystack, Stand
from smalti.model.turn import Turn, TurnDraft
from smalti.models.embedder import Embedder

DEPTH = max(K)

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Talk:
    """One conversation, its turns under ids of their own, and the questions about it."""

    name: str
    turns: tuple[TurnDraft, ...]
    questions: tuple[Question, ...]


def by_turn(turn: Turn) -> str:
    """A turn counts as itself."""
    return turn.external_id or turn.id


def by_session(turn: Turn) -> str:
    """A turn counts for its session."""
    return turn.session


def run(
    benchmark: str,
    talks: Sequence[Talk],
    *,
    dataset: dict[str, Any],
    identify: Identify = by_turn,
    more: Callable[[Sequence[Answer]], dict[str, Any]] = lambda answers: {},
    embedder: Embedder | None,
    say: Say = lambda line: None,
) -> Result:
    """Store each talk in a space of its own and ask all systems all questions.

    Questions without gold are apart: of them the share is told to which nothing was recalled.
    ``more`` gives further figures of a system from its answers.
    """
    cached = CachingEmbedder(embedder) if embedder else None
    found: dict[str, list[Answer]] = {}
    sizes: list[int] = []
    with Stand(cached) as stand:
        for talk in talks:
            say(f"storing {talk.name}")
            haystack = stand.talk(talk.name, talk.turns)
            sizes.append(_size(haystack, identify))
            for system in haystack.systems:
                found.setdefault(system, []).extend(_asked(haystack, system, talk, identify))
    cuts = measurable(min(sizes))
    unit = "session" if identify is by_session else "turn"
    return result(
        benchmark,
        dataset=dataset | _counts(talks),
        settings=settings(embedder, unit=unit, haystacks=sizes) | {"depth": DEPTH},
        rows=[_row(system, answers, cuts) | more(answers) for system, answers in found.items()],
    )


def _asked(haystack: Haystack, system: str, talk: Talk, identify: Identify) -> list[Answer]:
    answers = []
    for question in talk.questions:
        recall = haystack.recall(system, question.text, k=DEPTH, now=question.now)
        answer = Answer.of(question, recall, identify)
        answers.append(Answer(question, tuple(dict.fromkeys(answer.ranked)), answer.tokens))
    return answers


def _size(haystack: Haystack, identify: Identify) -> int:
    return len(haystack.space.sessions()) if identify is by_session else haystack.turns


def _row(system: str, answers: Sequence[Answer], cuts: Sequence[int]) -> dict[str, Any]:
    unanswerable = [answer for answer in answers if not answer.question.gold]
    return row(system, answers, cuts) | {
        "unanswerable": {"questions": len(unanswerable), "empty": empty_share(unanswerable)}
    }


def _counts(talks: Sequence[Talk]) -> dict[str, Any]:
    questions = [question for talk in talks for question in talk.questions]
    return {
        "talks": len(talks),
        "turns": sum(len(talk.turns) for talk in talks),
        "questions": len(questions),
        "scored": sum(bool(question.gold) for question in questions),
    }


def folder_named(path: Path) -> dict[str, Any]:
    """Which folder it was, without where it lies."""
    return {"path": path.name, "sha256": None}
