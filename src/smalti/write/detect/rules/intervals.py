"""Amounts as intervals of values, and how two of them lie to each other."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from smalti.write.detect.rules.words import Word

Bound = Literal["exact", "upper", "lower", "range"]

_INFINITE = Decimal("Infinity")
_EXACT = Decimal("1e-9")  # of conversions by the unit table
_ROUNDED = Decimal("0.02")  # of figures that somebody converted to another unit
_ABOUT = Decimal("0.1")  # of approximate figures


@dataclass(frozen=True, eq=False)
class Amount:
    """A figure with its place and its surroundings; values are in the base unit.

    Attributes:
        text: how it is written.
        start: first character in the sentence.
        end: one past the last.
        dimension: that of the quantity, or "age", "period", "clock", "date".
        unit: its name, to tell converted figures.
        low: the lowest value.
        high: the highest.
        low_open: whether ``low`` itself is left out.
        high_open: whether ``high`` itself is left out.
        bound: what kind of interval it is.
        about: it is approximate.
        case: it belongs to a condition, not to what is ruled.
        noun: what is counted, by stems and by rows of words for the same thing.
        before: up to seven telling words before it in its clause.
        after: up to seven behind it.
        figures: which figure of the thing it is: the first one, the most, the target.
        part: it is part of a whole: "two of the tickets".
        wrong: it is said to be too much or too little.
        turned: its limit was told by what is ruled out: "never more than 48 hours".
    """

    text: str
    start: int
    end: int
    dimension: str
    unit: str | None
    low: Decimal
    high: Decimal
    low_open: bool
    high_open: bool
    bound: Bound
    about: bool
    case: bool
    noun: frozenset[str]
    before: tuple[Word, ...]
    after: tuple[Word, ...]
    figures: frozenset[str]
    part: bool
    wrong: bool
    turned: bool

    @property
    def near(self) -> tuple[Word, ...]:
        """The words around it."""
        return self.before + self.after

    @property
    def ends(self) -> list[Decimal]:
        """The values it names, in order."""
        return sorted(value for value in {self.low, self.high} if value.is_finite())


def bounds(
    value: Decimal, upper: Decimal | None, comparator: str
) -> tuple[Decimal, Decimal, bool, bool, Bound]:
    """Lowest and highest value, whether each is left out, and the kind of interval."""
    if upper is not None:
        return value, upper, False, False, "range"
    if comparator in {"<", "<="}:
        return -_INFINITE, value, True, comparator == "<", "upper"
    if comparator in {">", ">="}:
        return value, _INFINITE, comparator == ">", True, "lower"
    return value, value, False, False, "exact"


def same_measure(a: Amount, b: Amount) -> bool:
    """Whether two amounts measure or count the same."""
    if a.dimension != b.dimension:
        return False
    same = bool(a.noun & b.noun)
    return same or (not (a.noun or b.noun) if a.dimension == "count" else not (a.noun and b.noun))


def same_value(one: Decimal, other: Decimal, slack: Decimal) -> bool:
    """Whether two values are equal up to a share of the greater one."""
    if one == other:
        return True
    if one.is_infinite() or other.is_infinite():
        return False
    return abs(one - other) <= slack * max(abs(one), abs(other))


def equal(a: Amount, b: Amount) -> bool:
    """Whether two amounts name the same values; whether these belong to them is left aside."""
    slack = _slack(a, b)
    return len(a.ends) == len(b.ends) and all(
        same_value(one, other, slack) for one, other in zip(a.ends, b.ends, strict=True)
    )


def disjoint(a: Amount, b: Amount) -> bool:
    """Whether no value fits both."""
    return _before(a, b) or _before(b, a)


def contains(a: Amount, b: Amount) -> bool:
    """Whether all values of b lie in a."""
    return a.low <= b.low and b.high <= a.high


def _slack(a: Amount, b: Amount) -> Decimal:
    if a.about or b.about:
        return _ABOUT
    return _ROUNDED if a.unit != b.unit else _EXACT


def _before(a: Amount, b: Amount) -> bool:
    if same_value(a.high, b.low, _slack(a, b)):
        return a.high_open or b.low_open
    return a.high < b.low
