"""The public data as it is, where it lies beside the project: only as much as takes seconds."""

from __future__ import annotations

from pathlib import Path

import pytest

from smalti.bench import locomo, longmemeval
from smalti.bench.locomo_file import read_audit, read_conversations

DATA = Path(__file__).parents[2].parent / "shared" / "data"


def stored(name: str) -> Path:
    path = DATA / name
    if not path.exists():
        pytest.skip(f"the development data ({name}) does not lie beside the project")
    return path


def test_all_corrections_of_the_development_half_find_their_question() -> None:
    conversations = read_conversations(stored("locomo/locomo_dev.json"))
    audit = read_audit(stored("locomo/audit_dev.json"), conversations)
    assert audit.matched == audit.entries == 87


def test_recall_by_words_finds_most_of_a_conversation() -> None:
    found = locomo.run(stored("locomo/locomo_dev.json"), embedder=None, limit=100)
    assert found["dataset"]["turns"] == 419
    product, bm25 = found["rows"]
    assert product["fraction@10"] > 0.6
    assert product["fraction@10"] > bm25["fraction@10"]


def test_recall_by_words_finds_most_of_the_evidence() -> None:
    path = stored("longmemeval/evidence_dev.jsonl")
    found = longmemeval.run(path, embedder=None, limit=60)
    assert found["dataset"]["turns"] == 451
    assert found["fraction@10"] > 0.75
