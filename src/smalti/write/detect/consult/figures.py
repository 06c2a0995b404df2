"""Whether the figures of two texts rule out that they say the same.

Near-identical wording is never enough for a duplicate: numbers and identifiers decide.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

import regex

from smalti.text.analyse import normalise
from smalti.text.quantities import QuantityMention, Relation, compare, find_quantities
from smalti.write.gate.values import identifiers

_DIGIT = regex.compile(r"\p{Nd}")
_NUMBER = regex.compile(r"\p{Nd}+(?:[.,:/-]\p{Nd}+)*")
_HAN = regex.compile(r"\p{Han}")
_ABOUT = Decimal("0.1")  # how far off an amount may be that is said to be "about" so much
_ROUNDED = Decimal("0.03")  # … or that was written in another unit: 2 GB and 2048 MB


def figures_differ(one: str, other: str) -> bool:
    """Whether the same words have other numbers, or identifiers or amounts of a kind have no match.

    Amounts are compared whatever "below" or "at least" stands before them. What only one of the
    texts gives rules nothing out.
    """
    if _other_numbers(one, other):
        return True
    names, others = identifiers(one), identifiers(other)
    if names and others and names.isdisjoint(others):
        return True
    fit: dict[str, bool] = {}
    for kind, fits in _comparisons(one, other):
        fit[kind] = fits or fit.get(kind, False)
    return not all(fit.values())


def _other_numbers(one: str, other: str) -> bool:
    """Whether two texts have the same words and other numbers: room 3.12 and room 3.21."""
    left, right = (normalise(text).strip(" .。") for text in (one, other))
    if _NUMBER.sub("0", left) != _NUMBER.sub("0", right):
        return False
    return _NUMBER.findall(left) != _NUMBER.findall(right)


def _comparisons(one: str, other: str) -> Iterator[tuple[str, bool]]:
    """The kind of each two amounts that can be compared, and whether they fit each other."""
    for amount in _amounts(one):
        for against in _amounts(other):
            found = _compared(amount, against)
            if found is Relation.INCOMPARABLE:
                continue
            fits = found is not Relation.DIFFERENT
            if fits or (_telling(amount) and _telling(against)):
                yield amount.dimension, fits


def _compared(one: QuantityMention, other: QuantityMention) -> Relation:
    amount, against = replace(one, comparator="="), replace(other, comparator="=")
    if one.unit != other.unit:
        return compare(replace(amount, comparator="~"), against, tolerance=_ROUNDED)
    if "~" in (one.comparator, other.comparator):
        return compare(replace(amount, comparator="~"), against, tolerance=_ABOUT)
    return compare(amount, against)


def _telling(amount: QuantityMention) -> bool:
    """Of Chinese number words too much is read amiss for them to rule anything out."""
    return _DIGIT.search(amount.text) is not None or _HAN.search(amount.text) is None


@lru_cache(maxsize=1024)
def _amounts(text: str) -> tuple[QuantityMention, ...]:
    return tuple(find_quantities(text))
