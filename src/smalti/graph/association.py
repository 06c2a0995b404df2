"""The association graph G_A as a value: undirected, weighted, in one canonical order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Self

import numpy as np
import numpy.typing as npt

from smalti.graph.names import checked_ids, order_of
from smalti.model.errors import InvalidInput

Indices = npt.NDArray[np.int64]
Weights = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

LIMIT = 32
"""Association edges a node may have: the neighbourhood bound Δ_max."""

HEAVIEST = 1e9
"""Weights above this are refused, so that no sum of them can overflow."""


@dataclass(frozen=True, slots=True, eq=False)
class AssociationGraph:
    """Nodes and undirected edges; equal contents are equal values, whatever order they came in.

    Attributes:
        ids: the nodes, sorted and unique.
        source: index of the lesser end of each edge; edges are sorted by (source, target).
        target: index of the greater end: no loops, no two edges between the same nodes.
        weight: in (0, ``HEAVIEST``].
        version: a hash of all the above: two graphs have the same one iff they are equal.
    """

    ids: tuple[str, ...]
    source: Indices
    target: Indices
    weight: Weights
    version: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "version", _hash(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AssociationGraph) and self.version == other.version

    def __hash__(self) -> int:
        return hash(self.version)

    def __len__(self) -> int:
        return len(self.ids)

    @classmethod
    def of(cls, ids: Iterable[str], edges: Iterable[tuple[str, str, float]] = ()) -> Self:
        """The graph of these nodes and edges, in any order and direction.

        Raises:
            InvalidInput: an id twice, an edge to a node that is not there, and all that
                :meth:`from_arrays` refuses.
        """
        nodes = checked_ids(ids)
        index = {id: number for number, id in enumerate(nodes)}
        links = list(edges)
        for link in links:
            for end in link[:2]:
                if end not in index:
                    raise InvalidInput("edges", end, "is not one of the nodes")
        return cls.from_arrays(
            nodes,
            np.array([index[source] for source, _, _ in links], dtype=np.int64),
            np.array([index[target] for _, target, _ in links], dtype=np.int64),
            np.array([weight for _, _, weight in links], dtype=np.float64),
        )

    @classmethod
    def from_arrays(
        cls, ids: Sequence[str], source: Indices, target: Indices, weight: Weights
    ) -> Self:
        """The graph whose edges are given by positions in ``ids``, in any order and direction.

        Raises:
            InvalidInput: an id twice, a loop, two edges between the same nodes, a weight that is
                not in (0, ``HEAVIEST``].
        """
        nodes = checked_ids(ids)
        order = order_of(nodes)
        rank = np.empty(len(nodes), dtype=np.int64)
        rank[order] = np.arange(len(nodes))
        ends = np.sort(np.stack([rank[source], rank[target]]), axis=0)
        key = ends[0] * len(nodes) + ends[1]
        sequence = np.argsort(key, kind="stable")
        names = tuple(nodes[position] for position in order)
        less, more = ends[0][sequence], ends[1][sequence]
        _check_edges(names, less, more, weight[sequence])
        return cls(names, less, more, weight[sequence].astype(np.float64))

    def components(self) -> Indices:
        """For each node the index of the smallest id it is connected with, which may be itself."""
        label = np.arange(len(self.ids))
        source, target = self.source, self.target
        while len(source):
            low = np.minimum(label[source], label[target])
            np.minimum.at(label, label[source], low)
            np.minimum.at(label, label[target], low)
            while not np.array_equal(label, jumped := label[label]):
                label = jumped
            apart = label[source] != label[target]
            source, target = source[apart], target[apart]
        return label

    def both_ways(self) -> tuple[Indices, Indices, Weights]:
        """Each edge once from either end: node, other, weight. A node's edges keep their order."""
        return (
            np.concatenate([self.source, self.target]),
            np.concatenate([self.target, self.source]),
            np.concatenate([self.weight, self.weight]),
        )

    def within(self, kept: Mask) -> Self:
        """The part of the graph between the nodes that are kept."""
        index = np.cumsum(kept) - 1
        inside = kept[self.source] & kept[self.target]
        return type(self)(
            tuple(self.ids[number] for number in np.flatnonzero(kept)),
            index[self.source[inside]],
            index[self.target[inside]],
            self.weight[inside],
        )

    def capped(self, limit: int = LIMIT) -> Self:
        """Only edges among the ``limit`` strongest of both their ends (ties by id).

        So no node has more than ``limit``, and which edges stay does not depend on any order.
        """
        node, other, weight = self.both_ways()
        order = np.lexsort((other, -weight, node))
        first = np.searchsorted(node[order], node[order])
        kept = np.empty(len(node), dtype=np.bool_)
        kept[order] = np.arange(len(node)) - first < limit
        half = len(self.source)
        mutual = kept[:half] & kept[half:]
        return type(self)(self.ids, self.source[mutual], self.target[mutual], self.weight[mutual])

    def union(self, other: AssociationGraph) -> AssociationGraph:
        """All nodes and edges of both; an edge that is in both has the greater weight.

        Nodes may have more edges than in either: follow it by :meth:`capped`.
        """
        ids = tuple(sorted({*self.ids, *other.ids}))
        key = np.concatenate([self._keys(ids), other._keys(ids)])
        weight = np.concatenate([self.weight, other.weight])
        order = np.lexsort((-weight, key))
        key, weight = key[order], weight[order]
        fresh = np.diff(key, prepend=-1) > 0
        source, target = np.divmod(key[fresh], max(len(ids), 1))
        return AssociationGraph(ids, source, target, weight[fresh])

    def differing(self, other: AssociationGraph) -> frozenset[str]:
        """The ends of all edges that only one of the two has, or with another weight.

        Nodes that only one of them has are among them.
        """
        ids = tuple(sorted({*self.ids, *other.ids}))
        mine, theirs = self._keys(ids), other._keys(ids)
        _, here, there = np.intersect1d(mine, theirs, assume_unique=True, return_indices=True)
        same = self.weight[here] == other.weight[there]
        keys = np.append(np.delete(mine, here[same]), np.delete(theirs, there[same]))
        ends = np.unique(np.divmod(keys, max(len(ids), 1)))
        nodes = set(self.ids).symmetric_difference(other.ids)
        return frozenset(nodes.union(ids[end] for end in ends.tolist()))

    def _keys(self, ids: tuple[str, ...]) -> Indices:
        """One number for each edge, by its ends' positions in more ids; sorted as the edges are."""
        index = {id: number for number, id in enumerate(ids)}
        place = np.array([index[id] for id in self.ids], dtype=np.int64)
        keys: Indices = place[self.source] * len(ids) + place[self.target]
        return keys


def _check_edges(ids: tuple[str, ...], less: Indices, more: Indices, weight: Weights) -> None:
    faults = (
        (less == more, "joins a node with itself"),
        (~((weight > 0) & (weight <= HEAVIEST)), f"has a weight outside (0, {HEAVIEST:g}]"),
        (np.append(False, (less[1:] == less[:-1]) & (more[1:] == more[:-1])), "is there twice"),
    )
    for wrong, problem in faults:
        if wrong[: len(less)].any():
            first = int(np.argmax(wrong))
            edge = (ids[less[first]], ids[more[first]], float(weight[first]))
            raise InvalidInput("edges", edge, problem)


def _hash(graph: AssociationGraph) -> str:
    names = [id.encode("utf-8", "surrogatepass") for id in graph.ids]
    digest = blake2b(digest_size=16)
    digest.update(len(names).to_bytes(8, "little"))
    digest.update(np.array([len(name) for name in names], dtype="<i8").tobytes())
    digest.update(b"".join(names))
    for column, kind in ((graph.source, "<i8"), (graph.target, "<i8"), (graph.weight, "<f8")):
        digest.update(column.astype(kind, copy=False).tobytes())
    return digest.hexdigest()
