"""The strongest others of every node as plain arrays: what a store keeps of a neighbourhood."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from smalti.graph.association import AssociationGraph, Indices, Weights
from smalti.graph.names import checked_ids
from smalti.model.errors import InvalidInput

Others = npt.NDArray[np.int32]
Cosines = npt.NDArray[np.float32]

NOBODY = -1
"""Fills the places of a list that holds fewer than its limit."""

_BLOCK = 4_096  # nodes whose lists are compared at a time


@dataclass(frozen=True, slots=True, eq=False)
class Lists:
    """For each node its strongest others with a cosine above a threshold, strongest first.

    Attributes:
        threshold: θ; every cosine in the lists is greater.
        ids: the nodes, sorted and unique.
        others: ``[n, limit]`` positions in ``ids``, then :data:`NOBODY`.
        cosines: ``[n, limit]`` of the pairs, then 0.

    Raises:
        InvalidInput: the arrays do not fit together.
    """

    threshold: float
    ids: tuple[str, ...]
    others: Others
    cosines: Cosines

    def __post_init__(self) -> None:
        nodes = checked_ids(self.ids)
        if sorted(nodes) != nodes:
            raise InvalidInput("ids", self.ids[:3], "must be sorted")
        shape = self.others.shape
        if len(shape) != 2 or shape[0] != len(nodes) or self.cosines.shape != shape:
            raise InvalidInput("others", shape, f"must be {len(nodes)} lists, as many as cosines")
        if ((self.others < NOBODY) | (self.others >= len(nodes))).any():
            raise InvalidInput("others", "positions", f"must be below {len(nodes)}")

    @property
    def limit(self) -> int:
        """The length of a full list."""
        return int(self.others.shape[1])

    def graph(self) -> AssociationGraph:
        """The edges between nodes of which each is in the other's list, weighted by cosine."""
        found = [self._edges_of(start) for start in range(0, len(self.ids), _BLOCK)]
        if not found:
            return AssociationGraph.of([])
        source, target, weight = (np.concatenate(column) for column in zip(*found, strict=True))
        return AssociationGraph(self.ids, source, target, weight)

    def _edges_of(self, start: int) -> tuple[Indices, Indices, Weights]:
        """The edges of a block of nodes with those that come after them, in order."""
        others = self.others[start : start + _BLOCK]
        row, place = np.nonzero(others > np.arange(start, start + len(others))[:, None])
        other = others[row, place].astype(np.int64)
        mutual = (self.others[other] == row[:, None] + start).any(axis=1)
        row, place, other = row[mutual], place[mutual], other[mutual]
        order = np.lexsort((other, row))
        weight = self.cosines[start : start + _BLOCK][row, place].astype(np.float64)
        return row[order] + start, other[order], weight[order]
