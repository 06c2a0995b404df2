"""When two values are the same, when both can be true of one slot, and under which key each goes.

Near-identical wording is never enough for the same value: numbers, signs and names decide.
"""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from math import isfinite

import regex

from smalti.model.record import Value
from smalti.text.analyse import normalise
from smalti.text.quantities import QuantityMention, Relation, compare
from smalti.text.quantities.units import unit_named
from smalti.write.predicates.words import mentions
from smalti.write.predicates.words import value_key as words_key

# What the form of words leaves out and still tells values apart: "C" and "C++", "5 €" and "5 $".
_TELLING = regex.compile(r"\d+(?:[.,:/]\d+)*|[\p{Sc}\p{Sm}%#@&*]")
_IDENTIFIER = regex.compile(r"(?<![\w-])\p{Latin}[\p{Latin}_#/-]*\d[\w.-]*")
_DATE_DASH = regex.compile(r"(?<=\d)-(?=\d)")
_BOTH_POSSIBLE = (Relation.EQUAL, Relation.CONTAINS, Relation.CONTAINED, Relation.OVERLAPPING)


def value_key(value: Value) -> str:
    """The key of a value in a belief; equal for what is the same beyond doubt.

    An entity goes by its id, a text by its words in normal form with its numbers and signs, a
    number by its amount in the base unit of its dimension.
    """
    if value.entity is not None:
        return f"entity {value.entity}"
    if value.text is not None:
        return f"text {_text_form(value.text)}"
    return _number_key(value)


@lru_cache(maxsize=8192)
def _text_form(text: str) -> str:
    words = words_key(text).strip() or normalise(text).strip()
    telling = _TELLING.findall(normalise(text))
    return " ".join([words, *telling]) if any(not part.isdigit() for part in telling) else words


def _number_key(value: Value) -> str:
    unit = unit_named(value.unit)
    amounts = [amount for amount in (value.number, value.upper) if amount is not None]
    name = value.unit
    if unit is not None:
        factor, offset = float(unit.factor), float(unit.offset)
        amounts = [amount * factor + offset for amount in amounts]
        name = unit.dimension
    comparator = "" if value.comparator == "=" else value.comparator
    return f"number {comparator}{'..'.join(f'{amount:.9g}' for amount in amounts)} {name}"


def same(one: Value, other: Value) -> bool:
    """Whether two values say the same, so that the second is no more than further evidence."""
    if one.text is not None and other.text is not None:
        return _text_form(one.text) == _text_form(other.text)
    if one.number is not None and other.number is not None:
        alike = (one.comparator == "~") is (other.comparator == "~")
        return alike and _relation(one, other, Decimal(0)) is Relation.EQUAL
    return one.entity is not None and one.entity == other.entity


def identifiers(text: str) -> frozenset[str]:
    """What a text names by letters and digits: "HB-4471", "v3", "B12"."""
    return frozenset(_IDENTIFIER.findall(normalise(text)))


def agrees(one: Value, other: Value) -> bool:
    """Whether both values can be true of a slot that holds one: the same, or one more exact.

    "Lisbon" agrees with "Lisbon, Portugal", "1994" with "1994-03-05", "under 140" with 120.
    """
    if same(one, other):
        return True
    if one.text is not None and other.text is not None:
        left, right = (_DATE_DASH.sub(" ", text) for text in (one.text, other.text))
        return mentions(left, right) or mentions(right, left)
    if one.number is not None and other.number is not None:
        return _relation(one, other) in _BOTH_POSSIBLE
    return False


def _relation(one: Value, other: Value, tolerance: Decimal | None = None) -> Relation:
    if one == other:
        return Relation.EQUAL
    numbers = (one.number, one.upper, other.number, other.upper)
    if not all(isfinite(number) for number in numbers if number is not None):
        return Relation.INCOMPARABLE
    left, right = _quantity(one), _quantity(other)
    return compare(left, right) if tolerance is None else compare(left, right, tolerance=tolerance)


def _quantity(value: Value) -> QuantityMention:
    unit = unit_named(value.unit)
    return QuantityMention(
        start=0,
        end=0,
        text="",
        number=Decimal(repr(value.number)),
        upper=None if value.upper is None else Decimal(repr(value.upper)),
        comparator=value.comparator,
        unit=value.unit,
        dimension="count" if unit is None else unit.dimension,
    )
