"""How a space settles contradictions is kept with the space."""

from __future__ import annotations

from pathlib import Path

import pytest

from smalti import InvalidInput, Memory
from smalti.model.policy import Policy
from smalti.model.record import Authority
from smalti.model.results import Outcome, Receipt
from smalti.testing import FrozenClock


def opened(path: Path, **more: str) -> Memory:
    clock = FrozenClock("2026-03-01T10:00:00Z")
    return Memory(path, embedder=None, model=None, clock=clock, **more)  # type: ignore[arg-type]


def moved(memory: Memory) -> Outcome:
    """What becomes of a later, other place to live."""
    memory.assert_("Ada", "lives_in", "Oslo", since="2025-01-01")
    return memory.assert_("Ada", "lives_in", "Bergen", since="2025-06-01").records[0].outcome


def told_by_a_document(memory: Memory) -> Receipt:
    """Ada says where she lives; then a document says something else."""
    memory.assert_("Ada", "lives_in", "Oslo", since="2025-01-01")
    return memory.assert_(
        "Ada", "lives_in", "Bergen", since="2025-06-01", speaker="register", role="document"
    )


def test_the_policy_of_a_space_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    with opened(tmp_path / "m.db") as memory:
        memory.configure(policy="ask")
    with opened(tmp_path / "m.db") as memory:
        assert memory.settings().policy is Policy.ASK
        assert moved(memory) is Outcome.DISPUTED


def test_another_space_of_the_file_keeps_its_own(tmp_path: Path) -> None:
    with opened(tmp_path / "m.db") as memory:
        memory.configure(policy="ask")
        assert moved(memory.space("other")) is Outcome.STORED


def test_a_policy_given_at_opening_goes_first(tmp_path: Path) -> None:
    with opened(tmp_path / "m.db") as memory:
        memory.configure(policy="ask")
    with opened(tmp_path / "m.db", policy="auto") as memory:
        assert moved(memory) is Outcome.STORED


def test_an_open_memory_heeds_what_another_one_decided(tmp_path: Path) -> None:
    with opened(tmp_path / "m.db") as one, opened(tmp_path / "m.db") as other:
        other.configure(policy="keep-both")
        assert one.settings().policy is Policy.KEEP_BOTH
        moved(one)
        assert len(list(one.records(predicate="lives_in"))) == 2


def test_a_document_ends_nothing_that_somebody_says_of_themselves(tmp_path: Path) -> None:
    with opened(tmp_path / "m.db") as memory:
        assert told_by_a_document(memory).records[0].outcome is Outcome.DISPUTED


def test_where_documents_go_first_they_do(tmp_path: Path) -> None:
    with opened(tmp_path / "m.db") as memory:
        done = memory.configure(authorities="document, self, other, tool, assistant")
        assert done.authorities[0] is Authority.DOCUMENT
        told_by_a_document(memory)
        assert [r.sentence for r in memory.records()] == ["Ada lives in Bergen"]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"policy": "always"}, "policy"),
        ({"authorities": "self, document"}, "authorities"),
        ({"authorities": "self, self, document, other, tool"}, "authorities"),
        ({"authorities": "self, king"}, "authorities"),
        ({"authorities": "untrusted, self, document, other, tool, assistant"}, "authorities"),
    ],
)
def test_what_cannot_be_meant_changes_nothing(
    tmp_path: Path, given: dict[str, str], field: str
) -> None:
    with opened(tmp_path / "m.db") as memory:
        with pytest.raises(InvalidInput) as caught:
            memory.configure(**given)
        assert caught.value.field == field
        assert memory.settings().policy is Policy.AUTO


def test_settings_survive_export_and_import(tmp_path: Path) -> None:
    with opened(tmp_path / "m.db") as memory:
        memory.configure(policy="ask", authorities="document,self,other,tool,assistant")
        memory.export(tmp_path / "out.jsonl")
        settings = memory.settings()
    with opened(tmp_path / "n.db") as memory:
        memory.import_(tmp_path / "out.jsonl")
        assert memory.settings() == settings


def test_an_import_leaves_the_settings_of_a_space_that_has_some(tmp_path: Path) -> None:
    with opened(tmp_path / "m.db") as memory:
        memory.configure(policy="ask")
        memory.export(tmp_path / "out.jsonl")
    with opened(tmp_path / "n.db") as memory:
        memory.configure(policy="keep-both")
        memory.import_(tmp_path / "out.jsonl")
        assert memory.settings().policy is Policy.KEEP_BOTH
