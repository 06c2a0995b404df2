"""Whether evidence says enough to answer from: a logistic model over a few shares.

The weights are data (``weights.json``). A question about one person that is best answered by what
another one said of themselves is answered by neither: that is what compares ``ours`` with
``theirs``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources

from smalti.recall.answer.evidence import Evidence, Weighing

_MEANS_IT = 0.4  # cosine of a turn that holds no word of what is asked
_TOP = 5  # sentences
OURS = 0.5
"""From here on a sentence is about whom is asked."""


def features(weighing: Weighing, evidence: Sequence[Evidence]) -> dict[str, float]:
    """What speaks for and against answering from the evidence, best first; empty without any.

    Of all sentences: ``most`` is the greatest share of what is asked that any holds, ``words``
    whether one holds more than single letters of it, ``unit`` whether an amount is asked for,
    ``margin`` how far the best one stands out.

    Of whom they speak: ``one`` is whether exactly one is asked for, and what others say counts only
    then. ``ours`` and ``theirs`` are the greatest shares that the sentences of one turn hold
    together, about whom is asked and about others: of the squared telling power, so that one
    telling word weighs more than several ordinary ones. ``score gap`` is how far the best
    sentence about others is above the best one about whom is asked.
    """
    if not evidence:
        return {}
    best, one = evidence[0], len(weighing.whom) == 1
    found = {
        "one": float(one),
        "around": best.around,
        "about": best.about,
        "within": float(best.within),
        "cosine": best.item.cosine or 0.0,
        "score": best.item.score,
        "most": _most(each.own for each in evidence),
        "words": float(any(_holds_a_word(weighing, each) for each in evidence)),
        "unit": float(weighing.plan.unit is not None),
        "margin": best.score - (evidence[_TOP - 1].score if len(evidence) >= _TOP else 0.0),
    }
    return found | _of_whom(weighing, evidence, one)


def _of_whom(weighing: Weighing, evidence: Sequence[Evidence], one: bool) -> dict[str, float]:
    """What tells whom the evidence is about."""
    ours = [each for each in evidence if each.about >= OURS]
    found = {"ours": _pooled(weighing, ours)}
    if not one:
        return found
    theirs = [each for each in evidence if each.about < OURS]
    return found | {
        "theirs": _pooled(weighing, theirs),
        "score gap": _most(e.unattributed for e in theirs) - _most(e.score for e in ours),
    }


def _holds_a_word(weighing: Weighing, evidence: Evidence) -> bool:
    """Whether more than a letter of what is asked stands in a sentence."""
    held = weighing.held_by(evidence.terms)
    return any(len(term) > 1 and term in held for term in weighing.plan.terms)


def _pooled(weighing: Weighing, evidence: Iterable[Evidence]) -> float:
    """The greatest share of what is asked that the sentences of one turn hold together."""
    held: dict[str, set[str]] = {}
    for one in evidence:
        terms = held.setdefault(one.item.turn.id, set())
        terms.update(one.terms)
    return _most(weighing.squared(terms) for terms in held.values())


def _most(values: Iterable[float]) -> float:
    return max(values, default=0.0)


def trust(found: Mapping[str, float], *, spaced: bool) -> float:
    """How sure it is that the evidence answers, in [0, 1]; 0.5 is the least to answer from.

    ``spaced`` says whether the question is in a script that puts spaces between words: index terms
    of other scripts are pairs of characters, whose shares mean less.
    """
    if not found or not (found["most"] or found["cosine"] >= _MEANS_IT):
        return 0.0
    weights = _weights()["words" if spaced else "characters"]
    total = weights["bias"] + sum(weights.get(name, 0.0) * x for name, x in found.items())
    return 1 / (1 + math.exp(-total))


THRESHOLD = 0.5
"""Below this the answer is that it is not in memory."""


@cache
def _weights() -> Mapping[str, Mapping[str, float]]:
    text = (resources.files("smalti.recall.answer") / "weights.json").read_text("utf-8")
    data: Mapping[str, Mapping[str, float]] = json.loads(text)
    return data
