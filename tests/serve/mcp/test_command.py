from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from serve.mcp.conftest import talk_over_http, text_of
from smalti import Memory
from smalti.cli.app import app
from smalti.cli.exits import Exit
from smalti.serve.mcp.http import listen
from smalti.serve.mcp.tools import TOOLS


def smalti(*words: str) -> Result:
    return CliRunner().invoke(app, words, prog_name="smalti")


def test_the_tools_are_listed_for_people() -> None:
    listed = smalti("mcp", "--list")
    assert listed.exit_code == Exit.DONE
    assert all(tool.name in listed.stdout for tool in TOOLS)
    assert "remember" not in smalti("mcp", "--list", "--read-only").stdout


@pytest.mark.parametrize("words", [["--json"], ["--port", "7626"], ["--port", "70000", "--http"]])
def test_options_that_do_not_go_together_are_usage_errors(tmp_path: Path, words: list[str]) -> None:
    path = tmp_path / "memory.db"
    assert smalti("mcp", "--db", str(path), *words).exit_code == Exit.USAGE
    assert not path.exists()


@pytest.mark.enable_socket
@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_port_in_use_is_told_and_no_file_is_left(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with listen(0) as taken:
        port = str(taken.getsockname()[1])
        result = smalti("mcp", "--http", "--port", port, "--db", str(path))
    assert result.exit_code == Exit.INVALID
    assert "Choose another with --port" in result.stderr
    assert not path.exists()


@pytest.mark.enable_socket
@pytest.mark.allow_hosts(["127.0.0.1"])
def test_the_command_serves_http_until_it_is_interrupted(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with Memory(path, space="ada", embedder=None, model=None) as memory:
        memory.add("My ticket is ERR-7731", extract=False)
    words = ["mcp", "--http", "--port", "0", "--db", str(path), "--space", "ada", "--read-only"]
    running = subprocess.Popen(
        [sys.executable, "-m", "smalti", *words],
        env=os.environ | {"SMALTI_EMBEDDER": "none"},
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert running.stderr is not None
    try:
        url = running.stderr.readline().strip()
        found = talk_over_http(url, lambda client: client.call_tool("search", {"query": "ticket"}))
        tools = talk_over_http(url, lambda client: client.list_tools()).tools
    finally:
        running.send_signal(signal.SIGINT)
        rest = running.communicate(timeout=60)[1]
    assert "ERR-7731" in text_of(found)
    assert "remember" not in {tool.name for tool in tools}
    assert running.returncode == Exit.INTERRUPTED, rest
    assert "Traceback" not in rest
