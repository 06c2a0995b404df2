"""Where the nodes of a graph are drawn: each community a disc, its most central nodes inside.

Force-directed layouts of thousands of nodes take seconds and come out as a ball of wool. Here every
community is packed as a sunflower (Vogel 1979, "A better way to construct the sunflower head": node
i at the angle i · 137.5° and the distance √i), and the discs are placed one after the other, the
largest first, as near as there is room to those that they are linked with. It takes time in
proportion to nodes and edges, and the same graph always looks the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin, sqrt

from smalti.graph.communities import communities
from smalti.graph.inspect import central, undirected
from smalti.graph.property_graph import Node, PropertyGraph

GOLDEN = pi * (3 - sqrt(5))
_STEP, _WIDE_STEP = 30.0, 60.0  # between neighbours of a disc, the wide one where there are few
_FEW = 400  # nodes
_GAP = 46.0  # between discs
LOOSE = -1
"""The community of nodes that nothing is linked with: they share one disc."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A node with its place. ``rank`` is its PageRank, ``community`` counts the largest as 0."""

    node: Node
    x: float
    y: float
    community: int
    rank: float


@dataclass(frozen=True, slots=True)
class Group:
    """A community: its number, how many it has, and its most central members."""

    number: int
    size: int
    members: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A graph with places. Coordinates have no unit; the origin is the middle of the largest."""

    graph: PropertyGraph
    placed: tuple[Placed, ...]
    groups: tuple[Group, ...]


_NAMED = 5  # members of a group that are named


def picture(graph: PropertyGraph) -> Picture:
    """The places of all nodes; deterministic."""
    ranked = central(graph, limit=len(graph.nodes))
    rank = {node.id: value for node, value in ranked}
    number = _numbers(graph)
    members: dict[int, list[Node]] = {}
    for node, _ in ranked:  # the most central first
        members.setdefault(number[node.id], []).append(node)
    step = _step(len(graph.nodes))
    sizes = {one: len(some) for one, some in members.items()}
    centres = _centres(sizes, _between(graph, number), step)
    placed = tuple(
        Placed(node, round(x, 1), round(y, 1), one, rank[node.id])
        for one, some in members.items()
        for node, (x, y) in zip(some, _sunflower(centres[one], len(some), step), strict=True)
    )
    groups = tuple(
        Group(one, len(members[one]), tuple(members[one][:_NAMED]))
        for one in sorted(members, key=lambda one: (one == LOOSE, one))
    )
    return Picture(graph, placed, groups)


def _numbers(graph: PropertyGraph) -> dict[str, int]:
    """The community of each node, the largest first."""
    found = undirected(graph)
    community = dict(zip(found.ids, communities(found).tolist(), strict=True))
    sizes = Counter(community.values())
    order = sorted(sizes, key=lambda one: (-sizes[one], one))
    number = {one: place if sizes[one] > 1 else LOOSE for place, one in enumerate(order)}
    return {id: number[one] for id, one in community.items()}


def _between(graph: PropertyGraph, number: Mapping[str, int]) -> Counter[tuple[int, int]]:
    """How many edges lead from a community to another."""
    found: Counter[tuple[int, int]] = Counter()
    for edge in graph.edges:
        one, other = number[edge.source], number[edge.target]
        if one != other:
            found[one, other] += 1
            found[other, one] += 1
    return found


def _step(nodes: int) -> float:
    return _STEP + (_WIDE_STEP - _STEP) * max(0.0, 1 - nodes / _FEW)


def _centres(
    sizes: Mapping[int, int], links: Mapping[tuple[int, int], int], step: float
) -> dict[int, tuple[float, float]]:
    """A place for each disc where it touches none, near to those that it is linked with."""
    discs: list[tuple[float, float, float]] = []
    placed: dict[int, tuple[float, float]] = {}
    for one in sorted(sizes, key=lambda one: (one == LOOSE, one)):
        radius = step * sqrt(sizes[one]) + _GAP / 2
        wanted = _wanted(one, placed, links)
        x, y = next(spot for spot in _spiral(*wanted) if _is_free(spot, radius, discs))
        discs.append((x, y, radius))
        placed[one] = (x, y)
    return placed


def _wanted(
    one: int, placed: Mapping[int, tuple[float, float]], links: Mapping[tuple[int, int], int]
) -> tuple[float, float]:
    """The middle of those that a community is linked with, each by the number of links."""
    weights = {other: links.get((one, other), 0) for other in placed}
    total = sum(weights.values())
    if not total:
        return 0.0, 0.0
    return (
        sum(placed[other][0] * weight for other, weight in weights.items()) / total,
        sum(placed[other][1] * weight for other, weight in weights.items()) / total,
    )


def _spiral(x: float, y: float) -> Iterator[tuple[float, float]]:
    """Places around a point, ever farther out; wider than high, as screens are."""
    place = 0
    while True:
        reach = _GAP * 0.6 * sqrt(place)
        yield x + 1.35 * reach * cos(place * GOLDEN), y + reach * sin(place * GOLDEN)
        place += 1


def _is_free(
    spot: tuple[float, float], radius: float, discs: Sequence[tuple[float, float, float]]
) -> bool:
    return all(hypot(spot[0] - x, spot[1] - y) >= radius + other for x, y, other in discs)


def _sunflower(
    centre: tuple[float, float], size: int, step: float
) -> Iterator[tuple[float, float]]:
    for place in range(size):
        reach = step * sqrt(place)
        yield centre[0] + reach * cos(place * GOLDEN), centre[1] + reach * sin(place * GOLDEN)
