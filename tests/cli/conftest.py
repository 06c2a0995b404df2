from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from smalti.cli.app import app

DEMO = Path(__file__).parents[2] / "src" / "smalti" / "demo" / "conversation.jsonl"


class Shell:
    """Runs commands in this process, in a folder of its own, where ``smalti.db`` is created."""

    def __init__(self, command: click.Command = app) -> None:
        self._command = command

    def run(self, *words: str, input: str | bytes | None = None) -> Result:
        return CliRunner().invoke(self._command, words, input=input, prog_name="smalti")

    def ok(self, *words: str, input: str | bytes | None = None) -> str:
        """What a command that succeeds writes to standard output."""
        result = self.run(*words, input=input)
        assert result.exit_code == 0, result.output
        assert result.stderr == ""
        return result.stdout

    def json(self, *words: str, input: str | bytes | None = None) -> dict[str, Any]:
        """The one JSON object of a command that succeeds."""
        return self.envelope(*words, "--json", input=input)[0]["data"]  # type: ignore[no-any-return]

    def envelope(self, *words: str, input: str | bytes | None = None) -> tuple[dict[str, Any], int]:
        """The envelope and the exit code."""
        result = self.run(*words, input=input)
        assert result.stderr == ""
        assert result.stdout.count("\n") == 1
        return json.loads(result.stdout), result.exit_code


@pytest.fixture(autouse=True)
def quiet_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working folder for each test, no embedding model, and turns that are only journalled."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SMALTI_EMBEDDER", "none")
    monkeypatch.setenv("SMALTI_NO_EXTRACT", "1")
    for name in ("SMALTI_SPACE", "SMALTI_UTC_OFFSET", "SMALTI_DEBUG", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def shell() -> Shell:
    return Shell()


@pytest.fixture
def told(shell: Shell) -> Shell:
    """A shell whose ``smalti.db`` holds two turns."""
    shell.ok("add", "My ticket is ERR-7731", "--speaker", "Ada", "--said-at", "2026-03-01T09:30Z")
    shell.ok("add", "Thanks, noted", "--role", "assistant", "--said-at", "2026-03-02T10:00+01:00")
    return shell


def process(
    *words: str, env: Mapping[str, str] | None = None, **arguments: Any
) -> subprocess.CompletedProcess[str]:
    """The command line as a real process."""
    return subprocess.run(
        [sys.executable, "-m", "smalti", *words],
        env={**os.environ, **(env or {})},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        **arguments,
    )
