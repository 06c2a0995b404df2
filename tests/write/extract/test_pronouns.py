from __future__ import annotations

import pytest

from write.extract.talks import candidates, needs_parser, one, said, sentences

pytestmark = needs_parser


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        (("My brother Tomas moved.", "He works for the port."), "Tomas works for the port"),
        (("my wife is from Quito", "she teaches maths"), "Ada's wife teaches maths"),
        (("dad's knee surgery went well", "he is home now"), "Ada's dad is home now"),
        (("our product is called Wren", "it is sold abroad"), "Ada's product is sold abroad"),
    ],
)  # fmt: skip
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


def test_it_stays_where_it_is_only_a_filler() -> None:
    assert one("the shop is old", "it is important to rest").sentence.startswith("It is important")


def test_you_means_the_one_other_person_in_the_talk() -> None:
    found = one(said("the draft is done", "Bo"), said("I gave you the key", "Ada"))
    assert found.sentence == "Ada gave Bo the key"


def test_mine_belongs_to_whoever_speaks() -> None:
    found = one(said("my shift starts at six", "Uwe"), said("mine starts at ten", "Lotte"))
    assert (found.sentence, found.asserted_by) == ("Lotte's starts at ten", "Lotte")


def test_she_does_not_mean_several_people() -> None:
    assert one("my flatmates are out", "she left early").sentence == "She left early"
