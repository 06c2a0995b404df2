"""Which operators answer which intent, in which order; the first that has an answer gives it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from smalti.model.answer import Intent
from smalti.recall.answer import from_evidence as sentences
from smalti.recall.answer import from_facts as facts
from smalti.recall.answer.case import Case, Draft

Operator = Callable[[Case], Draft | None]

_OPERATORS: Mapping[Intent, tuple[Operator, ...]] = {
    Intent.LOOKUP: (facts.held, sentences.told),
    Intent.WHEN: (sentences.calendar, facts.begun, sentences.dated),
    Intent.FIRST: (sentences.earliest, sentences.told),
    Intent.LAST: (sentences.latest, sentences.told),
    Intent.ELAPSED: (sentences.elapsed, sentences.told),
    Intent.COUNT: (facts.counted, sentences.listed),
    Intent.DIFFERENCE: (sentences.difference, sentences.told),
    Intent.LIST: (facts.held, sentences.listed),
    Intent.COMPARE: (facts.common, sentences.each, sentences.listed),
    Intent.OPINION: (facts.opinions, sentences.said_by, sentences.told),
    Intent.VERIFY: (facts.checked, sentences.told),
    Intent.CHANGED: (facts.changed, sentences.listed),
    Intent.SAME: (facts.changed, sentences.told),
    Intent.BEFORE: (facts.earlier, sentences.told),
}

_OF_FACTS = frozenset(
    {facts.held, facts.begun, facts.changed, facts.earlier, facts.checked, facts.counted}
    | {facts.common, facts.opinions, sentences.calendar}
)


def operate(case: Case, *, threshold: float) -> tuple[Draft | None, tuple[str, ...]]:
    """The answer to a case, and the operators that were tried, in order.

    At most three are tried. Sentences are looked at only where the evidence is trusted; a record
    that covers what is asked needs no such trust, as it was checked when it was stored.
    """
    tried: list[str] = []
    for operator in _OPERATORS[case.plan.intent]:
        by_record = operator in _OF_FACTS
        if not by_record and case.trust < threshold:
            continue
        tried.append(operator.__name__)
        if (draft := operator(case)) is not None:
            sure = 1.0 if by_record else case.trust
            return replace(draft, operator=operator.__name__, confidence=sure), tuple(tried)
    return None, tuple(tried)
