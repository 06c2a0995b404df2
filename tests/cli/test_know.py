"""The commands that show what was learnt: what a person reads, and how they end."""

from __future__ import annotations

import pytest

from cli.conftest import Shell
from write.extract.talks import needs_parser

pytestmark = needs_parser

WHEN = ("--said-at", "2026-03-01T09:30Z")


@pytest.fixture
def known(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell whose ``smalti.db`` was told, and has read, where Ada lives and who her sister is."""
    monkeypatch.delenv("SMALTI_NO_EXTRACT")
    shell.ok("add", "I live in Lisbon.", "--speaker", "Ada", *WHEN)
    shell.ok("add", "My sister Lena is a nurse.", "--speaker", "Ada", *WHEN)
    return shell


def test_explaining_shows_every_stage_and_stores_nothing(shell: Shell) -> None:
    shown = shell.ok("explain", "I live in Lisbon.", "--speaker", "Ada")
    assert "Ada lives in Lisbon" in shown
    assert "lives_in" in shown
    assert shell.json("records")["records"] == []


def test_records_are_listed_with_their_edge_and_why_shows_the_quote(known: Shell) -> None:
    assert "Ada lives in Lisbon" in known.ok("records", "--about", "Ada")
    [record] = known.json("records", "--predicate", "lives_in")["records"]
    shown = known.ok("why", record["id"])
    assert "I live in Lisbon" in shown
    assert "commit" in shown


def test_a_limit_says_that_there_is_more(known: Shell) -> None:
    assert known.json("records", "--limit", "1")["more"] is True
    assert known.json("records", "--limit", "0")["more"] is False


def test_what_held_is_asked_for_by_date(known: Shell) -> None:
    known.ok("assert", "Ada", "works_at", "Acme", "--since", "2025-01-01", "--until", "2025-06-01")
    sentences = [r["sentence"] for r in known.json("records", "--as-of", "2025-03-01")["records"]]
    assert any("Acme" in sentence for sentence in sentences)
    held = known.json("records", "--as-of", "2025-06-01", "--predicate", "works_at")
    assert held["records"] == []


def test_entities_are_listed_with_their_other_names(known: Shell) -> None:
    shown = known.ok("entities")
    assert "Lena" in shown
    assert "Ada" in shown


def test_a_merge_is_undone_by_its_id(known: Shell) -> None:
    merged = known.json("merge", "Lena", "Ada", "--reason", "a test")
    assert known.ok("unmerge", merged["id"]).startswith("undone")


def test_turns_that_were_only_journalled_are_read_later(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell.ok("add", "I live in Lisbon.", "--speaker", "Ada", *WHEN)
    assert shell.json("stats")["unread"] == 1
    monkeypatch.delenv("SMALTI_NO_EXTRACT")
    assert "1 turns read" in shell.ok("process")
    assert shell.json("stats")["unread"] == 0


@pytest.mark.parametrize(
    "words",
    [
        ("why", "01AAAAAAAAAAAAAAAAAAAAAAAA"),
        ("history", "01AAAAAAAAAAAAAAAAAAAAAAAA"),
        ("timeline", "Nobody"),
        ("records", "--about", "Nobody"),
        ("unmerge", "01AAAAAAAAAAAAAAAAAAAAAAAA"),
        ("answer", "01AAAAAAAAAAAAAAAAAAAAAAAA", "yes"),
    ],
)
def test_what_does_not_exist_is_told_as_such(known: Shell, words: tuple[str, ...]) -> None:
    answer, code = known.envelope(*words, "--json")
    assert code == 5
    assert answer["error"]["code"] == "not_found"


@pytest.mark.parametrize("when", ["yesterday", "2026-13-01"])
def test_a_moment_that_is_none_is_refused(known: Shell, when: str) -> None:
    answer, code = known.envelope("records", "--as-of", when, "--json")
    assert code == 4
    assert answer["error"]["field"] == "as_of"
