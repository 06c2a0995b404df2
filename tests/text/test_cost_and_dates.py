from __future__ import annotations

from hypothesis import given

from smalti.model.time import Instant
from smalti.text.cost import estimate_tokens
from smalti.text.dates import spoken_date
from strategies import any_text, instants


def test_a_day_is_said_as_one_would_type_it() -> None:
    assert spoken_date(Instant.of("2023-05-08T13:56")) == "8 May 2023"


def test_it_is_the_day_of_the_speaker() -> None:
    assert spoken_date(Instant.of("2026-03-01T00:30+13:00")) == "1 March 2026"


def test_an_unknown_day_is_not_said() -> None:
    assert spoken_date(None) == ""


@given(instants)
def test_every_day_can_be_said(moment: Instant) -> None:
    day, _, year = spoken_date(moment).split()
    assert (int(day), int(year)) == (moment.local().day, moment.local().year)


def test_four_characters_of_prose_are_a_token_and_so_is_each_of_chinese() -> None:
    assert estimate_tokens("abcd" * 10) == 10
    assert estimate_tokens("abcde") == 2
    assert estimate_tokens("北京烤鸭") == 4
    assert estimate_tokens("") == 0


@given(any_text, any_text)
def test_more_text_never_costs_less(one: str, other: str) -> None:
    together = estimate_tokens(one + other)
    assert together >= max(estimate_tokens(one), estimate_tokens(other))
    assert together <= estimate_tokens(one) + estimate_tokens(other)
