"""What cannot all be true: ``conflicts``, ``resolve``, ``undo``, ``correct``, ``retract``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from smalti.cli.exits import Exit
from smalti.cli.options import Settings, with_settings
from smalti.cli.output import answer
from smalti.cli.show_conflicts import show_conflicts, show_decided, show_sides
from smalti.model.conflict import ConflictStatus
from smalti.model.lifecycle import ANY

if TYPE_CHECKING:
    from smalti.model.results import Receipt

_CHOICES = ("stored", "incoming", "changed", "merge", "both", "dismiss")
_reason = click.option("--reason", metavar="TEXT", default="", help="Why; kept with it.")
_by = click.option("--by", metavar="NAME", default="user", show_default=True, help="Who decides.")


@click.command()
@click.argument("id", required=False)
@click.option("--about", metavar="NAME", help="Of this person or thing, by name or id.")
@click.option(
    "--status",
    type=click.Choice([*(status.value for status in ConflictStatus), ANY]),
    default=ConflictStatus.OPEN.value,
    show_default=True,
    help="Only these.",
)
@click.option(
    "--limit",
    type=click.IntRange(0),
    metavar="N",
    default=20,
    show_default=True,
    help="At most so many; 0 for all.",
)
@with_settings()
def conflicts(
    settings: Settings, *, id: str | None, about: str | None, status: str, limit: int
) -> Exit:
    """List statements that cannot both hold. With an ID, show both sides of that conflict."""
    with settings.open_existing() as memory:
        if id is not None:
            sides = memory.conflict(id)
            return answer(settings, sides, lambda console: show_sides(console, sides))
        found = memory.conflicts(status=status, about=about, limit=limit or None)
        shown = [memory.conflict(one.id) for one in found]
    return answer(
        settings, {"conflicts": found}, lambda console: show_conflicts(console, shown, status)
    )


@click.command()
@click.argument("id")
@click.argument("choice", type=click.Choice(_CHOICES))
@_reason
@_by
@with_settings()
def resolve(settings: Settings, *, id: str, choice: str, reason: str, by: str) -> Exit:
    """Decide a conflict: which side is right, or what else is the matter.

    \b
    stored    the stored statement is right, the incoming one is not
    incoming  the incoming one is right, and the stored one never was
    changed   the incoming one is right now, and the stored one was until then
    merge     both say the same
    both      both are true: a reason tells how
    dismiss   there is nothing to decide

    `smalti undo` takes it back.
    """  # noqa: D301  click reads the backspace
    with settings.open_existing() as memory:
        receipt = memory.resolve(id, choice, reason=reason, by=by)
    return _told(settings, receipt)


@click.command()
@click.argument("id")
@_reason
@_by
@with_settings()
def undo(settings: Settings, *, id: str, reason: str, by: str) -> Exit:
    """Take the decision of a conflict back: it is open again, and all is as it was before."""
    with settings.open_existing() as memory:
        receipt = memory.undo(id, reason=reason, by=by)
    return _told(settings, receipt)


@click.command()
@click.argument("id")
@click.argument("value")
@click.option("--unit", metavar="UNIT", help="The value is a number in this unit, or count.")
@_reason
@click.option("--speaker", metavar="NAME", help="Who corrects.  [default: who stated it]")
@with_settings()
def correct(
    settings: Settings, *, id: str, value: str, unit: str | None, reason: str, speaker: str | None
) -> Exit:
    """Put a record right: it was never true, and VALUE is in its place."""
    with settings.open_existing() as memory:
        receipt = memory.correct(id, value, unit=unit, reason=reason, speaker=speaker)
    return _told(settings, receipt)


@click.command()
@click.argument("id")
@_reason
@_by
@with_settings()
def retract(settings: Settings, *, id: str, reason: str, by: str) -> Exit:
    """Take a record back: it stays in the history, and nothing takes its place."""
    with settings.open_existing() as memory:
        receipt = memory.retract(id, reason=reason, by=by)
    return _told(settings, receipt)


@click.command()
@click.option(
    "--limit",
    type=click.IntRange(0),
    metavar="N",
    default=0,
    show_default=True,
    help="Look at so many, the oldest first; 0 for all.",
)
@with_settings()
def recheck(settings: Settings, *, limit: int) -> Exit:
    """Judge again what no judge could tell about; a model that is configured is asked."""
    with settings.open_existing() as memory:
        receipt = memory.recheck(limit=limit or None)
    return _told(settings, receipt)


def _told(settings: Settings, receipt: Receipt) -> Exit:
    return answer(settings, receipt, lambda console: show_decided(console, receipt))
