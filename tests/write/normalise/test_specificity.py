"""How exactly a statement speaks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from write.normalise.making import stated


def exactness(text: str, predicate: str, object: str, **more: object) -> float:
    return stated(text, f"Ada: {text}", predicate, object, **more).specificity


def test_an_exact_statement_is_exact() -> None:
    assert exactness("I live in Oslo", "live in", "Oslo") == 1.0


VAGUE = {
    "a hedge": ("maybe I live in Oslo", "live in", "Oslo", {}),
    "a thought": ("I think I live in Oslo", "live in", "Oslo", {}),
    "a vague object": ("I own some stuff", "own", "some stuff", {}),
    "a pronoun for an object": ("I own it", "own", "it", {}),
    "a pronoun for a subject": ("it is in Oslo", "be in", "Oslo", {"subject": "it"}),
    "about so much": ("it lasts about 2 hours", "last", "about 2 hours", {}),
    "a fragment": ("blue, mostly", "note", "blue, mostly", {}),
    "nothing done": ("I do", "do", "", {}),
    "a Chinese hedge": ("我可能住在杭州", "住在", "杭州", {"speaker": "小林"}),
    "a Japanese hedge": ("たぶん札幌に住んでいます", "に住んで", "札幌", {"speaker": "林"}),
    "a German hedge": ("Ich wohne vielleicht in Köln", "say", "Ich wohne in Köln", {}),
    "a French hedge": ("J'habite peut-être à Lille", "say", "J'habite à Lille", {}),
    "a Spanish hedge": ("quizás vivo en Lugo", "say", "vivo en Lugo", {}),
}


@pytest.mark.parametrize("what", VAGUE)
def test_vagueness_costs(what: str) -> None:
    text, predicate, object, more = VAGUE[what]
    assert exactness(text, predicate, object, **more) < 1.0


def test_each_kind_of_vagueness_costs_more() -> None:
    once = exactness("I own some stuff", "own", "some stuff")
    twice = exactness("maybe I own some stuff", "own", "some stuff")
    assert twice < once < 1.0


@given(st.text(min_size=1, max_size=60), st.text(max_size=60))
def test_it_lies_between_nothing_and_one(text: str, object: str) -> None:
    assert 0.0 < exactness(f"x{text}", "own", object) <= 1.0
