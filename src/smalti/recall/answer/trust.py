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
OURS = 0.5  # from here on a sentence is about whom is asked


def features(weighing: Weighing, evidence: Sequence[Evidence]) -> dict[str, float]:
    """What speaks for and against answering from the best evidence; empty without any.

    ``ours`` and ``theirs`` are the best shares of what is asked that a turn holds in sentences
    about whom is asked, and about others; the shares are of the squared telling power, so that one
    telling word weighs more than several ordinary ones. What others say counts where exactly one is
    asked for, which is ``one``.
    """
    if not evidence:
        return {}
    best = evidence[0]
    one = len(weighing.plan.names) == 1
    ours = [each for each in evidence if each.about >= OURS]
    theirs = [each for each in evidence if each.about < OURS] if one else []
    return {
        "one": float(one),
        "nobody": float(not weighing.plan.names),
        "own": best.own,
        "around": best.around,
        "about": best.about,
        "fit": float(best.fit),
        "within": float(best.within),
        "cosine": best.item.cosine or 0.0,
        "score": best.item.score,
        "ours": _pooled(weighing, ours),
        "theirs": _pooled(weighing, theirs),
        "around gap": _most(e.around for e in theirs) - _most(e.around for e in ours)
        if one
        else 0.0,
        "score gap": _most(e.unattributed for e in theirs) - _most(e.score for e in ours)
        if one
        else 0.0,
    }


def _pooled(weighing: Weighing, evidence: Iterable[Evidence]) -> float:
    """The greatest share of what is asked that the sentences of one turn hold together."""
    held: dict[str, set[str]] = {}
    for one in evidence:
        terms = held.setdefault(one.item.turn.id, set())
        terms.update(weighing.analyser.terms(one.text))
    return _most(weighing.squared(terms) for terms in held.values())


def _most(values: Iterable[float]) -> float:
    return max(values, default=0.0)


def trust(found: Mapping[str, float], *, spaced: bool) -> float:
    """How sure it is that the evidence answers, in [0, 1]; 0.5 is the least to answer from.

    ``spaced`` says whether the question is in a script that puts spaces between words: index terms
    of other scripts are pairs of characters, whose shares mean less.
    """
    if not found or not (found["around"] or found["cosine"] >= _MEANS_IT):
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
