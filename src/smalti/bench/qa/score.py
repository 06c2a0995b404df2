"""From outcomes to figures: what was given, what of it is right, what was rightly withheld.

* coverage: of the questions that have an answer, the share that was given one;
* accuracy: of those that the judge can judge, the share answered right; withheld counts as not;
* precision: of the answers given to these, the share that is right;
* net: (right - wrong) / judged, so that a wrong answer is worth less than none;
* stale: of those whose key has rivals, such as values that held at another time, the share that
  was told one of them;
* abstention: of the questions that nothing answers, the share withheld, or told that they assume
  what is not so; false abstention: of those that have an answer, the share withheld.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from smalti.bench.metrics import interval
from smalti.bench.qa.answers import Given
from smalti.bench.qa.case import Kind, Question
from smalti.bench.qa.rules import Judgement, Verdict

_Z = 1.959963984540054  # of a 95 % interval
_EXACTNESS = ("exact", "within", "wider", "off")

Figures = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one arm made of one question.

    ``found`` are the ids of the turns, or their sessions, that the reader was given.
    """

    question: Question
    answerable: bool
    kind: Kind
    found: frozenset[str]
    given: Given
    judgement: Judgement
    judgeable: bool
    tokens: int
    fault: str = ""

    @property
    def verdict(self) -> Verdict:
        """What it is worth."""
        return self.judgement.verdict


