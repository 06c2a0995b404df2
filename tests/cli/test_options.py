from __future__ import annotations

from pathlib import Path

import pytest

from cli.conftest import Shell


@pytest.mark.parametrize(
    ("offset", "said_at"),
    [
        ("+02:00", "2026-03-01T12:00:00+02:00"),
        ("-05:30", "2026-03-01T12:00:00-05:30"),
        ("120", "2026-03-01T12:00:00+02:00"),
        ("-90", "2026-03-01T12:00:00-01:30"),
        ("Z", "2026-03-01T12:00:00Z"),
        ("utc", "2026-03-01T12:00:00Z"),
    ],
)
def test_times_without_an_offset_are_read_at_the_given_one(
    shell: Shell, offset: str, said_at: str
) -> None:
    shell.ok("add", "Noon", "--said-at", "2026-03-01T12:00", "--utc-offset", offset)
    assert shell.json("turns")["turns"][0]["said_at"] == said_at


@pytest.mark.parametrize("offset", ["", "noon", "+24:00", "1440", "+2:5", "1.5"])
def test_what_is_no_offset_is_refused(shell: Shell, offset: str) -> None:
    result = shell.run("add", "Noon", "--utc-offset", offset)
    assert result.exit_code == 2
    assert "--utc-offset" in result.stderr


def test_the_environment_gives_file_space_and_offset(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SMALTI_DB", "mine.db")
    monkeypatch.setenv("SMALTI_SPACE", "ada")
    monkeypatch.setenv("SMALTI_UTC_OFFSET", "+13:00")
    shell.ok("add", "Hello", "--said-at", "2026-03-01T00:30")
    assert Path("mine.db").exists()
    assert shell.json("spaces")["spaces"] == ["ada"]
    assert shell.json("turns")["turns"][0]["said_at"] == "2026-03-01T00:30:00+13:00"


def test_an_option_goes_before_the_environment(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SMALTI_DB", "mine.db")
    shell.ok("add", "Hello", "--db", "other.db")
    assert Path("other.db").exists()
    assert not Path("mine.db").exists()


def test_a_memory_that_is_not_kept_can_be_read(shell: Shell) -> None:
    assert shell.json("stats", "--db", ":memory:")["turns"] == 0
    assert list(Path().iterdir()) == []


def test_no_model_is_needed_where_none_is_wanted(told: Shell) -> None:
    found, _ = told.envelope("recall", "ticket", "--no-model", "--json")
    assert found["data"]["path"] == "lexical"
    assert found["degraded"][0]["reason"] == "this memory was opened without an embedder"
