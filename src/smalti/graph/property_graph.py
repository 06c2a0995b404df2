"""Typed nodes and edges as a value: what is looked at, walked and exported."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from types import MappingProxyType
from typing import Self

from smalti.graph.names import checked_ids
from smalti.model.errors import InvalidInput
from smalti.model.record import Edge


@dataclass(frozen=True, slots=True)
class Node:
    """A record, an entity or a turn: its id, what to show, what kind of thing it is.

    ``state`` is where a record stands, empty for anything else.
    """

    id: str
    label: str
    kind: str
    state: str = ""


@dataclass(frozen=True, slots=True)
class PropertyGraph:
    """A directed multigraph in one canonical order: equal contents are equal values.

    Between two nodes there may be edges of several kinds, but of each kind only one a direction.

    Attributes:
        nodes: sorted by id.
        edges: sorted by source, target and kind.
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]

    @classmethod
    def of(cls, nodes: Iterable[Node], edges: Iterable[Edge] = ()) -> Self:
        """The graph of these nodes and edges, in any order.

        Raises:
            InvalidInput: an id is empty or there twice, an edge ends at a node that is not there,
                is there twice, or has a weight that is negative or not finite.
        """
        kept = sorted(nodes, key=lambda node: node.id)
        ids = set(checked_ids(node.id for node in kept))
        links = sorted(edges, key=_key)
        for number, edge in enumerate(links):
            for end in (edge.source, edge.target):
                if end not in ids:
                    raise InvalidInput("edges", end, "is not one of the nodes")
            if number and _key(edge) == _key(links[number - 1]):
                raise InvalidInput("edges", _key(edge), "is there twice")
            if not (isfinite(edge.weight) and edge.weight >= 0):
                raise InvalidInput("weight", edge.weight, "must be finite and not negative")
        return cls(tuple(kept), tuple(links))

    def by_id(self) -> Mapping[str, Node]:
        """The nodes by their ids."""
        return MappingProxyType({node.id: node for node in self.nodes})

    def around(self) -> Mapping[str, Mapping[str, tuple[Edge, ...]]]:
        """For each node its neighbours, by id, and the edges with each, in either direction."""
        found: dict[str, defaultdict[str, list[Edge]]] = {
            node.id: defaultdict(list) for node in self.nodes
        }
        for edge in self.edges:
            if edge.source != edge.target:
                found[edge.source][edge.target].append(edge)
                found[edge.target][edge.source].append(edge)
        return {
            id: {other: tuple(edges) for other, edges in sorted(others.items())}
            for id, others in found.items()
        }

    def part(self, ids: Iterable[str]) -> Self:
        """These nodes and all edges between them; ids that are not there are passed over."""
        kept = set(ids)
        return type(self)(
            tuple(node for node in self.nodes if node.id in kept),
            tuple(edge for edge in self.edges if {edge.source, edge.target} <= kept),
        )


def _key(edge: Edge) -> tuple[str, str, str]:
    return edge.source, edge.target, edge.kind.value
