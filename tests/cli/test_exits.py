from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import click
import pytest

from cli.conftest import Shell
from smalti import Memory
from smalti.cli.app import App
from smalti.cli.exits import Exit, describe, exit_for
from smalti.model.errors import (
    EmbedderMismatch,
    ExternalIdConflict,
    IllegalTransition,
    InvalidInput,
    ModelUnavailable,
    NotFound,
    StoreBusy,
    TurnTooLarge,
)


def lose_a_term(path: str = "smalti.db") -> None:
    """Damage the lexical index, as a crash of the disk might."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM lexical WHERE rowid = (SELECT min(rowid) FROM lexical)")


def good_file() -> None:
    Path("good.jsonl").write_text('{"text": "one"}\n{"text": "two"}\n', "utf-8")


def file_with_a_bad_line() -> None:
    Path("bad.jsonl").write_text('{"text": "one"}\n{"text": \n{"text": "three"}\n', "utf-8")


def file_that_is_no_database() -> None:
    Path("other.db").write_text("these are words, and not a database at all\n" * 20, "utf-8")


def nothing() -> None:
    pass


CASES: list[tuple[Exit, str, Callable[[], None]]] = [
    (Exit.DONE, "recall ticket", nothing),
    (Exit.DONE, "recall zxqv", nothing),
    (Exit.DONE, "doctor", nothing),
    (Exit.DONE, "import good.jsonl", good_file),
    (Exit.DONE, "reindex --no-model", nothing),
    (Exit.USAGE, "recall", nothing),
    (Exit.USAGE, "recall x --nope", nothing),
    (Exit.USAGE, "recall x -k many", nothing),
    (Exit.USAGE, "recall x --utc-offset Paris", nothing),
    (Exit.USAGE, "add one two --external-id a", nothing),
    (Exit.USAGE, "export smalti.db", nothing),
    (Exit.USAGE, "export - --json", nothing),
    (Exit.PARTLY, "import bad.jsonl", file_with_a_bad_line),
    (Exit.PARTLY, "import good.jsonl missing.jsonl", good_file),
    (Exit.INVALID, "recall x -k 0", nothing),
    (Exit.INVALID, "recall x --since yesterday", nothing),
    (Exit.INVALID, "recall x --language tlh", nothing),
    (Exit.INVALID, "add x --role king", nothing),
    (Exit.INVALID, "import missing.jsonl", nothing),
    (Exit.INVALID, "import good.jsonl --format nope", good_file),
    (Exit.INVALID, "export no/such/folder.jsonl", nothing),
    (Exit.NOT_FOUND, "get nothing", nothing),
    (Exit.STORE, "recall x --db missing.db", nothing),
    (Exit.STORE, "stats --db other.db", file_that_is_no_database),
    (Exit.STORE, "add x --db no/such/folder.db", nothing),
    (Exit.MODEL, "reindex", nothing),
    (Exit.PROBLEMS, "doctor", lose_a_term),
]


@pytest.mark.parametrize("json", [False, True])
@pytest.mark.parametrize(("expected", "line", "prepare"), CASES)
def test_each_outcome_has_its_exit_code(
    told: Shell, expected: Exit, line: str, prepare: Callable[[], None], json: bool
) -> None:
    prepare()
    result = told.run(*line.split(), *(["--json"] if json else []))
    assert Exit(result.exit_code) is expected, result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (InvalidInput("k", 0, "is too small"), Exit.INVALID),
        (TurnTooLarge("text", "x", "is too long"), Exit.INVALID),
        (ExternalIdConflict("a", "t_1", ("text",)), Exit.INVALID),
        (IllegalTransition("closed", "open", ()), Exit.INVALID),
        (NotFound("turn", "t_1"), Exit.NOT_FOUND),
        (StoreBusy("busy"), Exit.STORE),
        (ModelUnavailable("none"), Exit.MODEL),
        (EmbedderMismatch("a", "b"), Exit.MODEL),
        (click.UsageError("what?"), Exit.USAGE),
        (click.Abort(), Exit.INTERRUPTED),
        (RuntimeError("a slip"), Exit.UNEXPECTED),
    ],
)
def test_each_error_has_its_exit_code(error: Exception, expected: Exit) -> None:
    assert exit_for(error) is expected
    assert describe(error).keys() >= {"code", "message", "hint"}


def test_a_refused_value_is_told_by_name_and_not_at_any_length() -> None:
    told = describe(InvalidInput("text", "x" * 5000, "is too long"))
    assert told["field"] == "text"
    assert told["value"] == "x" * 200 + "…"
    assert describe(InvalidInput("k", 0, "is too small"))["value"] == 0
    assert describe(InvalidInput("raw", b"\xff", "is not text"))["value"] == "b'\\xff'"


class _Failing(App):
    """The command line with one command, which fails as it is told to."""

    def __init__(self, error: BaseException) -> None:
        super().__init__("smalti")
        self._error = error

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        return click.Command(cmd_name, callback=self._fail)

    def _fail(self) -> None:
        raise self._error


def test_an_unexpected_error_asks_for_a_report_and_shows_no_traceback() -> None:
    result = Shell(_Failing(ZeroDivisionError("a slip"))).run("boom")
    assert result.exit_code == 1
    assert "unexpected error: ZeroDivisionError: a slip" in result.stderr
    assert "report" in result.stderr
    assert "Traceback" not in result.output


def test_the_traceback_is_there_for_those_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMALTI_DEBUG", "1")
    result = Shell(_Failing(ZeroDivisionError("a slip"))).run("boom")
    assert isinstance(result.exception, ZeroDivisionError)
    assert Shell(_Failing(NotFound("turn", "x"))).run("boom").exit_code == 5


def test_an_interrupt_says_what_is_kept() -> None:
    result = Shell(_Failing(KeyboardInterrupt())).run("boom")
    assert result.exit_code == 130
    assert "journalled is kept" in result.stderr


def test_an_error_is_one_message_and_one_hint_on_stderr(told: Shell) -> None:
    result = told.run("recall", "x", "--db", "missing.db")
    assert result.stdout == ""
    first, second = result.stderr.splitlines()
    assert first == "Error: there is no memory file missing.db"
    assert second.startswith("Hint: `smalti add` or `smalti import` creates it")
    assert not Path("missing.db").exists()


def test_a_mistyped_import_leaves_no_memory_behind(shell: Shell) -> None:
    assert shell.run("import", "missing.jsonl").exit_code == Exit.INVALID
    assert not Path("smalti.db").exists()


def test_reindexing_everything_mends_what_doctor_found(told: Shell) -> None:
    lose_a_term()
    assert told.run("doctor").exit_code == Exit.PROBLEMS
    told.ok("reindex", "--all", "--no-model", "--json")
    assert told.run("doctor").exit_code == Exit.DONE


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way there")
def test_ctrl_c_in_an_import_keeps_whole_batches_and_exits_with_130(shell: Shell) -> None:
    lines = (f'{{"text": "turn number {n}", "external_id": "{n}"}}\n' for n in range(60_000))
    Path("long.jsonl").write_text("".join(lines), "utf-8")
    running = subprocess.Popen(
        [sys.executable, "-m", "smalti", "import", "long.jsonl"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=dict(os.environ),
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while _turns_in("smalti.db") == 0 and time.monotonic() < deadline:
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert (out, "Traceback" in err) == ("", False)
    assert "What was journalled is kept" in err
    kept = _turns_in("smalti.db")
    assert 0 < kept < 60_000
    assert kept % 256 == 0
    assert shell.json("doctor")["healthy"]


def _turns_in(path: str) -> int:
    if not Path(path).exists():
        return 0
    with Memory(path, embedder=None, extract=False) as memory:
        return memory.stats().turns