def wilson(hits: int, total: int) -> tuple[float, float] | None:
    """The 95 % score interval of a share (Wilson 1927, JASA 22:209–212); ``None`` of nothing."""
    if not total:
        return None
    share, square = hits / total, _Z * _Z
    middle = (share + square / (2 * total)) / (1 + square / total)
    spread = share * (1 - share) / total + square / (4 * total * total)
    half = _Z / (1 + square / total) * sqrt(spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def figures(outcomes: Sequence[Outcome]) -> Figures:
    """All figures of some outcomes of one arm; a share of nothing is ``None``."""
    asked = [one for one in outcomes if one.answerable]
    never = [one for one in outcomes if not one.answerable]
    scored = [one for one in asked if one.judgeable and one.verdict is not Verdict.UNJUDGED]
    right = [one for one in scored if one.verdict is Verdict.RIGHT]
    wrong = [one for one in scored if one.verdict is Verdict.WRONG]
    withheld = [one for one in asked if one.verdict is Verdict.ABSTAINED or not one.given.found]
    kept_back = [one for one in never if one.verdict is Verdict.RIGHT]
    return {
        "questions": len(outcomes),
        "answerable": len(asked),
        "judged": len(scored),
        "right": len(right),
        "accuracy": _share(len(right), len(scored)),
        "accuracy95": _interval(len(right), len(scored)),
        "precision": _share(len(right), len(right) + len(wrong)),
        "net": _share(len(right) - len(wrong), len(scored)),
        "stale": _stale(scored),
        "coverage": _share(len(asked) - len(withheld), len(asked)),
        "false_abstention": _share(len(withheld), len(asked)),
        "unanswerable": len(never),
        "abstention": _share(len(kept_back), len(never)),
        "abstention95": _interval(len(kept_back), len(never)),
        "premise_denied": sum(one.judgement.rule == "premise denied" for one in kept_back),
        "parts": _mean([one.judgement.share for one in scored]),
        "f1": _mean([one.judgement.f1 for one in scored]),
        "tokens": _mean([float(one.tokens) for one in outcomes]),
        "faults": sum(bool(one.fault) for one in outcomes),
        "not_judged": len(asked) - len(scored),
    }


def _stale(scored: Sequence[Outcome]) -> float | None:
    rivalled = [one for one in scored if one.question.gold.rivals]
    return _share(sum(bool(one.judgement.rival) for one in rivalled), len(rivalled))


def by_talk(outcomes: Sequence[Outcome]) -> list[float] | None:
    """The 95 % interval of the accuracy by bootstrap over talks; ``None`` for one talk only."""
    scored = [
        one
        for one in outcomes
        if one.answerable and one.judgeable and one.verdict is not Verdict.UNJUDGED
    ]
    talks = [one.question.talk for one in scored]
    if len(set(talks)) < 2:
        return None
    low, high = interval([float(one.verdict is Verdict.RIGHT) for one in scored], talks)
    return [round(low, 4), round(high, 4)]


def grouped(outcomes: Sequence[Outcome], name: Callable[[Outcome], str]) -> dict[str, Figures]:
    """The figures of each group, by name."""
    names = sorted({name(one) for one in outcomes})
    return {each: figures([one for one in outcomes if name(one) == each]) for each in names}


def dates(outcomes: Sequence[Outcome]) -> Figures | None:
    """How exact dates are where the key is one; "of temporal" are all questions of that category.

    ``None`` where no key is a date.
    """
    dated = [one for one in outcomes if one.kind is Kind.DATE]
    if not dated:
        return None
    counts = Counter(one.judgement.exactness or "none" for one in dated)
    temporal = [one for one in outcomes if "temporal" in one.question.category]
    exact = sum(one.judgement.exactness == "exact" for one in temporal)
    in_temporal = sum(one.kind is Kind.DATE for one in temporal)
    return {
        "dated": len(dated),
        **{name: _share(counts[name], len(dated)) for name in _EXACTNESS},
        "none": _share(counts["none"], len(dated)),
        "exact95": _interval(counts["exact"], len(dated)),
        "temporal": len(temporal),
        "temporal_dated": in_temporal,
        "exact_of_temporal_dated": _share(exact, in_temporal),
        "exact_of_temporal": _share(exact, len(temporal)),
    }


def misses(outcomes: Sequence[Outcome]) -> Figures:
    """Where answers went lost that the judge can judge, of questions whose key names evidence."""
    lost = [
        one
        for one in outcomes
        if one.answerable
        and one.judgeable
        and one.question.evidence
        and one.verdict in (Verdict.WRONG, Verdict.ABSTAINED)
    ]
    seen = {id(one): len(one.question.evidence & one.found) for one in lost}
    whole = [one for one in lost if seen[id(one)] == len(one.question.evidence)]
    return {
        "lost": len(lost),
        "not_retrieved": sum(not seen[id(one)] for one in lost),
        "in_part": sum(0 < seen[id(one)] < len(one.question.evidence) for one in lost),
        "retrieved_withheld": sum(one.verdict is Verdict.ABSTAINED for one in whole),
        "retrieved_wrong": sum(one.verdict is Verdict.WRONG for one in whole),
    }


def probe_rates(found: Iterable[tuple[str, bool, bool]]) -> Figures:
    """Of each kind of made-up answer: how many, and the share that was misjudged.

    Args:
        found: the kind, whether it deserves to be taken for right, and whether it was.
    """
    rows = list(found)
    rates: Figures = {}
    for kind in dict.fromkeys(kind for kind, _, _ in rows):
        of_kind = [(deserves, taken) for one, deserves, taken in rows if one == kind]
        wrongly = sum(deserves != taken for deserves, taken in of_kind)
        rates[kind] = {
            "answers": len(of_kind),
            "misjudged": _share(wrongly, len(of_kind)),
            "interval95": _interval(wrongly, len(of_kind)),
        }
    return rates


def agreement(pairs: Sequence[tuple[Verdict, Verdict]]) -> Figures:
    """How often two judges agree on what both judged."""
    both = [pair for pair in pairs if Verdict.UNJUDGED not in pair]
    same = sum(one is other for one, other in both)
    return {"answers": len(both), "agree": _share(same, len(both))}


def speed(times: Mapping[str, Sequence[float]]) -> Figures:
    """Milliseconds of each stage: the median and the 95th percentile."""
    return {
        stage: {
            name: round(float(value), 2)
            for name, value in zip(("p50", "p95"), np.percentile(values, [50, 95]), strict=True)
        }
        for stage, values in times.items()
        if len(values)
    }


def _share(hits: int, total: int) -> float | None:
    return round(hits / total, 4) if total else None


def _interval(hits: int, total: int) -> list[float] | None:
    found = wilson(hits, total)
    return None if found is None else [round(found[0], 4), round(found[1], 4)]


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(sum(known) / len(known), 4) if known else None
