"""The operator that tells whether what a question takes to be so is so, by records."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from smalti.model.answer import AnswerType
from smalti.recall.answer.case import Case, Draft, Fact
from smalti.recall.answer.from_facts import (
    begun_by_then,
    both_sides,
    in_a_sentence,
    of_one_slot,
    of_the_time,
    of_those_named,
    rests_on,
    saying,
    slot_facts,
    still_holds,
    until,
    wanted_terms,
)
from smalti.recall.answer.negation import asks_no, says_no
from smalti.text.analyse import normalise

_OF_A_VALUE = 3  # index terms of a value that is asked for
_STEM = 3  # letters of a word that its index term shares with it
_SPACED = regex.compile(r"\p{Latin}")
_CAPITAL = regex.compile(r"\p{Lu}")
_NAME = regex.compile(r"\b\p{Lu}[\p{L}\p{M}]*")


def checked(case: Case) -> Draft | None:
    """Whether what a question takes to be so is so, and what is so instead.

    Yes needs a record that covers all that is asked. No needs one that denies it, one that holds no
    longer, another value in a slot that holds one at a time, or what cannot be beside it.
    """
    facts = [f for f in slot_facts(case) if f.told_as_so and of_those_named(case, f)]
    named = [fact for fact in facts if _says_it(case, fact)]
    so = [fact for fact in named if still_holds(case, fact) and of_the_time(case, fact)]
    if so and so[-1].disputed:
        return both_sides(case, of_one_slot([one for one in facts if still_holds(case, one)]))
    if so:
        says = "yes" if _affirms(case, so[-1]) else "no"
        return Draft(saying(case, says, [in_a_sentence(case, so[-1])]), rests_on(so[-1:]), says)
    if ruled_out := _ruled_out(case):
        says = "yes" if asks_no(case.plan.question) else "no"
        told = [in_a_sentence(case, fact) for fact in ruled_out]
        return Draft(saying(case, says, told), rests_on(ruled_out), says)
    over = [fact for fact in named if not still_holds(case, fact) and begun_by_then(case, fact)]
    instead = _instead(case, facts, over)
    if not over and not instead:
        return None
    told = [in_a_sentence(case, fact) for fact in instead]
    told += [until(case, fact) for fact in over[-1:]]
    disputed = any(fact.disputed for fact in instead)
    rests = rests_on([*instead, *over[-1:]])
    return Draft(saying(case, "no", told), rests, "no", disputed=disputed)


def _ruled_out(case: Case) -> list[Fact]:
    """The last fact that what is asked cannot be beside: who hates techno does not like it."""
    return [
        fact
        for fact in case.against
        if fact.told_as_so and not fact.denies and not fact.disputed and of_those_named(case, fact)
        if still_holds(case, fact) and of_the_time(case, fact) and _says_it(case, fact)
    ][-1:]


def _affirms(case: Case, fact: Fact) -> bool:
    """Whether a fact says yes: by its words where they are those asked for, else by its property.

    "Ada does not drink" is a record of what she avoids. It says no to drinking, yes to avoiding.
    """
    if wanted_terms(case) <= fact.said:
        return says_no(fact.record.sentence) == asks_no(case.plan.question)
    return fact.record.polarity


def _instead(case: Case, facts: Sequence[Fact], over: Sequence[Fact]) -> list[Fact]:
    """What is so in place of what is asked; of a slot that holds one value, whatever it is."""
    current = [fact for fact in facts if still_holds(case, fact) and fact.record.polarity]
    if over:
        return [fact for fact in current if fact.record.slot == over[-1].record.slot][-1:]
    alone = len({fact.value for fact in current}) == 1 and current[-1].single
    return current[-1:] if alone and _asks_another(case, current[-1]) else []


def _says_it(case: Case, fact: Fact) -> bool:
    """Whether a fact is what a question takes to be so: its value stands there, and all is told."""
    value = normalise(fact.value)
    bound, ending = (r"\b", "(?:e?s)?") if _SPACED.match(value) else ("", "")
    one = value.removesuffix("s") if ending else value
    stands = bool(value) and regex.search(
        f"{bound}{regex.escape(one)}{ending}{bound}", normalise(case.plan.question)
    )
    return bool(stands) and wanted_terms(case) <= fact.covers


def _asks_another(case: Case, fact: Fact) -> bool:
    """Whether a question asks for the property of a fact and, beyond it, names one other value.

    The value of a name is a name. What else is asked must be told by the record.
    """
    wanted = [term for term in case.plan.terms if term in wanted_terms(case)]
    beyond = [place for place, term in enumerate(wanted) if term not in fact.covers]
    if case.plan.wants is not AnswerType.YES_NO or not beyond or len(beyond) == len(wanted):
        return False
    if beyond[-1] - beyond[0] >= len(beyond) or len(beyond) > _OF_A_VALUE:
        return False
    if not _CAPITAL.match(fact.value):
        return True
    names = [normalise(word) for word in _NAME.findall(case.plan.question)]
    return all(any(_is_form(wanted[place], name) for name in names) for place in beyond)


def _is_form(term: str, word: str) -> bool:
    """Whether an index term may be that of a word: "germani" of "germany"."""
    return word.startswith(term[: max(_STEM, len(term) - 1)])
