"""Whether a sentence tells of the event whose day a question asks for.

"My daughter turned three" tells no day on which she was born, and "I moved to Oslo in May" none on
which anybody moved to Paris. When something was said is its day only where the sentence tells that
it happened.
"""

from __future__ import annotations

import regex

from smalti.model.answer import QuestionPlan
from smalti.recall.answer.case import Case
from smalti.recall.answer.evidence import UNSPACED, Evidence
from smalti.recall.answer.inflecting import forms
from smalti.recall.answer.negation import stems
from smalti.text.analyse import normalise

_MUCH = 0.5  # of what is asked must stand in a sentence or beside it
_ASKS = regex.compile(r"[?？]")
# Birth and death: what is asked so is told by such a word, whatever else is told beside it.
_VITAL = (
    (
        regex.compile(r"\b(?:born|birth\w*)\b|出生|诞生|生日|生まれ|誕生"),
        regex.compile(r"\b(?:born|birth\w*|due date|deliver\w*)\b|生|誕"),
    ),
    (
        regex.compile(r"\b(?:die[sd]?|death|pass(?:ed)? away)\b|死|去世|过世|亡"),
        regex.compile(r"\b(?:die[sd]?|dead|death|pass(?:ed|ing) away|lost)\b|死|世|亡"),
    ),
)
_WORD = regex.compile(r"[\p{L}\p{M}']+")
_UNSPACED_NAME = regex.compile(r"[\p{Katakana}ー]{2,}")


def names_asked(case: Case, one: Evidence) -> bool:
    """Whether all that a question names, people aside, stands in a turn or right beside it.

    Of people it is not asked, as "I" and "she" may be meant.
    """
    things = _things(case.plan)
    said = normalise(f"{_around(case, one)} {_asked_about(case, one)}") if things else ""
    return all(normalise(name) in said for name in things)


def _things(plan: QuestionPlan) -> list[str]:
    """What is named in a question and is nobody who is known to be a person."""
    known = [name for name in plan.names if name not in plan.people]
    if plan.language != "ja":
        return [*known, *plan.strangers]
    foreign = _UNSPACED_NAME.findall(plan.question)
    return [*known, *(name for name in foreign if not any(name in one for one in plan.people))]


def tells_it(case: Case, one: Evidence) -> bool:
    """Whether a sentence tells what the question asks the day of, in its own or like words."""
    asked = _asked(case.plan)
    if not asked:
        return True
    if case.plan.language in UNSPACED:
        return one.own >= _MUCH
    held = [term for term in asked if term in one.terms or stands_for(term, one)]
    return asked[0] in held and len(held) >= _MUCH * len(asked)


def touches(case: Case, one: Evidence) -> bool:
    """Whether anything of what is asked, names aside, stands in a turn or the one before it."""
    asked, said = _asked(case.plan), normalise(_around(case, one))
    question = normalise(case.plan.question)
    if any(asks.search(question) and not tells.search(said) for asks, tells in _VITAL):
        return False
    if not asked or case.plan.language in UNSPACED:
        return not asked or one.around > 0
    return any(stem in said for stem in stems(asked)) or any(
        stands_for(term, one) for term in asked
    )


def _asked(plan: QuestionPlan) -> list[str]:
    """The index terms of a question but for those of what it names."""
    if plan.language in UNSPACED:
        return list(plan.terms)
    named = normalise(" ".join([*plan.names, *plan.strangers])).split()
    return [term for term in plan.terms if not any(name.startswith(term) for name in named)]


def _around(case: Case, one: Evidence) -> str:
    """A turn, with what was found of the turn before it."""
    before = (each.text for each in case.evidence if each.item.turn.id == one.before)
    return " ".join([one.item.turn.line, *before])


def _asked_about(case: Case, one: Evidence) -> str:
    """What was told when somebody else asked about a turn: "Where did you go on that trip?"."""
    turn = one.item.turn
    asking = {
        each.item.turn.id
        for each in case.evidence
        if each.before == turn.id and each.item.turn.speaker != turn.speaker
        if _ASKS.search(each.item.turn.text)
    }
    return " ".join(each.text for each in case.evidence if each.before in asking)


def stands_for(term: str, one: Evidence) -> bool:
    """Whether another form of a verb stands in a sentence: "went" for "go"."""
    others = forms().get(term)
    return others is not None and not _words(one.text).isdisjoint(others)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(normalise(text)))
