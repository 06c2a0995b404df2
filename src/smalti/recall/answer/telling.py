"""How sentences, days and numbers are told in an answer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from smalti.model.answer import QuestionPlan
from smalti.model.time import Precision
from smalti.recall.answer.case import Case, Draft, Rest
from smalti.recall.answer.dates import Day
from smalti.recall.answer.evidence import Evidence
from smalti.recall.answer.words import in_words, joined

_SHORT = 120  # characters of a turn that is quoted whole


def quoted(plan: QuestionPlan, evidence: Evidence, *, bare: bool = False) -> str:
    """The sentence in quotation marks, or ``bare``, without them."""
    words = quote_of(evidence)
    return words if bare else in_words(plan.language, "told", words=words)


def quote_of(evidence: Evidence) -> str:
    """The sentence; all of its turn where that is short: the rest of it often says the matter."""
    turn = evidence.item.turn
    return turn.text.strip() if len(turn.text) <= _SHORT else evidence.text


def dated_line(case: Case, evidence: Evidence) -> str:
    """A sentence with the day on which it was said."""
    at = evidence.item.turn.said_at
    if at is None:
        return quoted(case.plan, evidence)
    language = case.plan.language
    day = Day.of(at).told(language)
    return in_words(language, "said", day=day, words=quote_of(evidence))


def told_in_a_row(case: Case, evidence: Sequence[Evidence]) -> Draft:
    """Several sentences, each with its day, as one answer."""
    text = joined(case.plan.language, [dated_line(case, one) for one in evidence])
    disputed = any(one.item.disputed for one in evidence)
    return Draft(text, tuple(map(Rest.on, evidence)), disputed=disputed)


def told_date(day: date, language: str) -> str:
    """A day in words."""
    return Day(day, day, Precision.DAY).told(language)


def plain(number: Decimal) -> str:
    """A number in figures, without an exponent or zeros at its end."""
    return f"{number.normalize():f}"
