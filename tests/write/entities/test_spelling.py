"""Which entity a name means by how it is spelt, and what is asked when that does not tell."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smalti.model.conflict import Clarification
from smalti.model.entity import Entity
from smalti.model.record import Authority, Derivation, DerivationKind
from smalti.store.sqlite import open_sqlite
from smalti.write.entities import asked_pair
from smalti.write.statement import Resolved
from strategies import any_text
from write.entities.worlds import CONCEPT, PERSON, World, somebody, stated, thing


def are_one(world: World, one: Resolved, other: Resolved) -> bool:
    return one.record.subject == other.record.subject


def pairs(resolved: Resolved) -> list[set[str]]:
    return [set(asked_pair(asked)) for asked in resolved.proposals]


# ---------------------------------------------------------------------- the same


def test_a_name_said_again_means_the_same_entity(world: World) -> None:
    first = world.tell("Tamsin Kerrow called.", "Tamsin Kerrow")
    second = world.tell("Tamsin Kerrow has the keys.", "Tamsin Kerrow")
    assert are_one(world, first, second)
    assert second.entities == ()


@pytest.mark.parametrize(
    ("name", "spelt"),
    [
        ("Larkfield Labs", "larkfield  labs"),
        ("O’Dunne's", "O'Dunne's"),
        ("INV-20931", "inv 20931"),
        ("Kestrel v1.4", "Kestrel 1.4"),
    ],
)
def test_another_spelling_means_the_same_entity(world: World, name: str, spelt: str) -> None:
    first = world.tell(f"{name} is here.", thing(name))
    second = world.tell(f"{spelt} is there.", thing(spelt))
    assert are_one(world, first, second)


def test_an_umlaut_written_out_is_learnt_as_another_name(world: World) -> None:
    first = world.tell("Jürgen Hallstätt ist unser Vermieter.", "Jürgen Hallstätt")
    second = world.tell("Miete an Juergen Hallstaett überweisen.", "Juergen Hallstaett")
    assert are_one(world, first, second)
    assert world.subject(second).aliases == ("Juergen Hallstaett",)
    third = world.tell("Juergen Hallstaett rief an.", "Juergen Hallstaett")
    assert are_one(world, first, third)


def test_a_part_of_a_name_is_the_same_where_a_fact_is_shared(world: World) -> None:
    first = world.tell("Tamsin Kerrow repairs the harbour crane.", "Tamsin Kerrow")
    second = world.tell("Tamsin needs oil for the harbour crane.", "Tamsin")
    assert are_one(world, first, second)


def test_that_one_person_says_both_is_no_fact(world: World) -> None:
    world.tell("Ada met Tamsin Kerrow.", "Tamsin Kerrow")
    second = world.tell("Ada phoned Tamsin.", "Tamsin")
    assert world.subject(second).name == "Tamsin"


def test_a_name_before_an_alias(world: World) -> None:
    world.tell("My name is Kwame.", "Ada", "named", "Kwame")
    world.tell("Kwame: hello", "Kwame", by="Kwame")
    third = world.tell("Kwame likes tea.", "Kwame", by="Bo")
    assert world.subject(third).name == "Kwame"


@pytest.mark.parametrize(
    ("name", "other", "said"),
    [
        ("Halden Bikes", "Velo Norte", "Velo Norte, formerly Halden Bikes, moved."),
        ("Mausi", "Friederike Ahlers", "Friederike Ahlers, von allen Mausi genannt, singt."),
        ("Ingrid Solheim", "Ingrid Faber", "Ingrid Faber, née Solheim, teaches the violin."),
    ],
)
def test_another_name_that_the_sentence_gives_is_the_same(
    world: World, name: str, other: str, said: str
) -> None:
    kind = somebody if name != "Halden Bikes" else thing
    first = world.tell(f"{name} teaches.", kind(name))
    second = world.tell(said, kind(other))
    assert are_one(world, first, second)


def test_that_a_sentence_names_another_is_no_sign(world: World) -> None:
    first = world.tell("Mausi bakes.", "Mausi")
    second = world.tell("Friederike Ahlers drives Mausi home.", "Friederike Ahlers")
    assert not are_one(world, first, second)
    assert second.proposals == ()


def test_that_there_are_two_may_have_been_said_before(world: World) -> None:
    first = world.tell("Alex Thorne, no relation, runs the bakery.", "Alex Thorne")
    second = world.tell("Alex Thorne sings in my choir.", "Alex Thorne")
    assert not are_one(world, first, second)


@pytest.mark.parametrize(("name", "said"), [("WHO", "The WHO"), ("IT", "IT")])
def test_capitals_are_no_pronoun(world: World, name: str, said: str) -> None:
    first = world.tell(f"{said} issued advice.", thing(name))
    assert are_one(world, first, world.tell(f"{said} wrote.", thing(name)))


def test_an_article_is_no_part_of_a_name(world: World) -> None:
    first = world.tell("The iPhone is in the drawer.", thing("the iPhone"))
    second = world.tell("My iPhone is old.", thing("iPhone"))
    assert are_one(world, first, second)


def test_the_name_within_a_role_is_the_name(world: World) -> None:
    first = world.tell("My accountant Dana Weld called.", "Ada's accountant Dana Weld")
    second = world.tell("Dana Weld is on leave.", "Dana Weld")
    assert are_one(world, first, second)


# ---------------------------------------------------------------------- apart


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Invoice 10041", "Invoice 10042"),
        ("Kestrel 1.4", "Kestrel 1.40"),
        ("Room 12", "Room 21"),
        ("Rechnung 2024/118", "Rechnung 2025/118"),
        ("12a Harrowmead Lane", "12b Harrowmead Lane"),
    ],
)
def test_other_digits_are_another_entity_and_no_question(
    world: World, name: str, other: str
) -> None:
    first = world.tell(f"{name} is here.", thing(name))
    second = world.tell(f"{other} is here.", thing(other))
    assert not are_one(world, first, second)
    assert second.proposals == ()


@given(number=st.integers(0, 99_999), other=st.integers(0, 99_999))
def test_no_two_numbers_are_ever_one(world: World, number: int, other: int) -> None:
    first = world.tell(f"Ticket {number} is open.", thing(f"Ticket {number}"))
    second = world.tell(f"Ticket {other} is open.", thing(f"Ticket {other}"))
    assert are_one(world, first, second) == (number == other)


def test_a_person_is_never_a_thing_of_the_same_name(world: World) -> None:
    person = world.tell("Florence called.", somebody("Florence"))
    city = world.tell("Florence is hot in July.", thing("Florence"))
    assert not are_one(world, person, city)
    assert (world.subject(person).kind, world.subject(city).kind) == (PERSON, CONCEPT)
    assert city.proposals == ()


def test_things_of_other_categories_stay_apart(world: World) -> None:
    island = world.tell("Java has volcanoes.", thing("Java", "place"))
    language = world.tell("Java has classes.", thing("Java", "product"))
    again = world.tell("Java erupted.", thing("Java", "place"))
    assert not are_one(world, island, language)
    assert are_one(world, island, again)


def test_a_category_is_learnt(world: World) -> None:
    first = world.tell("Haldrift is far.", thing("Haldrift"))
    world.tell("We drove through Haldrift.", thing("Haldrift", "place"))
    company = world.tell("Haldrift sells pumps.", thing("Haldrift", "organisation"))
    assert world.subject(first).category == "place"
    assert not are_one(world, first, company)


def test_namesakes_that_the_text_tells_apart_stay_apart(world: World) -> None:
    landlord = world.tell("Jordan Pike, our landlord, turned seventy.", "Jordan Pike")
    child = world.tell("Jordan Pike from the kindergarten lost a tooth.", "Jordan Pike")
    assert not are_one(world, landlord, child)
    again = world.tell("Jordan Pike the landlord raised the rent.", "Jordan Pike")
    assert are_one(world, landlord, again)


def test_that_only_one_sentence_speaks_of_a_child_is_no_sign(world: World) -> None:
    first = world.tell("Bjarne lives in Bergen.", "Bjarne")
    second = world.tell("Bjarne is seven years old.", "Bjarne")
    assert are_one(world, first, second)


def test_pronouns_are_nobodys_namesakes(world: World) -> None:
    first = world.tell("He is a pilot.", "He")
    second = world.tell("He is a nurse.", "He")
    assert not are_one(world, first, second)
    assert are_one(world, first, world.tell("He is a pilot.", "He"))


def test_one_printer_is_not_another(world: World) -> None:
    first = world.tell("Ada's old printer is loud.", thing("Ada's old printer"))
    second = world.tell("Ada's printer is loud.", thing("Ada's printer"))
    assert not are_one(world, first, second)
    assert second.proposals == ()


# ---------------------------------------------------------------------- perhaps the same


def test_a_name_that_may_be_another_is_asked_about(world: World) -> None:
    first = world.tell("Tamsin Kerrow runs the boatyard.", "Tamsin Kerrow")
    second = world.tell("Tamsin lost at chess.", "Tamsin")
    assert not are_one(world, first, second)
    assert pairs(second) == [{first.record.subject, second.record.subject}]
    assert world.questions() == ["Is “Tamsin” the same person as “Tamsin Kerrow”?"]


def test_a_pair_is_asked_about_once(world: World) -> None:
    world.tell("Ana Peña me revisa el corazón.", "Ana Peña")
    world.tell("Ana Pena da la clase de remo.", "Ana Pena")
    again = world.tell("Ana Pena canta.", "Ana Pena")
    assert again.proposals == ()
    assert len(world.questions()) == 1


def test_a_question_that_was_dropped_is_not_asked_again(world: World) -> None:
    statement = stated("Tamsin lost at chess.", "Tamsin")
    world.tell("Tamsin Kerrow runs the boatyard.", "Tamsin Kerrow")
    [asked] = world.resolve(statement).proposals
    world.space.put(asked)
    assert world.resolve(statement).proposals == ()


def test_two_whom_a_name_fits_equally_are_asked_about(world: World) -> None:
    world.tell("Tamsin Kerrow repairs the harbour crane.", "Tamsin Kerrow")
    world.tell("Tamsin Vell paints the harbour crane.", "Tamsin Vell")
    third = world.tell("Tamsin is at the harbour crane.", "Tamsin")
    assert world.subject(third).name == "Tamsin"
    assert len(third.proposals) == 2


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Tamsin lost at chess.", "Is “Tamsin” the same person as “Tamsin Kerrow”?"),
        ("Tamsin下棋输了。", "“Tamsin”和“Tamsin Kerrow”是同一个人吗？"),
        ("Tamsinは将棋で負けた。", "「Tamsin」と「Tamsin Kerrow」は同じ人ですか。"),
        (
            "Tamsin hat gestern beim Schach verloren.",
            "Ist „Tamsin“ dieselbe Person wie „Tamsin Kerrow“?",
        ),
        (
            "Tamsin perdió ayer en el ajedrez con su hermana.",
            "¿Es «Tamsin» la misma persona que «Tamsin Kerrow»?",
        ),
        (
            "Tamsin a perdu aux échecs avec sa mère.",
            "« Tamsin » et « Tamsin Kerrow », est-ce la même personne ?",
        ),
        ("Тамсин проиграла, Tamsin", "Is “Tamsin” the same person as “Tamsin Kerrow”?"),
    ],
)
def test_questions_are_asked_in_the_language_of_the_turn(
    world: World, text: str, question: str
) -> None:
    world.tell("Tamsin Kerrow runs the boatyard.", "Tamsin Kerrow")
    world.tell(text, "Tamsin")
    assert world.questions() == [question]


def test_namesakes_are_asked_about_with_what_was_said_of_them(world: World) -> None:
    world.tell("Sam Roe said he is a baker.", "Sam Roe")
    world.tell("Sam Roe said she is a nurse.", "Sam Roe")
    assert world.questions() == [
        "Is “Sam Roe” (“Sam Roe said she is a nurse.”)"
        " the same person as “Sam Roe” (“Sam Roe said he is a baker.”)?"
    ]


# ---------------------------------------------------------------------- speakers


def test_a_speaker_is_one_entity(world: World) -> None:
    first = world.tell("I like tea.", "Ada")
    second = world.tell("I like jam.", "the user", by="user")
    third = world.tell("I like rye.", "user", by="user")
    assert first.record.subject == first.record.asserted_by
    assert second.record.subject == second.record.asserted_by == third.record.asserted_by
    assert first.record.subject != second.record.subject


def test_nobody_speaks_for_others_by_taking_their_name(world: World) -> None:
    bob = world.tell("I'm Ada.", "Bob", "named", "Ada", by="Bob")
    ada = world.tell("I like tea.", "Ada", by="Ada")
    assert ada.record.asserted_by != bob.record.asserted_by
    assert pairs(ada) == [{ada.record.subject, bob.record.subject}]


def test_you_and_me_are_people_whatever_the_name_looks_like(world: World) -> None:
    bo = world.tell("I like tea.", "Bo", by="Bo")
    said = stated("Ada trusts Bo.", "Ada", "trust", thing("Bo"))
    step = Derivation(DerivationKind.PRONOUN, "you", "Bo")
    told = world.store(replace(said, grounded=replace(said.grounded, derived=(step,))))
    assert told.record.value.entity == bo.record.subject


@pytest.mark.parametrize("authority", [Authority.ASSISTANT, Authority.TOOL, Authority.UNTRUSTED])
def test_no_names_are_learnt_from_a_weak_source(world: World, authority: Authority) -> None:
    first = world.tell("Jürgen Hallstätt ist unser Vermieter.", "Jürgen Hallstätt")
    world.tell("Juergen Hallstaett, Vermieter", "Juergen Hallstaett", authority=authority)
    world.tell("Tamsin goes by TK", "Jürgen Hallstätt", "nicknamed", "TK", authority=authority)
    assert world.subject(first).aliases == ()


# ---------------------------------------------------------------------- always


@settings(max_examples=25)
@given(st.lists(st.tuples(any_text, st.booleans()), max_size=5))
def test_the_same_statements_give_the_same_ids_in_every_memory(
    world: World, said: list[tuple[str, bool]]
) -> None:
    statements = [
        stated(f"about {text}", somebody(text) if person else thing(text))
        for text, person in said
        if text.strip()
    ]
    with closing(open_sqlite(":memory:")) as one, closing(open_sqlite(":memory:")) as other:
        worlds = World(one.space("a")), World(other.space("b"))
        for statement in statements:
            first, second = (where.store(statement) for where in worlds)
            assert first == second
        ids = [[entity.id for entity in where.space.every(Entity)] for where in worlds]
        asked = [[asked.id for asked in where.space.every(Clarification)] for where in worlds]
    assert ids[0] == ids[1]
    assert asked[0] == asked[1]


@given(text=any_text.filter(str.strip), person=st.booleans())
def test_a_turn_read_twice_gives_the_same_record_and_entities(
    world: World, text: str, person: bool
) -> None:
    statement = stated(f"about {text}", somebody(text) if person else thing(text))
    first, second = (world.store(statement).record for _ in range(2))
    assert first == replace(second, derived=first.derived)  # by now the name may be a known one
