"""Operators that follow links: over two records, between two people, from one to what they said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from smalti.model.record import RecordKind
from smalti.recall.answer.case import Case, Draft, Fact
from smalti.recall.answer.from_facts import (
    MANY,
    in_a_sentence,
    of_those_named,
    rests_on,
    still_holds,
    wanted_terms,
)
from smalti.recall.answer.words import joined
from smalti.text.analyse import normalise


def through(case: Case) -> Draft | None:
    """What holds of somebody whom a record names: where Ada's sister lives.

    Over two records at most. Together they must cover all that is asked, and none alone may.
    """
    wanted = wanted_terms(case)
    found = [
        (first, second)
        for first, second in _chains(case)
        if wanted <= first.covers | second.covers
        and not (wanted <= first.covers or wanted <= second.covers)
        and of_those_named(case, first, second)
    ]
    if not found:
        return None
    order = {name: place for place, name in enumerate(case.plan.predicates)}
    found.sort(key=lambda pair: order.get(pair[1].record.predicate, len(order)))
    first, second = found[0]
    text = joined(case.plan.language, [in_a_sentence(case, one) for one in (first, second)])
    disputed = first.disputed or second.disputed
    rests = rests_on([second, first])
    return Draft(text, rests, second.value, disputed=disputed, steps=("traverse", "traverse"))


def _chains(case: Case) -> Iterator[tuple[Fact, Fact]]:
    """Records that hold of whom is asked, each with those of whom it leads to."""
    holding = [fact for fact in case.facts if fact.told_as_so and still_holds(case, fact)]
    beyond = [fact for fact in case.beyond if fact.told_as_so and still_holds(case, fact)]
    for first in holding:
        ends = {first.record.subject, first.record.value.entity} - set(case.plan.entities)
        for second in beyond:
            if second.record.subject in ends and second.record.id != first.record.id:
                yield first, second


def common(case: Case) -> Draft | None:
    """What two have in common: values that both have, under one predicate where there are such."""
    if len(case.plan.entities) < 2:
        return None
    one, other = ([f for f in _all(case) if f.subject == name] for name in case.plan.names[:2])
    asked = set(case.plan.predicates)
    pairs = [
        (first, second)
        for first in one
        for second in other
        if normalise(first.value) == normalise(second.value)
        and (not asked or first.record.predicate in asked)
    ]
    alike = [pair for pair in pairs if pair[0].record.predicate == pair[1].record.predicate]
    if not (chosen := (alike or pairs)[:MANY]):
        return None
    facts = [fact for pair in chosen for fact in pair]
    text = joined(case.plan.language, [fact.record.sentence for fact in facts])
    values = list(dict.fromkeys(first.value for first, _ in chosen))
    return Draft(text, rests_on(facts), ", ".join(values), steps=("traverse", "intersect"))


def opinions(case: Case) -> Draft | None:
    """What one said about another: claims by the one about the other, as they were made."""
    if len(case.plan.names) < 2:
        return None
    by, about = case.plan.names[:2]
    found = [
        fact
        for fact in _all(case)
        if fact.record.kind is RecordKind.CLAIM and fact.by == by and fact.subject == about
    ][:MANY]
    if not found:
        return None
    text = joined(case.plan.language, [fact.record.sentence for fact in found])
    disputed = any(fact.disputed for fact in found)
    return Draft(text, rests_on(found), disputed=disputed, steps=("claims",))


def _all(case: Case) -> Sequence[Fact]:
    return [*case.facts, *case.known]
