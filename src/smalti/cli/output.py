"""What every command answers: one JSON envelope for programs, or a show for people.

The envelope is the same for all commands::

    {"ok": true, "command": "recall", "data": {…}, "degraded": […], "timings_ms": {…}}
    {"ok": false, "command": "recall", "error": {"code": …, "message": …, "hint": …}}

``ok`` says that there is data; the exit code says how it went.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import is_dataclass
from typing import TYPE_CHECKING, Any

import click

from smalti.cli.exits import Exit, describe

if TYPE_CHECKING:
    from rich.console import Console

    from smalti.cli.options import Settings


def answer(
    settings: Settings, result: Any, show: Callable[[Console], None], code: Exit = Exit.DONE
) -> Exit:
    """Give the result as it was asked for; returns the exit code, for the command to return.

    ``result`` is a dataclass of results, or a mapping of such. Its ``degraded`` and ``timings_ms``
    stand in the envelope, and not in the data again.
    """
    if settings.json:
        print_json(envelope(_command(), result))
    else:
        from smalti.cli.screen import screen

        show(screen())
    return code


def envelope(command: str, result: Any) -> dict[str, Any]:
    """The envelope of a command that has something to give."""
    data = dict(_plain(result))
    degraded, timings = data.pop("degraded", []), data.pop("timings_ms", {})
    return {
        "ok": True,
        "command": command,
        "data": data,
        "degraded": degraded,
        "timings_ms": timings,
    }


def report_failure(error: Exception, arguments: Sequence[str]) -> None:
    """Tell about an error: as an envelope if the arguments ask for one, else on stderr."""
    options = list(arguments)
    if "--" in options:
        options = options[: options.index("--")]
    told = describe(error)
    if "--json" in options:
        command = next((word for word in options if not word.startswith("-")), "")
        print_json({"ok": False, "command": command, "error": told})
    elif isinstance(error, click.ClickException):
        error.show()
    else:
        click.secho(f"Error: {told['message']}", fg="red", err=True)
        if told["hint"]:
            click.echo(f"Hint: {told['hint']}", err=True)


def print_json(data: Mapping[str, Any]) -> None:
    """One object on one line of stdout; escaped only where the stream could not say it."""
    line = json.dumps(data, ensure_ascii=False)
    try:
        line.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        line = json.dumps(data)
    click.echo(line)


@contextmanager
def progress(settings: Settings, label: str) -> Iterator[Callable[[int], None]]:
    """A callback to tell how many turns were just done; a bar on stderr if somebody watches."""
    if settings.json or not sys.stderr.isatty():
        yield lambda done: None
        return
    from smalti.cli.screen import bar

    with bar(label) as advance:
        yield advance


def _command() -> str:
    """The words after ``smalti``: "recall", or "bench locomo"."""
    return click.get_current_context().command_path.partition(" ")[2]


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str) and not is_dataclass(value):
        return [_plain(each) for each in value]
    if is_dataclass(value):
        from smalti.model.codec import to_data

        return to_data(value)
    return value
