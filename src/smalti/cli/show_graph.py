"""How the memory graph looks to people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from smalti.cli.screen import print_block, visible
from smalti.model.lifecycle import State
from smalti.model.record import Edge, EdgeKind
from smalti.model.results import Central, Community

if TYPE_CHECKING:
    from smalti.graph.inspect import Ego, Path


def show_around(console: Console, found: Ego) -> None:
    """What each step from the centre reached, and by which links."""
    nodes = found.graph.by_id()
    around = found.graph.around()
    reached = {found.centre}
    _print(console, nodes[found.centre].label, nodes[found.centre].kind, "", "bold")
    for hop, omitted in zip(found.hops[1:], found.omitted[1:], strict=True):
        console.print()
        for id in hop:
            links = [edge for other in reached for edge in around[id].get(other, ())]
            state = "" if nodes[id].state == State.CURRENT.value else nodes[id].state
            note = "  ".join(filter(None, (state, _kinds(links))))
            _print(console, nodes[id].label, nodes[id].kind, note)
        if omitted:
            console.print(Text(f"  and {omitted:,} more", "dim"))
        reached.update(hop)


def show_path(console: Console, found: Path | None, labels: Mapping[str, str]) -> None:
    """Each step, and what links it."""
    if found is None:
        console.print("They do not hang together.")
        return
    print_block(console, visible(labels[found.nodes[0]]), "")
    for id, links in zip(found.nodes[1:], found.steps, strict=True):
        print_block(console, Text(_kinds(links), "dim"), "  ")
        print_block(console, visible(labels[id]), "")


def show_landscape(
    console: Console, communities: Sequence[Community], central: Sequence[Central]
) -> None:
    """The largest communities by their most central members, and who is central in all."""
    if not communities:
        console.print("Nothing was learnt yet.")
        return
    console.print(Text("Communities", "bold"))
    for one in communities:
        members = "; ".join(visible(member.label) for member in one.members)
        print_block(console, members, Text(f"{one.size:>6,}  ", "dim"))
    console.print()
    console.print(Text("Central", "bold"))
    for node in central:
        _print(console, node.label, node.kind, f"{node.rank:.4f}")
    if communities[0].drift:
        share = f"{communities[0].drift:.0%} of the nodes were touched since"
        console.print(Text(f"{share}; `smalti consolidate` brings this up to date", "dim"))


def _print(console: Console, label: str, kind: str, note: str, style: str = "") -> None:
    marks = "  ".join(filter(None, (kind, note)))
    print_block(console, Text.assemble((visible(label), style), (f"  {marks}", "dim")), "  ")


def _kinds(edges: Sequence[Edge]) -> str:
    """Links in words, an association with its cosine."""
    told = {
        f"{edge.kind.value} {edge.weight:.2f}"
        if edge.kind is EdgeKind.ASSOCIATED
        else edge.kind.value
        for edge in edges
    }
    return ", ".join(sorted(told))
