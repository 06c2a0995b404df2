from __future__ import annotations

import json
import os
import re
import select
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from cli.conftest import DEMO, Shell, process

SMALTI = f"{shlex.quote(sys.executable)} -m smalti"
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="written for a POSIX shell")


def bash(line: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", line.replace("smalti ", f"{SMALTI} ")],
        capture_output=True, encoding="utf-8", timeout=60, check=False, env=dict(os.environ),
    )  # fmt: skip


@posix_only
@pytest.mark.parametrize("reading", ["turns --limit 0", "turns --limit 0 --json", "export -"])
def test_a_reader_who_has_had_enough_ends_it_quietly(shell: Shell, reading: str) -> None:
    lines = (json.dumps({"text": f"{n} " + "word " * 100}) for n in range(2000))
    Path("long.jsonl").write_text("\n".join(lines), "utf-8")
    shell.ok("import", "long.jsonl", "--json")
    result = bash(f"smalti {reading} | head -c 20")
    assert (result.returncode, result.stderr) == (0, "")
    assert len(result.stdout) == 20


@posix_only
def test_a_reader_who_was_gone_before_the_first_word_ends_it_quietly(shell: Shell) -> None:
    shell.ok("add", "Hello")
    result = bash("(sleep 1; smalti turns) | true")
    assert (result.returncode, result.stderr) == (0, "")


@posix_only
def test_turns_are_piped_in_and_answers_piped_out() -> None:
    done = bash("printf 'The key is under the mat\\nBring milk\\n' | smalti add && "
                "smalti recall where is the key --json | tail -1")  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["data"]["items"][0]["turn"]["text"] == "The key is under the mat"


def test_in_a_pipe_there_is_neither_colour_nor_a_progress_bar(shell: Shell) -> None:
    imported = process("import", str(DEMO))
    assert imported.returncode == 0
    assert imported.stderr == ""
    assert "\x1b" not in imported.stdout
    assert "\x1b" not in shell.ok("recall", "boat", "--explain")


@posix_only
def test_a_terminal_gets_a_bar_and_colour_and_wrapped_text() -> None:
    code, shown = in_terminal("import", str(DEMO))
    assert (code, "importing" in shown) == (0, True)
    code, shown = in_terminal("recall", "mooring permit", "-k", "1")
    assert (code, "importing" in shown, "\x1b[" in shown) == (0, False, True)
    lines = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", shown).splitlines()
    assert max(map(len, lines)) <= 60
    assert sum(line.startswith("    ") for line in lines) > 2


def in_terminal(*words: str) -> tuple[int, str]:
    """The exit code and everything written to a terminal of 60 columns."""
    import pty

    reader, writer = pty.openpty()
    env = {**os.environ, "COLUMNS": "60", "TERM": "xterm-256color"}
    env.pop("NO_COLOR", None)
    running = subprocess.Popen(
        [sys.executable, "-m", "smalti", *words],
        stdin=writer, stdout=writer, stderr=writer, env=env,
    )  # fmt: skip
    shown = b""
    while running.poll() is None or _ready(reader):
        if _ready(reader):
            shown += os.read(reader, 65536)
    os.close(writer)
    os.close(reader)
    return running.returncode, shown.decode()


def _ready(reader: int) -> bool:
    return bool(select.select([reader], [], [], 0.1)[0])
