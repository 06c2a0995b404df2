"""Which values are the same: numbers, signs and names decide, never near-identical wording."""

from __future__ import annotations

import pytest
from hypothesis import given

from smalti.model.record import Value
from smalti.write.gate.values import agrees, identifiers, same, value_key
from strategies import values


def text(words: str) -> Value:
    return Value(text=words)


def amount(number: float, unit: str | None = None, comparator: str = "=") -> Value:
    return Value(number=number, unit=unit, comparator=comparator)


SAME = [
    (text("the green house"), text("green houses")),
    (text("Tea"), text("tea.")),
    (text("ＡＢＣ"), text("abc")),
    (Value(entity="e1"), Value(entity="e1")),
    (amount(2, "kilogram"), amount(2000, "gram")),
    (amount(90, "minute"), amount(1.5, "hour")),
    (amount(30, comparator="~"), amount(30, comparator="~")),
]
DIFFERENT = [
    (text("Invoice 10041"), text("Invoice 10042")),
    (text("C"), text("C++")),
    (text("C#"), text("C")),
    (text("5 €"), text("5 $")),
    (text("3.10"), text("310")),
    (text("version 3.1"), text("version 3 1")),
    (text("50%"), text("50")),
    (text("room 4"), text("room -4")),
    (Value(entity="e1"), Value(entity="e2")),
    (Value(entity="e1"), text("e1")),
    (amount(1184.5), amount(1148.5)),
    (amount(5, "kilogram"), amount(5, "meter")),
    (amount(5, "EUR"), amount(5, "USD")),
    (amount(30), amount(30, comparator="~")),
    (amount(30), amount(30, comparator="<=")),
    (amount(30, comparator="~"), amount(31, comparator="~")),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_said_otherwise_is_the_same(one: Value, other: Value) -> None:
    assert same(one, other)
    assert agrees(one, other)
    assert value_key(one) == value_key(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_differs_in_a_number_a_sign_or_a_name_is_not(one: Value, other: Value) -> None:
    assert not same(one, other)
    assert value_key(one) != value_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (text("Lisbon"), text("Lisbon, Portugal")),
        (text("1994"), text("1994-03-05")),
        (text("北京"), text("北京市朝阳区")),
        (amount(140, "millimeter_Hg", "<"), amount(120, "millimeter_Hg")),
        (amount(30, comparator="~"), amount(31)),
        (Value(number=10, upper=20), Value(number=15, upper=25)),
    ],
)
def test_a_more_exact_value_agrees_but_is_not_the_same(one: Value, other: Value) -> None:
    assert agrees(one, other)
    assert agrees(other, one)
    assert not same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (text("Lisbon"), text("Rome")),
        (text("1994"), text("1995-03-05")),
        (amount(140, comparator="<"), amount(150)),
        (amount(5, "kilogram"), amount(5, "meter")),
        (Value(entity="e1"), text("e1")),
    ],
)
def test_values_that_cannot_both_be_true_do_not_agree(one: Value, other: Value) -> None:
    assert not agrees(one, other)


@given(values, values)
def test_any_two_values_can_be_compared_either_way_round(one: Value, other: Value) -> None:
    assert same(one, other) == same(other, one)
    assert agrees(one, other) == agrees(other, one)


@given(values)
def test_a_value_is_itself(value: Value) -> None:
    assert same(value, value)
    assert agrees(value, value)
    assert value_key(value)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("HB-4471 is the bug", {"hb-4471"}),
        ("Upgraded to v3.10 on ＡＫ４８２", {"v3.10", "ak482"}),
        ("Two kilos, 2kg, on 2026-03-01 at 9", set()),
        ("曽根川誠は昭和６０年生まれです", set()),
    ],
)
def test_what_is_named_by_letters_and_digits(sentence: str, expected: set[str]) -> None:
    assert identifiers(sentence) == expected
