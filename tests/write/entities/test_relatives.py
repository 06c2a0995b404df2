"""Relatives: known by whose they are, then by name; one for each name."""

from __future__ import annotations

import pytest

from smalti.model.entity import Entity, Kinship
from smalti.model.record import Authority
from smalti.write.entities import canonical
from smalti.write.statement import Resolved
from write.entities.worlds import CONCEPT, PERSON, World, somebody, thing


def are_one(one: Resolved, other: Resolved) -> bool:
    return one.record.subject == other.record.subject


def test_a_relative_is_a_person_of_somebodys(world: World) -> None:
    told = world.tell("My sister lives in Oslo.", "Ada's sister")
    sister = world.subject(told)
    assert (sister.kind, sister.name) == (PERSON, "Ada's sister")
    assert sister.kin == (Kinship(told.record.asserted_by, "sister"),)


def test_each_has_a_sister_of_their_own(world: World) -> None:
    hers = world.tell("My sister lives in Oslo.", "Ada's sister", by="Ada")
    his = world.tell("My sister lives in Bonn.", "Bo's sister", by="Bo")
    assert not are_one(hers, his)
    assert are_one(hers, world.tell("Ada's sister is kind.", "Ada's sister", by="Bo"))


def test_mum_is_the_speakers_own(world: World) -> None:
    tilda = world.tell("Mum hates flying.", "Mum", by="Tilda")
    joss = world.tell("Mum is a pilot.", "Mum", by="Joss")
    assert not are_one(tilda, joss)
    assert are_one(tilda, world.tell("My mother is 70.", "my mother", by="Tilda"))
    assert are_one(tilda, world.tell("Tilda's mum is here.", "Tilda's mum", by="Joss"))


@pytest.mark.parametrize(
    ("unnamed", "named", "name"),
    [
        ("Ada's sister", "Ada's sister Lena", "Lena"),
        ("Ada's eldest", "Ada's eldest Théo", "Théo"),
        ("Ada的妹妹", "Ada的妹妹小雨", "小雨"),
        ("Adaの妹", "Adaの妹の美咲", "美咲"),
        ("Adas Schwester", "Adas Schwester Lena", "Lena"),
    ],
)
def test_the_only_one_of_a_kind_gets_the_first_name(
    world: World, unnamed: str, named: str, name: str
) -> None:
    first = world.tell(f"{unnamed} is here.", unnamed)
    called = world.subject(first).name
    second = world.tell(f"{named} is here.", named)
    assert are_one(first, second)
    assert (world.subject(first).name, world.subject(first).aliases) == (name, (called,))
    assert are_one(first, world.tell(f"{name} sings.", name))
    assert are_one(first, world.tell(f"{unnamed} sings.", unnamed))


def test_a_second_name_is_a_second_sister(world: World) -> None:
    lena = world.tell("My sister Lena moved.", "Ada's sister Lena")
    mia = world.tell("My sister Mia moved.", "Ada's sister Mia")
    assert not are_one(lena, mia)
    assert world.names() == ["Lena", "Mia"]


def test_of_two_sisters_the_one_without_a_name_is_asked_about(world: World) -> None:
    world.tell("My sister Lena moved.", "Ada's sister Lena")
    world.tell("My sister Mia moved.", "Ada's sister Mia")
    third = world.tell("My sister phoned.", "Ada's sister")
    assert world.subject(third).name == "Ada's sister"
    assert world.questions() == [
        "Is “Ada's sister” the same person as “Lena”?",
        "Is “Ada's sister” the same person as “Mia”?",
    ]
    assert are_one(third, world.tell("My sister wrote.", "Ada's sister"))


def test_a_sentence_that_names_two_gives_the_unnamed_one_no_name(world: World) -> None:
    first = world.tell("Meine Schwester rief an.", "Ada's Schwester")
    world.tell("Schwester Lena und Schwester Mia sind da.", "Ada's Schwester Lena")
    assert world.subject(first).name == "Ada's Schwester"


def test_a_grandmother_by_name_may_be_the_other_one(world: World) -> None:
    first = world.tell("Oma hat angerufen.", "Ada's Oma")
    second = world.tell("Oma Hedwig schläft.", "Ada's Oma Hedwig")
    assert not are_one(first, second)
    assert world.questions() == ["Is “Hedwig” the same person as “Ada's Oma”?"] or (
        world.questions() == ["Ist „Hedwig“ dieselbe Person wie „Ada's Oma“?"]
    )


def test_the_boss_is_the_only_one_known_but_a_name_may_be_the_next_ones(world: World) -> None:
    first = world.tell("My boss hates noise.", "Ada's boss")
    second = world.tell("My boss Dana is kind.", "Ada's boss Dana")
    assert not are_one(first, second)
    assert world.questions() == ["Is “Dana” the same person as “Ada's boss”?"]
    other = world.tell("My landlord Sam is kind.", "Ada's landlord Sam")
    assert are_one(other, world.tell("My landlord is 60.", "Ada's landlord"))


