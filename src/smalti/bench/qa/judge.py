"""Judges: who says what an answer is worth, by rules or by a language model.

A model's verdict is used only if its reply has the right shape; after one retry the answer is not
judged. That an answer was withheld is seen without a judge.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from smalti.bench.qa import rules
from smalti.bench.qa.answers import Given
from smalti.bench.qa.case import Gold, Kind
from smalti.bench.qa.replies import asked
from smalti.bench.qa.rules import Judgement, Verdict
from smalti.model.time import Instant
from smalti.models.llm import LanguageModel
from smalti.models.prompts import load

RULES = "rules 1"
"""The rules and their version; raise it with every change of a verdict."""

_PROMPT = "qa_judge"
_MODEL_RULE = "model"
_NO_ANSWER = "(there is none: nothing that was said tells it)"
_UNANSWERABLE = (
    "This question has no answer in what was said. Whatever is given as its answer is wrong; only "
    "an answer that declines, or says that the question assumes what is not so, abstains."
)
_VERDICTS = {
    "right": Verdict.RIGHT,
    "wrong": Verdict.WRONG,
    "abstains": Verdict.ABSTAINED,
}


@dataclass(frozen=True, slots=True)
class Judged:
    """A judgement and what it took."""

    judgement: Judgement
    ms: float
    prompt: str = ""
    replies: tuple[str, ...] = ()
    usage: Mapping[str, Any] | None = None


def judge_name(model: LanguageModel | None) -> str:
    """How a judge is pinned: the rules' version, or the model and that of its prompt."""
    if model is None:
        return RULES
    return f"{model.name}, {_PROMPT} {load(_PROMPT).version}"


def can_judge(model: LanguageModel | None, gold: Gold) -> bool:
    """Whether a judge can judge answers by a key: a model by any, rules by some kinds."""
    return model is not None or rules.can_judge(gold)


def judged(
    model: LanguageModel | None, question: str, gold: Gold, given: Given, now: Instant | None
) -> Judged:
    """What an answer is worth.

    Args:
        model: the judge; ``None`` for rules.
        question: as it was asked.
        gold: the key.
        given: the answer.
        now: what relative dates in the answer count from.

    Raises:
        ModelUnavailable: the model cannot be asked now.
    """
    began = perf_counter()
    if model is None or not given.found or not given.text.strip():
        judgement = rules.judge(given, gold, now)
        return Judged(judgement, _since(began))
    return _by_model(model, question, gold, given, began)


def _by_model(
    model: LanguageModel, question: str, gold: Gold, given: Given, began: float
) -> Judged:
    file = load(_PROMPT)
    unanswerable = gold.kind is Kind.NONE
    prompt = file.ask(
        question=question,
        key=_NO_ANSWER if unanswerable else gold.text,
        answer=given.text,
        rubric=_UNANSWERABLE if unanswerable else "",
    )
    reply = asked(model, file, prompt, _faults)
    judgement = _judgement(reply.object, reply.fault, unanswerable)
    return Judged(judgement, _since(began), prompt.user, reply.texts, reply.usage)


def _judgement(found: Mapping[str, Any] | None, fault: str, unanswerable: bool) -> Judgement:
    if found is None:
        return Judgement(Verdict.UNJUDGED, _MODEL_RULE, f"no usable reply: {fault}")
    verdict = _VERDICTS[found["verdict"]]
    if unanswerable:
        verdict = Verdict.RIGHT if verdict is Verdict.ABSTAINED else Verdict.WRONG
    return Judgement(verdict, _MODEL_RULE, found["reason"])


def _faults(found: Mapping[str, Any]) -> list[str]:
    faults = []
    if not isinstance(found.get("reason"), str) or not found["reason"].strip():
        faults.append('"reason" must be a text, before the verdict')
    if found.get("verdict") not in _VERDICTS:
        faults.append(f'"verdict" must be one of {", ".join(_VERDICTS)}')
    return faults


def _since(began: float) -> float:
    return round((perf_counter() - began) * 1000, 3)
