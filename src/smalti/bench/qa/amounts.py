"""Amounts: when a text gives the number that a key wants."""

from __future__ import annotations

from functools import lru_cache

import regex

from smalti.text.numerals import find_numbers
from smalti.text.quantities import QuantityMention, Relation, compare, find_quantities

_LEFT = regex.compile(r"[\p{P}\p{S}\s]+")
_AROUND = frozenset(
    {"a", "about", "around", "approximately", "at", "exactly", "for", "in", "just", "least", "of"}
    | {"over", "roughly", "some", "the", "total", "nearly", "almost", "old", "ago"}
    | {"约", "大约", "至少", "是", "差", "差约", "约为", "一共", "多"}
)
_DATE = regex.compile(r"\d{4}-\d{2}(?:-\d{2})?")
_DURATION = regex.compile(r"P(\d+)([YMWD])")
_UNITS = {"Y": "years", "M": "months", "W": "weeks", "D": "days"}
_MOST = 4
"""Different numbers, those of dates apart, that an answer may name; one with more gives none."""


@lru_cache(maxsize=4096)
def amounts(text: str) -> tuple[QuantityMention, ...]:
    """The quantities of a text in their order, places in an order ("third") left out."""
    return tuple(one for one in find_quantities(text) if not one.ordinal)


def is_amount(text: str) -> bool:
    """Whether a text is one amount and nothing else."""
    found = amounts(text)
    if len(found) != 1:
        return False
    rest = text[: found[0].start] + " " + text[found[0].end :]
    return {word for word in _LEFT.split(rest.casefold()) if word} <= _AROUND


def gives(text: str, wanted: str, key: str = "") -> bool:
    """Whether a text gives the first amount of another.

    Equal after converting units. A unit that only one of them names is taken to be meant by the
    other. Of a text with more than four different numbers (or more than the whole key has) nothing
    is taken.
    """
    asked = amounts(wanted)
    if not asked:
        return False
    if len(_values(text)) > max(_MOST, len(_values(key or wanted))):
        return False
    return any(_same(one, asked[0]) for one in amounts(text)) or (
        asked[0].unit is None and asked[0].upper is None and asked[0].number in _values(text)
    )


def _same(one: QuantityMention, wanted: QuantityMention) -> bool:
    if one.unit is None or wanted.unit is None:
        return (one.number, one.upper) == (wanted.number, wanted.upper)
    if compare(one, wanted) is Relation.EQUAL:
        return True
    same = (one.number, one.upper) == (wanted.number, wanted.upper)
    return same and one.unit == wanted.unit  # "about 5" and "5"


@lru_cache(maxsize=4096)
def _values(text: str) -> frozenset[object]:
    text = _DATE.sub(" ", text)
    found = [number.value for number in find_numbers(text) if not number.ordinal]
    return frozenset([*found, *(one.number for one in amounts(text))])


def in_words(value: str) -> str:
    """A value as one would say it: the ISO 8601 duration "P13D" as "13 days"."""
    if not (match := _DURATION.fullmatch(value)):
        return value
    unit = _UNITS[match[2]]
    return f"{match[1]} {unit}"