def test_the_only_nephew_known_is_meant(world: World) -> None:
    first = world.tell("My nephew Bjarne is seven.", "Ada's nephew Bjarne")
    assert are_one(first, world.tell("My nephew dances.", "Ada's nephew"))


def test_a_friend_may_be_any_friend(world: World) -> None:
    sam = world.tell("My friend Sam moved.", "Ada's friend Sam")
    friend = world.tell("A friend of mine got married.", "Ada's friend")
    assert not are_one(sam, friend)
    assert world.questions() == ["Is “Ada's friend” the same person as “Sam”?"]


def test_a_longer_name_of_a_relative_is_the_same_relative(world: World) -> None:
    first = world.tell("My sister Lena moved.", "Ada's sister Lena")
    second = world.tell("My sister Lena Fischer sings.", "Ada's sister Lena Fischer")
    assert are_one(first, second)
    assert "Lena Fischer" in world.subject(first).aliases


def test_somebody_known_by_name_turns_out_to_be_a_relative(world: World) -> None:
    first = world.tell("Lena moved to Bergen.", "Lena")
    second = world.tell("My sister Lena sings.", "Ada's sister Lena")
    assert are_one(first, second)
    assert are_one(first, world.tell("My sister is here.", "Ada's sister"))


def test_two_known_ones_who_turn_out_to_be_one_are_merged(world: World) -> None:
    sister = world.tell("My sister lives in Oslo.", "Ada's sister")
    lena = world.tell("Lena came by.", "Lena")
    world.tell("My sister Lena sings.", "Ada's sister Lena")
    root: Entity = world.drive(canonical(world.subject(sister)))
    assert root == world.subject(lena)


def test_a_namesake_who_is_somebody_elses_relative_is_asked_about(world: World) -> None:
    first = world.tell("Bo's wife Lena sings.", "Bo's wife Lena", by="Bo")
    second = world.tell("My sister Lena sings.", "Ada's sister Lena")
    assert not are_one(first, second)
    assert len(world.questions()) == 1


def test_nobody_is_their_own_sister(world: World) -> None:
    told = world.tell("Mia's sister Mia is a nurse.", "Mia's sister Mia")
    sister = world.subject(told)
    assert sister.kin[0].owner != sister.id


def test_a_relative_of_a_relative(world: World) -> None:
    told = world.tell("My brother Tom's wife Anna sings.", "Ada's brother Tom's wife Anna")
    anna = world.subject(told)
    assert anna.name == "Anna"
    assert world.entity(anna.kin[0].owner).name == "Tom"
    assert world.names() == ["Tom", "Anna"]


def test_somebody_of_an_unknown_owner_is_nobodys_namesake(world: World) -> None:
    first = world.tell("His mother is a nurse.", "his mother")
    second = world.tell("His mother is a pilot.", "his mother")
    assert not are_one(first, second)


def test_only_its_owner_speaks_of_a_pet_as_of_a_person(world: World) -> None:
    dog = world.tell("My dog Leo barks.", thing("Ada's dog Leo", "animal"), by="Ada")
    student = world.tell("Leo starts law school.", somebody("Leo"), by="Bo")
    assert not are_one(dog, student)


def test_a_pet_is_found_as_a_person_and_as_a_thing(world: World) -> None:
    first = world.tell("My dog eats fish.", thing("Ada's dog", "animal"))
    world.tell("My dog Biscuit eats fish.", thing("Ada's dog Biscuit", "animal"))
    assert world.subject(first).kind is CONCEPT
    assert are_one(first, world.tell("Biscuit sleeps.", somebody("Biscuit")))
    assert are_one(first, world.tell("Biscuit sleeps on.", thing("Biscuit")))


def test_relatives_are_known_by_all_ids_of_their_owner(world: World) -> None:
    first = world.tell("My sister lives in Oslo.", "Ada's sister", by="Ada")
    world.tell("Ada Weld is a baker.", "Ada Weld", by="Bo")
    full = world.tell("Ada Weld sings.", "Ada Weld", by="Bo")
    world.merge(full.record.subject, first.record.asserted_by)
    assert are_one(first, world.tell("Her sister is here.", "Ada Weld's sister", by="Bo"))


def test_an_assistant_names_nobody(world: World) -> None:
    first = world.tell("My sister lives in Oslo.", "Ada's sister")
    world.tell("Your sister Lena!", "Ada's sister Lena", authority=Authority.ASSISTANT)
    assert world.subject(first).name == "Ada's sister"


def test_a_pet_is_a_thing_however_it_is_spoken_of(world: World) -> None:
    first = world.tell("My dog eats fish.", somebody("Ada's dog"))
    assert (world.subject(first).kind, world.subject(first).category) == (CONCEPT, "animal")
    assert are_one(first, world.tell("My dog barks.", thing("Ada's dog", "animal")))


def test_a_brother_of_a_pets_name_stays_a_person(world: World) -> None:
    cat = world.tell("My cat Tom sleeps.", thing("Ada's cat Tom", "animal"))
    brother = world.tell("My brother Tom sings.", "Ada's brother Tom")
    assert not are_one(cat, brother)
    assert are_one(brother, world.tell("Tom sings on.", somebody("Tom")))
