"""What lies around a node as a drawing: two rings, each node beside whom it hangs on. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from smalti.graph.inspect import Ego
from smalti.graph.property_graph import Node

WIDTH, HEIGHT = 440, 400
_RINGS = (0.0, 0.6, 1.0)  # of what lies between the middle and the margin
_MARGIN_X, _MARGIN_Y = 68, 28  # for labels
_LONGEST = 20  # characters of a label
_UPRIGHT = 0.25  # cosine below which a label stands above or below its node


@dataclass(frozen=True, slots=True)
class Spot:
    """A node of the drawing. ``anchor`` is where its label begins: start, middle or end.

    ``named`` says that its label is always seen.
    """

    id: str
    label: str
    short: str
    kind: str
    state: str
    x: float
    y: float
    radius: float
    label_x: float
    label_y: float
    anchor: str
    named: bool
    href: str


@dataclass(frozen=True, slots=True)
class Line:
    """A link of the drawing, and of which kinds it is."""

    x1: float
    y1: float
    x2: float
    y2: float
    kinds: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines, and spots over them. ``omitted`` counts what was left out."""

    lines: tuple[Line, ...]
    spots: tuple[Spot, ...]
    omitted: int


def drawn(ego: Ego, href: Callable[[Node], str]) -> Drawing:
    """The drawing of what lies around a node; deterministic."""
    nodes = ego.graph.by_id()
    angles = _angles(ego)
    spots = {
        id: _spot(nodes[id], ring, angles[id], href(nodes[id]))
        for ring, hop in enumerate(ego.hops[: len(_RINGS)])
        for id in hop
    }
    kinds: dict[tuple[str, str], list[str]] = {}
    for edge in ego.graph.edges:
        if edge.source in spots and edge.target in spots:
            pair = (min(edge.source, edge.target), max(edge.source, edge.target))
            kinds.setdefault(pair, []).append(edge.kind.value)
    lines = tuple(
        Line(spots[one].x, spots[one].y, spots[other].x, spots[other].y, ", ".join(some))
        for (one, other), some in kinds.items()
    )
    return Drawing(lines, tuple(spots.values()), sum(ego.omitted))


def _angles(ego: Ego) -> dict[str, float]:
    """The direction of each node: the first ring even, the second sorted by whom it hangs on."""
    around = ego.graph.around()
    angles = {ego.centre: 0.0}
    for hop in ego.hops[1:]:
        toward = {
            id: min((angles[other] for other in around[id] if other in angles), default=0.0)
            for id in hop
        }
        ordered: Sequence[str] = sorted(hop, key=lambda id: (toward[id], id))
        shift = pi / max(len(ordered), 1)
        for place, id in enumerate(ordered):
            angles[id] = 2 * pi * place / len(ordered) + shift
    return angles


def _spot(node: Node, ring: int, angle: float, href: str) -> Spot:
    x = WIDTH / 2 + sin(angle) * _RINGS[ring] * (WIDTH / 2 - _MARGIN_X)
    y = HEIGHT / 2 - cos(angle) * _RINGS[ring] * (HEIGHT / 2 - _MARGIN_Y)
    named = not node.state  # records are small, and named when one looks at them
    radius = 11.0 if ring == 0 else 7.0 if named else 4.5
    side = sin(angle)
    if ring == 0:
        anchor, label_x, label_y = "middle", x, y - radius - 7
    elif ring > 1 or abs(side) < _UPRIGHT:  # beside the outer ring there is no room
        above = cos(angle) > 0
        anchor, label_x, label_y = "middle", x, y - radius - 5 if above else y + radius + 14
    else:
        anchor = "start" if side > 0 else "end"
        label_x, label_y = x + (radius + 5 if side > 0 else -radius - 5), y + 4
    return Spot(
        id=node.id,
        label=node.label,
        short=shortened(node.label),
        kind=node.kind,
        state=node.state,
        x=round(x, 1),
        y=round(y, 1),
        radius=radius,
        label_x=round(label_x, 1),
        label_y=round(label_y, 1),
        anchor=anchor,
        named=named or ring == 0,
        href=href,
    )


def shortened(label: str, longest: int = _LONGEST) -> str:
    """A label of at most so many characters."""
    return label if len(label) <= longest else label[: longest - 1].rstrip() + "…"
