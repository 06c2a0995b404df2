"""How agendas look to people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from smalti.cli.screen import visible
from smalti.cli.show_records import show_learnt

if TYPE_CHECKING:
    from smalti.agenda.agenda import Next
    from smalti.memory.agendas.told import AgendaInfo, UnitInfo
    from smalti.model.results import Receipt


def show_agendas(console: Console, found: Iterable[AgendaInfo]) -> None:
    """One line for each agenda."""
    listed = list(found)
    for info in listed:
        _head(console, info)
    if not listed:
        console.print("no agenda is open; `smalti agenda clinical-intake` opens an example")


def show_units(console: Console, info: AgendaInfo, units: Iterable[UnitInfo]) -> None:
    """Every unit with what is known of it."""
    _head(console, info)
    for unit in units:
        state = "skipped" if unit.skipped else unit.need.value
        told = "; ".join(unit.values) or unit.question
        style = "" if unit.values else "dim"
        asked = f"  (asked {unit.asked} times in vain)" if unit.asked else ""
        console.print(
            Text.assemble(
                (f"{state:9}", "cyan"),
                (f" {visible(unit.id)}  ", "bold"),
                (visible(told), style),
                (asked, "dim"),
            )
        )


def show_question(
    console: Console, info: AgendaInfo, question: Next | None, receipt: Receipt | None
) -> None:
    """What became of the reply, how far it has come, and what to ask next and why."""
    if receipt is not None:
        show_learnt(console, receipt)
    _head(console, info)
    if question is None:
        console.print(f"nothing more to ask: {info.stop.value if info.stop else 'done'}")
        return
    console.print(Text.assemble((f"{visible(question.unit.id)}  ", "bold"), question.question))
    parts = question.parts
    told = (
        f"score {parts.score:.3f} = (importance {parts.importance:.3f}"
        f" + centrality {parts.centrality:.3f} + continuity {parts.continuity:.3f})"
        f" × patience {parts.patience:.3f}"
    )
    console.print(Text(told, "dim"))


def _head(console: Console, info: AgendaInfo) -> None:
    console.print(
        Text.assemble(
            (visible(info.name), "bold green"),
            f" about {visible(info.subject)}: ",
            f"{info.coverage:.0%} covered, {info.open} of {info.units} open",
            "" if info.stop is None else f" ({info.stop.value})",
        )
    )
