"""Values: so much with its unit, a day in ISO 8601, a name with its kind, or clean words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.model.entity import EntityKind
from smalti.model.record import DerivationKind, Value
from smalti.write.normalise.name_values import LONGEST
from smalti.write.statement import Name
from write.normalise.making import shown, stated

TYPED = {
    "a distance": ("nine km each way", "note", "nine km each way", "9 kilometer"),
    "a range": ("rent is 900 to 950 euros", "rent", "900 to 950 euros", "900-950 EUR"),
    "about so much": ("it lasts about 2 hours", "last", "about 2 hours", "~2 hour"),
    "at most": ("each worker's cap is at most 2 GB", "cap", "at most 2 GB", "<=2 gigabyte"),
    "what is counted stays in words": ("I have three cats", "have", "three cats", "'three cats'"),
    "a pair stays in words": (
        "my blood pressure is 130/80 mmHg", "blood pressure", "130/80 mmHg", "'130/80 mmHg'",
    ),
    "digits that are no number": ("the gate code is 0417", "gate code", "0417", "'0417'"),
    "an age": ("Ada turned 30", "turn", "30", "30 year"),
}  # fmt: skip


@pytest.mark.parametrize("what", TYPED)
def test_quantities_become_numbers_where_they_are_the_whole_value(what: str) -> None:
    text, predicate, object, value = TYPED[what]
    sentence = f"Ada's {text}" if predicate in ("rent", "gate code", "blood pressure") else text
    assert shown(stated(text, sentence, predicate, object).value) == value


def test_a_number_word_leaves_a_step() -> None:
    found = stated("nine km each way", "Ada: nine km each way", "note", "nine km each way")
    [step] = [one for one in found.derived if one.kind is DerivationKind.NUMBER]
    assert (step.said, step.meant) == ("nine km", "9 kilometer")


DATES = {
    "a day": ("Ada's deadline is 17 April 2027", "deadline", "17 April 2027", "2027-04-17"),
    "a month": ("Ada's deadline is May 2027", "deadline", "May 2027", "2027-05"),
    "a year": ("Ada was born in 1990", "be born in", "1990", "1990"),
    "a birthday": ("Ada's birthday is 3 May", "birthday", "3 May", "--05-03"),
    "a whole birth date": ("Ada was born on 3 May 1990", "be born on", "3 May 1990", "1990-05-03"),
    "what lies ahead": ("Ada booked it until 1 June", "have until", "1 June", "2026-06-01"),
}


@pytest.mark.parametrize("what", DATES)
def test_dates_are_written_at_their_precision(what: str) -> None:
    sentence, predicate, object, value = DATES[what]
    found = stated(sentence, sentence, predicate, object)
    assert found.value == Value(text=value)
    if value != object:
        assert any(one.kind is DerivationKind.DATE and one.meant == value for one in found.derived)


def test_a_date_that_is_the_value_does_not_date_the_statement() -> None:
    sentence = "Ada's deadline is 17 April 2027"
    found = stated(sentence, sentence, "deadline", "17 April 2027")
    assert found.valid.start is not None
    assert found.valid.start.at == found.grounded.turn.said_at


NAMES = {
    "a place": ("live in", "Oslo", EntityKind.CONCEPT, "place"),
    "an organisation": ("work at", "Karmel Mutual", EntityKind.CONCEPT, "organisation"),
    "a person": ("be married to", "Ben Lund", EntityKind.PERSON, ""),
    "a relative": ("be managed by", "Ben's sister", EntityKind.PERSON, ""),
    "a place before a reason": ("move to", "Oslo for the job", EntityKind.CONCEPT, "place"),
}


@pytest.mark.parametrize("what", NAMES)
def test_names_have_the_kind_that_the_predicate_wants(what: str) -> None:
    predicate, object, kind, category = NAMES[what]
    sentence = f"Ada {predicate} {object}"
    value = stated(sentence, sentence, predicate, object).value
    assert isinstance(value, Name)
    assert (value.kind, value.category) == (kind, category)
    assert value.context == f"Ada: {sentence}"
    assert value.text in object


def test_a_nickname_is_words_and_no_entity() -> None:
    value = stated("I go by Addie", "Ada goes by Addie", "go by", "Addie").value
    assert value == Value(text="Addie")


CLEAN = {
    "articles": ("the cello", "cello"),
    "a lot is no article": ("a lot of chess", "a lot of chess"),
    "adverbs": ("always really the cello", "cello"),
    "time words": ("the cello every Monday", "cello"),
    "asides": ("the cello, badly, but with love", "cello"),
    "reasons": ("the cello because it is fun", "cello"),
    "a title's full stop": ("Dr. Obuya", "Dr. Obuya"),
}


@pytest.mark.parametrize("what", CLEAN)
def test_words_are_cleaned(what: str) -> None:
    object, value = CLEAN[what]
    sentence = f"Ada meets {object}"
    found = stated(sentence, sentence, "hum", object).value
    assert found.text == value


@given(st.text(alphabet="ab c,.", min_size=1, max_size=600))
def test_a_value_is_never_empty_and_never_long(object: str) -> None:
    found = stated(f"x{object}", f"Ada hums x{object}", "hum", f"x{object}").value
    text = found.text
    assert text is not None
    assert 0 < len(text) <= LONGEST
