"""The memory as a map: communities, the most central of them, and ways between two."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from smalti.graph.inspect import Path
from smalti.graph.property_graph import Node
from smalti.memory import Memory
from smalti.model.errors import InvalidInput
from smalti.model.record import EdgeKind
from smalti.model.results import Central, Community
from smalti.serve.console.ego import shortened
from smalti.serve.console.layout import Picture, picture
from smalti.serve.console.pages.entity import MOST, node_url, nodes_of
from smalti.serve.console.visit import Visit
from smalti.store.contract import Watermark

Made = TypeVar("Made")

_LONGEST = 90  # characters of a label
_GROUPS = 12
_CENTRAL = 12

Landscape = tuple[list[Community], list[Central]]

_drawn: WeakKeyDictionary[Memory, tuple[Watermark, Picture]] = WeakKeyDictionary()
_surveyed: WeakKeyDictionary[Memory, tuple[Watermark, Landscape]] = WeakKeyDictionary()


def view(visit: Visit) -> dict[str, Any]:
    """Communities and central nodes as lists, the way between two, and where the map is."""
    nodes = nodes_of(visit)
    small = nodes <= MOST
    shown = {
        "nodes": nodes,
        "most": MOST,
        "small": small,
        "data": visit.url("graph.json"),
        "one": visit.text("one"),
        "other": visit.text("other"),
    }
    shown |= _mapped(visit) if small else _landscape(visit) if visit.text("look") else _NOTHING
    return shown | (_way(visit) if shown["one"] and shown["other"] else {"way": None, "error": ""})


_NOTHING: Mapping[str, Any] = {"groups": (), "central": (), "kinds": (), "drift": 0.0}


def _mapped(visit: Visit) -> dict[str, Any]:
    found = _picture(visit)
    ranked = sorted(found.placed, key=lambda one: -one.rank)[:_CENTRAL]
    return {
        "groups": [
            (one.number, one.size, [(m, node_url(visit, m)) for m in one.members])
            for one in found.groups[:_GROUPS]
        ],
        "central": [
            (one.node, round(100 * one.rank / ranked[0].rank), node_url(visit, one.node))
            for one in ranked
        ],
        "kinds": sorted({node.kind for node in found.graph.nodes}),
        "drift": 0.0,
    }


def _landscape(visit: Visit) -> dict[str, Any]:
    """What a memory that is too large to be drawn hangs together by."""
    groups, ranked = _latest(visit, _surveyed, _survey)
    return {
        "groups": [
            (
                place,
                one.size,
                [(m, _central_url(visit, m.id, m.kind)) for m in one.members],
            )
            for place, one in enumerate(groups)
        ],
        "central": [
            (one, round(100 * one.rank / ranked[0].rank), _central_url(visit, one.id, one.kind))
            for one in ranked
        ],
        "kinds": [],
        "drift": groups[0].drift if groups else 0.0,
    }


def _central_url(visit: Visit, id: str, kind: str) -> str:
    return visit.url("entity" if kind == "entity" else "record", id=id)


def _survey(memory: Memory) -> Landscape:
    return memory.communities(limit=_GROUPS), memory.central(limit=_CENTRAL)


def _picture(visit: Visit) -> Picture:
    return _latest(visit, _drawn, lambda memory: picture(memory.graph()))


def _latest(
    visit: Visit,
    kept: WeakKeyDictionary[Memory, tuple[Watermark, Made]],
    make: Callable[[Memory], Made],
) -> Made:
    """What is made of a memory, made anew only when something was stored since."""
    now = visit.nouns.watermark()
    found = kept.get(visit.memory)
    if found is not None and found[0] == now:
        return found[1]
    made = make(visit.memory)
    kept[visit.memory] = (now, made)
    return made


def _way(visit: Visit) -> dict[str, Any]:
    """A shortest way between two; not looked for where all there is would have to be read."""
    if nodes_of(visit) > MOST:
        problem = f"more than {MOST:,} nodes are not walked here"
        raise InvalidInput("one", visit.text("one"), problem, fix="Use `smalti graph ONE OTHER`")
    found = visit.memory.path(visit.text("one"), visit.text("other"))
    return {"way": None if found is None else _steps(visit, found), "error": _none(found)}


def _none(found: Path | None) -> str:
    return "They do not hang together." if found is None else ""


def _steps(visit: Visit, found: Path) -> list[tuple[Node, str, str]]:
    """Each node of a way, the links that lead to it, and its page."""
    nodes = _picture(visit).graph.by_id()
    links = ["", *(_kinds(step) for step in found.steps)]
    return [
        (nodes[id], link, node_url(visit, nodes[id]))
        for id, link in zip(found.nodes, links, strict=True)
    ]


def _kinds(step: Any) -> str:
    return ", ".join(sorted({edge.kind.value for edge in step}))


def data(visit: Visit) -> dict[str, Any]:
    """The map as JSON: nodes with places and communities, edges by the places of their ends.

    With a moment asked for, records that did not hold then are marked (``off``).
    """
    if nodes_of(visit) > MOST:
        return {"nodes": [], "edges": []}
    found = _picture(visit)
    holding = _holding(visit)
    place = {one.node.id: at for at, one in enumerate(found.placed)}
    return {
        "nodes": [
            {
                "id": one.node.id,
                "label": shortened(one.node.label, _LONGEST),
                "kind": one.node.kind,
                "state": one.node.state,
                "x": one.x,
                "y": one.y,
                "c": one.community,
                "rank": round(one.rank, 6),
                "off": bool(one.node.state) and holding is not None and one.node.id not in holding,
            }
            for one in found.placed
        ],
        "edges": [
            [place[edge.source], place[edge.target], edge.kind.value, round(edge.weight, 3)]
            for edge in found.graph.edges
            if edge.kind is not EdgeKind.TEMPORAL_NEXT
        ],
    }


def _holding(visit: Visit) -> set[str] | None:
    if visit.as_of is None and visit.known_at is None:
        return None
    found = visit.memory.records(as_of=visit.as_of, known_at=visit.known_at)
    return {record.id for record in found}
