from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.text.numerals import Kind, find_numbers, guess_language, narrow, parse_number
from strategies import any_text


def values(text: str, language: str | None = None) -> list[str]:
    return [f"{number.value.normalize():f}" for number in find_numbers(text, language)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,247", "1247"),
        ("1,247.50", "1247.5"),
        ("1.247,50", "1247.5"),
        ("1 247 500", "1247500"),
        ("1\u202f247", "1247"),
        ("1'247.50", "1247.5"),
        ("1,50,000", "150000"),
        ("0.125", "0.125"),
        (".5", "0.5"),
        ("１２３", "123"),
        ("٣٤", "34"),
        ("1½", "1.5"),
        ("2 ¾", "2.75"),
        ("3/4", "0.75"),
        ("1 3/4", "1.75"),
        ("12k", "12000"),
        ("2.5 million", "2500000"),
        ("3 dozen", "36"),
        ("twenty-five", "25"),
        ("three hundred and sixty-five", "365"),
        ("one million two hundred thousand", "1200000"),
        ("half a dozen", "6"),
        ("two and a half", "2.5"),
        ("fünfundzwanzig", "25"),
        ("zweihundertfünf", "205"),
        ("dreitausendzweihundertelf", "3211"),
        ("zwei Millionen", "2000000"),
        ("anderthalb", "1.5"),
        ("treinta y cinco", "35"),
        ("doscientos cinco", "205"),
        ("quatre-vingt-dix-sept", "97"),
        ("soixante et onze", "71"),
        ("三百二十", "320"),
        ("三百二", "320"),
        ("一百零五", "105"),
        ("两万五", "25000"),
        ("2万5千", "25000"),
        ("1億2000万", "120000000"),
        ("3.5万", "35000"),
        ("5만", "50000"),
        ("二〇二五", "2025"),
    ],
)
def test_a_number_has_one_value(text: str, value: str) -> None:
    assert parse_number(text) == Decimal(value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("two three four", ["2", "3", "4"]),
        ("nueve y diez", ["9", "10"]),
        ("1 247 km in 3 days", ["1247", "3"]),
        ("12,5", ["12.5"]),
        ("24/7", ["24", "7"]),
    ],
)
def test_neighbours_stay_apart(text: str, expected: list[str]) -> None:
    assert values(text) == expected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The box weighs 1.247 kg and is here", "1.247"),
        ("Das Paket wiegt 1.247 kg und ist da", "1247"),
        ("It was 1,247 kg", "1247"),
        ("Le colis pèse 1,247 kg et il est là", "1.247"),
        ("The bill is 1.247 €", "1247"),
        ("La factura es de 1.247 euros", "1247"),
    ],
)
def test_one_separator_before_three_digits_is_read_as_the_language_has_it(
    text: str, value: str
) -> None:
    assert values(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "the one who left",
        "once upon a time",
        "a cent for your thoughts is not a franc",
        "wait a second",
        "first name",
        "eine Frau und ein Hund",
        "una mujer",
        "统一 周三 十分 一起 万一",
        "五十嵐さん",
        "INV-20931 A4 HbA1c",
        "",
    ],
)
def test_words_that_only_look_like_numbers(text: str) -> None:
    assert values(text) == []


def test_words_of_several_languages_follow_the_language() -> None:
    assert values("hace once años que vivo en la ciudad") == ["11"]
    assert values("we met once in the city") == []
    assert values("il y a cent personnes dans la salle") == ["100"]


@pytest.mark.parametrize(
    ("text", "value"),
    [("the 3rd", 3), ("third", 3), ("twenty-first", 21), ("第三", 3), ("三番目", 3), ("第3回", 3),
     ("der zweite Versuch", 2), ("am 3. Tag", 3), ("la deuxième fois", 2), ("la tercera vez", 3)],
)  # fmt: skip
def test_ordinals(text: str, value: int) -> None:
    (number,) = find_numbers(text)
    assert number.ordinal
    assert number.value == value


@pytest.mark.parametrize(
    ("text", "value"),
    [("half of the team", "0.5"), ("drei Viertel", "0.75"), ("la mitad", "0.5"), ("半分", "0.5"),
     ("四分之三", "0.75"), ("4分の3", "0.75"), ("three quarters", "0.75"), ("a fifth of", "0.2")],
)  # fmt: skip
def test_shares(text: str, value: str) -> None:
    (number,) = find_numbers(text)
    assert number.share
    assert number.value == Decimal(value)


@pytest.mark.parametrize(
    ("text", "low", "high"), [("三四个人", 3, 4), ("二十三四", 23, 24), ("五六百", 500, 600)]
)
def test_two_han_digits_side_by_side_are_a_range(text: str, low: int, high: int) -> None:
    number = find_numbers(text)[0]
    assert number.kind is Kind.HAN
    assert (number.value, number.upper) == (Decimal(low), Decimal(high))


@pytest.mark.parametrize(
    ("text", "language"),
    [("I have it", "en"), ("ich habe es", "de"), ("tengo un gato y una casa", "es"),
     ("il est à Paris", "fr"), ("我在北京", "zh"), ("東京にいる", "ja"), ("서울에", "ko"), ("", ""),
     ("12345", "")],
)  # fmt: skip
def test_the_language_is_guessed(text: str, language: str) -> None:
    assert guess_language(text) == language


@given(st.integers(0, 10**12))
def test_every_grouping_gives_the_same_number(number: int) -> None:
    for text in (
        f"{number}",
        f"{number:,}",
        f"{number:_}".replace("_", "\u202f"),
        f"{number:,}.00",
    ):
        assert parse_number(text) == number


@given(st.decimals("0.01", "999999.99", places=2), st.decimals("0.01", "999999.99", places=2))
def test_two_sums_are_equal_only_when_they_are(one: Decimal, other: Decimal) -> None:
    assert (parse_number(f"{one:,}") == parse_number(f"{other:,}")) == (one == other)


@given(any_text)
def test_any_text_can_be_searched(text: str) -> None:
    end = 0
    assert len(narrow(text)) == len(text)
    for number in find_numbers(text):
        assert end <= number.start < number.end <= len(text)
        assert number.upper is None or number.upper > number.value
        end = number.end
