"""LongMemEval: does recall find the turns, and the sessions, that a question needs?

Each question is asked at its own date. Questions that nothing answers (``_abs``) are no part of
the figures; for them the share is reported to which recall rightly gave no turns at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from smalti.bench.answers import Answer, empty_share, regrouped, row, section
from smalti.bench.longmemeval_file import Case, Task, read_tasks, session_of
from smalti.bench.metrics import K, measurable
from smalti.bench.report import Result, fingerprint, result, settings
from smalti.bench.stand import CachingEmbedder, Haystack, Stand
from smalti.model.turn import Turn
from smalti.models.embedder import Embedder

Say = Callable[[str], None]


@dataclass(slots=True)
class _Run:
    """What was found so far."""

    answers: dict[str, list[tuple[Case, Answer]]] = field(default_factory=dict)
    turns: list[int] = field(default_factory=list)  # by haystack
    sessions: list[int] = field(default_factory=list)  # by haystack with whole sessions
    faults: int = 0


def run(
    path: Path,
    *,
    embedder: Embedder | None,
    limit: int | None = None,
    say: Say = lambda line: None,
) -> Result:
    """Run the benchmark on a file of evidence (one pooled haystack) or of haystacks.

    Args:
        path: the file.
        embedder: ``None`` recalls by words only.
        limit: only the first so many questions; a pooled haystack stays whole.
        say: told what is being done.

    Raises:
        InvalidInput: the file is not what it should be; says what is wrong.
    """
    cached = CachingEmbedder(embedder) if embedder else None
    found = _Run()
    for number, task in enumerate(read_tasks(path, limit), 1):
        say(f"haystack {number}: {len(task.cases)} questions")
        with Stand(cached) as stand:
            _search(stand.haystack("haystack", task.data, format="longmemeval"), task, found)
    return result(
        "longmemeval",
        dataset=_dataset(path, found),
        settings=settings(embedder, unit="turn", haystacks=found.turns)
        | {"smallest_haystack_in_sessions": min(found.sessions, default=None)},
        rows=[_row(system, answers, found) for system, answers in found.answers.items()],
    )


def _search(haystack: Haystack, task: Task, found: _Run) -> None:
    """Ask all systems all questions; to the bottom where sessions are to be ranked as well."""
    found.turns.append(haystack.turns)
    found.faults += len(haystack.faults)
    depth = max(K)
    if task.whole:
        found.sessions.append(len(haystack.space.sessions()))
        depth = haystack.turns
    for system in haystack.systems:
        for case in task.cases:
            asked = case.question
            recall = haystack.recall(system, asked.text, k=depth, now=asked.now)
            answer = Answer.of(asked, recall, _identify)
            found.answers.setdefault(system, []).append((case, answer))


def _identify(turn: Turn) -> str:
    return turn.external_id or turn.id


def _row(system: str, answers: Sequence[tuple[Case, Answer]], found: _Run) -> dict[str, Any]:
    answerable = [(case, answer) for case, answer in answers if not case.unanswerable]
    unanswerable = [answer for case, answer in answers if case.unanswerable]
    figures = row(system, [answer for _, answer in answerable], measurable(min(found.turns)))
    if found.sessions:
        by_session = [regrouped(one, session_of, case.sessions) for case, one in answerable]
        figures["sessions"] = section(by_session, measurable(min(found.sessions)))
    figures["abstention"] = {
        "questions": len(unanswerable),
        "empty": empty_share(unanswerable),
    }
    return figures


def _dataset(path: Path, found: _Run) -> dict[str, Any]:
    cases = [case for case, _ in next(iter(found.answers.values()))]
    answerable = [case for case in cases if not case.unanswerable]
    return fingerprint(path) | {
        "questions": len(cases),
        "scored": sum(bool(case.question.gold) for case in answerable),
        "without_evidence": sum(not case.question.gold for case in answerable),
        "abstention": len(cases) - len(answerable),
        "turns": sum(found.turns),
        "import_faults": found.faults,
    }
