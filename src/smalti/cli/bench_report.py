"""What the commands of ``smalti bench`` share: how they report, and what they recall with."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

FILE = click.Path(path_type=Path, dir_okay=False)
say = partial(click.echo, err=True)
"""To standard error: standard output holds the result and nothing else."""


def _with(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    return lambda command: reduce(lambda made, option: option(made), reversed(options), command)


reported = _with(
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead."),
    click.option("--out", type=FILE, help="Also append the JSON object to this file, as a line."),
)


def embedder() -> Any:
    """The embedder at hand; where there is none, says why."""
    from smalti.bench.stand import available_embedder

    found, reason = available_embedder()
    if found is None:
        say(f"words only: {reason}")
    return found


def publish(
    found: dict[str, Any], as_json: bool, out: Path | None, shown: dict[str, Any] | None = None
) -> None:
    """Print what was found as tables, or ``shown`` of it, or all of it as JSON."""
    from smalti.bench import render, report

    if out is not None:
        report.append(out, found)
    if as_json:
        click.echo(report.to_json(found))
        return
    from rich.console import Console

    console = Console(soft_wrap=True)
    for table in render.table_of(shown or found):
        console.print(table)
