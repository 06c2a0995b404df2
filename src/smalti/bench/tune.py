"""Chooses the weights of the ranking with one conversation left out at a time.

Every setting of a coarse grid ranks every question by :func:`smalti.recall.rank.rank`, on lexical
and cosine lanes that are computed once. For each conversation the setting is taken that is best on
the *other* ones, and the conversation is scored with it: the figures of settings that never saw
the questions they are judged by. The structure of the ranking was chosen on the development half
of the same data, and that no hold-out of weights can undo.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from smalti.bench.answers import Identify, Question
from smalti.bench.stand import Haystack
from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.recall.engine import LEXICAL_LIMIT
from smalti.recall.index import UNDATED, Snapshot, TurnIndex
from smalti.recall.lanes.sessions import session_words
from smalti.recall.lexical import bm25
from smalti.recall.query import QueryPlan, plan_query
from smalti.recall.rank import Scores, rank
from smalti.recall.weights import Weights, default_weights

GRID: dict[str, tuple[float, ...]] = {
    "vector": (0.75, 1.0, 1.25),
    "speaker": (0.5, 1.0, 1.5),
    "previous": (0.1, 0.25, 0.4),
    "answers": (0.0, 0.25, 0.5),
    "next": (0.1, 0.25, 0.4),
    "session": (0.15, 0.25, 0.35),
}
OBJECTIVE = "mean of fraction@10 and fraction@20"

_MEASURES = ("fraction@10", "fraction@20", "any@10")
_OBJECTIVE = np.array([0.5, 0.5, 0.0])  # over the measures above
_SAID_EVERY = 81  # settings


@dataclass(frozen=True, slots=True)
class Lanes:
    """What ranking one question takes, but for the weights."""

    snapshot: Snapshot
    plan: QueryPlan
    lexical: Scores
    cosine: Scores | None
    sessions: Scores
    gold: NDArray[np.int64]  # rows of the snapshot
    group: str


def lanes_of(
    haystack: Haystack, questions: Sequence[Question], identify: Identify
) -> Iterator[Lanes]:
    """Search both lanes for each question, as recall does."""
    snapshot = TurnIndex(haystack.space).refresh()
    turns = haystack.space.turns_at(snapshot.seqs.tolist())
    ids = np.array([identify(turns[seq]) for seq in snapshot.seqs.tolist()])
    weights = default_weights()
    for question in questions:
        plan = plan_query(
            question.text,
            analyser=haystack.analyser,
            speakers=snapshot.names["speaker"],
            now=question.now or haystack.last_said_at,
            years=_years(snapshot),
        )
        hits = haystack.space.lexical(plan.terms, LEXICAL_LIMIT)
        yield Lanes(
            snapshot=snapshot,
            plan=plan,
            lexical=bm25(hits, snapshot, k1=weights.k1, b=weights.b),
            cosine=_cosine(haystack, snapshot, plan),
            sessions=session_words(hits, snapshot),
            gold=np.flatnonzero(np.isin(ids, list(question.gold))),
            group=question.group,
        )


def _years(snapshot: Snapshot) -> range:
    dated = snapshot.said_at[snapshot.said_at != UNDATED]
    if not len(dated):
        return range(0)
    first, last = (Instant(int(micros)).utc().year for micros in (dated.min(), dated.max()))
    return range(first, last + 1)


def _cosine(haystack: Haystack, snapshot: Snapshot, plan: QueryPlan) -> Scores | None:
    if haystack.embedder is None or snapshot.vectors is None:
        return None
    cosine: Scores = snapshot.vectors @ haystack.embedder.embed([plan.embed_text])[0]
    return cosine


def leave_one_out(lanes: Sequence[Lanes], say: Callable[[str], None]) -> dict[str, Any]:
    """Score each conversation with the setting that is best on the others.

    Returns:
        the figures over all conversations so scored, the setting of each fold, the setting that
        is best on everything, and how far the packaged weights are from it.

    Raises:
        InvalidInput: there are not two conversations with questions to score.
    """
    groups = list(dict.fromkeys(one.group for one in lanes))
    if len(groups) < 2:
        raise InvalidInput("tune", groups, "needs questions about at least two conversations")
    settings = [dict(zip(GRID, values, strict=True)) for values in product(*GRID.values())]
    found = np.stack(list(_measure_all(lanes, settings, say)))
    member = np.array([groups.index(one.group) for one in lanes])
    chosen = choose(found, member)
    held_out = np.concatenate([found[best, member == fold] for fold, best in enumerate(chosen)])
    best = _best(found)
    packaged = _measure(lanes, default_weights())
    return {
        "maximises": OBJECTIVE,
        "grid": {name: list(values) for name, values in GRID.items()},
        "settings": len(settings),
        "questions": len(lanes),
        **_figures(held_out),
        "folds": [
            {"held_out": group, "chosen": settings[at]} | _figures(found[at, member == fold])
            for fold, (group, at) in enumerate(zip(groups, chosen, strict=True))
        ],
        "best": {"chosen": settings[best]} | _figures(found[best]),
        "packaged": {
            "chosen": {name: asdict(default_weights())[name] for name in GRID},
            "below_best": round(_objective(found[best]) - _objective(packaged), 4),
        }
        | _figures(packaged),
    }


def choose(found: NDArray[np.float64], member: NDArray[np.int64]) -> list[int]:
    """For each group the setting that is best on all the others.

    Args:
        found: shape ``(settings, questions, measures)``.
        member: the number of the group of each question, shape ``(questions,)``.
    """
    return [_best(found[:, member != fold]) for fold in range(int(member.max()) + 1)]


def _measure_all(
    lanes: Sequence[Lanes], settings: Sequence[dict[str, float]], say: Callable[[str], None]
) -> Iterator[NDArray[np.float64]]:
    for number, setting in enumerate(settings):
        if number % _SAID_EVERY == 0:
            say(f"tuning: setting {number} of {len(settings)}")
        yield _measure(lanes, replace(default_weights(), **setting))


def _measure(lanes: Sequence[Lanes], weights: Weights) -> NDArray[np.float64]:
    """The measures of each question, shape ``(questions, measures)``."""
    return np.array([_measure_one(one, weights) for one in lanes])


def _measure_one(one: Lanes, weights: Weights) -> tuple[float, float, float]:
    ranking = rank(
        one.snapshot,
        one.plan,
        weights,
        lexical=one.lexical,
        cosine=one.cosine,
        allowed=None,
        sessions=one.sessions,
    )
    found = np.isin(ranking.rows[:20], one.gold)
    first = int(found[:10].sum())
    return first / len(one.gold), int(found.sum()) / len(one.gold), float(first > 0)


def _best(found: NDArray[np.float64]) -> int:
    """The first setting with the greatest objective; ``found`` is settings × questions × …."""
    return int((found.mean(axis=1) @ _OBJECTIVE).argmax())


def _objective(found: NDArray[np.float64]) -> float:
    return float(found.mean(axis=0) @ _OBJECTIVE)


def _figures(found: NDArray[np.float64]) -> dict[str, float]:
    means = zip(_MEASURES, found.mean(axis=0).tolist(), strict=True)
    return {name: round(value, 4) for name, value in means} | {
        "objective": round(_objective(found), 4)
    }
