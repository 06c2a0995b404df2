"""Looking at a graph: what lies around a node, how two hang together, what lies in the middle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from smalti.graph.association import AssociationGraph
from smalti.graph.centrality import pagerank
from smalti.graph.property_graph import Node, PropertyGraph
from smalti.model.errors import InvalidInput, NotFound
from smalti.model.record import Edge

DEPTH = 2
PER_HOP = 15
"""CogMem's limits on a walk (arXiv 2610.11314): two hops, at most fifteen neighbours in each."""

Around = Mapping[str, Mapping[str, tuple[Edge, ...]]]


@dataclass(frozen=True, slots=True)
class Ego:
    """What lies around a node.

    Attributes:
        centre: the node.
        graph: the nodes reached and all edges between them.
        hops: ids reached at each distance, strongest first; the first hop is the centre alone.
        omitted: how many more lay at each distance, counted from the nodes that were reached.
    """

    centre: str
    graph: PropertyGraph
    hops: tuple[tuple[str, ...], ...]
    omitted: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Path:
    """A shortest way between two nodes.

    Attributes:
        nodes: from the one to the other; a single node if they are the same.
        steps: for each step all edges between its two nodes, in either direction.
    """

    nodes: tuple[str, ...]
    steps: tuple[tuple[Edge, ...], ...]


def ego(graph: PropertyGraph, id: str, *, depth: int = DEPTH, per_hop: int = PER_HOP) -> Ego:
    """The nodes within ``depth`` steps of a node, whatever direction edges have.

    A hop takes the ``per_hop`` nodes that the strongest edges lead to, ties by id.

    Raises:
        InvalidInput: ``depth`` or ``per_hop`` is negative.
        NotFound: the node is not there.
    """
    for name, value in (("depth", depth), ("per_hop", per_hop)):
        if value < 0:
            raise InvalidInput(name, value, "must not be negative")
    around = _around(graph, id)
    hops: list[tuple[str, ...]] = [(id,)]
    omitted, seen = [0], {id}
    for _ in range(depth):
        best: dict[str, float] = {}
        for one in hops[-1]:
            for other, edges in around[one].items():
                if other not in seen:
                    weight = max(edge.weight for edge in edges)
                    best[other] = max(weight, best.get(other, 0.0))
        ranked = sorted(best, key=lambda other: (-best[other], other))
        if not ranked:
            break
        hops.append(tuple(ranked[:per_hop]))
        omitted.append(len(ranked) - len(hops[-1]))
        seen.update(hops[-1])
    return Ego(id, graph.part(seen), tuple(hops), tuple(omitted))


def path(graph: PropertyGraph, start: str, end: str) -> Path | None:
    """A shortest path, whatever direction edges have; of several the one that sorts first.

    ``None`` if the two do not hang together.

    Raises:
        NotFound: one of the nodes is not there.
    """
    around = _around(graph, start, end)
    # From the far end, so that walking back always takes the smallest id that is one step nearer.
    distance, level = {end: 0}, [end]
    while level and start not in distance:
        beyond = {other for one in level for other in around[one] if other not in distance}
        distance.update(dict.fromkeys(beyond, distance[level[0]] + 1))
        level = sorted(beyond)
    if start not in distance:
        return None
    nodes = [start]
    while nodes[-1] != end:
        nearer = distance[nodes[-1]] - 1
        nodes.append(min(one for one in around[nodes[-1]] if distance.get(one) == nearer))
    return Path(tuple(nodes), tuple(around[one][other] for one, other in pairwise(nodes)))


def central(graph: PropertyGraph, limit: int = PER_HOP) -> tuple[tuple[Node, float], ...]:
    """The nodes with the highest PageRank and their values, ties by id.

    Edges count in both directions, and the weights of those between the same two nodes add up.
    Loops and edges of weight 0 play no part.

    Raises:
        InvalidInput: ``limit`` is negative, or weights are too large to be added.
    """
    if limit < 0:
        raise InvalidInput("limit", limit, "must not be negative")
    ranks = pagerank(undirected(graph))
    order = np.argsort(-ranks, kind="stable")[:limit].tolist()
    return tuple((graph.nodes[index], float(ranks[index])) for index in order)


def undirected(graph: PropertyGraph) -> AssociationGraph:
    """The links of a graph without direction; weights between the same two nodes add up.

    Loops and edges of weight 0 play no part.
    """
    weight: dict[tuple[str, str], float] = {}
    for edge in graph.edges:
        if edge.source != edge.target and edge.weight:
            pair = (min(edge.source, edge.target), max(edge.source, edge.target))
            weight[pair] = weight.get(pair, 0.0) + edge.weight
    links = ((one, other, heavy) for (one, other), heavy in weight.items())
    return AssociationGraph.of((node.id for node in graph.nodes), links)


def _around(graph: PropertyGraph, *wanted: str) -> Around:
    around = graph.around()
    for id in wanted:
        if id not in around:
            raise NotFound("node", id)
    return around
