"""``smalti forget`` and ``compact``: erasing for good, after asking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from smalti.cli.exits import Exit
from smalti.cli.options import Settings, with_settings
from smalti.cli.output import answer
from smalti.cli.render import show_notes, size
from smalti.cli.screen import print_fields, screen
from smalti.model.results import Degradation

if TYPE_CHECKING:
    from rich.console import Console

    from smalti.memory.forgetting import Forgotten
    from smalti.store.contract import Compaction

_KINDS = ("record", "turn", "session", "source", "entity")


@click.command()
@click.option("--record", metavar="ID", help="A record, with the turns that it quotes.")
@click.option("--turn", metavar="ID", help="A turn, by its id or its external id.")
@click.option("--session", metavar="NAME", help="All turns of a session.")
@click.option("--source", metavar="NAME", help="All that a speaker said.")
@click.option("--entity", metavar="NAME", help="Somebody or something, by name or id.")
@click.option("--everything", is_flag=True, help="Everything in the space.")
@click.option("--dry-run", is_flag=True, help="Only tell what would go.")
@click.option("--yes", is_flag=True, help="Do not ask before erasing.")
@click.option("--reason", metavar="TEXT", default="", help="Kept with the note of the erasure.")
@click.option(
    "--no-compact",
    is_flag=True,
    help="Do not rewrite the file now; remains may lie in it until `smalti compact`.",
)
@with_settings()
def forget(
    settings: Settings,
    *,
    everything: bool,
    dry_run: bool,
    yes: bool,
    reason: str,
    no_compact: bool,
    **named: str | None,
) -> Exit:
    """Erase one thing and all that rests on it. It cannot be taken back.

    What others said as well stays, what the erased had closed holds again, and no byte of the text
    is left in the file. Exit code 3 if it is erased and the file could not be rewritten.
    """
    if settings.json and not (yes or dry_run):
        raise click.UsageError("--json cannot ask: add --yes, or --dry-run to see what would go")
    target: dict[str, Any] = {kind: named[kind] for kind in _KINDS} | {"space": everything}
    with settings.open_existing() as memory:
        if not (yes or dry_run):
            would = memory.forget(**target, dry_run=True)
            show_forgotten(screen(), would)
            click.confirm("Erase this for good?", abort=True)
        done = memory.forget(**target, dry_run=dry_run, compact=not no_compact, reason=reason)
    code = Exit.PARTLY if any(note.part == "file" for note in done.degraded) else Exit.DONE
    return answer(settings, done, lambda console: show_forgotten(console, done), code)


def show_forgotten(console: Console, done: Forgotten) -> None:
    """What went or would go, and what else that changes."""
    fields: dict[str, object] = {name: f"{count:,}" for name, count in done.removed.items()}
    console.print("would be erased:" if done.dry_run else "erased:")
    print_fields(console, fields)
    changed = {
        "rewritten": sum(done.rewritten.values()),
        "hold again": len(done.reopened),
        "read anew": len(done.read_again),
        "turns that still hold a name": done.still_named,
    }
    print_fields(console, {name: count for name, count in changed.items() if count})
    if done.compacted:
        console.print(f"The file is rewritten, {size(done.bytes_freed)} smaller.")
    show_notes(console, done.degraded)


@click.command()
@with_settings()
def compact(settings: Settings) -> Exit:
    """Leave nothing in the file that was erased.

    Exit code 3 if another process that reads an older state of the file was in the way.
    """
    with settings.open_existing() as memory:
        done = memory.compact()
    code = Exit.DONE if done.done else Exit.PARTLY
    return answer(settings, done, lambda console: show_compaction(console, done), code)


def show_compaction(console: Console, done: Compaction) -> None:
    """The size before and after, or what was in the way."""
    if done.done:
        console.print(f"{size(done.before)} before, {size(done.after)} after")
    else:
        show_notes(console, [Degradation("file", done.reason, "Run `smalti compact` again")])
