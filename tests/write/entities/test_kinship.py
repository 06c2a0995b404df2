"""Names that say whose relative somebody is."""

from __future__ import annotations

import pytest
from hypothesis import given

from smalti.write.entities.kinship import relative_of
from smalti.write.entities.relations import (
    Presumed,
    looks_like_name,
    may_be_one,
    possessive,
    presumed,
)
from strategies import any_text

WHOSE = [
    ("Ada's sister", "Ada", "sister", ""),
    ("the user's sister Lena", "the user", "sister", "Lena"),
    ("Ada's eldest Théo", "Ada", "eldest child", "Théo"),
    ("Ada's sister, Lena", "Ada", "sister", "Lena"),
    ("Wes' mother", "Wes", "mother", ""),
    ("Ana María's aunt Rosa", "Ana María", "aunt", "Rosa"),
    ("Ada's brother Tom's wife Anna", "Ada's brother Tom", "wife", "Anna"),
    ("Ada's late mother", "Ada", "mother", ""),
    ("Ada's youngest sister", "Ada", "youngest sister", ""),
    ("Adas Schwester", "Ada", "sister", ""),
    ("die Schwester von Ada", "Ada", "sister", ""),
    ("la hermana de Ada", "Ada", "sister", ""),
    ("la sœur d'Ada", "Ada", "sister", ""),
    ("李华的妹妹", "李华", "younger sister", ""),
    ("李华的姐姐小红", "李华", "elder sister", "小红"),
    ("美月の妹", "美月", "younger sister", ""),
    ("美月の妹の美咲", "美月", "younger sister", "美咲"),
    ("美月の妹さん", "美月", "younger sister", ""),
    ("my sister Lena", "", "sister", "Lena"),
    ("meine Schwester", "", "sister", ""),
    ("Mum", "", "mother", ""),
    ("我妈", "", "mother", ""),
    ("Oma Hedwig", "", "grandmother", "Hedwig"),
    ("his mother", None, "mother", ""),
    ("彼の母", None, "mother", ""),
]


@pytest.mark.parametrize(("text", "owner", "relation", "name"), WHOSE)
def test_a_name_says_whose_relative_somebody_is(
    text: str, owner: str | None, relation: str, name: str
) -> None:
    found = relative_of(text)
    assert found is not None
    assert (found.owner, found.relation, found.name) == (owner, relation, name)


@pytest.mark.parametrize(
    "text",
    [
        "Ada",
        "Sister Mary",
        "Frau Braun",
        "Ada's mum and dad",
        "Ada's brothers",
        "Uncle Tom's cabin",
        "a cookbook for Ada's son",
        "李华的爸爸和妈妈",
        "李华的妈妈生日",
        "于斯的表姐夫",
        "美月の妹の部屋",
    ],
)
def test_what_only_looks_like_a_relative_is_none(text: str) -> None:
    assert relative_of(text) is None


def test_without_an_owner_it_may_be_told_to_look_for_none() -> None:
    assert relative_of("Mum", bare=False) is None


@pytest.mark.parametrize(
    ("relation", "how_many"),
    [
        ("mother", Presumed.ONE),
        ("youngest sister", Presumed.ONE),
        ("sister", Presumed.FEW),
        ("other sister", Presumed.FEW),
        ("grandmother", Presumed.MANY),
        ("aunt", Presumed.SEVERAL),
        ("friend", Presumed.MANY),
        ("boss", Presumed.SEVERAL),
    ],
)
def test_how_many_of_a_kind_there_may_be(relation: str, how_many: Presumed) -> None:
    assert presumed(relation) is how_many


def test_cousins_by_other_words_are_kept_apart() -> None:
    one, other = relative_of("李华的表哥"), relative_of("李华的表妹")
    assert one is not None
    assert other is not None
    assert one.relation == other.relation
    assert one.key != other.key


def test_a_sister_may_be_the_younger_sister_but_no_brother() -> None:
    assert may_be_one("sister", "younger sister")
    assert may_be_one("youngest sister", "sister")
    assert not may_be_one("sister", "brother")
    assert not may_be_one("younger sister", "elder sister")


def test_somebody_without_a_name_is_called_by_whose_they_are() -> None:
    assert possessive("Ada", "sister", "en") == "Ada's sister"
    assert possessive("李华", "妹妹", "zh") == "李华的妹妹"
    assert possessive("美月", "妹", "ja") == "美月の妹"


@pytest.mark.parametrize("text", ["Lena", "Théo", "Ana de la Cruz", "小红", "美咲", "さくら"])
def test_names_look_like_names(text: str) -> None:
    assert looks_like_name(text)


@pytest.mark.parametrize("text", ["", "tired", "on the list", "十三号", "a nurse"])
def test_other_words_do_not(text: str) -> None:
    assert not looks_like_name(text)


@given(any_text)
def test_any_text_can_be_asked_about(text: str) -> None:
    found = relative_of(text)
    assert found is None or found.relation
