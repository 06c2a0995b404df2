"""What people leave out or leave to others in short messages: who did it, what "it" is, a verb."""

from __future__ import annotations

import pytest

from smalti.write.extract import Candidate
from write.extract.talks import assistant, candidates, needs_parser, one, said, sentences

pytestmark = needs_parser


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("they've put me with a Dr Oak", "Ada has been put with a Dr Oak"),
        ("they moved me to the night team", "Ada was moved to the night team"),
        ("they're sending us to Porto", "Ada and others are being sent to Porto"),
        ("they have us on two-week sprints", "Ada and others are on two-week sprints"),
        ("they upped my dose to 20 mg", "Ada's dose was upped to 20 mg"),
        ("they've cancelled our flight", "Ada's flight has been cancelled"),
    ],
)
def test_what_nobody_in_particular_does_to_somebody_is_said_of_them(
    text: str, expected: str
) -> None:
    assert expected in sentences(text)


@pytest.mark.parametrize("text", ["they enjoyed my talk", "they put me off coffee"])
def test_what_they_feel_or_say_needs_to_know_who_they_are(text: str) -> None:
    assert sentences(text) == []


def test_a_town_is_never_they() -> None:
    told = sentences("I'll be in Helsinki from March", "they've let me stay longer")
    assert not any("Helsinki have" in sentence for sentence in told)


@pytest.mark.parametrize(
    ("text", "subject", "value"),
    [
        ("in the shop it's cash or card", "the shop", "cash or card"),
        ("at work it's Danish", "work", "Danish"),
        ("for the kids it's always pasta", "the kids", "pasta"),
    ],
)
def test_it_before_which_a_place_or_person_stands_is_about_them(
    text: str, subject: str, value: str
) -> None:
    found = one(text)
    assert (found.subject, found.predicate, found.object) == (subject, "be", value)


@pytest.mark.parametrize("text", ["on Fridays it's fish", "in the end it's fine"])
def test_it_before_which_a_time_stands_is_about_nothing(text: str) -> None:
    assert sentences(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("our one meeting room seats twelve", "Ada's one meeting room seats twelve"),
        ("the small van seats seven", "The small van seats seven"),
        ("our new ticket system exports to csv", "Ada's new ticket system exports to csv"),
        ("Ewa steps in for Karl", "Ewa steps in for Karl"),
        ("my flatmate fries bacon every sunday", "Ada's flatmate fries bacon every sunday"),
    ],
)
def test_a_verb_that_looks_like_a_noun_is_found(text: str, expected: str) -> None:
    assert expected in sentences(text)


@pytest.mark.parametrize("text", ["two train tickets to Bonn", "window seats from the front"])
def test_a_noun_that_looks_like_a_verb_is_none(text: str) -> None:
    assert not any(" ticket " in s or " seats " in s.removeprefix("Ada ") for s in sentences(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("reminders the evening before, please, not on the day",
         "Ada wants reminders the evening before"),
        ("change of heart: answers in Swedish from now on please",
         "Ada wants answers in Swedish from now on"),
    ],
)  # fmt: skip
def test_a_wish_without_a_verb_is_one(text: str, expected: str) -> None:
    assert expected in sentences(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As a former smoker you may qualify for the scan.", "Ada is a former smoker"),
        ("Within your 30k garden budget, a pond would fit.", "Ada's garden budget is 30k"),
        ("With your background in law, you'd fit well.", "Ada's background is in law"),
        ("Leave before your 9:30 dentist appointment.", "Ada's dentist appointment is at 9:30"),
    ],
)
def test_what_an_assistant_takes_for_granted_is_a_claim(text: str, expected: str) -> None:
    found = [c for c in candidates(said("I run"), assistant(text)) if c.sentence == expected]
    assert [c.directness <= 0.5 for c in found] == [True]


@pytest.mark.parametrize(
    "text", ["As a reminder, you should book early.", "Your 2020 laptop can run it."]
)
def test_advice_takes_nothing_for_granted(text: str) -> None:
    assert candidates(said("I run"), assistant(text))[1:] == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [("as a night nurse I can't do mornings", True), ("as a student I worked nights", False)],
)
def test_who_speaks_as_something_is_it_unless_it_is_past(text: str, expected: bool) -> None:
    assert any(s.startswith("Ada is a ") for s in sentences(text)) is expected


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("I'm selling the boat", False),
        ("I sold the boat", True),
        ("I've stepped down as treasurer", True),
        ("I handed the newsletter over to Joris", True),
        ("now on 20 mg, used to be 40", False),
        ("I used to smoke", True),
    ],
)
def test_what_is_over_and_what_only_will_be(text: str, ended: bool) -> None:
    assert one(text).ended is ended


def test_an_eldest_is_a_child() -> None:
    assert "Ada has a child called Bo" in sentences("my eldest, Bo, is doing an apprenticeship")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("its Tuesday again", []),
        ("the dog hurt its paw", ["The dog hurt its paw"]),
        ("this is me on a new laptop", ["Ada is on a new laptop"]),
        ("deploys are Thursdays from this week on", ["Deploys are Thursdays from this week"]),
        ("vet says the cat's diabetic", ["Ada's vet says the cat is diabetic"]),
    ],
)
def test_ways_of_writing_are_read(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def _sure(text: str) -> float:
    found: Candidate = one(text)
    return found.directness


def test_a_whole_sentence_of_another_language_says_more_than_one_about_it() -> None:
    assert _sure("Der Vertrag läuft bis Ende März.") > _sure("Das läuft bis Ende März.")
    assert _sure("Le plombier passe lundi matin.") > _sure("Il passe lundi matin.")
    assert _sure("La obra empieza en noviembre.") > _sure("Empieza en noviembre ya.")
