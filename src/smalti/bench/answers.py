"""Questions, the answers a system gave, and the row of figures they make."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from smalti.bench.metrics import NAMES, Scores, average, interval, score
from smalti.model.results import Recall
from smalti.model.time import Instant
from smalti.model.turn import Turn

CONTEXT = 10
"""Items whose cost in tokens is reported."""

_WITH_INTERVAL = ("fraction@10", "fraction@20", "any@10", "mrr")

Section = dict[str, Any]
Identify = Callable[[Turn], str]


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the ids of what answers it.

    Attributes:
        id: unique in the file.
        text: as asked.
        category: what kind of question.
        group: what it shares its fate with: its conversation, or itself.
        gold: ids of the turns that answer it; empty where the key names none that exist.
        now: when it is asked; ``None`` where the file does not say.
    """

    id: str
    text: str
    category: str
    group: str
    gold: frozenset[str]
    now: Instant | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What one system recalled for a question: ids best first, tokens of the first ten."""

    question: Question
    ranked: tuple[str, ...]
    tokens: int = 0

    @classmethod
    def of(cls, question: Question, recall: Recall, identify: Identify) -> Answer:
        """The answer that this recall is."""
        ranked = tuple(identify(item.turn) for item in recall.items)
        return cls(question, ranked, sum(item.tokens for item in recall.items[:CONTEXT]))


def regrouped(answer: Answer, group: Callable[[str], str], gold: frozenset[str]) -> Answer:
    """The same answer in groups of what was found, each at the place of its best member."""
    ranked = tuple(dict.fromkeys(map(group, answer.ranked)))
    return replace(answer, question=replace(answer.question, gold=gold), ranked=ranked)


def section(answers: Iterable[Answer], cuts: Sequence[int]) -> Section:
    """The means over all questions that have gold (micro average), and how many that are.

    A measure at a cut that is not listed is ``None``. ``empty`` is the share of these questions
    for which nothing was recalled.
    """
    scored = [answer for answer in answers if answer.question.gold]
    means = average([_score(answer, cuts) for answer in scored])
    return {
        "questions": len(scored),
        **{name: _rounded(means.get(name)) for name in NAMES},
        "empty": empty_share(scored),
    }


def row(system: str, answers: Sequence[Answer], cuts: Sequence[int]) -> Section:
    """All figures of one system.

    Beside the micro averages: ``macro`` (mean of the categories' means), ``by_category``, the
    mean cost of the first ten items in tokens, and 95 % intervals of the main measures.
    """
    scored = [answer for answer in answers if answer.question.gold]
    categories = sorted({answer.question.category for answer in scored})
    by_category = {
        name: section([a for a in scored if a.question.category == name], cuts)
        for name in categories
    }
    tokens = average([{"tokens": float(answer.tokens)} for answer in scored])
    return {
        "system": system,
        **section(scored, cuts),
        f"tokens@{CONTEXT}": round(tokens.get("tokens", 0.0), 1),
        "macro": _macro(list(by_category.values())),
        "by_category": by_category,
        "interval95": _intervals(scored, cuts),
    }


def empty_share(answers: Sequence[Answer]) -> float | None:
    """The share of questions for which nothing was recalled; ``None`` for no questions."""
    if not answers:
        return None
    return _rounded(sum(not answer.ranked for answer in answers) / len(answers))


def _score(answer: Answer, cuts: Sequence[int]) -> Scores:
    return score(answer.ranked, answer.question.gold, cuts)


def _macro(sections: Sequence[Section]) -> Section:
    measured = [{name: one[name] for name in NAMES if one[name] is not None} for one in sections]
    return {name: _rounded(value) for name, value in average(measured).items()}


def _intervals(scored: Sequence[Answer], cuts: Sequence[int]) -> Section:
    """None for questions about one thing only: nothing is known of how others would fare."""
    scores = [_score(answer, cuts) for answer in scored]
    groups = [answer.question.group for answer in scored]
    return {
        name: [round(end, 4) for end in interval([one[name] for one in scores], groups)]
        for name in _WITH_INTERVAL
        if len(set(groups)) > 1 and name in scores[0]
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
