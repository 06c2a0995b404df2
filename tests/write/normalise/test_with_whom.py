"""Whom one lives with, and where, whatever else the sentence tells."""

from __future__ import annotations

import pytest

from smalti import Memory


@pytest.mark.parametrize(
    ("said", "predicate", "value"),
    [
        ("I live in Oslo with my husband Erik.", "lives_in", "Oslo"),
        ("I live with Erik in Oslo.", "lives_with", "Erik"),
        ("I share a flat with Kim in Oslo.", "lives_with", "Kim"),
        ("I miss Tom.", "miss", "Tom"),
    ],
)
def test_a_value_ends_where_something_else_begins(said: str, predicate: str, value: str) -> None:
    with Memory(":memory:", embedder=None) as memory:
        memory.add([{"text": said, "speaker": "Nora"}])
        found = {one.predicate: one.value.entity or "" for one in memory.records()}
        assert memory.entity(found[predicate]).name == value


def test_a_move_ends_where_somebody_lived_with_somebody() -> None:
    with Memory(":memory:", embedder=None) as memory:
        said = ("I live in Oslo with my husband Erik.", "I moved to Bergen.")
        for text, day in zip(said, ("2026-05-01", "2026-06-01"), strict=True):
            memory.add([{"text": text, "speaker": "Nora", "said_at": day}])
        homes = [one for one in memory.records() if one.predicate == "lives_in"]
        assert [memory.entity(one.value.entity or "").name for one in homes] == ["Bergen"]
