"""Operators over records: what holds in a slot, since when, what was before, who says so.

Each makes an answer or ``None``. A record answers only if it covers what is asked: every index term
of the question stands in its sentence or in a phrase for its property.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import regex

from smalti.model.answer import AnswerType, Intent, Side, Window
from smalti.model.record import RecordKind
from smalti.recall.answer.case import Case, Draft, Fact, Rest
from smalti.recall.answer.dates import Day
from smalti.recall.answer.negation import negated
from smalti.recall.answer.words import in_words, joined
from smalti.text.analyse import normalise

_ENDING = regex.compile(r"\p{Hiragana}")
MANY = 12  # values that a list tells
_SLOTS = 3  # of which changes are told at once
_OTHER = {"yes": "no", "no": "yes"}


def held(case: Case) -> Draft | None:
    """What holds in the slot that is asked for; both sides where they are in conflict."""
    found = [fact for fact in _fitting(case) if still_holds(case, fact)]
    if not found:
        return None
    asked = negated(case.plan.question)
    chosen = of_one_slot([fact for fact in found if fact.denies == asked] or found)
    if any(fact.disputed for fact in chosen):
        return both_sides(case, chosen)
    text = joined(case.plan.language, [in_a_sentence(case, fact) for fact in chosen[:MANY]])
    value = chosen[0].value if len(chosen) == 1 and chosen[0].denies == asked else None
    return Draft(text, rests_on(chosen), value)


def begun(case: Case) -> Draft | None:
    """When the thing that is asked for began, where a record is dated."""
    dated = [fact for fact in _fitting(case) if fact.dated and fact.told_as_so]
    if not dated:
        return None
    fact = dated[0]
    start = fact.record.valid.start
    assert start is not None and start.at is not None
    day = _day(fact)
    told = in_words(
        case.plan.language, "said", day=day.told(case.plan.language), words=fact.record.sentence
    )
    return Draft(told, rests_on([fact]), day.value, disputed=fact.disputed)


def changed(case: Case) -> Draft | None:
    """How what fills a slot changed: what was before and what came then, or that nothing did."""
    slots = [found for name in case.plan.predicates if (found := _versions(case, name))]
    wanted = wanted_terms(case)
    # "Employment status" is one property; a career is what several tell together.
    told = [found for found in slots if wanted <= found[-1].covers]
    moved = [versions for versions in told or slots if _differ(versions)] or told[:1]
    if not moved:
        return None
    language = case.plan.language
    text = joined(language, [_told_change(case, versions) for versions in moved[:_SLOTS]])
    value = "yes" if _differ(moved[0]) else "no"
    if case.plan.wants is AnswerType.YES_NO:
        says = value if case.plan.intent is not Intent.SAME else _OTHER[value]
        text, value = saying(case, says, [text]), says
    rests = rests_on(fact for versions in moved[:_SLOTS] for fact in versions[-2:])
    return Draft(text, rests, value, disputed=any(versions[-1].disputed for versions in moved))


def _differ(versions: Sequence[Fact]) -> bool:
    return len({fact.value for fact in versions}) > 1


def _told_change(case: Case, versions: Sequence[Fact]) -> str:
    last = versions[-1]
    if not _differ(versions):
        return in_words(case.plan.language, "unchanged", what=last.record.sentence.rstrip("."))
    before = next(fact for fact in reversed(versions) if fact.value != last.value)
    return in_words(
        case.plan.language, "then", before=until(case, before), after=in_a_sentence(case, last)
    )


def earlier(case: Case) -> Draft | None:
    """What filled a slot before what fills it now."""
    versions = next((v for name in case.plan.predicates if (v := _versions(case, name))), [])
    over = [fact for fact in versions[:-1] if fact.value != versions[-1].value]
    over = over or [fact for fact in versions if not still_holds(case, fact)]
    if not over:
        return None
    return Draft(until(case, over[-1]), rests_on([over[-1]]), over[-1].value)


def counted(case: Case) -> Draft | None:
    """The number in a slot of numbers."""
    numbers = [
        f for f in _fitting(case) if still_holds(case, f) and f.record.value.number is not None
    ]
    if not numbers:
        return None
    fact = numbers[-1]
    return Draft(in_a_sentence(case, fact), rests_on([fact]), fact.value, disputed=fact.disputed)


# --- choosing ------------------------------------------------------------------------------------


def slot_facts(case: Case) -> list[Fact]:
    """The facts of the most telling predicate that has any."""
    for predicate in case.plan.predicates:
        found = [fact for fact in case.facts if fact.record.predicate == predicate]
        if found:
            return found
    return []


def _fitting(case: Case) -> list[Fact]:
    """The facts of the slot that cover all that is asked, in the order they were learnt."""
    wanted = wanted_terms(case)
    for predicate in case.plan.predicates:
        found = [
            fact
            for fact in case.facts
            if fact.record.predicate == predicate and wanted <= fact.covers and fact.told_as_so
            if of_the_time(case, fact) and of_those_named(case, fact)
        ]
        if found and (held := [fact for fact in found if still_holds(case, fact)] or found):
            return held
    return []


def wanted_terms(case: Case) -> set[str]:
    """What a record must cover: all terms but endings, which differ between question and record."""
    return {term for term in case.plan.terms if not _ENDING.search(term)}


def still_holds(case: Case, fact: Fact) -> bool:
    """Whether a fact holds at the moment that is asked for."""
    if case.as_of is not None:
        return fact.holds is not False
    return not fact.over and not _ended(case, fact)


def _ended(case: Case, fact: Fact) -> bool:
    """Whether it was told as over: "used to live in Lund". Of an event only its day is over."""
    start, end = fact.record.valid.start, fact.record.valid.end
    if end is None or end.at is None or case.now is None or end.at.micros > case.now.micros:
        return False
    begun = start is not None and start.at is not None
    return not begun or (fact.single and fact.record.kind is not RecordKind.EVENT)


def of_the_time(case: Case, fact: Fact) -> bool:
    """Whether a fact is of the time that is named: begun by then, and an event within it."""
    window = case.plan.window
    if window is not None and window.anchor and not fact.single:
        return fact.dated and _on_the_side(window, fact)
    if window is None or window.since is None or fact.since is None:
        return begun_by_then(case, fact)
    if fact.record.kind is not RecordKind.EVENT or window.side is not Side.WITHIN:
        return begun_by_then(case, fact)
    return window.since.micros <= fact.since.micros and begun_by_then(case, fact)


def _on_the_side(window: Window, fact: Fact) -> bool:
    """Whether a fact began on the side of an event that is asked for, where its day is known."""
    if fact.since is None or (window.since is None and window.until is None):
        return True
    if window.since is not None and fact.since.micros < window.since.micros:
        return False
    return window.until is None or fact.since.micros <= window.until.micros


def begun_by_then(case: Case, fact: Fact) -> bool:
    """Whether a fact began before the moment asked for, as far as anybody knows."""
    return case.as_of is None or fact.since is None or fact.since.micros <= case.as_of.micros


def of_one_slot(facts: Sequence[Fact]) -> list[Fact]:
    """The facts of the slot of the last one; of facts of one value, one."""
    slot = facts[-1].record.slot
    same = [fact for fact in facts if fact.record.slot == slot]
    return list({fact.value: fact for fact in same}.values())


def _versions(case: Case, predicate: str) -> list[Fact]:
    """All that ever held in the slot of a predicate, in the order in which it began."""
    facts = [
        fact
        for fact in case.facts
        if fact.record.predicate == predicate and fact.told_as_so and begun_by_then(case, fact)
    ]
    if not facts:
        return []
    slot = facts[-1].record.slot
    found = [fact for fact in facts if fact.record.slot == slot]
    return sorted(found, key=lambda fact: fact.since.micros if fact.since else 0)


def of_those_named(case: Case, *facts: Fact) -> bool:
    """Whether all people whom a question names stand in what some facts tell.

    Those of an event that time is counted from need not, where a slot holds one value at a time.
    """
    told = {name for fact in facts for name in (fact.subject, fact.value)}
    sentences = normalise(" ".join(fact.record.sentence for fact in facts))
    window = case.plan.window
    apart = window.anchor if window is not None and all(fact.single for fact in facts) else ""
    asked = (name for name in case.plan.people if name not in apart)
    return all(name in told or normalise(name) in sentences for name in asked)


# --- telling -------------------------------------------------------------------------------------


def saying(case: Case, says: str, told: list[str]) -> str:
    """Yes or no, and what is told with it."""
    language = case.plan.language
    words = joined(language, told)
    return in_words(language, "so", yes=in_words(language, says), words=words)


def both_sides(case: Case, facts: Sequence[Fact]) -> Draft:
    """All sides of an open conflict, each with who says so."""
    language = case.plan.language
    sides = joined(language, [f"{fact.by}: {in_a_sentence(case, fact)}" for fact in facts])
    return Draft(in_words(language, "two ways", sides=sides), rests_on(facts), disputed=True)


def _day(fact: Fact) -> Day:
    start = fact.record.valid.start
    assert start is not None and start.at is not None
    day = Day.of(start.at)
    within = Day.within(fact.record.valid, start.precision)
    exact = within is not None and within.value == Day(day.first, day.last, start.precision).value
    return within if exact and within is not None else Day(day.first, day.last, start.precision)


def in_a_sentence(case: Case, fact: Fact) -> str:
    """A record in words, with since when it holds where that is known."""
    words = fact.record.sentence.rstrip(".。")
    if not fact.dated or fact.record.kind is RecordKind.EVENT:
        return words
    day = _day(fact).told(case.plan.language)
    return in_words(case.plan.language, "since", what=words, day=day)


def until(case: Case, fact: Fact) -> str:
    """A record in words, with until when it held where that is known."""
    words, end = fact.record.sentence.rstrip(".。"), fact.record.valid.end
    if end is None or end.at is None or (fact.since is None and not fact.over):
        return words  # it ended some time before it was told
    day = Day.of(end.at).told(case.plan.language)
    return in_words(case.plan.language, "until", what=words, day=day)


def rests_on(facts: Iterable[Fact]) -> tuple[Rest, ...]:
    """The quotes that some facts rest on."""
    return tuple(rest for fact in facts for rest in Rest.on_fact(fact))
