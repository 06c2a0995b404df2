from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smalti.model.codec import from_data, to_data, to_line
from smalti.model.entity import Entity
from smalti.model.errors import InvalidInput
from smalti.model.record import Edge, Record
from smalti.model.time import Instant
from smalti.model.turn import Turn, TurnDraft
from strategies import NOUNS, drafts, instants

GOOD_EDGE: dict[str, Any] = {"source": "a", "target": "b", "kind": "about", "weight": 0.5}


@settings(max_examples=30)
@given(data=st.data())
@pytest.mark.parametrize("cls", NOUNS, ids=lambda cls: cls.__name__)
def test_a_noun_survives_its_line_of_json(cls: type, data: st.DataObject) -> None:
    noun = data.draw(NOUNS[cls])
    line = to_line(to_data(noun))
    assert "\n" not in line
    assert from_data(cls, json.loads(line)) == noun


@given(drafts)
def test_a_draft_survives_its_line_of_json(draft: TurnDraft) -> None:
    assert from_data(TurnDraft, json.loads(to_line(to_data(draft)))) == draft


@given(instants)
def test_an_instant_is_one_text_with_its_offset(moment: Instant) -> None:
    assert to_data(moment) == str(moment)
    assert from_data(Instant, str(moment)) == moment


@given(NOUNS[Turn])
def test_the_same_noun_always_makes_the_same_line(turn: Turn) -> None:
    again = from_data(Turn, dict(reversed(to_data(turn).items())))
    assert to_line(to_data(again)) == to_line(to_data(turn))


def test_text_is_written_as_it_is() -> None:
    assert (
        to_line({"b": "北京 👩\u200d👧", "a": 'é "q"'}) == '{"a":"é \\"q\\"","b":"北京 👩\u200d👧"}'
    )


def test_missing_optional_fields_get_their_defaults() -> None:
    assert from_data(Edge, {"source": "a", "target": "b", "kind": "about"}).weight == 1.0


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"colour": "red"}, "colour"),
        ({"kind": "likes"}, "kind"),
        ({"weight": "heavy"}, "weight"),
        ({"source": None}, "source"),
        ({"source": 5}, "source"),
        ({"source": ["a"]}, "source"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(change: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        from_data(Edge, GOOD_EDGE | change)
    assert caught.value.field == f"Edge.{field}"


def test_a_missing_field_is_refused_by_name() -> None:
    with pytest.raises(InvalidInput) as caught:
        from_data(Edge, {"source": "a", "kind": "about"})
    assert caught.value.field == "Edge.target"


@pytest.mark.parametrize("data", [None, [], "text", 5, {}, [1, 2]])
def test_data_of_another_shape_is_refused(data: Any) -> None:
    for cls in NOUNS:
        with pytest.raises(InvalidInput):
            from_data(cls, data)


@given(data=st.data())
def test_a_fault_inside_a_noun_is_refused_with_its_place(data: st.DataObject) -> None:
    good = to_data(data.draw(NOUNS[Record]))
    for path, value in (
        (("valid", "start"), {"at": "soon", "precision": "day"}),
        (("valid", "start"), {"at": None, "precision": "unknown", "extra": 1}),
        (("value", "comparator"), 5),
        (("confidence", "directness"), "high"),
        (("evidence",), [{"turn": "t", "start": 0}]),
        (("recorded_at",), "9999-12-31T23:59-10:00"),
        (("state",), "nowhere"),
    ):
        broken = json.loads(json.dumps(good))
        place = broken
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        with pytest.raises(InvalidInput) as caught:
            from_data(Record, broken)
        assert caught.value.field.startswith(f"Record.{path[0]}")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("evidence", [{"turn": "t", "start": 5, "end": 5}]),
        ("value", {"text": "a", "number": 1.0}),
        ("value", {}),
        ("confidence", {"directness": 2.0, "consistency": 0.0, "specificity": 0.0}),
        ("valid", {"start": {"at": "2026-03-02"}, "end": {"at": "2026-03-01"}}),
        ("valid", {"start": {"at": None, "precision": "day"}, "end": None}),
    ],
)
@settings(max_examples=5)
@given(record=NOUNS[Record])
def test_a_rule_of_the_noun_holds_for_its_json_too(record: Record, field: str, value: Any) -> None:
    with pytest.raises(InvalidInput):
        from_data(Record, to_data(record) | {field: value})


def test_a_number_is_not_taken_for_a_text_nor_a_text_for_a_list() -> None:
    for fields in ({"name": 5}, {"aliases": "Ada"}, {"aliases": [1]}):
        with pytest.raises(InvalidInput):
            from_data(Entity, {"id": "e", "kind": "person", "name": "Ada"} | fields)
