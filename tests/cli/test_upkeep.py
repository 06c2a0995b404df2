from __future__ import annotations

from pathlib import Path

import pytest

from cli.conftest import DEMO, Shell
from smalti import Memory
from smalti.cli.render import size, took
from smalti.testing import HashEmbedder


def test_stats_tells_how_much_there_is(told: Shell) -> None:
    shown = told.ok("stats")
    for part in ("turns             2", "speakers          2", "without a vector  2", "KiB"):
        assert part in shown
    stats = told.json("stats")
    assert (stats["turns"], stats["space"]) == (2, "default")
    assert stats["bytes"] >= Path("smalti.db").stat().st_size


def test_doctor_gives_notes_for_what_could_be_better(told: Shell) -> None:
    shown = told.ok("doctor")
    assert shown.startswith("The file is in order.\nnote: vector: ")
    found = told.json("doctor")
    assert (found["healthy"], found["problems"]) == (True, [])
    assert found["notes"][0]["part"] == "vector"


def test_reindex_tells_what_it_did_and_what_it_could_not(told: Shell) -> None:
    result = told.run("reindex", "--all")
    assert result.exit_code == 7
    assert result.stdout.startswith("2 analysed, 0 embedded")
    assert "note: vector: embeddings are switched off" in result.stdout


def test_reindex_follows_another_language(told: Shell) -> None:
    told.ok("reindex", "--language", "nl", "--no-model")
    assert told.json("stats")["analyser"].endswith("/nl")
    assert "Run `smalti reindex`" in told.ok("doctor")


def test_vectors_of_another_model_are_reported_and_recall_goes_on_by_words(told: Shell) -> None:
    with Memory("smalti.db", embedder=HashEmbedder(), extract=False) as memory:
        memory.reindex()
    assert told.json("stats")["embedder"] == "hash (64 dimensions)"
    assert told.json("recall", "ticket")["path"] == "lexical"


def test_export_import_export_gives_the_same_bytes(shell: Shell) -> None:
    shell.ok("import", str(DEMO))
    assert shell.ok("export", "first.jsonl") == "168 written to first.jsonl\n"
    shell.ok("import", "first.jsonl", "--db", "second.db")
    assert shell.json("export", "second.jsonl", "--db", "second.db")["written"] == 168
    first = Path("first.jsonl").read_bytes()
    assert Path("second.jsonl").read_bytes() == first
    assert shell.ok("export", "-", "--db", "second.db").encode() == first


def test_export_writes_one_space_only(told: Shell) -> None:
    told.ok("add", "A secret", "--space", "other")
    assert "secret" not in told.ok("export", "-")
    assert "secret" in told.ok("export", "-", "--space", "other")


@pytest.mark.parametrize("path", ["smalti.db", "./smalti.db", "folder/../smalti.db"])
def test_export_never_overwrites_the_memory_itself(told: Shell, path: str) -> None:
    Path("folder").mkdir()
    assert told.run("export", path).exit_code == 2
    assert told.json("stats")["turns"] == 2


def test_export_of_a_missing_memory_creates_nothing(shell: Shell) -> None:
    assert shell.run("export", "-").exit_code == 6
    assert shell.run("export", "out.jsonl").exit_code == 6
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize(
    ("count", "shown"),
    [(0, "0 bytes"), (1023, "1,023 bytes"), (1536, "1.5 KiB"), (5 << 20, "5.0 MiB"),
     (3 << 40, "3,072.0 GiB")],
)  # fmt: skip
def test_sizes_are_told_as_people_say_them(count: int, shown: str) -> None:
    assert size(count) == shown


def test_durations_are_told_in_milliseconds_or_seconds() -> None:
    assert took({"a": 1.25, "b": 2}) == "3.2 ms"
    assert took({"a": 61_000}) == "61.0 s"
