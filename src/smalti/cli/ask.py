"""``smalti ask``: an answer with what it rests on, or that it is not in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click

from smalti.cli.exits import Exit
from smalti.cli.options import Settings, with_settings
from smalti.cli.output import answer

if TYPE_CHECKING:
    from rich.console import Console

    from smalti.model.answer import Answer


@click.command()
@click.argument("question", nargs=-1, required=True, metavar="QUESTION...")
@click.option(
    "-k", type=int, metavar="N", default=20, show_default=True, help="Look at so many turns."
)
@click.option("--budget", type=int, metavar="TOKENS", help="Turns of so many tokens at most.")
@click.option("--now", metavar="WHEN", help='What "last week" counts back from (ISO 8601).')
@click.option("--as-of", metavar="WHEN", help="What held then (ISO 8601).")
@click.option("--known-at", metavar="WHEN", help="What was believed then (ISO 8601).")
@click.option(
    "--reader",
    type=click.Choice(["auto", "local", "model"]),
    default="auto",
    show_default=True,
    help="Who answers: a language model if one is set, rules alone, or a model for sure.",
)
@click.option("--plan", "with_plan", is_flag=True, help="Show how the question was understood.")
@with_settings()
def ask(
    settings: Settings,
    *,
    question: tuple[str, ...],
    k: int,
    budget: int | None,
    now: str | None,
    as_of: str | None,
    known_at: str | None,
    reader: Literal["auto", "local", "model"],
    with_plan: bool,
) -> Exit:
    """Answer a question, with what the answer rests on.

    What is not in memory is told so; that is an answer, with exit code 0.
    """
    with settings.open_existing() as memory:
        found = memory.ask(
            " ".join(question),
            k=k,
            budget=budget,
            now=now,
            as_of=as_of,
            known_at=known_at,
            reader=reader,
        )
    return answer(settings, found, lambda console: show_answer(console, found, with_plan))


def show_answer(console: Console, found: Answer, with_plan: bool) -> None:
    """The answer, what it rests on, and on demand the plan."""
    from rich.text import Text

    from smalti.cli.render import show_notes, when
    from smalti.cli.screen import print_block, visible

    console.print(Text(visible(found.text), "bold" if found.found else "yellow"))
    if found.reason:
        console.print(Text(visible(found.reason), "dim"))
    for cited in found.citations:
        mark = " · disputed" if cited.disputed else ""
        rests = f" · record {cited.record}" if cited.record else ""
        head = f"{cited.speaker} · {when(cited.said_at)} · {cited.turn}{rests}{mark}"
        console.print()
        console.print(Text(visible(head), "cyan"))
        print_block(console, cited.text)
    for used in found.usage:
        tokens = f"{used.input_tokens:,} + {used.output_tokens:,} tokens"
        console.print()
        console.print(Text(visible(f"read by {used.model} · {tokens}"), "dim"))
    if with_plan:
        console.print()
        for name, told in found.plan.lines():
            console.print(Text(visible(f"{name}: {told}"), "dim"))
    show_notes(console, found.degraded)
