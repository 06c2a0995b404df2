"""A router over a navigable small-world graph (Malkov and Yashunin, arXiv 1603.09320) by usearch.

Needs the ``ann`` extra. What it finds is compared exactly. The graph depends on the order in which
vectors came, and takes far longer to build than codes do, so it is never the default.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from smalti.model.errors import ModelUnavailable
from smalti.models.embedder import Vectors
from smalti.recall.filters import Mask
from smalti.recall.index import Rows, Snapshot
from smalti.recall.route.contract import BEST, Following, Routed, scored

if TYPE_CHECKING:
    from usearch.index import Index


class Hnsw(Following):
    """The nearest in the graph, compared exactly.

    A search of the graph tells nothing of what it missed. So the confidence is 1 if enough turns
    pass the filters to judge by, and 0 otherwise.

    Args:
        wanted: turns that are asked for.
        connectivity: links of a node (M).
        expansion_add: candidates while a vector is added (efConstruction).
        expansion: candidates while searching (ef).
        pays_from: turns from which it is asked at all.

    Raises:
        ModelUnavailable: at the first use, if usearch is not installed.
    """

    name = "hnsw"
    trusted_from = 1.0

    def __init__(
        self,
        wanted: int = 1_000,
        *,
        connectivity: int = 16,
        expansion_add: int = 128,
        expansion: int = 256,
        pays_from: int = 50_000,
    ) -> None:
        super().__init__()
        self.wanted = wanted
        self.pays_from = pays_from
        self._settings: dict[str, Any] = {
            "connectivity": connectivity,
            "expansion_add": expansion_add,
            "expansion_search": expansion,
        }
        self._index: Index | None = None

    def route(self, snapshot: Snapshot, query: Vectors, among: Mask | None = None) -> Routed:
        """The turns that the graph gives, of those that pass."""
        with self._lock:
            self._follow(snapshot)
            if snapshot.generation != self._generation or self._index is None:
                return Routed(np.zeros(0, np.int64), np.zeros(0, np.float32), 0.0)
            found = self._index.search(query, self.wanted, threads=1)
        rows: Rows = np.sort(np.asarray(found.keys).astype(np.int64))
        rows = rows[rows < len(snapshot)]
        rows = rows[snapshot.has_vector[rows] if among is None else among[rows]]
        return Routed(rows, scored(snapshot, rows, query), float(len(rows) >= BEST))

    def _reset(self, dimension: int) -> None:
        try:
            from usearch.index import Index
        except ImportError as error:
            hint = 'Install it with: pip install "smalti[ann]"'
            raise ModelUnavailable("no HNSW index: usearch is missing", hint=hint) from error
        self._index = Index(ndim=dimension, metric="ip", dtype="f16", **self._settings)

    def _take(self, snapshot: Snapshot, rows: Rows) -> None:
        assert snapshot.vectors is not None and self._index is not None
        # One thread: with more, the graph would depend on which of them came first.
        self._index.add(rows.astype(np.uint64), snapshot.vectors[rows], threads=1)
