"""How two quantities lie to each other, with pint as the independent judge of conversions."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.text.quantities import QuantityMention, Relation, compare, compatible, find_quantities
from smalti.text.quantities.units import data, known_units, registry, unit_named

E, D, OVER = Relation.EQUAL, Relation.DIFFERENT, Relation.OVERLAPPING
CONTAINS, IN, X = Relation.CONTAINS, Relation.CONTAINED, Relation.INCOMPARABLE


def one(text: str) -> QuantityMention:
    (mention,) = find_quantities(text)
    return mention


@pytest.mark.parametrize(
    ("a", "b", "relation"),
    [
        ("1,184.50 €", "1,148.50 €", D),
        ("1,184.50 €", "1184.5 EUR", E),
        ("90071992547409931 €", "90071992547409930 €", D),
        ("5 kg", "5000 g", E),
        ("150 minutes a week", "two and a half hours a week", E),
        ("150 minutes a week", "150 minutes a day", D),
        ("$50 a month", "$600 a year", E),
        ("25 °C", "77 °F", E),
        ("25 °C", "25 °F", D),
        ("1 GiB", "1 GB", D),
        ("12 months", "1 year", E),
        ("30 days", "1 month", E),
        ("6 weeks", "1 month", D),
        ("50%", "half of it", E),
        ("about 30", "31", E),
        ("about 30", "40", D),
        ("about 30 kg", "30 kg", E),
        ("30", "31", D),
        ("at least 5 kg", "7 kg", CONTAINS),
        ("7 kg", "at least 5 kg", IN),
        ("at most 5 kg", "7 kg", D),
        ("less than 5 kg", "5 kg", D),
        ("at most 5 kg", "5 kg", CONTAINS),
        ("3 to 5 kg", "4 to 6 kg", OVER),
        ("3 to 5 kg", "3–5 kg", E),
        ("3 to 5 kg", "6 kg", D),
        ("3 to 5 kg", "5 to 8 kg", D),
        ("3 to 5 kg", "5 kg", CONTAINS),
        ("less than 45 kg", "less than 30 kg", CONTAINS),
        ("more than 30 kg", "less than 45 kg", OVER),
        ("more than 45 kg", "less than 30 kg", D),
        ("5 kg", "5 m", X),
        ("5 €", "5 $", X),
        ("5 apples", "5 kg", X),
        ("the 3rd", "3 apples", X),
        ("三公里", "3000 m", E),
        ("两斤", "1 kg", E),
        ("5 parsecs", "5 kg", X),
    ],
)
def test_relations(a: str, b: str, relation: Relation) -> None:
    assert compare(one(a), one(b)) == relation


def test_pint_converts_what_the_table_does_not_know() -> None:
    tiny = QuantityMention(0, 1, "x", Decimal(10) ** 10, unit="angstrom", dimension="length")
    assert compare(tiny, one("1 m")) == Relation.EQUAL
    assert compare(tiny, one("2 m")) == Relation.DIFFERENT
    assert not compatible(replace(tiny, unit="flurb"), tiny)


@pytest.mark.parametrize(
    "name", ["", "(((", "kg kg", "1", "meter meter", "5", "__class__", "a/b/c", "²"]
)
def test_any_unit_name_can_be_asked_for(name: str) -> None:
    unit_named(name)


@pytest.mark.parametrize(
    ("written", "name"),
    [("cm", "centimeter"), ("kg", "kilogram"), ("°C", "degree_Celsius"), ("lb", "pound")],
)
def test_a_unit_may_be_asked_for_as_it_is_written(written: str, name: str) -> None:
    unit = unit_named(written)
    assert unit is not None and unit.name == name


def test_units_in_daily_use_are_known_without_pint() -> None:
    code = (
        "import sys; from smalti.text.quantities.units import unit_named; "
        "units = 'cm kg g ml mg km mi lb °C mg/day'.split(); "
        "assert all(map(unit_named, units)); assert 'pint' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


_NOT_IN_PINT = {
    "milliequivalent", "international_unit", "percentage_point", "basis_point",
    "milliliter/minute/1.73m2",
}  # fmt: skip


@pytest.mark.parametrize("name", [n for n, u in known_units().items() if ":" not in u.dimension])
def test_the_table_converts_as_pint_does(name: str) -> None:
    unit = known_units()[name]
    ureg: Any = registry()
    base = next(u for u in known_units().values() if u.dimension == unit.dimension)
    try:
        expected = ureg.Quantity(3.0, name).to(base.name).magnitude
    except (pint.UndefinedUnitError, ValueError):
        assert (
            name in ("milliequivalent", "international_unit", "percentage_point", "basis_point")
            or "1.73" in name
        )
        return
    mine = (3 * unit.factor + unit.offset - base.offset) / base.factor
    assert float(mine) == pytest.approx(expected, rel=1e-9)


def test_a_dimension_has_the_units_of_one_pint_dimension() -> None:
    seen: dict[str, set[frozenset[tuple[str, float]]]] = {}
    for name, row in data("units")["units"].items():
        try:
            found = frozenset(registry().Quantity(1, name).dimensionality.items())
        except (pint.UndefinedUnitError, ValueError):
            continue
        seen.setdefault(row["dimension"], set()).add(found)
    assert all(len(dimensions) == 1 for dimensions in seen.values()), seen


units = st.sampled_from(
    [
        None,
        "kilogram",
        "gram",
        "hour",
        "year",
        "day",
        "EUR",
        "percent",
        "degree_Celsius",
        "degree_Fahrenheit",
        "gram/day",
    ]
)
amounts = st.decimals("-1000", "1000", places=2) | st.integers(-5, 5).map(Decimal)


@st.composite
def mentions(draw: st.DrawFn) -> QuantityMention:
    unit = draw(units)
    number = draw(amounts)
    upper = draw(st.none() | st.decimals("0.01", "50", places=2).map(lambda more: number + more))
    comparator = (
        "=" if upper is not None else draw(st.sampled_from(["=", "<", "<=", ">", ">=", "~"]))
    )
    known = unit_named(unit)
    assert known is not None
    return QuantityMention(0, 1, "x", number, upper, comparator, unit, known.dimension)


_MIRROR = {CONTAINS: IN, IN: CONTAINS}


@given(mentions(), mentions())
def test_comparing_is_symmetric(a: QuantityMention, b: QuantityMention) -> None:
    there = compare(a, b)
    assert compare(b, a) == _MIRROR.get(there, there)


@given(mentions())
def test_everything_equals_itself(a: QuantityMention) -> None:
    assert compare(a, a) == Relation.EQUAL


@given(amounts, amounts, units)
def test_exact_values_in_one_unit_are_equal_only_when_they_are(
    x: Decimal, y: Decimal, unit: str | None
) -> None:
    known = unit_named(unit)
    assert known is not None
    a, b = (
        QuantityMention(0, 1, "x", value, unit=unit, dimension=known.dimension) for value in (x, y)
    )
    assert (compare(a, b) == Relation.EQUAL) == (x == y)
