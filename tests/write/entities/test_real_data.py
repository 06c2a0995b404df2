"""The labelled pairs of names, each taken through the whole stage: stored, then resolved."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from smalti.model.entity import EntityKind
from smalti.model.record import Authority
from smalti.store.sqlite import open_sqlite
from smalti.write.names.context import speaker_of
from smalti.write.statement import Name, Statement
from write.entities.worlds import World, stated

PAIRS = Path(__file__).parents[3].parent / "shared" / "cases" / "names.jsonl"


def pairs() -> Iterator[dict[str, Any]]:
    if not PAIRS.exists():
        pytest.skip("the labelled pairs of names do not lie beside the project")
    for line in PAIRS.read_text("utf-8").splitlines():
        yield json.loads(line)


def said(pair: dict[str, Any], side: str) -> Statement:
    context, type_ = pair[f"context_{side}"], pair[f"type_{side}"]
    kind = EntityKind.PERSON if type_ == "person" else EntityKind.CONCEPT
    category = "" if kind is EntityKind.PERSON else type_
    name = Name(pair[side], kind, context, category)
    spoken = context.split(":", 1)[0].split("（", 1)[0].split("：", 1)[0].split("(", 1)[0].strip()
    by = spoken if pair["category"] == "kinship" and speaker_of(context).name else "user"
    return stated(context, name, by=by, authority=Authority.OTHER)


def found(pair: dict[str, Any]) -> str:
    with closing(open_sqlite(":memory:")) as store:
        world = World(store.space("home"))
        first, second = (world.store(said(pair, side)) for side in ("a", "b"))
    if first.record.subject == second.record.subject:
        return "same"
    asked = any(first.record.subject in question.about for question in second.proposals)
    return "propose" if asked else "different"


def test_stored_names_are_found_again_and_nothing_is_merged_that_differs() -> None:
    results = [(pair["verdict"], found(pair)) for pair in pairs()]
    right = sum(wanted == got for wanted, got in results)
    assert right / len(results) >= 0.9
    assert [row for row in results if row[1] == "same" and row[0] != "same"] == []
