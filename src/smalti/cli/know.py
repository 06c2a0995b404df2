"""What was learnt and how: ``records``, ``why``, ``entities``, ``questions``, ``explain``."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import click

from smalti.cli.exits import Exit
from smalti.cli.options import Settings, with_settings
from smalti.cli.output import answer, progress
from smalti.cli.render import show_notes
from smalti.cli.show_records import (
    show_entities,
    show_explanation,
    show_history,
    show_learnt,
    show_questions,
    show_records,
    show_timeline,
    show_why,
)
from smalti.memory.knowing import BELIEVED
from smalti.model.lifecycle import ANY, State
from smalti.model.record import RecordKind
from smalti.model.results import Outcome

if TYPE_CHECKING:
    from rich.console import Console

    from smalti.model.results import Receipt

_limit = click.option(
    "--limit",
    type=click.IntRange(0),
    metavar="N",
    default=20,
    show_default=True,
    help="At most so many; 0 for all.",
)


@click.command()
@click.argument("text")
@click.option("--speaker", metavar="NAME", help="Who says it.  [default: the role]")
@click.option("--role", metavar="ROLE", default="user", show_default=True, help="Whose authority.")
@click.option("--session", metavar="NAME", default="default", help="What was said before it.")
@click.option("--said-at", metavar="WHEN", help="ISO 8601.  [default: now]")
@with_settings()
def explain(
    settings: Settings,
    *,
    text: str,
    speaker: str | None,
    role: str,
    session: str,
    said_at: str | None,
) -> Exit:
    """Show what each stage of a write makes of a text. Nothing is stored."""
    with settings.open() as memory:
        found = memory.explain(text, speaker=speaker, role=role, said_at=said_at, session=session)
    return answer(settings, found, lambda console: show_explanation(console, found))


@click.command()
@_limit
@with_settings()
def process(settings: Settings, limit: int) -> Exit:
    """Read the turns that nobody has read yet. Those whose reading failed come again.

    Interrupted, it goes on where it stopped. Exit code 3 if some of them cannot be read.
    """
    with settings.open_existing() as memory, progress(settings, "reading") as advance:
        receipt = memory.process(limit=limit or None, progress=advance)

    def show(console: Console) -> None:
        console.print(f"{len(receipt.items):,} turns read")
        show_learnt(console, receipt)
        show_notes(console, receipt.degraded)

    code = Exit.PARTLY if receipt.count(Outcome.FAILED) else Exit.DONE
    return answer(settings, receipt, show, code)


@click.command("assert")
@click.argument("subject")
@click.argument("predicate")
@click.argument("value")
@click.option("--unit", metavar="UNIT", help="The value is a number in this unit, or count.")
@click.option("--not", "denied", is_flag=True, help="It is not so.")
@click.option("--if", "condition", metavar="TEXT", help="Only under this condition.")
@click.option("--since", metavar="WHEN", help="From when it holds (ISO 8601).")
@click.option("--until", metavar="WHEN", help="Until when it holds, exclusive (ISO 8601).")
@click.option("--speaker", metavar="NAME", help="Who says so.  [default: the subject]")
@with_settings()
def assert_(
    settings: Settings,
    *,
    subject: str,
    predicate: str,
    value: str,
    unit: str | None,
    denied: bool,
    condition: str | None,
    since: str | None,
    until: str | None,
    speaker: str | None,
) -> Exit:
    """State something without any extraction: SUBJECT PREDICATE VALUE, like Ada lives_in Oslo."""
    with settings.open() as memory:
        receipt = memory.assert_(
            subject,
            predicate,
            value,
            unit=unit,
            polarity=not denied,
            condition=condition,
            since=since,
            until=until,
            speaker=speaker,
        )
    return answer(settings, receipt, lambda console: show_learnt(console, receipt))


_as_of = click.option("--as-of", metavar="WHEN", help="What held then (ISO 8601).")
_known_at = click.option("--known-at", metavar="WHEN", help="As it was known then (ISO 8601).")


@click.command()
@click.option("--about", metavar="NAME", help="Of this person or thing, by name or id.")
@click.option("--predicate", metavar="NAME", help="Only this predicate.")
@click.option(
    "--state",
    type=click.Choice([BELIEVED, *(state.value for state in State), ANY]),
    default=BELIEVED,
    show_default=True,
    help="Only in this state; believed: current, disputed, and then.",
)
@click.option("--kind", type=click.Choice([k.value for k in RecordKind]), help="Only of this kind.")
@click.option("--turn", metavar="ID", help="Only those that rest on this turn.")
@_as_of
@_known_at
@_limit
@with_settings()
def records(
    settings: Settings,
    *,
    about: str | None,
    predicate: str | None,
    state: str,
    kind: str | None,
    turn: str | None,
    as_of: str | None,
    known_at: str | None,
    limit: int,
) -> Exit:
    """List what was learnt, in the order it was learnt."""
    with settings.open_existing() as memory:
        matching = memory.records(
            about=about,
            predicate=predicate,
            state=state,
            kind=kind,
            turn=turn,
            as_of=as_of,
            known_at=known_at,
        )
        found = list(islice(matching, limit + 1 if limit else None))
        more = bool(limit) and len(found) > limit
        found = found[:limit] if limit else found
        names = memory.names(found)
    return answer(
        settings,
        {"records": found, "names": names, "more": more},
        lambda console: show_records(console, found, names, more),
    )


@click.command()
@click.argument("id")
@with_settings()
def why(settings: Settings, id: str) -> Exit:
    """Show the way from what was said to a record: quotes, derivations, confidence, steps."""
    with settings.open_existing() as memory:
        found = memory.why(id)
    return answer(settings, found, lambda console: show_why(console, found))


@click.command()
@click.argument("id")
@_known_at
@with_settings()
def history(settings: Settings, *, id: str, known_at: str | None) -> Exit:
    """Show all that was ever recorded in a slot. A record names it; every change is told."""
    with settings.open_existing() as memory:
        versions = memory.history(id, known_at=known_at)
        names = memory.names([version.record for version in versions])
    return answer(
        settings,
        {"versions": versions, "names": names},
        lambda console: show_history(console, versions, names),
    )


@click.command()
@click.argument("name")
@_as_of
@_known_at
@with_settings()
def timeline(settings: Settings, *, name: str, as_of: str | None, known_at: str | None) -> Exit:
    """Show what is known, in the order it began. NAME is a person or thing, by name or id."""
    with settings.open_existing() as memory:
        seen = memory.timeline(name, as_of=as_of, known_at=known_at)
        names = memory.names([one.record for one in seen])
    return answer(
        settings,
        {"timeline": seen, "names": names},
        lambda console: show_timeline(console, seen, names),
    )


@click.command()
@_limit
@with_settings()
def entities(settings: Settings, limit: int) -> Exit:
    """List everybody and everything known. Other names stand beside them."""
    with settings.open_existing() as memory:
        found = list(islice(memory.entities(), limit or None))
    return answer(settings, {"entities": found}, lambda console: show_entities(console, found))


@click.command()
@click.argument("winner")
@click.argument("loser")
@click.option("--reason", metavar="TEXT", default="", help="Why they are one.")
@with_settings()
def merge(settings: Settings, *, winner: str, loser: str, reason: str) -> Exit:
    """Make two entities one, given by name or id; `smalti unmerge` takes it back."""
    with settings.open_existing() as memory:
        made = memory.merge(winner, loser, reason=reason)
    return answer(settings, made, lambda console: console.print(f"merged    {made.id}"))


@click.command()
@click.argument("id")
@with_settings()
def unmerge(settings: Settings, id: str) -> Exit:
    """Take a merge back; everything is as if it had not been made."""
    with settings.open_existing() as memory:
        undone = memory.unmerge(id)
    return answer(settings, undone, lambda console: console.print(f"undone    {undone.id}"))


@click.command()
@_limit
@with_settings()
def questions(settings: Settings, limit: int) -> Exit:
    """List what is worth asking, the most pressing first."""
    with settings.open_existing() as memory:
        found = memory.clarifications(limit=limit or None)
    return answer(settings, {"questions": found}, lambda console: show_questions(console, found))


@click.command("answer")
@click.argument("id")
@click.argument("reply")
@click.option("--speaker", metavar="NAME", help="Who answers.  [default: user]")
@with_settings()
def answer_(settings: Settings, *, id: str, reply: str, speaker: str | None) -> Exit:
    """Answer a question of `smalti questions`: yes, no, or what is right instead."""
    with settings.open_existing() as memory:
        receipt: Receipt = memory.answer(id, reply, speaker=speaker)
    return answer(settings, receipt, lambda console: show_learnt(console, receipt))
