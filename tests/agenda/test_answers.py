from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agenda.samples import form, unit
from smalti.agenda.answers import Answer, NoAnswer, Why, read_answer, recognise
from smalti.agenda.form import Unit
from smalti.model.errors import InvalidInput
from smalti.model.time import Instant, Precision

NOW = Instant.of("2026-03-11T10:00:00Z")  # a Wednesday
SAILS = {
    "mainsail": ["main sail", "主帆", "メインセイル"],
    "jib": ["foresail", "前帆", "ジブ"],
    "spinnaker": ["kite", "球帆", "スピンネーカー"],
}


def of(type: str, **more: Any) -> Unit:
    return form(unit("a", type=type, **more)).units[0]


def read(unit: Unit, text: str) -> tuple[str, ...] | Why:
    found = read_answer(unit, text, NOW)
    return found.values if isinstance(found, Answer) else found.why


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Yes", ("yes",)),
        ("yeah, I think so", ("yes",)),
        ("I do, every day", ("yes",)),
        ("No, never.", ("no",)),
        ("Not that I know of", ("no",)),
        ("I don’t smoke", ("no",)),
        ("Nobody was hurt", ("no",)),
        ("没有", ("no",)),
        ("有，偶尔", ("yes",)),
        ("はい、そうです", ("yes",)),
        ("いいえ", ("no",)),
        ("ありません", ("no",)),
        ("たばこは吸いません。", ("no",)),
        ("毎日飲んでいます", ("yes",)),
        ("ちょっとわかりません", Why.NOT_KNOWN),
        ("right now I am at sea", Why.NOTHING),
        ("purple", Why.NOTHING),
        ("know your onions", Why.NOTHING),
        ("Why do you ask?", Why.QUESTION),
        ("I don't know", Why.NOT_KNOWN),
        ("no idea", Why.NOT_KNOWN),
        ("不知道", Why.NOT_KNOWN),
        ("わかりません", Why.NOT_KNOWN),
        ("", Why.NOTHING),
    ],
)
def test_yes_and_no(text: str, values: tuple[str, ...] | Why) -> None:
    assert read(of("boolean"), text) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("42", ("42",)),
        ("about three", ("~ 3",)),
        ("seven", ("7",)),
        ("十五", ("15",)),
        ("二つ", ("2",)),
        ("7/10", ("7",)),
        ("7 out of 10", ("7",)),
        ("none", ("0",)),
        ("没有", ("0",)),
        ("I'm not sure, maybe 5", ("5",)),
        ("2 adults, then 3 children", Why.AMBIGUOUS),
        ("not many", Why.NOTHING),
        ("the third one", Why.NOTHING),
        ("I don't know whether it was 5, honestly; it had 2 rooms", Why.NOT_KNOWN),
    ],
)
def test_numbers(text: str, values: tuple[str, ...] | Why) -> None:
    assert read(of("number"), text) == values


@pytest.mark.parametrize(
    ("measure", "text", "values"),
    [
        ("kg", "82", ("82 kilogram",)),
        ("kg", "about 82 kg", ("~ 82 kilogram",)),
        ("kg", "180 lbs", ("180 pound",)),
        ("kg", "体重は62キロです", ("62 kilogram",)),
        ("kg", "between 60 and 65 kg", ("60–65 kilogram",)),
        ("kg", "12 miles", Why.NOTHING),
        ("year", "45岁", ("45 year",)),
        ("EUR", "€2,400", ("2400 EUR",)),
        ("percent", "about 12%", ("~ 12 percent",)),
    ],
)
def test_quantities(measure: str, text: str, values: tuple[str, ...] | Why) -> None:
    assert read(of("quantity", measure=measure), text) == values


def test_a_part_of_a_pair_is_read() -> None:
    lower = of("quantity", measure="mmHg", part="diastolic")
    assert read(lower, "It was 130/80 mmHg") == ("80 millimeter_Hg",)


def test_a_quantity_keeps_its_value_with_its_unit() -> None:
    found = read_answer(of("quantity", measure="kg"), "at least 180 lbs")
    assert isinstance(found, Answer)
    value = found.found[0].value
    assert (value.number, value.unit, value.comparator) == (180.0, "pound", ">=")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("last Tuesday around 10 pm", ("2026-03-10",)),
        ("3 March 2025", ("2025-03-03",)),
        ("三天前", ("2026-03-08",)),
        ("昨日です", ("2026-03-10",)),
        ("in May 2019", ("2019-05",)),
        ("2019", ("2019",)),
        ("a while ago", Why.NOTHING),
        ("on 3 May 2020 and on 9 June 2021", Why.AMBIGUOUS),
        ("I don't remember", Why.NOT_KNOWN),
        ("I don't remember exactly, three days ago", ("2026-03-08",)),
    ],
)
def test_dates(text: str, values: tuple[str, ...] | Why) -> None:
    assert read(of("date"), text) == values


