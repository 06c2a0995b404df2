from __future__ import annotations

import pytest

from write.extract.talks import candidates, extraction, needs_parser, one, said, sentences

pytestmark = needs_parser


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        (("My brother Tomas moved.", "He works for the port."), "Tomas works for the port"),
        (("my wife is from Quito", "she teaches maths"), "Ada's wife teaches maths"),
        (("dad's knee surgery went well", "he is home now"), "Ada's dad is home now"),
        (("our product is called Wren", "it is sold abroad"), "Ada's product is sold abroad"),
        (("I met a sphynx cat", "it was shy with Tom"), "The sphynx cat was shy with Tom"),
        (("the piano is sold", "we got 900 for it"), "Ada and others got 900 for the piano"),
        (("my in-laws are old", "they keep bees"), "Ada's in-laws keep bees"),
        (("I booked with Condor", "they cancelled twice"), "Condor cancelled twice"),
        (("Marc is with Nordbank", "he swears by their app"), "Marc swears by their app"),
        (
            ("my landlord is Mr Oak", "his son deals with repairs"),
            "Mr Oak's son deals with repairs",
        ),
        (("Luc has a dog", "its collar is red"), "The dog's collar is red"),
        (("my cat is ill", "the cat sleeps"), "Ada's cat sleeps"),
        (("we adopted a dog", "the name is Biscuit"), "The dog's name is Biscuit"),
        (("the blue folder holds taxes", "the red one is empty"), "The red folder is empty"),
    ],
)
def test_a_pronoun_means_the_last_one_who_fits(turns: tuple[str, str], expected: str) -> None:
    assert expected in sentences(*turns)


def test_context_resolves_pronouns_but_yields_no_candidates() -> None:
    before = [said("my sister Dana visited")]
    found = candidates("she brought wine", context=before)
    assert [c.sentence for c in found] == ["Dana brought wine"]


def test_with_two_who_fit_the_pronoun_stays_and_the_directness_falls() -> None:
    found = one("Dana and Ruth came over", "she brought wine")
    assert found.sentence == "She brought wine"
    assert found.directness < one("Dana brought wine").directness


def test_a_pronoun_does_not_cross_genders() -> None:
    assert one("my brother Tomas is home", "she brought wine").sentence == "She brought wine"


def test_a_pronoun_with_nobody_to_mean_stays() -> None:
    assert one("he hates olives").subject == "he"


@pytest.mark.parametrize(
    "text",
    [
        "it rains in Bergen",
        "it was Tom who called",
        "it takes two hours to bake bread",
        "Ruth doubts it, says Tom",
        "it is too quiet in the kitchen",
        "they made me a cake with names on it",
        "Ruth stays where it is warm",
    ],
)
def test_it_stays_where_it_is_only_a_filler(text: str) -> None:
    assert not any("the shop" in sentence for sentence in sentences("the shop is old", text)[1:])


def test_you_means_the_one_other_person_in_the_talk() -> None:
    found = one(said("the draft is done", "Bo"), said("I gave you the key", "Ada"))
    assert found.sentence == "Ada gave Bo the key"


def test_mine_belongs_to_whoever_speaks() -> None:
    found = one(said("my shift starts at six", "Uwe"), said("mine starts at ten", "Lotte"))
    assert (found.sentence, found.asserted_by) == ("Lotte's shift starts at ten", "Lotte")


def test_she_does_not_mean_several_people() -> None:
    assert one("my flatmates are out", "she left early").sentence == "She left early"


def test_it_may_mean_the_subject_of_its_own_clause() -> None:
    found = one("the oven is new", "the router lost its settings")
    assert found.sentence == "The router lost its settings"


def test_people_are_not_it() -> None:
    assert "Ada got 900 for the piano" in sentences(
        "the piano is sold", "a family picked it up", "I got 900 for it"
    )


def test_she_is_not_the_one_who_is_spoken_to() -> None:
    turns = (said("my sister Ruth is here", "Bo"), said("how nice", "Ada"), said("she sings", "Bo"))
    assert "Ruth sings" in sentences(*turns)
    assert one(said("I left", "Dana"), said("she sings", "Bo")).sentence == "She sings"


def test_verbs_agree_with_every_name_put_in() -> None:
    found = one("I want recipes that I like")
    assert found.sentence == "Ada wants recipes that Ada likes"


def test_two_together_keep_the_plural_verb() -> None:
    assert sentences("Bo and I are building a shed") == ["Bo and Ada are building a shed"]


@pytest.mark.parametrize(
    "text",
    [
        "they have sent me another form",
        "this is fine on a phone",
        "my boss put it on the shelf",
        "it's minus six",
        "its collar is red",
        "I found his keys",
        "that one goes to Tom",
    ],
)
def test_nothing_is_recorded_of_whom_nobody_could_tell(text: str) -> None:
    found = extraction(text)
    assert found.candidates == ()
    assert "no statement" in {refusal.reason.value for refusal in found.refused}


@pytest.mark.parametrize("text", ["she loves lilies", "I saw her on Tuesday"])
def test_somebody_without_a_name_is_kept_to_be_asked_about(text: str) -> None:
    assert one(text).directness == 0.5


def test_a_correction_keeps_its_value_though_nobody_says_of_what() -> None:
    assert one("sorry, it's 14 not 41").directness == 0.5


def test_it_that_means_nothing_is_no_doubt() -> None:
    assert one("Tom and I called it quits").directness == 0.9


def test_capitals_are_no_pronoun() -> None:
    assert one("the rollout was late", "IT fixed the printers").subject == "IT"


def test_she_in_an_aside_may_be_the_subject() -> None:
    found = one("Ruth rotates the keys when she's at work")
    assert found.sentence == "Ruth rotates the keys when Ruth is at work"


def test_who_gets_a_name_is_nobody_known_before() -> None:
    turns = ("my dog Rex is old", "we picked up a stray, she's called Mote and she's quick")
    assert "Mote is quick" in sentences(*turns)


def test_them_may_be_the_only_several_spoken_of() -> None:
    found = one("the beta flag is on for our testers", "the new page is open to them")
    assert found.sentence == "The new page is open to Ada's testers"
