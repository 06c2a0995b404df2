"""By which searches a stored record is found, and which slots have to do with each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from smalti.write.predicates import PredicateTable
from smalti.write.predicates.entries import Predicate, Side


class Search(StrEnum):
    """How a record came to be compared, the most telling first."""

    SLOT = "slot"  # the same property of the same subject
    EXCLUSIVE = "exclusive"  # a property that excludes, ends or implies it
    QUANTITY = "quantity"  # a number of the same dimension about the same subject
    VALUE = "value"  # the same value
    SUBJECT = "subject"  # about the same subject
    NEAREST = "nearest"  # said in a turn that is alike
    NEAR = "near"  # two steps away


def related(table: PredicateTable) -> Mapping[str, tuple[str, ...]]:
    """For each predicate the others whose statements about the same subject may bear on it.

    Two predicates are related when what follows from the one is what follows from the other, or
    its opposite, or what it excludes or ends.
    """
    reach = {name: _reach(table, name) for name in table.predicates}
    touched = {
        name: frozenset(one for part in parts for one in (part, *_rivals(table.predicates[part])))
        for name, parts in reach.items()
    }
    return {
        name: tuple(
            other
            for other in table.predicates
            if other != name and (reach[name] & touched[other] or touched[name] & reach[other])
        )
        for name in table.predicates
    }


def _reach(table: PredicateTable, name: str) -> frozenset[str]:
    """A predicate and all that it implies of the same subject."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        one = waiting.pop()
        if one not in found and one in table.predicates:
            found.add(one)
            waiting += _implied(table.predicates[one])
    return frozenset(found)


def _implied(predicate: Predicate) -> Iterable[str]:
    return (rule.predicate for rule in predicate.implies if rule.subject is Side.SUBJECT)


def _rivals(predicate: Predicate) -> Iterable[str]:
    yield from (rule.predicate for rule in predicate.excludes)
    yield from (ending.predicate for ending in predicate.ends if ending.subject is Side.SUBJECT)
    if predicate.opposite is not None:
        yield predicate.opposite
