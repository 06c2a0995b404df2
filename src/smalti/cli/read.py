"""``smalti recall``, ``get``, ``turns``, ``sessions`` and ``spaces``: nothing here writes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

import click

from smalti.cli.exits import Exit
from smalti.cli.options import Settings, with_settings
from smalti.cli.output import answer
from smalti.cli.render import (
    show_names,
    show_prompt,
    show_recall,
    show_sessions,
    show_turn,
    show_whole_turn,
)

if TYPE_CHECKING:
    from rich.console import Console

    from smalti.model.turn import Turn


@click.command()
@click.argument("query", nargs=-1, required=True, metavar="QUERY...")
@click.option(
    "-k", type=int, metavar="N", default=10, show_default=True, help="At most so many turns."
)
@click.option("--budget", type=int, metavar="TOKENS", help="At most so many tokens of context.")
@click.option("--speaker", multiple=True, metavar="NAME", help="Only of this speaker; repeatable.")
@click.option("--role", multiple=True, metavar="ROLE", help="Only of this role; repeatable.")
@click.option("--session", multiple=True, metavar="NAME", help="Only of this session; repeatable.")
@click.option("--since", metavar="WHEN", help="Only what was said then or later (ISO 8601).")
@click.option("--until", metavar="WHEN", help="Only what was said before then (ISO 8601).")
@click.option("--now", metavar="WHEN", help='What "two weeks ago" in the query counts back from.')
@click.option("--as-of", metavar="WHEN", help="What held then comes first (ISO 8601).")
@click.option("--known-at", metavar="WHEN", help="Only what was known then (ISO 8601).")
@click.option(
    "--diversity",
    type=float,
    metavar="X",
    default=0.0,
    show_default=True,
    help="From 0, the best turns, to 1, turns unlike each other.",
)
@click.option("--cut", is_flag=True, help="Leave out what is far below the best.")
@click.option("--explain", is_flag=True, help="Show what adds up to each score.")
@click.option("--prompt", is_flag=True, help="Show only the text to put before a language model.")
@with_settings()
def recall(
    settings: Settings,
    *,
    query: tuple[str, ...],
    k: int,
    budget: int | None,
    now: str | None,
    as_of: str | None,
    known_at: str | None,
    diversity: float,
    cut: bool,
    explain: bool,
    prompt: bool,
    **filters: str | tuple[str, ...] | None,
) -> Exit:
    """Find the turns that best answer a query, with who said them, when, and their ids.

    Nothing relevant gives no turns and the reason; that is an answer, with exit code 0.
    """
    with settings.open_existing() as memory:
        found = memory.recall(
            " ".join(query),
            k=k,
            budget=budget,
            filters={name: value for name, value in filters.items() if value},
            now=now,
            as_of=as_of,
            known_at=known_at,
            diversity=diversity,
            explain=explain,
            cut="adaptive" if cut else None,
        )
    if prompt:
        return answer(settings, found, lambda console: show_prompt(console, found))
    return answer(settings, found, lambda console: show_recall(console, found, explain))


@click.command()
@click.argument("id")
@with_settings()
def get(settings: Settings, id: str) -> Exit:
    """Show one turn by its id or external id, with all that is known of it."""
    with settings.open_existing() as memory:
        turn = memory.get(id)
    return answer(settings, turn, lambda console: show_whole_turn(console, turn))


@click.command()
@click.option("--session", metavar="NAME", help="Only of this session.")
@click.option(
    "--limit",
    type=click.IntRange(0),
    metavar="N",
    default=20,
    show_default=True,
    help="At most so many; 0 for all.",
)
@click.option("--newest", is_flag=True, help="The last turns instead of the first.")
@with_settings()
def turns(settings: Settings, *, session: str | None, limit: int, newest: bool) -> Exit:
    """List turns in the order they were journalled, the newest at the end."""
    with settings.open_existing() as memory:
        journal = memory.turns(session=session)
        listed: Iterable[Turn] = journal
        more = False
        if limit:
            listed, more = _part(journal, limit, newest)
        hint = f"only the {'last' if newest else 'first'} {limit}; --limit 0 lists all"

        def show(console: Console) -> None:
            for turn in listed:  # read as it is shown: `| head` stops the reading too
                show_turn(console, turn)
            if more:
                console.print(hint)

        return answer(settings, {"turns": listed, "more": more}, show)


def _part(journal: Iterator[Turn], limit: int, newest: bool) -> tuple[list[Turn], bool]:
    """The first or last turns, and whether there are more."""
    if newest:
        window = deque(journal, maxlen=limit + 1)
        return list(window)[-limit:], len(window) > limit
    found = list(islice(journal, limit + 1))
    return found[:limit], len(found) > limit


@click.command()
@with_settings()
def sessions(settings: Settings) -> Exit:
    """List the sessions of a space, with their turns, dates and speakers."""
    with settings.open_existing() as memory:
        found = memory.sessions()
    return answer(settings, {"sessions": found}, lambda console: show_sessions(console, found))


@click.command()
@with_settings()
def spaces(settings: Settings) -> Exit:
    """List the spaces in the file."""
    with settings.open_existing() as memory:
        names = memory.spaces()
    return answer(settings, {"spaces": names}, lambda console: show_names(console, names))
