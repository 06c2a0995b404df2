"""Which operators answer which intent, in which order; the first that has an answer gives it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import regex

from smalti.model.answer import AnswerType, Intent, QuestionPlan
from smalti.recall.answer import checking, directives, lengths, measures
from smalti.recall.answer import from_evidence as sentences
from smalti.recall.answer import from_facts as facts
from smalti.recall.answer import linked_facts as links
from smalti.recall.answer.case import Case, Draft
from smalti.recall.answer.happening import names_asked

Operator = Callable[[Case], Draft | None]

_OPERATORS: Mapping[Intent, tuple[Operator, ...]] = {
    Intent.LOOKUP: (facts.held, links.through, measures.amount, sentences.told),
    Intent.WHEN: (lengths.calendar, facts.begun, sentences.dated),
    Intent.FIRST: (measures.first_or_last, sentences.earliest, sentences.told),
    Intent.LAST: (measures.first_or_last, sentences.latest, sentences.told),
    Intent.ELAPSED: (lengths.elapsed, sentences.told),
    Intent.COUNT: (facts.counted, measures.amount, sentences.numbered, sentences.listed),
    Intent.OFTEN: (facts.counted, sentences.frequent, sentences.tallied, sentences.told),
    Intent.DIFFERENCE: (measures.difference, sentences.told),
    Intent.SUM: (measures.summed, measures.amount, sentences.told),
    Intent.NEED: (measures.rate, measures.amount, sentences.told),
    Intent.MOST: (measures.extreme, sentences.told),
    Intent.LEAST: (measures.extreme, sentences.told),
    Intent.LIST: (facts.held, sentences.listed),
    Intent.TIMELINE: (sentences.timeline,),
    Intent.RULE: (checking.checked, directives.ruled, sentences.told),
    Intent.COMPARE: (links.common, sentences.each, sentences.listed),
    Intent.OPINION: (links.opinions, sentences.said_by, sentences.told),
    Intent.VERIFY: (checking.checked, sentences.verified),
    Intent.CHANGED: (facts.changed, sentences.listed),
    Intent.SAME: (facts.changed, sentences.told),
    Intent.BEFORE: (facts.earlier, sentences.told),
}

# Whether something changed is a question for yes or no; a sentence alone tells neither.
_WHETHER_CHANGED = (facts.changed, checking.checked, sentences.verified)

# Which of two it is, a sentence tells that speaks of one of them: there is no yes or no.
_WHICH = (sentences.told,)
_ALTERNATIVES = regex.compile(r"\bor\b(?! not\b)|还是|還是|それとも", regex.IGNORECASE)
_OF_TWO = (Intent.VERIFY, Intent.CHANGED, Intent.SAME)

_OF_FACTS = frozenset(
    {facts.held, facts.begun, facts.changed, facts.earlier, checking.checked, facts.counted}
    | {links.common, links.opinions, links.through, lengths.calendar}
)

_DATED = (AnswerType.DATE, AnswerType.DURATION)
_RULES_AT = 0.4  # of what somebody demanded there is little, and it was meant to be found


def _operators(plan: QuestionPlan) -> tuple[Operator, ...]:
    whether = plan.wants is AnswerType.YES_NO and plan.intent in (Intent.CHANGED, Intent.SAME)
    if plan.intent in _OF_TWO and _ALTERNATIVES.search(plan.question):
        return _WHICH
    return _WHETHER_CHANGED if whether else _OPERATORS[plan.intent]


def operate(case: Case, *, threshold: float) -> tuple[Draft | None, tuple[str, ...]]:
    """The answer to a case, and the operations that were done, in order, at most five.

    At most four operators are tried; the one that answers may be of two or three steps. Sentences
    are looked at only where the evidence is trusted; a record that covers what is asked needs no
    such trust, as it was checked when it was stored. Of a day only sentences tell that name what
    the question does.
    """
    tried: list[str] = []
    if case.plan.wants in _DATED:
        case = replace(case, evidence=[one for one in case.evidence if names_asked(case, one)])
    if case.plan.window is not None and case.plan.window.empty:
        return None, ()
    for operator in _operators(case.plan):
        by_record = operator in _OF_FACTS
        if not by_record and case.trust < (
            _RULES_AT if operator is directives.ruled else threshold
        ):
            continue
        tried.append(operator.__name__)
        if (draft := operator(case)) is not None:
            sure = 1.0 if by_record else case.trust
            steps = (*tried[:-1], *(draft.steps or tried[-1:]))
            return replace(draft, operator=operator.__name__, confidence=sure), steps
    return None, tuple(tried)
