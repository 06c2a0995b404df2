"""Standing instructions: what somebody asked to be done, or left undone, from then on."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from smalti.model.answer import AnswerType
from smalti.model.turn import Role
from smalti.recall.answer.case import Case, Draft, Rest
from smalti.recall.answer.collecting import MOST, by_turn, echo_of, in_time_order
from smalti.recall.answer.evidence import Evidence
from smalti.recall.answer.telling import dated_line
from smalti.recall.answer.words import in_words, joined
from smalti.text.analyse import normalise

# "From now on", "always", "never", "rule", and their like: what is so for longer than a moment.
_STANDING = regex.compile(
    r"\b(?:from now on|always|never|no longer|any ?more|must(?: not|n't)?|rules?|by default"
    r"|remember to|make sure|whenever|every time|don'?t ever|stop \w+ing)\b"
    r"|以后|今后|从现在起|从今往后|永远|一律|默认|记住|必须|务必|别再|不要再|不准|不许|禁止|铁律|规则|规矩|原则"
    r"|(?:的时候|时)你?(?:别|不要|先|要|就)"
    r"|これから|今後|必ず|絶対|いつも|二度と|禁止|ルール|決まり",
    regex.IGNORECASE,
)
# Whom it is for: the one who is spoken to.
_ADDRESSED = regex.compile(
    r"\b(?:you|your|please|don'?t|do not|never|always|remember|make sure|stop)\b"
    r"|[你您]|别|不要|请|必须|务必|默认|记住|铁律|规则|规矩|てください|ないで|ルール|決まり",
    regex.IGNORECASE,
)
_FORBIDS = regex.compile(
    r"\b(?:never|don'?t|do not|must(?: not|n't)|stop|no longer|not to)\b"
    r"|别(?!人|的|处)|不要|不准|不许|禁止|不能|ないで|禁止|二度と",
    regex.IGNORECASE,
)
_MODAL = regex.compile(r"可以|应该|应当|能|该|会")
_CLAUSE = regex.compile(r"[,，、;；:：.。]")
_NO_ORDERS = (Role.ASSISTANT, Role.TOOL)  # what these say is told, and tells nobody what to do
_SHORT = 200  # characters of a turn that is read as a whole
_MUCH = 0.5  # of what the best one holds of the question is what others must hold


def ruled(case: Case) -> Draft | None:
    """What was asked to be done in such a case, with yes or no where that is asked.

    "No" is told where what is asked about is what was forbidden; a demand to do something tells
    neither. How many there are is counted over all that were made.
    """
    rules = _standing(case)
    if not rules:
        return None
    if case.plan.wants is AnswerType.NUMBER:
        return _counted(case, rules)
    rules = [one for one in rules if one.within] or rules
    most = max(one.own for one in rules)
    fitting = sorted((one for one in rules if one.own), key=lambda one: -one.own)
    fitting = [one for one in fitting if one.own >= most * _MUCH][:2]
    if not fitting:
        return None
    told = [each for one in fitting for each in (one, echo_of(case, one)) if each is not None]
    text = joined(case.plan.language, [dated_line(case, one) for one in told])
    rests = tuple(map(Rest.on, told))
    if case.plan.wants is not AnswerType.YES_NO or not _forbids(case, fitting[0]):
        return Draft(text, rests, steps=("collect", "rule"))
    says = in_words(case.plan.language, "should not", modal=_denied(case.plan.question))
    text = in_words(case.plan.language, "so", yes=says, words=text)
    return Draft(text, rests, "no", steps=("collect", "rule", "verify"))


def _forbids(case: Case, rule: Evidence) -> bool:
    """Whether a rule forbids what is asked about: in the clause that holds a word of it."""
    stand = [word for _, words in case.plan.related for word in words]
    words = [term for term in (*case.plan.terms, *stand) if len(term) > 1]
    clauses = (normalise(clause) for clause in _CLAUSE.split(rule.text))
    return any(
        _FORBIDS.search(clause) and any(word in clause for word in words) for clause in clauses
    )


def _denied(question: str) -> str:
    """The modal verb of a Chinese question with "not" before it."""
    found = _MODAL.search(question)
    return f"不{found.group()}" if found else "不该"


def _counted(case: Case, rules: Sequence[Evidence]) -> Draft:
    once = in_time_order(by_turn(rules))
    told = once[:MOST]
    text = joined(case.plan.language, [dated_line(case, one) for one in told])
    text = in_words(case.plan.language, "counted", n=len(once), words=text)
    return Draft(text, tuple(map(Rest.on, told)), str(len(once)), steps=("collect", "count"))


def _standing(case: Case) -> list[Evidence]:
    """The sentences that ask for something from then on; what an assistant says is none."""
    return [one for one in case.evidence if is_standing(one)]


def is_standing(evidence: Evidence) -> bool:
    """Whether a sentence asks whoever is spoken to for something from then on."""
    turn = evidence.item.turn
    text = turn.text if len(turn.text) <= _SHORT else evidence.text
    return bool(turn.role not in _NO_ORDERS and _STANDING.search(text) and _ADDRESSED.search(text))
