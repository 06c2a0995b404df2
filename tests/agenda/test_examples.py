from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.agenda.agenda import Agenda
from smalti.agenda.answers import recognise
from smalti.agenda.coverage import StopReason
from smalti.agenda.examples import NAMES, example, example_text
from smalti.model.errors import InvalidInput
from smalti.model.time import Instant

NOW = Instant.of("2026-03-11T10:00:00Z")


def told(name: str, text: str) -> dict[str, tuple[str, ...]]:
    return {answer.unit: answer.values for answer in recognise(example(name), text, NOW)}


@pytest.mark.parametrize("name", NAMES)
def test_an_example_has_fifteen_to_twenty_five_units(name: str) -> None:
    assert 15 <= len(example(name).units) <= 25


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_an_example_can_be_worked_through(name: str, answer: str) -> None:
    agenda = Agenda(example(name))
    questions = 0
    while (found := agenda.next()) is not None:
        questions += 1
        agenda.asked(found.unit.id)
        agenda.learn(found.unit.id, (answer,))
    assert agenda.stop() is StopReason.COVERED
    assert questions == len(agenda.progress().resolved)


def test_the_clinical_example_asks_in_three_languages() -> None:
    assert example("clinical-intake").languages == ("en", "zh", "ja")


def test_an_example_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InvalidInput, match="Use clinical-intake"):
        example_text("../secrets")


def test_what_a_patient_says_by_the_way_is_recognised() -> None:
    assert told(
        "clinical-intake",
        "I have a dull headache. It started three days ago. I'm 54, I don't smoke, "
        "and I'm allergic to penicillin.",
    ) == {
        "complaint": ("a dull headache",),
        "onset": ("2026-03-08",),
        "smokes": ("no",),
        "allergies_any": ("yes",),
        "allergies": ("penicillin",),
        "age": ("54 year",),
    }


def test_what_a_patient_says_in_chinese_is_recognised() -> None:
    assert told("clinical-intake", "我今年61岁，我不抽烟。我对花生过敏。") == {
        "age": ("61 year",),
        "smokes": ("no",),
        "allergies_any": ("yes",),
        "allergies": ("花生",),
    }


def test_what_a_patient_says_in_japanese_is_recognised() -> None:
    assert told("clinical-intake", "61歳です。体重は58キロです。糖尿病があります。") == {
        "age": ("61 year",),
        "weight": ("58 kilogram",),
        "conditions_any": ("yes",),
        "conditions": ("糖尿病",),
    }


def test_what_others_have_is_not_the_patients() -> None:
    assert told("clinical-intake", "My aunt is 80 years old and she smokes.") == {}


@given(st.sampled_from(NAMES), st.text(max_size=80))
def test_any_text_can_be_looked_through(name: str, text: str) -> None:
    for answer in recognise(example(name), text, NOW):
        assert all(one.start < one.end <= len(text) for one in answer.found)


def test_a_question_is_no_answer() -> None:
    assert told("motor-claim", "Do I have to say whether it was my fault?") == {}


def test_what_a_claimant_says_by_the_way_is_recognised() -> None:
    assert told(
        "motor-claim", "I was rear-ended on Friday. Nobody was hurt. My policy number is QX-20417."
    ) == {"policy_number": ("QX-20417",), "kind": ("rear-end",), "injured": ("0",)}


def test_what_is_said_in_an_incident_is_recognised() -> None:
    found = told(
        "incident-triage", "users are getting timeouts; 12% of requests fail. We released build 88."
    )
    assert found["share"] == ("12 percent",)
    assert (found["changed"], found["change"]) == (("yes",), ("build 88",))
