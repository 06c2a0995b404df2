"""What people are and how things stand with them, and whose that is; figures told first."""

from __future__ import annotations

import pytest

from smalti.model.record import SlotKind
from write.normalise.making import candidate, grounds, shown, stated, turn

IMMUTABLE, CHANGING = SlotKind.IMMUTABLE, SlotKind.CHANGING

# sentence, subject, predicate and object as they are extracted -> whose, predicate, value, kind
OWN = {
    "a name": (
        "Ada's legal name is Ada Lund", "Ada", "legal name", "Ada Lund",
        ("Ada", "personal_name", "'Ada Lund'", IMMUTABLE),
    ),
    "a degree": (
        "Ada's highest degree is a master's", "Ada", "high degree", "a master's",
        ("Ada", "highest_degree", "\"master's\"", IMMUTABLE),
    ),
    "a subject": (
        "Ada's major is botany", "Ada", "major", "botany",
        ("Ada", "field_of_study", "'botany'", IMMUTABLE),
    ),
    "a count": (
        "Ada's number of siblings is 2", "Ada", "number", "2",
        ("Ada", "number_of_siblings", "2", IMMUTABLE),
    ),
    "a branch": (
        "Ada's industry is manufacturing", "Ada's industry", "manufacture", "",
        ("Ada", "industry", "'manufacturing'", CHANGING),
    ),
    "a state told by a verb": (
        "Ada's social life is keeping to the garden", "Ada's social life", "keep to", "the garden",
        ("Ada", "social_life", "'keeping to the garden'", CHANGING),
    ),
    "that of a relative": (
        "Ada's mother's blood group is B", "Ada's mother", "blood group", "B",
        ("Ada's mother", "blood_type", "'B'", IMMUTABLE),
    ),
    "that of a friend by name": (
        "Ada's classmate Kim Berg's health is fair", "Ada", "health", "fair",
        ("Ada's classmate Kim Berg", "general_health", "'fair'", CHANGING),
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", OWN)
def test_a_property_of_somebody_is_read_with_its_owner(what: str) -> None:
    sentence, subject, predicate, object, expected = OWN[what]
    found = stated(sentence, sentence, predicate, object, subject=subject)
    assert (found.subject.text, found.predicate, shown(found.value), found.slot) == expected


def test_a_thing_has_a_name_that_may_change() -> None:
    sentence = "The boat's name is Signe"
    found = stated(sentence, sentence, "name", "Signe", subject="the boat")
    assert (found.predicate, found.slot) == ("named", CHANGING)


def test_a_noun_that_acts_is_no_state() -> None:
    sentence = "Ada's boss is moving to Rome"
    found = stated(sentence, sentence, "move to", "Rome", subject="Ada's boss")
    assert (found.subject.text, found.predicate) == ("Ada's boss", "moved_to")


def test_what_the_user_says_of_themselves_is_read_though_a_sentence_begins_with_the() -> None:
    text = "The user's highest degree is a doctorate"
    found = stated(text, text, "high degree", "a doctorate", speaker="user", subject="user")
    assert found.predicate == "highest_degree"


@pytest.mark.parametrize(
    ("sentence", "object", "polarity", "name", "value"),
    [
        ("Ada has siblings", "siblings", True, "has_siblings", "'yes'"),
        ("Ada has no siblings", "no siblings", True, "has_siblings", "'no'"),
        ("Ada does not have children", "children", False, "has_children", "'no'"),
        ("Ada has a father", "a father", True, "has_father", "'yes'"),
    ],
)
def test_having_anybody_at_all_is_told_by_yes_or_no(
    sentence: str, object: str, polarity: bool, name: str, value: str
) -> None:
    found = stated(sentence, sentence, "have", object, polarity=polarity)
    assert (found.predicate, shown(found.value), found.candidate.polarity) == (name, value, True)


@pytest.mark.parametrize(
    ("object", "name", "value"),
    [
        ("three siblings", "number_of_siblings", "3"),
        ("two kids", "number_of_children", "2"),
    ],
)
def test_so_many_are_a_number(object: str, name: str, value: str) -> None:
    sentence = f"Ada has {object}"
    found = stated(sentence, sentence, "have", object)
    assert (found.predicate, shown(found.value)) == (name, value)


def test_so_many_with_names_are_not_only_counted() -> None:
    sentence = "Ada has two kids, Bo and Cy"
    assert stated(sentence, sentence, "have", "two kids, Bo and Cy").predicate == "parent_of"


@pytest.mark.parametrize(
    ("sentence", "predicate", "object"),
    [
        ("Ada is a woman", "be", "a woman"),
        ("Ada is female", "be", "female"),
        ("Ada identifies as a woman", "identify as", "a woman"),
    ],
)
def test_a_gender_has_one_name_however_it_is_told(
    sentence: str, predicate: str, object: str
) -> None:
    found = stated(sentence, sentence, predicate, object)
    assert (found.predicate, shown(found.value)) == ("gender", "'female'")


def test_who_is_dating_nobody_in_particular_has_a_status() -> None:
    found = stated("Ada is dating", "Ada is dating", "date", "")
    assert (found.predicate, shown(found.value)) == ("marital_status", "'dating'")


# --- figures -----------------------------------------------------------------------------------

FIGURES = {
    "taken for the verb": (
        "The launch date of Heron is 3 May 2026", "Heron", "launch date", "3 May 2026",
        ("Heron", "scheduled_for", "'2026-05-03'", "launch"),
    ),
    "only the day of it": (
        "Heron's launch date is 3 May 2026", "Heron", "launch date", "3",
        ("Heron", "scheduled_for", "'2026-05-03'", "launch"),
    ),
    "told first": (
        "3 May 2026 is the launch date of Heron", "May 2026", "be", "the launch date of Heron",
        ("Heron", "scheduled_for", "'2026-05-03'", "launch"),
    ),
    "a time": (
        "The start time of the standup is 9:30", "the standup", "start time", "9:30",
        ("the standup", "scheduled_for", "'2026-05-07T09:30'", "start"),
    ),
    "a price told first": (
        "40 euros is the price of the ferry", "40 euros", "be", "the price of the ferry",
        ("ferry", "price", "40 EUR", None),
    ),
    "a number told first": (
        "555-0134 is the clinic's phone number", "555-0134", "be", "the clinic's phone number",
        ("the clinic", "phone", "'555-0134'", None),
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", FIGURES)
def test_a_figure_is_the_value_of_what_it_is_said_to_be(what: str) -> None:
    sentence, subject, predicate, object, expected = FIGURES[what]
    found = stated(sentence, sentence, predicate, object, subject=subject)
    told = (found.subject.text, found.predicate, shown(found.value), found.candidate.condition)
    assert (told[0].removeprefix("the "), *told[1:]) == (
        expected[0].removeprefix("the "), *expected[1:],
    )  # fmt: skip


def test_a_date_that_is_the_value_is_not_when_it_held() -> None:
    sentence = "The launch date of Heron is 3 June 2026"
    found = stated(sentence, sentence, "launch date", "3 June 2026", subject="Heron")
    assert found.valid.start is not None and found.valid.start.at is not None
    assert found.valid.start.at.local().date().isoformat() == "2026-05-07"


# --- whose it is -------------------------------------------------------------------------------


def test_a_participle_after_words_on_a_relative_is_not_the_speakers() -> None:
    said = turn("My father's health is fair. Diagnosed with gout last year.")
    start = said.text.index("Diagnosed")
    one = candidate(
        said, "Ada was diagnosed with gout", "be diagnosed with", "gout",
        start=start, end=len(said.text) - 1,
    )  # fmt: skip
    assert grounds(said, one) is None


@pytest.mark.parametrize("before", ["I'm better.", "My father is well and I am better."])
def test_a_participle_after_words_on_oneself_is_the_speakers(before: str) -> None:
    said = turn(f"{before} Diagnosed with gout.")
    start = said.text.index("Diagnosed")
    one = candidate(
        said, "Ada was diagnosed with gout", "be diagnosed with", "gout", start=start,
        end=len(said.text) - 1,
    )  # fmt: skip
    assert grounds(said, one) is not None


def test_a_bare_noun_after_words_on_a_neighbour_is_the_neighbours() -> None:
    text = "My neighbour Tom's job is dull; industry: plumbing"
    found = stated(
        text, "Industry is plumbing", "be", "plumbing", subject="industry",
        start=text.index("industry"),
    )  # fmt: skip
    assert (found.subject.text, found.predicate) == ("Ada's neighbour Tom", "industry")
