from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.model.record import Facet, Modality, RecordKind
from smalti.write.ask.fields import BadFields, canonical, read_fields
from smalti.write.extract.candidate import Tense
from strategies import json_values
from write.ask.replies import item


@pytest.mark.parametrize("value", [2, "2", "turn 2", "T2", "#2", 2.0, "2.0", [2], "[2]", "Turn 2:"])
def test_a_turn_may_be_named_in_many_ways(value: Any) -> None:
    assert read_fields(item(value)).turn == 2


@pytest.mark.parametrize("value", ["", "none", "1 and 2", [1, 2], True, {}, -1, "t-abc", 1.5])
def test_what_names_no_single_turn_is_refused(value: Any) -> None:
    with pytest.raises(BadFields, match="turn"):
        read_fields(item(value))


@pytest.mark.parametrize("name", ["turn", "quote", "sentence", "subject", "predicate"])
def test_what_a_candidate_needs_must_be_there(name: str) -> None:
    for fields in (item(**{name: None}), {k: v for k, v in item().items() if k != name}):
        with pytest.raises(BadFields, match=f"{name} is missing"):
            read_fields(fields)


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(BadFields) as caught:
        read_fields(item("x", "", modality="sung"))
    assert len(caught.value.problems) == 3


@pytest.mark.parametrize(
    ("name", "value", "meant"),
    [
        ("kind", "EVENT", RecordKind.EVENT),
        ("kind", "Preference", RecordKind.FACT),
        ("kind", ["claim"], RecordKind.CLAIM),
        ("facet", "Relation", Facet.RELATIONSHIP),
        ("modality", "Assertion", Modality.ASSERTED),
        ("modality", "INTENDED", Modality.PLANNED),
        ("modality", "reported speech", Modality.QUOTED),
        ("tense", "present-continuous", Tense.PRESENT),
        ("tense", "PAST", Tense.PAST),
        ("polarity", "negative", False),
        ("polarity", "True", True),
        ("polarity", 0, False),
        ("polarity", "affirmative", True),
        ("ended", "yes", True),
        ("correction", 1, True),
        ("instruction_like", "false", False),
        ("directness", "0.8", 0.8),
        ("directness", "80%", 0.8),
        ("directness", 80, 0.8),
        ("directness", "8/10", 0.8),
        ("directness", "high", 0.9),
        ("object", 42, "42"),
        ("object", ["tea", "coffee"], "tea, coffee"),
        ("object", None, ""),
        ("predicate", "work_for", "work for"),
        ("condition", "n/a", None),
        ("condition", "if it rains", "if it rains"),
        ("time", "null", None),
        ("sentence", "two\n lines", "two lines"),
        ("sentence", "nul\0 and \ud800", "nul and \ufffd"),
    ],
)
def test_what_can_only_be_meant_in_one_way_is_taken_so(name: str, value: Any, meant: Any) -> None:
    draft = read_fields(item(**{name: value}))
    assert getattr(draft, name) == meant
    assert draft.notes == ()


@pytest.mark.parametrize(("name", "value"), [("modality", "sung"), ("polarity", "perhaps")])
def test_what_decides_about_the_meaning_is_not_guessed(name: str, value: str) -> None:
    with pytest.raises(BadFields, match=name):
        read_fields(item(**{name: value}))


@pytest.mark.parametrize(
    ("name", "value", "instead"),
    [
        ("kind", "poem", RecordKind.FACT),
        ("facet", 7, Facet.EVENT),
        ("tense", "pluperfect", Tense.PRESENT),
        ("directness", "very", 0.6),
        ("directness", float("inf"), 0.6),
        ("directness", 5, 0.6),
        ("ended", "perhaps", False),
        ("condition", {"if": "x"}, None),
    ],
)
def test_what_does_not_is_replaced_and_told(name: str, value: Any, instead: Any) -> None:
    draft = read_fields(item(**{name: value}))
    assert getattr(draft, name) == instead
    assert len(draft.notes) == 1
    assert name in draft.notes[0]


def test_fields_go_by_many_names() -> None:
    fields = canonical({
        "Turn ID": 1, "evidence": "q", "statement": "s", "Relation": "r", "value": "v",
        "record-type": "fact", "subject": "x", "negated": True, "colour": "red",
    })  # fmt: skip
    draft = read_fields(fields)
    assert (draft.turn, draft.quote, draft.sentence) == (1, "q", "s")
    assert (draft.predicate, draft.object, draft.polarity) == ("r", "v", False)


def test_the_proper_name_of_a_field_wins() -> None:
    assert canonical({"text": "a", "sentence": "b"})["sentence"] == "b"
    assert canonical({"sentence": "b", "text": "a"})["sentence"] == "b"


@given(st.dictionaries(st.sampled_from([*item(), "time", "condition", "ended"]), json_values))
def test_no_values_raise_anything_else(given_values: dict[str, Any]) -> None:
    try:
        draft = read_fields({**item(), **given_values})
    except BadFields as error:
        assert error.problems
    else:
        assert 0 <= draft.directness <= 1
        assert "\0" not in draft.sentence