def test_a_date_keeps_its_interval() -> None:
    found = read_answer(of("date"), "2019", NOW)
    assert isinstance(found, Answer)
    interval = found.found[0].interval
    assert interval is not None
    assert interval.start is not None
    assert interval.start.precision is Precision.YEAR


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("The jib", ("jib",)),
        ("the FORESAIL of course", ("jib",)),
        ("main-sail", ("mainsail",)),
        ("主帆", ("mainsail",)),
        ("スピンネーカーです", ("spinnaker",)),
        ("spinaker", ("spinnaker",)),
        ("not the jib but the mainsail", ("mainsail",)),
        ("not the jib", Why.NOTHING),
        ("jib or mainsail", Why.AMBIGUOUS),
        ("jibe", Why.NOTHING),
        ("the anchor", Why.NOTHING),
        ("no idea", Why.NOT_KNOWN),
    ],
)
def test_choices(text: str, values: tuple[str, ...] | Why) -> None:
    assert read(of("choice", options=SAILS), text) == values


def test_a_misspelling_between_two_options_is_left_open() -> None:
    assert read(of("choice", options=["northern", "southern"]), "sorthern") is Why.NOTHING


def test_the_longest_option_counts_where_they_overlap() -> None:
    assert read(of("choice", options=["red", "dark red"]), "dark red") == ("dark red",)


def test_several_values_are_read_where_several_are_needed() -> None:
    sails = of("choice", options=SAILS, done_when={"min_values": 2})
    assert read(sails, "jib and mainsail") == ("jib", "mainsail")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("My name is Ada Lovelace.", "Ada Lovelace"),
        ("It's Dr. Patel", "Dr. Patel"),
        ("I am Sam", "Sam"),
        ("我叫王小明。", "王小明"),
        ("田中太郎です", "田中太郎"),
    ],
)
def test_names_are_read_without_the_words_around(text: str, name: str) -> None:
    found = read_answer(of("entity"), text)
    assert isinstance(found, Answer)
    assert found.values == (name,)
    assert text[found.found[0].start : found.found[0].end] == name


def test_a_text_is_kept_as_it_was_said() -> None:
    found = read_answer(of("text"), "  a knock from the port side \n")
    assert isinstance(found, Answer)
    assert found.values == ("a knock from the port side",)


def test_what_is_not_known_is_no_text() -> None:
    assert read(of("text"), "I don't know, sorry") is Why.NOT_KNOWN


def test_an_ambiguous_answer_tells_its_readings() -> None:
    found = read_answer(of("choice", options=SAILS), "jib or kite")
    assert found == NoAnswer("a", Why.AMBIGUOUS, ("jib", "spinnaker"))


def test_a_value_in_conversation_is_read_where_the_pattern_says() -> None:
    sample = form(
        unit("draft", type="quantity", measure="m", patterns=["she draws (?P<value>[^,.]+)"]),
        unit("length", type="quantity", measure="m", patterns=["she is (?P<value>[^,.]+) long"]),
    )
    text = "She is 11 m long, and she draws 2 m."
    found = {
        one.unit: text[one.found[0].start : one.found[0].end] for one in recognise(sample, text)
    }
    assert found == {"draft": "2 m", "length": "11 m"}


def test_two_values_in_one_conversation_are_left_to_be_asked() -> None:
    sample = form(unit("n", type="number", patterns=["crew of \\w+"]))
    assert recognise(sample, "We have a crew of 4. Last year a crew of 6.") == []


def test_a_question_in_conversation_answers_nothing() -> None:
    sample = form(unit("n", type="number", patterns=["crew of \\w+"]))
    assert recognise(sample, "Is a crew of 4 enough? Probably.") == []


def test_a_pattern_that_would_take_for_ever_is_stopped() -> None:
    sample = form(unit("n", type="number", patterns=["(?:x|xx|x?x)+[!?]{2}"]))
    with pytest.raises(InvalidInput, match="takes too long"):
        recognise(sample, "x" * 60 + "!")


@given(
    st.sampled_from(["text", "number", "date", "boolean", "entity", "choice", "quantity"]),
    st.text(max_size=60),
)
def test_every_answer_rests_on_a_span_of_the_text(type: str, text: str) -> None:
    needed: dict[str, Any] = {"choice": {"options": SAILS}, "quantity": {"measure": "kg"}}
    found = read_answer(of(type, **needed.get(type, {})), text, NOW)
    if isinstance(found, Answer):
        assert found.found
        assert all(0 <= one.start < one.end <= len(text) for one in found.found)
