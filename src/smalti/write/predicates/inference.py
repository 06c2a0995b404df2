"""What follows from a statement, what it ends, and what cannot hold beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from smalti.model.record import Value
from smalti.write.predicates.entries import (
    RESERVED,
    Ended,
    Exclusion,
    Group,
    Implication,
    Predicate,
    Side,
    Triple,
)
from smalti.write.predicates.words import mentions, same_value, value_key

DEPTH = 4  # implications in a row: more than the packaged vocabulary needs

_SOMEONE = "subject"  # stands for the one subject that two values are compared for


def implied(
    predicates: Mapping[str, Predicate], triple: Triple, depth: int = DEPTH
) -> list[Triple]:
    """What follows from a triple, nearest first, without the triple itself."""
    found = {triple: None}  # a dict keeps the order
    frontier = [triple]
    for _ in range(depth):
        frontier = [new for old in frontier for new in _next(predicates, old) if new not in found]
        frontier = list(dict.fromkeys(frontier))
        found.update(dict.fromkeys(frontier))
    return list(found)[1:]


def ended(predicates: Mapping[str, Predicate], triple: Triple) -> list[Ended]:
    """The slots that a triple closes.

    A denied triple closes none: whether it ends what was said before is for the caller to judge.
    """
    predicate = predicates.get(triple.predicate)
    if predicate is None or not triple.polarity:
        return []
    closed = []
    for ending in predicate.ends:
        subject = _as_subject(triple, ending.subject)
        value = None if ending.value is None else _as_value(triple, ending.value)
        if subject is not None:
            closed.append(Ended(subject, ending.predicate, value))
    return closed


def exclusive(
    predicates: Mapping[str, Predicate], groups: Mapping[str, Group], one: Triple, other: Triple
) -> str | None:
    """Why two triples about one subject cannot hold at the same time, or ``None`` if they can."""
    for left in (one, *implied(predicates, one)):
        for right in (other, *implied(predicates, other)):
            if left.polarity and right.polarity:
                clash = _clash(predicates, groups, left, right)
            else:
                clash = _denied(left, right, said=(one, other))
            if clash is not None:
                return clash + _because(one, left) + _because(other, right)
    return None


def said_of_someone(predicate: str, value: str) -> Triple:
    """A triple about the one subject that :func:`exclusive` compares for."""
    return Triple(_SOMEONE, predicate, Value(text=value))


def within(groups: Mapping[str, Group], value: str, name: str) -> bool:
    """Whether a value says a member of a group, or of a group that it includes."""
    group = groups[name]
    if any(mentions(value, phrase) for phrase in group.unless):
        return False
    members = (phrase for phrases in group.members.values() for phrase in phrases)
    return any(mentions(value, phrase) for phrase in members) or any(
        within(groups, value, part) for part in group.includes
    )


def ruled_values(
    predicates: Mapping[str, Predicate], groups: Mapping[str, Group]
) -> dict[str, tuple[str, ...]]:
    """By each value, the predicates that have a rule for it: "vegetarian" speaks of a diet."""
    found: dict[str, dict[str, None]] = {}
    for predicate in predicates.values():
        for name in _groups_of(predicate):
            for phrases in groups[name].members.values():
                for phrase in phrases:
                    found.setdefault(value_key(phrase), {})[predicate.name] = None
    return {key: tuple(names) for key, names in found.items()}


def _groups_of(predicate: Predicate) -> Iterator[str]:
    """The groups of values that the rules of a predicate name as its own."""
    for rule in predicate.excludes:
        if rule.when is not None:
            yield rule.when
        if rule.predicate == predicate.name and rule.value not in RESERVED:
            yield rule.value


def _next(predicates: Mapping[str, Predicate], triple: Triple) -> Iterator[Triple]:
    predicate = predicates.get(triple.predicate)
    if predicate is None:
        return
    for rule in predicate.implies:
        if rule.given is triple.polarity and (drawn := _drawn(triple, rule)):
            yield drawn
    for closed in ended(predicates, triple):
        if closed.value is not None:
            yield Triple(closed.subject, closed.predicate, closed.value, polarity=False)
    if predicate.inverse is not None:
        turned = Implication(predicate.inverse, Side.VALUE, Side.SUBJECT, polarity=triple.polarity)
        if drawn := _drawn(triple, turned):
            yield drawn


def _drawn(triple: Triple, rule: Implication) -> Triple | None:
    subject = _as_subject(triple, rule.subject)
    value = _as_value(triple, rule.value) if rule.constant is None else Value(text=rule.constant)
    return None if subject is None else Triple(subject, rule.predicate, value, rule.polarity)


def _as_subject(triple: Triple, side: Side) -> str | None:
    """The id on a side; a value that is no entity cannot become a subject."""
    return triple.subject if side is Side.SUBJECT else triple.value.entity


def _as_value(triple: Triple, side: Side) -> Value:
    return triple.value if side is Side.VALUE else Value(entity=triple.subject)


def _denied(one: Triple, other: Triple, said: tuple[Triple, Triple]) -> str | None:
    """Why one triple denies the other, which must itself have been said.

    What only follows from an event may have ended since: who bought a car and sold it does not
    contradict himself.
    """
    denial, denied = (other, one) if one.polarity else (one, other)
    if denied not in said or denial.predicate != denied.predicate:
        return None
    if not same_value(denial.value.text or "", denied.value.text or ""):
        return None
    return f"{_shown(denial)} against {_shown(denied)}"


def _clash(
    predicates: Mapping[str, Predicate], groups: Mapping[str, Group], one: Triple, other: Triple
) -> str | None:
    left, right = predicates.get(one.predicate), predicates.get(other.predicate)
    if left is None or right is None:
        return None
    mine, theirs = one.value.text or "", other.value.text or ""
    if left.opposite == right.name and same_value(mine, theirs):
        return f"{_shown(one)} is the opposite of {_shown(other)}"
    if any(
        r.predicate == right.name and _ruled_out(groups, r, mine, theirs) for r in left.excludes
    ):
        return f"{_shown(one)} excludes {_shown(other)}"
    if any(
        r.predicate == left.name and _ruled_out(groups, r, theirs, mine) for r in right.excludes
    ):
        return f"{_shown(other)} excludes {_shown(one)}"
    return None


def _ruled_out(groups: Mapping[str, Group], rule: Exclusion, mine: str, theirs: str) -> bool:
    if rule.when is not None and not within(groups, mine, rule.when):
        return False
    if rule.value == "any":
        return True
    if rule.value != "same":
        return within(groups, theirs, rule.value)
    return same_value(mine, theirs) or any(
        within(groups, theirs, group.name) for group in groups.values() if _names(group, mine)
    )


def _names(group: Group, value: str) -> bool:
    """Whether a value is the name of a group: the first of its members in some language."""
    return any(same_value(phrases[0], value) for phrases in group.members.values())


def _shown(triple: Triple) -> str:
    return f"{'' if triple.polarity else 'not '}{triple.predicate} {triple.value.text!r}"


def _because(said: Triple, meant: Triple) -> str:
    return "" if said == meant else f"; {_shown(said)} means {_shown(meant)}"
