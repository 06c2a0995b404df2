"""What statements tell about names besides what they say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from smalti.model.record import Modality
from write.entities.worlds import World, somebody, stated, thing


def test_a_nickname_is_another_name_and_no_entity(world: World) -> None:
    told = world.tell("Tamsin Kerrow goes by TK.", "Tamsin Kerrow", "nicknamed", somebody("TK"))
    assert told.record.value.text == "TK"
    assert world.names() == ["Tamsin Kerrow"]
    assert world.subject(world.tell("TK has the keys.", "TK")).name == "Tamsin Kerrow"


@pytest.mark.parametrize(
    "options",
    [{"polarity": False}, {"modality": Modality.HYPOTHETICAL}, {"ended": True}],
)
def test_a_name_that_is_denied_or_imagined_is_not_learnt(
    world: World, options: dict[str, Any]
) -> None:
    told = world.tell("Tamsin is no TK.", "Tamsin", "nicknamed", somebody("TK"), **options)
    assert told.record.value.text == "TK"
    assert world.subject(told).aliases == ()
    assert world.names() == ["Tamsin"]


@pytest.mark.parametrize(
    ("predicate", "value"), [("named", "Kwame"), ("be", thing("Kwame")), ("be", somebody("Kwame"))]
)
def test_speakers_give_their_names(world: World, predicate: str, value: Any) -> None:
    told = world.tell("I'm Kwame.", "user", predicate, value, by="user")
    assert told.record.value.text == "Kwame"
    assert world.subject(told).aliases == ("Kwame",)
    assert world.tell("Kwame is here.", "Kwame").record.subject == told.record.subject


@pytest.mark.parametrize("said", ["That's great, Kwame!", "I was Kwame once removed."])
def test_whom_somebody_speaks_to_is_not_who_they_are(world: World, said: str) -> None:
    told = world.tell(said, "user", "be", thing("Kwame"), by="user")
    assert world.subject(told).aliases == ()


@pytest.mark.parametrize("word", ["Hungarian", "Buddhist", "Japanese", "Swiss"])
def test_what_somebody_is_is_no_name(world: World, word: str) -> None:
    told = world.tell(f"I'm {word}.", "user", "be", thing(word), by="user")
    assert world.subject(told).aliases == ()
    assert told.record.value.entity is not None


def test_nor_is_it_the_name_of_a_relative(world: World) -> None:
    told = world.tell(
        "My brother is Buddhist.", "Ada", "sibling_of", thing("Buddhist"), object="a brother"
    )
    assert world.entity(told.record.value.entity or "").kin == ()


def test_a_name_that_somebody_else_has_is_asked_about(world: World) -> None:
    world.tell("Kwame lives in Accra.", "Kwame", by="Bo")
    world.tell("My name is Kwame.", "user", "named", "Kwame", by="user")
    assert world.questions() == ["Is “user” the same person as “Kwame”?"]
    assert world.subject(world.tell("I like tea.", "user", by="user")).aliases == ()


def test_a_relative_is_named(world: World) -> None:
    first = world.tell("My sister lives in Oslo.", "Ada's sister")
    second = world.tell("My sister is called Lena.", "Ada's sister", "named", "Lena")
    assert first.record.subject == second.record.subject
    assert world.subject(first).name == "Lena"


def test_another_name_makes_another_relative(world: World) -> None:
    world.tell("My sister is called Lena.", "Ada's sister", "named", "Lena")
    world.tell("My sister is called Mia.", "Ada's sister", "named", "Mia")
    assert world.names() == ["Lena", "Mia"]


def test_somebody_turns_out_to_be_the_relative(world: World) -> None:
    sister = world.tell("My sister lives in Oslo.", "Ada's sister")
    told = world.tell(
        "Lena is my sister.", "Lena", "be", somebody("Ada's sister"), object="Ada's sister"
    )
    assert told.record.subject == sister.record.subject
    assert told.record.value.text == "Ada's sister"
    assert world.names() == ["Lena"]


def test_the_relative_turns_out_to_be_somebody(world: World) -> None:
    sister = world.tell("My sister lives in Oslo.", "Ada's sister")
    told = world.tell("My sister is Lena.", "Ada's sister", "be", somebody("Lena"))
    assert told.record.subject == sister.record.subject
    assert world.subject(sister).name == "Lena"


def test_a_day_is_no_relative(world: World) -> None:
    told = world.tell(
        "十三号是我爸。", thing("十三号"), "是", somebody("Ada的爸爸"), object="Ada的爸爸"
    )
    assert world.subject(told).name == "十三号"
    assert told.record.value.entity is not None


@pytest.mark.parametrize(
    "said",
    [
        {"predicate": "have sister", "object": "Lena"},
        {"predicate": "have", "object": "a sister called Lena"},
        {"subject_said": "Ada's sister", "predicate": "be", "object": "Lena"},
    ],
)
def test_who_has_a_sister_by_name(world: World, said: dict[str, str]) -> None:
    made = stated("My sister is Lena.", "Ada", "sibling_of", somebody("Lena"))
    candidate = replace(
        made.candidate,
        subject=said.get("subject_said", "Ada"),
        predicate=said["predicate"],
        object=said["object"],
    )
    told = world.store(replace(made, grounded=replace(made.grounded, candidate=candidate)))
    lena = world.entity(told.record.value.entity or "")
    assert (lena.name, lena.aliases) == ("Lena", ("Ada's sister",))
    again = world.tell("My sister sings.", "Ada's sister")
    assert again.record.subject == lena.id


def test_who_has_a_sister_without_a_name(world: World) -> None:
    told = world.tell(
        "Bo has a sister.", "Bo", "sibling_of", somebody("sister"), by="Ada", object="sister"
    )
    assert world.entity(told.record.value.entity or "").name == "Bo's sister"


def test_whose_sister_somebody_is(world: World) -> None:
    made = stated("Lena is the sister of Bo.", "Lena", "sibling_of", somebody("Bo"))
    candidate = replace(made.candidate, predicate="be the sister of")
    told = world.store(replace(made, grounded=replace(made.grounded, candidate=candidate)))
    assert world.subject(told).aliases == ("Bo's sister",)
    assert world.entity(told.record.value.entity or "").name == "Bo"


def test_a_pronoun_that_is_named_is_whom_the_name_means(world: World) -> None:
    told = world.tell("She's called Mote.", "she", "named", "Mote")
    assert world.subject(told).name == "Mote"


def test_a_value_that_is_the_subject_becomes_text(world: World) -> None:
    told = world.tell("Lena knows Lena.", "Lena", "know", somebody("Lena"))
    assert (told.record.value.entity, told.record.value.text) == (None, "Lena")


def test_so_does_one_that_was_merged_with_the_subject(world: World) -> None:
    one = world.tell("Tamsin Kerrow sails.", "Tamsin Kerrow")
    other = world.tell("Tamsin dances.", "Tamsin")
    world.merge(one.record.subject, other.record.subject)
    told = world.tell("Tamsin Kerrow is Tamsin.", "Tamsin Kerrow", "match", somebody("Tamsin"))
    assert told.record.value.text == "Tamsin"
