"""``smalti bench serve``: many clients of one server."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from smalti.cli.bench_report import reported, say

_FIGURES = ("errors", "missed", "crossed", "first_answer_s", "seconds", "per_second")


@click.command("serve", short_help="Many clients of one server.")
@click.option(
    "--clients",
    type=click.IntRange(1),
    default=50,
    show_default=True,
    metavar="N",
    help="How many clients at once.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    metavar="N",
    help="How often each writes and recalls.",
)
@click.option(
    "--spaces",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    metavar="N",
    help="How many spaces they share.",
)
@click.option(
    "--mode",
    type=click.Choice(("now", "queued", "journal")),
    default="now",
    show_default=True,
    help="When what is written is read for records.",
)
@reported
def serve(
    clients: int, rounds: int, spaces: int, mode: str, *, as_json: bool, out: Path | None
) -> None:
    """Many clients of one server: does it keep up, and does anybody see what is another's?"""
    if find_spec("uvicorn") is None:
        raise click.ClickException("this needs the extra: pip install 'smalti[serve]'")
    from smalti.bench import report, serving

    found = serving.run(clients=clients, rounds=rounds, spaces=spaces, mode=mode, say=say)
    if out is not None:
        report.append(out, found)
    click.echo(report.to_json(found) if as_json else "\n".join(_lines(found)))


def _lines(found: dict[str, Any]) -> Iterator[str]:
    """The figures for people."""
    for row in found["rows"]:
        name = row["system"]
        yield f"{name:<8}" + "  ".join(f"{key} {row[key]:,}" for key in row if key != "system")
    yield "  ".join(f"{key} {found[key]:,}" for key in _FIGURES)
