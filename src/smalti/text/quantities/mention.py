"""What a quantity in a text is, and how two of them can lie to each other."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class QuantityMention:
    """A number that measures or counts something, with the words that belong to it.

    Attributes:
        start: first character, comparator and currency sign included.
        end: one past the last character, unit and "or more" included.
        text: the characters [start, end).
        number: the value, or the lower end of a range; exact.
        upper: the upper end of a range.
        comparator: one of ``= < <= > >= ~``; a range has ``=``, or ``~`` if it is approximate.
        unit: a name that pint knows ("kilogram", "milligram/day"), a currency code ("EUR"), a
            compound of these ("EUR/month"), or ``None`` for plain counts.
        dimension: "mass", "time", "currency:EUR", "percent", "count", "mass/time" and so on; see
            ``data/units.json``. A blood pressure "130/80 mmHg" is two mentions, of the dimensions
            "pressure:systolic" and "pressure:diastolic": each has its own bounds, and neither is
            ever compared with the other.
        ordinal: a place in an order ("third"), not an amount.
    """

    start: int
    end: int
    text: str
    number: Decimal
    upper: Decimal | None = None
    comparator: str = "="
    unit: str | None = None
    dimension: str = "count"
    ordinal: bool = False


class Relation(StrEnum):
    """How the values that one quantity admits lie to those of another."""

    EQUAL = "equal"
    DIFFERENT = "different"  # no value fits both
    OVERLAPPING = "overlapping"  # some values fit both
    CONTAINS = "contains"  # all values of the second fit the first: "under 140" and "120"
    CONTAINED = "contained"
    INCOMPARABLE = "incomparable"  # of different dimensions
