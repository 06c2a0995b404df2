"""``smalti agenda``: what is to be found out, the next best question, and what was answered."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from smalti.cli.exits import Exit
from smalti.cli.options import Settings, with_settings
from smalti.cli.output import answer

if TYPE_CHECKING:
    from smalti.memory import Memory
    from smalti.memory.agendas.handle import AgendaHandle
    from smalti.memory.agendas.questions import Clarifications

    Handle = AgendaHandle | Clarifications

_BUILT_IN = "clarifications"  # there is something to ask only where something is stored
_ONE = ("reply", "skip", "unskip", "units", "export", "drop")  # of these, one at a time


@click.command("agenda")
@click.argument("source", required=False)
@click.option("--reply", metavar="TEXT", help="Take in a reply to the next question.")
@click.option("--unit", metavar="ID", help="The reply is to this unit, not to the next question.")
@click.option("--speaker", metavar="NAME", help="Who replies.  [default: whom it is about]")
@click.option("--session", metavar="NAME", default="default", help="Where the reply is journalled.")
@click.option("--said-at", metavar="WHEN", help="When it was said (ISO 8601).  [default: now]")
@click.option("--skip", metavar="ID", help="Leave a unit out.")
@click.option("--unskip", metavar="ID", help="Take a unit in again.")
@click.option("--units", is_flag=True, help="Show how things stand with every unit.")
@click.option("--export", is_flag=True, help="Show form and state as JSON.")
@click.option("--drop", is_flag=True, help="Take the agenda out; what was learnt stays.")
@click.option("--about", metavar="NAME", help="Whom it is about.  [default: as the form says]")
@click.option("--ask-in", metavar="LANGUAGE", default="", help="Ask in this language, like en.")
@with_settings()
def agenda(settings: Settings, source: str | None, **given: Any) -> Exit:
    """Ask what is to be found out: put the next best question of an agenda.

    SOURCE is a form in YAML or JSON, or the name of an agenda: one opened before, an example
    (clinical-intake, motor-claim, incident-triage), or clarifications, what memory itself has to
    ask. Without SOURCE, list the agendas that are open.
    """
    chosen = [name for name in _ONE if given[name] not in (None, False)]
    if len(chosen) > 1:
        raise click.UsageError(f"--{chosen[0]} and --{chosen[1]} are two things; give one of them")
    if given["unit"] and given["reply"] is None:
        raise click.UsageError("--unit says what a --reply is to; give both")
    if source is None:
        if chosen:
            raise click.UsageError(f"--{chosen[0]} needs the name of an agenda")
        return _list(settings)
    looks = source == _BUILT_IN or given["drop"] or given["units"] or given["export"]
    with settings.open_existing() if looks else settings.open() as memory:
        if given["drop"]:
            return _drop(settings, memory, source, given["about"])
        handle = memory.agenda(source, subject=given["about"])
        if given["units"]:
            return _units(settings, handle)
        if given["export"]:
            return _export(settings, handle)
        return _ask(settings, handle, given)


def _list(settings: Settings) -> Exit:
    from smalti.cli.show_agendas import show_agendas

    with settings.open_existing() as memory:
        found = memory.agendas()
    return answer(settings, {"agendas": found}, lambda console: show_agendas(console, found))


def _drop(settings: Settings, memory: Memory, source: str, about: str | None) -> Exit:
    memory.drop_agenda(source, subject=about)
    return answer(settings, {"dropped": source}, lambda console: console.print(f"{source} dropped"))


def _units(settings: Settings, handle: Handle) -> Exit:
    from smalti.cli.show_agendas import show_units

    info, units = handle.info(), handle.units()
    return answer(
        settings,
        {"agenda": info, "units": units},
        lambda console: show_units(console, info, units),
    )


def _export(settings: Settings, handle: Handle) -> Exit:
    import json

    data = handle.export()
    text = json.dumps(data, ensure_ascii=False, indent=2)
    return answer(settings, data, lambda console: console.print(text, markup=False))


def _ask(settings: Settings, handle: Handle, given: dict[str, Any]) -> Exit:
    """Note what is told, then put the next question."""
    from smalti.cli.show_agendas import show_question

    receipt = None
    if given["reply"] is not None:
        receipt = handle.observe(
            given["reply"],
            unit=given["unit"],
            speaker=given["speaker"],
            said_at=given["said_at"] or "now",
            session=given["session"],
        )
    for unit, skipped in ((given["skip"], True), (given["unskip"], False)):
        if unit is not None:
            handle.skip(unit, skipped)
    question, info = handle.next(given["ask_in"]), handle.info()
    put = None if question is None else question.told
    data = {
        "agenda": info,
        "next": put,
        "receipt": None if receipt is None else replace(receipt, degraded=(), timings_ms={}),
        "degraded": () if receipt is None else receipt.degraded,
        "timings_ms": {} if receipt is None else receipt.timings_ms,
    }
    return answer(settings, data, lambda console: show_question(console, info, question, receipt))
