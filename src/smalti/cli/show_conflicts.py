"""How conflicts and what was decided about them look to people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from smalti.cli.render import when
from smalti.cli.screen import print_block, visible
from smalti.cli.show_records import edge, period, show_learnt
from smalti.model.conflict import Conflict

if TYPE_CHECKING:
    from smalti.model.results import Receipt, Sides, Why


def show_conflicts(console: Console, found: Sequence[Sides], status: str) -> None:
    """Each conflict with its two sentences, and how to decide it."""
    for sides in found:
        show_sides(console, sides)
    if not found:
        console.print("Nothing is in conflict." if status == "open" else "No such conflicts.")
    elif status == "open":
        ways = "stored|incoming|changed|merge|both|dismiss"
        console.print(Text(f"smalti resolve ID {ways} decides", "dim"))


def show_sides(console: Console, sides: Sides) -> None:
    """A conflict: what the judge said, both sides with their words, and what was decided."""
    conflict = sides.conflict
    head = Text.assemble((visible(conflict.reason), "bold yellow"), (f"  {conflict.id}", "dim"))
    console.print(head, soft_wrap=not console.is_terminal)
    print_block(console, Text(visible(_marks(conflict)), "dim"), "  ")
    for name, side in (("stored", sides.stored), ("incoming", sides.incoming)):
        _show_side(console, name, side)
    for record in sides.chain:
        print_block(console, Text(visible(f"since {record.sentence}"), "dim"), "  ")


def _show_side(console: Console, name: str, side: Why) -> None:
    record = side.record
    said = Text.assemble((f"{name:<9}", "dim"), (visible(record.sentence), "bold"))
    print_block(console, said, "  ")
    marks = (edge(record, side.names), record.state.value, period(record.valid))
    print_block(console, Text(visible("  ·  ".join(filter(None, marks))), "dim"), "           ")
    for quote in side.quotes[:1]:
        day = "" if quote.turn.said_at is None else f" ({when(quote.turn.said_at)})"
        words = f"{quote.turn.speaker}: “{quote.text}”{day}"
        print_block(console, Text(visible(words), "dim"), "           ")


def _marks(conflict: Conflict) -> str:
    how = "explicit" if conflict.explicit else "implicit"
    marks = [conflict.status.value, conflict.relation.value, conflict.kind.value, how]
    marks += [f"{conflict.judge} {conflict.score:.2f}"]
    if conflict.outcome:
        decided = "" if conflict.decided_at is None else f", {when(conflict.decided_at)}"
        marks.append(f"{conflict.outcome} by {conflict.decided_by}{decided}")
    return "  ·  ".join(marks)


def show_decided(console: Console, receipt: Receipt) -> None:
    """What a decision did to each record."""
    for item in receipt.items:
        if item.reason:
            line = f"{item.outcome.value:<10} {item.id}  {item.reason}"
            console.print(visible(line), soft_wrap=not console.is_terminal)
    show_learnt(console, receipt)
    if not receipt.items:
        console.print("Nothing had to be changed.")
