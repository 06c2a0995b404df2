"""What a reader is given to answer from: the arms that are compared."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from smalti.bench.qa.case import Question, Talk
from smalti.bench.qa.grounds import BM25, SMALTI, Grounds
from smalti.memory import Memory
from smalti.model.answer import Answer
from smalti.model.results import Recall, RecallItem
from smalti.model.time import Instant
from smalti.model.turn import TurnDraft
from smalti.text.cost import estimate_tokens

FULL, NOTHING = "full-context", "no-memory"
ARMS = (SMALTI, BM25, FULL, NOTHING)
OFFLINE = (SMALTI, BM25)
NOT_OFFLINE = {
    FULL: "the offline reader answers from a memory, not from a text",
    NOTHING: "the offline reader knows nothing by itself: it would never answer",
}


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a reader is given: turns, tokens, and tokens of the whole talk."""

    turns: int = 20
    tokens: int = 4_000
    full_tokens: int = 100_000


@dataclass(frozen=True, slots=True)
class Context:
    """What was found for a question.

    ``ids`` are the external ids of the turns, best first; in ``text`` they stand by time, each with
    its number in ``numbered``. ``of`` is how many turns there were to give, where all were meant.
    """

    ids: tuple[str, ...]
    numbered: tuple[str, ...]
    text: str
    tokens: int
    ms: float
    of: int | None = None

    @property
    def hash(self) -> str:
        """Names the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]


def last_said(talk: Talk) -> Instant | None:
    """The time of the last turn that has one."""
    times = [turn.said_at for turn in talk.turns if turn.said_at is not None]
    return max(times, key=lambda time: time.micros, default=None)


def asked_at(talk: Talk, question: Question) -> Instant | None:
    """When a question is asked: a fixed moment, so that tomorrow gives the same figures."""
    return question.now or last_said(talk)


def ask(memory: Memory, talk: Talk, question: Question, budget: Budget) -> Answer:
    """What a memory answers by itself."""
    return memory.ask(question.text, budget=budget.tokens, k=budget.turns, **_times(talk, question))


def context(arm: str, grounds: Grounds, talk: Talk, question: Question, budget: Budget) -> Context:
    """What an arm gives a reader for a question."""
    if arm == NOTHING:
        return Context((), (), "", 0, 0.0)
    if arm == FULL:
        return _whole(talk, question, budget.full_tokens)
    memory = grounds.memory(talk, arm)
    opened = perf_counter()
    if arm == SMALTI:
        recall = ask(memory, talk, question, budget).recall
    else:
        times = _times(talk, question)
        recall = memory.recall(question.text, k=budget.turns, budget=budget.tokens, **times)
    return of_recall(recall, (perf_counter() - opened) * 1000)


def of_recall(recall: Recall, ms: float) -> Context:
    """What was recalled, as a text by time, with what no longer holds or is disputed marked."""
    by_time = sorted(recall.items, key=_said)
    lines = [_line(number, item) for number, item in enumerate(by_time, 1)]
    text = "\n".join(lines)
    return Context(
        ids=tuple(_id(item) for item in recall.items),
        numbered=tuple(_id(item) for item in by_time),
        text=text,
        tokens=estimate_tokens(text),
        ms=ms,
    )


def _said(item: RecallItem) -> tuple[bool, int]:
    said_at = item.turn.said_at
    return (said_at is None, 0 if said_at is None else said_at.micros)


def _id(item: RecallItem) -> str:
    return item.turn.external_id or item.turn.id


def _line(number: int, item: RecallItem) -> str:
    mark = " (no longer holds)" if item.over else " (disputed)" if item.disputed else ""
    return f"[{number}] {item.turn.line}{mark}"


def _times(talk: Talk, question: Question) -> dict[str, Any]:
    found: dict[str, Any] = {"now": asked_at(talk, question), "as_of": question.as_of}
    if question.until is not None:
        found["filters"] = {"until": question.until}
    return found


def _whole(talk: Talk, question: Question, tokens: int) -> Context:
    """All turns that may be seen, or as many of the last ones as fit."""
    seen = [turn for turn in talk.turns if _may_be_seen(turn, question.until)]
    ids, lines = _last_fitting(seen, tokens)
    text = "\n".join(lines)
    return Context(ids, ids, text, estimate_tokens(text), 0.0, of=len(seen))


def _may_be_seen(turn: TurnDraft, until: Instant | None) -> bool:
    return until is None or turn.said_at is None or turn.said_at.micros < until.micros


def _last_fitting(turns: Sequence[TurnDraft], tokens: int) -> tuple[tuple[str, ...], list[str]]:
    kept: list[TurnDraft] = []
    for turn in reversed(turns):
        tokens -= estimate_tokens(_draft_line(0, turn)) + 1
        if tokens < 0:
            break
        kept.insert(0, turn)
    lines = [_draft_line(number, turn) for number, turn in enumerate(kept, 1)]
    ids = tuple(turn.external_id or f"turn {number}" for number, turn in enumerate(kept, 1))
    return ids, lines


def _draft_line(number: int, turn: TurnDraft) -> str:
    day = "undated" if turn.said_at is None else turn.said_at.local().date().isoformat()
    shown = "".join(f" [{one.kind}: {one.caption}]" for one in turn.attachments if one.caption)
    return f"[{number}] [{day}] {turn.speaker}: {turn.text}{shown}"
