"""The record that a statement becomes, and the keys it and its entities are found by."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from smalti.model.entity import Entity, EntityKind, Kinship
from smalti.model.lifecycle import State
from smalti.model.record import (
    Confidence,
    Derivation,
    DerivationKind,
    Evidence,
    Modality,
    Record,
    Value,
)
from smalti.write.entities import entity_keys, name_key, names_thing, record_id, record_keys
from strategies import entities, records
from write.entities.worlds import NOW, World, somebody, stated, thing


def test_a_record_is_a_candidate_that_says_what_its_statement_does(world: World) -> None:
    statement = replace(
        stated("Ada takes 2 mg.", "Ada", "takes", Value(number=2.0, unit="milligram")),
        recurrence="FREQ=DAILY",
        specificity=0.9,
    )
    record = world.resolve(statement).record
    assert (record.state, record.recorded_at) == (State.CANDIDATE, NOW)
    assert record.evidence == (Evidence(statement.candidate.turn, 0, 15),)
    assert record.confidence == Confidence(1.0, 0.5, 0.9)
    assert (record.value, record.predicate) == (statement.value, "takes")
    assert (record.recurrence, record.extractor) == ("FREQ=DAILY", "test")
    assert record.sentence == "Ada takes 2 mg."


def test_a_record_tells_which_entity_a_name_stands_for(world: World) -> None:
    world.tell("Tamsin Kerrow goes by TK.", "Tamsin Kerrow", "nicknamed", "TK")
    told = world.tell("TK has the keys.", "TK")
    assert told.record.derived == (
        Derivation(DerivationKind.NAME, "TK", "Tamsin Kerrow", "the same name"),
    )


def test_earlier_steps_come_first_and_once(world: World) -> None:
    step = Derivation(DerivationKind.DATE, "tomorrow", "2026-03-02", "a day later")
    made = stated("The sale is tomorrow.", thing("the sale"))
    made = replace(made, grounded=replace(made.grounded, derived=(step,)), derived=(step,))
    found = world.resolve(made).record.derived
    assert found == (step, Derivation(DerivationKind.NAME, "the sale", "sale", "the name in it"))


OTHER: list[dict[str, Any]] = [
    {"text": "Ada drinks teas."},
    {"subject": "Bo"},
    {"predicate": "brews"},
    {"value": Value(text="jam")},
    {"value": Value(number=1.0)},
    {"value": somebody("tea")},
    {"polarity": False},
    {"modality": Modality.PLANNED},
    {"condition": "in the morning"},
    {"turn": "another"},
]


@pytest.mark.parametrize("change", OTHER, ids=lambda change: next(iter(change)))
def test_what_is_said_and_where_makes_the_id(change: dict[str, Any]) -> None:
    same: dict[str, Any] = {
        "text": "Ada drinks tea.",
        "subject": "Ada",
        "predicate": "drinks",
        "value": Value(text="tea"),
        "turn": "one",
    }
    assert record_id(stated(**same)) == record_id(stated(**same))
    assert record_id(stated(**same)) != record_id(stated(**{**same, **change}))


def test_a_record_is_found_by_all_it_mentions(world: World) -> None:
    told = world.tell("Ada likes Bo.", "Ada", "likes", somebody("Bo"), by="Cy")
    record = told.record
    ada, bo, cy = record.subject, record.value.entity, record.asserted_by
    assert record_keys(record) == (
        f"slot {ada} likes",
        f"subject {ada}",
        f"value {bo}",
        f"entity {ada}",
        f"entity {bo}",
        f"entity {cy}",
        f"by {cy}",
        f"turn {record.evidence[0].turn}",
    )
    for key in record_keys(record):
        assert world.space.meeting(Record, [key]) == [record]


@pytest.mark.parametrize(
    ("unit", "dimension"), [("milligram", "mass"), (None, "count"), ("blips", "blips")]
)
def test_a_quantity_is_found_by_what_it_measures(
    world: World, unit: str | None, dimension: str
) -> None:
    told = world.tell("Ada takes 2 mg.", "Ada", "takes", Value(number=2.0, unit=unit))
    assert f"quantity {told.record.subject} {dimension}" in record_keys(told.record)


def test_an_entity_is_found_by_every_name_it_has() -> None:
    entity = Entity("e1", EntityKind.PERSON, "Tamsin Kerrow", aliases=("TK",))
    keys = entity_keys(entity)
    assert {name_key(entity.kind, name) for name in ("tamsin  KERROW", "tk")} <= set(keys)
    assert name_key(EntityKind.CONCEPT, "TK") not in keys


def test_an_entity_is_found_by_its_owner_and_by_its_winner() -> None:
    entity = Entity(
        "e2", EntityKind.PERSON, "Lena", merged_into="e3", kin=(Kinship("e1", "sister"),)
    )
    assert {"kin e1", "merged e3"} <= set(entity_keys(entity))


def test_a_pronoun_finds_nobody() -> None:
    assert entity_keys(Entity("e1", EntityKind.PERSON, "he")) == ()


@given(entities)
def test_every_entity_has_keys_each_once(entity: Entity) -> None:
    keys = entity_keys(entity)
    assert len(keys) == len(set(keys))


@given(records())
def test_every_record_has_keys_each_once(record: Record) -> None:
    keys = record_keys(record)
    assert len(keys) == len(set(keys))
    assert f"subject {record.subject}" in keys


@pytest.mark.parametrize("text", ["Thursdays", "2021", "Ada's", "next Monday evening"])
def test_what_names_nothing_becomes_a_text(world: World, text: str) -> None:
    told = world.tell(f"Meetings eat {text}.", thing("meetings"), "eats", thing(text))
    assert told.record.value.entity is None
    assert told.record.value.text == text


def test_a_value_cut_short_is_kept_in_full(world: World) -> None:
    told = world.tell(
        "Meetings eat Ada's Thursdays.",
        thing("meetings"),
        "eats",
        thing("Ada's"),
        object="Ada's Thursdays",
    )
    assert told.record.value.text == "Ada's Thursdays"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Wietske", True),
        ("Sunday Times", True),
        ("Windows 11", True),
        ("May", True),
        ("she", False),
        ("his mother", False),
        ("Friday evenings", False),
        ("14 March", False),
    ],
)
def test_which_texts_name_something(text: str, *, names: bool) -> None:
    assert names_thing(text) is names
