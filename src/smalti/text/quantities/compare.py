"""How two quantities lie to each other."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from smalti.text.quantities.mention import QuantityMention, Relation
from smalti.text.quantities.units import Unit, unit_named

_TOLERANCE = Decimal("0.1")  # how far from "about 30" a value may be: 27 to 33
_ROUNDING = Decimal("1e-9")  # of conversions between units
_CALENDAR = Decimal("0.02")  # months and years have no fixed number of days
_CALENDAR_UNITS = frozenset({"month", "year", "decennium", "century"})
_INFINITE = Decimal("Infinity")


def compatible(a: QuantityMention, b: QuantityMention) -> bool:
    """Whether the two measure the same kind of thing, so that their values can be compared.

    Plain counts are compatible: that both count the same is for the caller to know.
    """
    return (
        a.dimension == b.dimension
        and a.ordinal == b.ordinal
        and unit_named(a.unit) is not None
        and unit_named(b.unit) is not None
    )


def compare(a: QuantityMention, b: QuantityMention, *, tolerance: Decimal = _TOLERANCE) -> Relation:
    """The relation of the values that two quantities admit, after conversion to one unit.

    Args:
        a: what the answer is about.
        b: what it is compared with.
        tolerance: how far, as a share, an approximate value may be off.

    Values without "about" are compared exactly, up to the rounding of unit conversions:
    1,184.50 and 1,148.50 are different, and so are the brackets 2,000-5,000 and 5,000-10,000. When
    one side is approximate, a value within its tolerance counts as equal.
    """
    if not compatible(a, b):
        return Relation.INCOMPARABLE
    first, second = _interval(a), _interval(b)
    slack = _slack(a.unit, b.unit)
    if "~" in (a.comparator, b.comparator):
        return _approximately(first, second, max(slack, tolerance))
    return _relation(first, second, slack)


@dataclass(frozen=True, slots=True)
class _Interval:
    """Values between two ends, each of which may belong to it or not."""

    low: Decimal
    high: Decimal
    low_open: bool = False
    high_open: bool = False


def _interval(mention: QuantityMention) -> _Interval:
    unit = unit_named(mention.unit)
    assert unit is not None  # compatible() has asked
    value = _in_base(mention.number, unit)
    if mention.upper is not None:
        return _Interval(value, _in_base(mention.upper, unit))
    match mention.comparator:
        case "<" | "<=":
            return _Interval(-_INFINITE, value, True, mention.comparator == "<")
        case ">" | ">=":
            return _Interval(value, _INFINITE, mention.comparator == ">", True)
    return _Interval(value, value)


def _in_base(value: Decimal, unit: Unit) -> Decimal:
    return value * unit.factor + unit.offset


def _slack(one: str | None, other: str | None) -> Decimal:
    """How much of a difference conversion alone explains."""
    if one == other:
        return Decimal(0)
    calendar = [name.split("/")[-1] in _CALENDAR_UNITS for name in (one or "", other or "")]
    return _CALENDAR if any(calendar) and not all(calendar) else _ROUNDING


def _same(one: Decimal, other: Decimal, slack: Decimal) -> bool:
    if one == other:
        return True
    if one.is_infinite() or other.is_infinite():
        return False
    return abs(one - other) <= slack * max(abs(one), abs(other))


def _relation(a: _Interval, b: _Interval, slack: Decimal) -> Relation:
    lows, highs = _same(a.low, b.low, slack), _same(a.high, b.high, slack)
    if lows and highs and a.low_open == b.low_open and a.high_open == b.high_open:
        return Relation.EQUAL
    if _before(a, b, slack) or _before(b, a, slack):
        return Relation.DIFFERENT
    if _within(b, a, slack):
        return Relation.CONTAINS
    if _within(a, b, slack):
        return Relation.CONTAINED
    return Relation.OVERLAPPING


def _before(a: _Interval, b: _Interval, slack: Decimal) -> bool:
    """Whether a ends where or before b starts: two ranges have no more than an end in common."""
    if _same(a.high, b.low, slack):
        return a.high_open or b.low_open or (a.low < a.high and b.low < b.high)
    return a.high < b.low


def _within(a: _Interval, b: _Interval, slack: Decimal) -> bool:
    """Whether all of a lies in b."""
    low = a.low_open >= b.low_open if _same(a.low, b.low, slack) else a.low > b.low
    high = a.high_open >= b.high_open if _same(a.high, b.high, slack) else a.high < b.high
    return low and high


def _approximately(a: _Interval, b: _Interval, tolerance: Decimal) -> Relation:
    if _same(a.low, b.low, tolerance) and _same(a.high, b.high, tolerance):
        return Relation.EQUAL
    return _relation(a, b, tolerance)
