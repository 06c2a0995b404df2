"""How a space settles contradictions is kept with the space."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from smalti import InvalidInput, Memory
from smalti.model.errors import ModelUnavailable
from smalti.model.policy import Policy
from smalti.model.record import Authority
from smalti.model.results import Outcome, Receipt
from smalti.testing import FrozenClock, HashEmbedder


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


# ---------------------------------------------------------------------- how turns are found


def path_of_a_recall(monkeypatch: pytest.MonkeyPatch, given: str | None, told: str | None) -> str:
    """The way taken where one router is given and the environment tells another."""
    if told is not None:
        monkeypatch.setenv("SMALTI_ROUTER", told)
    with Memory(":memory:", embedder=HashEmbedder(64), extract=False, router=given) as memory:
        memory.space("other").add([f"a heron at mile {n}" for n in range(30)])
        return memory.space("other").recall("heron").path


@pytest.mark.parametrize(
    ("given", "told", "path"),
    [
        (None, None, "lexical+vector"),
        ("auto", "simhash", "lexical+vector"),
        ("exact", "simhash", "lexical+vector"),
        ("simhash", None, "lexical+vector(simhash)"),
        (None, "simhash", "lexical+vector(simhash)"),
    ],
)
def test_what_is_given_goes_before_what_the_environment_says(
    monkeypatch: pytest.MonkeyPatch, given: str | None, told: str | None, path: str
) -> None:
    assert path_of_a_recall(monkeypatch, given, told) == path


def test_a_graph_is_searched_where_its_extra_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("usearch")
    assert path_of_a_recall(monkeypatch, "hnsw", None) == "lexical+vector(hnsw)"


def test_a_router_that_is_not_installed_names_its_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "usearch", None)
    with pytest.raises(ModelUnavailable, match=r"smalti\[ann\]"):
        opened(tmp_path / "m.db", router="hnsw")
    assert not (tmp_path / "m.db").exists()


def test_an_unknown_router_leaves_no_file_behind(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="Known: auto, exact, simhash, hnsw"):
        opened(tmp_path / "m.db", router="fast")
    assert not (tmp_path / "m.db").exists()
