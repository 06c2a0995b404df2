"""Communities of turns that are alike, and a router that lets hashed neighbours vote for them.

MOSAIC (arXiv 2607.16211, §3) finds communities by locality-sensitive hashing of the query and then
searches exactly inside them. Here a community is a cell of spherical k-means (Dhillon and Modha
2001): every turn belongs to the centroid that it is nearest to, so a new turn joins one at once.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from smalti.models.embedder import Vectors
from smalti.recall.filters import Mask
from smalti.recall.index import Rows, Snapshot
from smalti.recall.route.codes import GRID, on_grid, projected
from smalti.recall.route.contract import Following, Routed, scored

Labels = NDArray[np.int64]

_A_CENTROID = 32  # turns that each centroid is worked out from
_ROUNDS = 8
_AT_ONCE = 4_096  # rows
_FLIPPED = 3  # bits at most in which a probed bucket differs
_LEAST = 64  # turns before there are communities


def trained(sample: Vectors, count: int) -> Vectors:
    """Centroids of a sample on the grid, shape ``(count, dimension)``; begins at every n-th of it.

    The same on every machine: dot products on the grid are exact, sums are whole numbers, and roots
    and divisions are rounded correctly everywhere.
    """
    centroids = sample[:: max(1, len(sample) // count)][:count].copy()
    for _ in range(_ROUNDS):
        labels = nearest_of(sample, centroids)
        order = np.argsort(labels, kind="stable")
        present, starts = np.unique(labels[order], return_index=True)
        sums = np.add.reduceat(sample[order], starts, axis=0, dtype=np.float64)
        norms = np.sqrt((sums * sums).sum(axis=1, keepdims=True)).clip(1)
        centroids[present] = np.rint(sums / norms * GRID)
    return centroids


def nearest_of(vectors: Vectors, centroids: Vectors) -> Labels:
    """For each vector on the grid the centroid with the greatest dot product, the first of ties."""
    labels = np.empty(len(vectors), np.int64)
    for start in range(0, len(vectors), _AT_ONCE):
        some = slice(start, start + _AT_ONCE)
        labels[some] = (vectors[some] @ centroids.T).argmax(axis=1)
    return labels


def probes(bits: int, wanted: int) -> list[tuple[int, ...]]:
    """Which bits to flip, as places in the order of their margins, likeliest buckets first.

    Query-directed probing (Lv et al. 2007, §4.4): with margins in ascending order, the expected
    squared margin of place i grows as (i + 1)(i + 2), and a bucket is as likely as the sum over its
    flipped bits is small. So one order serves every query.
    """
    sets = [set_ for size in range(_FLIPPED + 1) for set_ in combinations(range(bits), size)]
    return sorted(sets, key=lambda set_: sum((i + 1) * (i + 2) for i in set_))[:wanted]


class _Sorted:
    """Rows in order of a key, kept so while more are added."""

    def __init__(self, keys: Labels, rows: Rows) -> None:
        order = np.argsort(keys, kind="stable")
        self._keys, self._rows = keys[order], rows[order]

    def add(self, keys: Labels, rows: Rows) -> None:
        order = np.argsort(keys, kind="stable")
        at = np.searchsorted(self._keys, keys[order], side="right")
        self._keys = np.insert(self._keys, at, keys[order])
        self._rows = np.insert(self._rows, at, rows[order])

    def of(self, keys: Labels) -> Rows:
        """The rows of all these keys."""
        first = np.searchsorted(self._keys, keys)
        last = np.searchsorted(self._keys, keys, side="right")
        return np.concatenate([self._rows[a:b] for a, b in zip(first, last, strict=True)])


class CommunityVotes(Following):
    """Hash tables whose buckets vote for communities, in which all turns are compared.

    Buckets are probed in the order of their likelihood, and each turn in one votes for its
    community. A vote counts one over the root of the community's size, so that large ones do not
    win by size alone. Those with the most votes are searched. The confidence is the margin of the
    best: 1 less the share that the best community which is left out has of its votes.

    Centroids are worked out from the first 2ᵏ turns, k as large as possible, so they depend on what
    is stored and not on when this process began to look. Every doubling works them out anew.

    Args:
        tables: how many hash tables.
        bits: of a key.
        probed: buckets of each table.
        searched: communities that are searched.
        pays_from: turns from which it is asked at all.
    """

    name = "communities"
    trusted_from = 0.5

    def __init__(
        self,
        tables: int = 16,
        bits: int = 12,
        probed: int = 16,
        searched: int = 64,
        pays_from: int = 50_000,
    ) -> None:
        super().__init__()
        self.tables, self.bits, self.searched = tables, bits, searched
        self.pays_from = pays_from
        self._probes = probes(bits, probed)
        self._powers = 1 << np.arange(bits, dtype=np.int64)
        self._reset(0)

    def route(self, snapshot: Snapshot, query: Vectors, among: Mask | None = None) -> Routed:
        """The turns of the communities with the most votes."""
        with self._lock:
            self._follow(snapshot)
            if snapshot.generation != self._generation or not len(self._centroids):
                return Routed(np.zeros(0, np.int64), np.zeros(0, np.float32), 0.0)
            votes = self._votes(query)
            order = np.argsort(-votes, kind="stable")
            rows = self._members.of(order[: self.searched])
        rows = np.sort(rows[rows < len(snapshot)])
        rows = rows[snapshot.has_vector[rows] if among is None else among[rows]]
        left_out = votes[order[self.searched]] if len(order) > self.searched else 0.0
        margin = 1 - left_out / votes[order[0]] if votes[order[0]] else 0.0
        return Routed(rows, scored(snapshot, rows, query), float(margin))

    def _votes(self, query: Vectors) -> NDArray[np.float64]:
        margins = projected(query, self._width).ravel()[: self.tables * self.bits]
        margins = margins.reshape(self.tables, self.bits)
        votes = np.zeros(len(self._centroids), np.int64)
        for table, own in zip(self._buckets, margins, strict=True):
            order = np.argsort(np.abs(own), kind="stable")
            key = int((own > 0) @ self._powers)
            keys = [key ^ sum(1 << int(order[place]) for place in set_) for set_ in self._probes]
            found = self._labels[table.of(np.array(keys))]
            votes += np.bincount(found, minlength=len(votes))
        sizes = np.bincount(self._labels[self._labels >= 0], minlength=len(votes)).clip(1)
        weighed: NDArray[np.float64] = votes / np.sqrt(sizes)
        return weighed

    @property
    def _width(self) -> int:
        return self.tables * self.bits

    def _reset(self, dimension: int) -> None:
        self._centroids = np.zeros((0, dimension), np.float32)
        self._labels = np.zeros(0, np.int64)
        self._trained_on = 0

    def _take(self, snapshot: Snapshot, rows: Rows) -> None:
        assert snapshot.vectors is not None
        prefix = 1 << (len(snapshot).bit_length() - 1)
        before = np.flatnonzero(self._held[:prefix])
        if len(before) != self._trained_on or not len(self._centroids):
            self._train(snapshot, before, prefix)
            rows = np.flatnonzero(self._held)
            self._labels = np.zeros(0, np.int64)
        if len(self._centroids):
            self._place(snapshot, rows)

    def _train(self, snapshot: Snapshot, before: Rows, prefix: int) -> None:
        assert snapshot.vectors is not None
        count = 1 << (prefix.bit_length() // 2)
        self._trained_on = len(before)
        if len(before) < max(_LEAST, count):
            self._centroids = np.zeros((0, snapshot.vectors.shape[1]), np.float32)
            return
        step = max(1, len(before) // (count * _A_CENTROID))
        self._centroids = trained(on_grid(snapshot.vectors[before[::step]]), count)

    def _place(self, snapshot: Snapshot, rows: Rows) -> None:
        assert snapshot.vectors is not None
        first = not len(self._labels)
        labels = np.full(len(snapshot), -1, np.int64)
        labels[: len(self._labels)] = self._labels
        keys = np.empty((self.tables, len(rows)), np.int64)
        for start in range(0, len(rows), _AT_ONCE):
            some = rows[start : start + _AT_ONCE]
            vectors = snapshot.vectors[some]
            labels[some] = nearest_of(on_grid(vectors), self._centroids)
            sides = (projected(vectors, self._width) > 0).reshape(-1, self.tables, self.bits)
            keys[:, start : start + _AT_ONCE] = (sides @ self._powers).T
        self._labels = labels
        if first:
            self._members = _Sorted(labels[rows], rows)
            self._buckets = [_Sorted(own, rows) for own in keys]
            return
        self._members.add(labels[rows], rows)
        for table, own in zip(self._buckets, keys, strict=True):
            table.add(own, rows)
