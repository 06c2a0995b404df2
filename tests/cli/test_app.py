from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest

from cli.conftest import Shell, process
from smalti import __version__
from smalti.cli.app import COMMANDS, app
from smalti.cli.exits import MEANINGS
from smalti.cli.options import DEFAULT_DB
from smalti.memory import DEFAULT_PATH

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = (DOCS / "guide" / "cli.md").read_text("utf-8")
REFERENCE = (DOCS / "reference" / "cli.md").read_text("utf-8")
SHARED = ("--db", "--space", "--json", "--language", "--utc-offset", "--no-model")


def commands() -> dict[str, click.Command]:
    context = click.Context(app)
    found = {name: app.get_command(context, name) for name in app.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}


def test_the_help_lists_every_command_and_every_exit_code(shell: Shell) -> None:
    help = shell.ok("--help")
    for name, entry in COMMANDS.items():
        assert name in help
        assert entry.summary in help
    for code, meaning in MEANINGS.items():
        assert f"{code:<4} {meaning}" in help


def test_no_command_at_all_shows_the_help_as_a_usage_error(shell: Shell) -> None:
    result = shell.run()
    assert result.exit_code == 2
    assert "recall" in result.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_says_in_its_help_what_the_list_says(shell: Shell, name: str) -> None:
    help = " ".join(shell.ok(name, "--help").split())
    assert COMMANDS[name].summary.removesuffix(".") in help
    assert help == " ".join(shell.ok(name, "-h").split())


@pytest.mark.parametrize("name", COMMANDS.keys() - {"demo", "bench"})
def test_each_command_takes_the_shared_options(shell: Shell, name: str) -> None:
    help = shell.ok(name, "--help")
    for option in SHARED:
        assert option in help


def test_every_option_has_a_help_text_and_stands_in_the_docs() -> None:
    for name, command in commands().items():
        assert f"smalti {name}" in GUIDE
        for option in command.params:
            if isinstance(option, click.Option):
                assert option.help, f"{name} {option.opts[0]}"
                told = f"`{option.opts[0]}"
                assert told in REFERENCE or told in GUIDE, f"{name} {option.opts[0]}"


def test_the_guide_tells_every_exit_code() -> None:
    for code, meaning in MEANINGS.items():
        assert f"| {code:d} | {meaning} |" in GUIDE


def test_an_unknown_command_is_a_usage_error_with_a_hint(shell: Shell) -> None:
    result = shell.run("recal")
    assert result.exit_code == 2
    assert "No such command 'recal'" in result.stderr


def test_the_default_file_is_that_of_the_library() -> None:
    assert DEFAULT_DB == DEFAULT_PATH


def test_the_module_runs_as_the_command_does() -> None:
    result = process("--version")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == f"smalti, version {__version__}\n"


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["recal"], ["recall", "--nope"]])
def test_help_and_usage_errors_load_neither_database_nor_arrays(words: list[str]) -> None:
    code = (
        "import sys, json\n"
        "from smalti.cli.app import app\n"
        "try: app(sys.argv[1:], prog_name='smalti')\n"
        "finally: print(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, encoding="utf-8", check=False
    )
    loaded = set(json.loads(result.stderr.splitlines()[-1]))
    assert loaded.isdisjoint({"sqlalchemy", "numpy", "onnxruntime", "tokenizers", "alembic"})
    if words != ["recall", "--nope"]:
        assert loaded.isdisjoint({"rich", "pydantic"})


def test_stdout_in_a_narrow_encoding_is_escaped_and_not_refused(shell: Shell) -> None:
    shell.ok("add", "米寿のお祝い")
    narrow = {"PYTHONIOENCODING": "ascii"}
    recalled = process("recall", "米寿", "--json", env=narrow)
    assert json.loads(recalled.stdout)["data"]["items"][0]["turn"]["text"] == "米寿のお祝い"
    shown = process("recall", "米寿", env=narrow)
    assert shown.returncode == 0, shown.stderr
    assert r"\u7c73\u5bff" in shown.stdout
