"""A question, the answer with what it rests on, and how it was looked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from smalti.model.answer import Answer, Citation
from smalti.model.results import RecallItem
from smalti.serve.console.pages.memories import Hit, hit
from smalti.serve.console.shown import When, day
from smalti.serve.console.visit import Visit

_TURNS = 20


@dataclass(frozen=True, slots=True)
class Cited:
    """A quote that an answer rests on, and the pages of its turn and its record."""

    number: int
    text: str
    speaker: str
    said: When
    turn_url: str
    record_url: str
    disputed: bool


@dataclass(frozen=True, slots=True)
class Scored:
    """A recalled turn with the parts of its score, in percent of the best score."""

    hit: Hit
    share: float
    parts: tuple[tuple[str, float], ...]
    cosine: float | None


def view(visit: Visit) -> dict[str, Any]:
    """The answer where something is asked."""
    question = visit.text("q")
    if not question:
        return {"q": "", "answer": None}
    found = visit.memory.ask(question, k=_TURNS, as_of=visit.as_of, known_at=visit.known_at)
    recall = found.recall
    best = max((item.score for item in recall.items), default=0.0) or 1.0
    return {
        "q": question,
        "answer": found,
        "cited": [_cited(visit, at, one) for at, one in enumerate(found.citations, 1)],
        "plan": list(found.plan.lines()),
        "scored": [_scored(item, best) for item in recall.items],
        "held_back": sorted(recall.held_back.items()),
        "timings": _timings(found),
        "degraded": tuple(dict.fromkeys((*found.degraded, *recall.degraded))),
    }


def _cited(visit: Visit, number: int, one: Citation) -> Cited:
    return Cited(
        number=number,
        text=one.text,
        speaker=one.speaker,
        said=day(one.said_at),
        turn_url=visit.url("turn", id=one.turn, start=one.start, end=one.end),
        record_url=visit.url("record", id=one.record) if one.record else "",
        disputed=one.disputed,
    )


def _scored(item: RecallItem, best: float) -> Scored:
    parts = tuple((name, value) for name, value in item.parts.items() if value)
    return Scored(hit(item), round(100 * item.score / best, 1), parts, item.cosine)


def _timings(found: Answer) -> list[tuple[str, float]]:
    return [(name, round(spent, 1)) for name, spent in found.timings_ms.items()]
