"""The tour: import the conversation, ask every question, and count what was found honestly."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

from smalti.demo.settling import Settling, settle
from smalti.model.codec import from_data
from smalti.model.conflict import Clarification
from smalti.model.results import Degradation, ImportReport, Recall, Stats, Why

if TYPE_CHECKING:
    from smalti.memory import Memory
    from smalti.write.ingest import Progress

TOP = 10
"""Evidence counts as found when it is among so many turns."""

_SHOWN = ("allergic_to", "price", "sold", "sibling_of")  # a record of each
_ASKED = 3  # questions
_FILES = resources.files("smalti.demo")


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the external ids of the turns that hold its evidence, and what it is about.

    No evidence means that nothing was ever said about it. ``show`` is its place in the tour; 0 for
    one that is only counted.
    """

    question: str
    evidence: tuple[str, ...]
    shows: str
    show: int = 0
    filters: Mapping[str, str] = field(default_factory=dict)
    budget: int | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what was recalled. ``ranks`` tells where each piece of evidence came."""

    question: Question
    recall: Recall
    ranks: Mapping[str, int | None]
    ms: float

    @property
    def found(self) -> tuple[int, ...]:
        """The ranks of the evidence that was found, best first."""
        return tuple(sorted(rank for rank in self.ranks.values() if rank is not None))

    @property
    def complete(self) -> bool:
        """Whether nothing is missing, or nothing was found where there is nothing to find."""
        if not self.ranks:
            return not self.recall.items
        return len(self.found) == len(self.ranks)


@dataclass(frozen=True, slots=True)
class Summary:
    """The score over all questions."""

    questions: int  # that have evidence
    found: int  # at least one piece of it
    found_all: int
    unanswerable: int  # about what was never said
    left_empty: int
    median_ms: float


@dataclass(frozen=True, slots=True)
class Learnt:
    """Some of what is known afterwards, and what is worth asking."""

    known: tuple[Why, ...]
    questions: tuple[Clarification, ...]


@dataclass(frozen=True, slots=True)
class Tour:
    """What the tour saw."""

    imported: ImportReport
    stats: Stats
    learnt: Learnt | None  # None where turns are only journalled
    settling: Settling | None  # None there too, and where it was shown before
    scenes: tuple[Asked, ...]
    summary: Summary
    degraded: tuple[Degradation, ...]
    timings_ms: Mapping[str, float]


# Asked besides the questions of the file, to show what can be asked for.
EXTRAS: tuple[Question, ...] = (
    Question(
        "Who said that Mizuki is vegetarian?",
        ("demo:s05:12",),
        "filters: asked again, only of what the assistant said in May 2025",
        show=10,
        filters={"speaker": "assistant", "since": "2025-05-01", "until": "2025-06-01"},
    ),
    Question(
        "What did the boat cost?",
        ("demo:s14:07",),
        "a budget: no more than 100 tokens of context",
        show=11,
        budget=100,
    ),
)


def questions() -> list[Question]:
    """The questions that come with the conversation."""
    lines = (_FILES / "questions.jsonl").read_text("utf-8").splitlines()
    return [from_data(Question, json.loads(line)) for line in lines]


def run(memory: Memory, progress: Progress | None = None) -> Tour:
    """Import the conversation into this memory and ask everything."""
    started = perf_counter()
    with resources.as_file(_FILES / "conversation.jsonl") as path:
        imported = memory.import_(path, format="jsonl", progress=progress)
    ready = perf_counter()
    counted = [ask(memory, question) for question in questions()]
    extras = [ask(memory, question) for question in EXTRAS]
    shown = (asked for asked in counted + extras if asked.question.show)
    stats = memory.stats()
    notes = [*imported.degraded, *(note for asked in counted for note in asked.recall.degraded)]
    return Tour(
        imported=imported,
        stats=stats,
        learnt=learnt(memory) if stats.records else None,
        settling=settle(memory) if stats.records else None,
        scenes=tuple(sorted(shown, key=lambda asked: asked.question.show)),
        summary=summarise(counted),
        degraded=tuple(dict.fromkeys(notes)),
        timings_ms={"import": _ms(ready - started), "questions": _ms(perf_counter() - ready)},
    )


def learnt(memory: Memory) -> Learnt:
    """A record of several kinds, each with its quote; the most pressing questions."""
    found = (next(memory.records(predicate=name), None) for name in _SHOWN)
    known = tuple(memory.why(record.id) for record in found if record is not None)
    return Learnt(known, tuple(memory.clarifications(limit=_ASKED)))


def ask(memory: Memory, question: Question) -> Asked:
    """Recall, and see where the evidence came."""
    started = perf_counter()
    found = memory.recall(
        question.question, k=TOP, filters=question.filters, budget=question.budget
    )
    spent = _ms(perf_counter() - started)
    rank_of: dict[Any, int] = {item.turn.external_id: item.rank for item in found.items}
    return Asked(question, found, {id: rank_of.get(id) for id in question.evidence}, spent)


def summarise(asked: list[Asked]) -> Summary:
    """Count the hits and the misses."""
    answerable = [one for one in asked if one.ranks]
    unanswerable = [one for one in asked if not one.ranks]
    return Summary(
        questions=len(answerable),
        found=sum(bool(one.found) for one in answerable),
        found_all=sum(one.complete for one in answerable),
        unanswerable=len(unanswerable),
        left_empty=sum(one.complete for one in unanswerable),
        median_ms=round(median(one.ms for one in asked), 1),
    )


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 3)
