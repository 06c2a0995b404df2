"""The default router: all codes are compared with that of the query, few vectors are.

A code takes 64 bytes where a vector takes 1,536, and counting differing bits is one instruction a
word. So a scan of all codes costs a fraction of a scan of all vectors, and hardly anything is lost
by it, which cannot be said of buckets: at the angles between a question and its answer (about 60°)
few of them share any.
"""

from __future__ import annotations

import numpy as np

from smalti.models.embedder import Vectors
from smalti.recall.filters import Mask
from smalti.recall.index import Growing, Rows, Snapshot
from smalti.recall.route.codes import WORD, Words, chance, closest, distances, encoded, within
from smalti.recall.route.contract import BEST, Following, Routed, scored

_WIDER = 4  # times as many are compared where the first were not enough to be sure
_AT_ONCE = 8_192  # rows encoded at a time


class CodeScan(Following):
    """SimHash codes of all turns, scanned whole; the closest are compared exactly.

    The confidence is the chance that a turn with the cosine of the twentieth best one found has a
    code close enough to be compared; nearer turns have a greater one.

    Args:
        bits: of a code, a multiple of 64.
        compared: so many turns are compared exactly; four times as many if that leaves it unsure.
        pays_from: turns from which it is asked at all.
    """

    name = "simhash"
    trusted_from = 0.9

    def __init__(self, bits: int = 512, compared: int = 5_000, pays_from: int = 50_000) -> None:
        super().__init__()
        self.bits = bits
        self.compared = compared
        self.pays_from = pays_from
        self._reset(0)

    def route(self, snapshot: Snapshot, query: Vectors, among: Mask | None = None) -> Routed:
        """The turns whose codes differ least, ties by row."""
        differing = distances(self._columns(snapshot), encoded(query, self.bits))
        eligible = snapshot.has_vector if among is None else snapshot.has_vector & among
        count = int(eligible.sum())
        if count < len(eligible):
            differing[~eligible] = self.bits + 1
        counted = within(differing, self.bits)
        for compared in (self.compared, _WIDER * self.compared):
            rows, last = closest(differing, counted, compared)
            cosines = scored(snapshot, rows, query)
            confidence = self._confidence(cosines, count, last)
            if confidence >= self.trusted_from:
                break
        return Routed(rows, cosines, confidence)

    def _confidence(self, cosines: Vectors, eligible: int, last: int) -> float:
        if len(cosines) == eligible:
            return 1.0
        if len(cosines) < BEST:
            return 0.0
        return chance(float(np.partition(cosines, -BEST)[-BEST]), self.bits, last)

    def _columns(self, snapshot: Snapshot) -> tuple[Words, ...]:
        with self._lock:
            self._follow(snapshot)
            if snapshot.generation == self._generation:
                return tuple(column.array[: len(snapshot)] for column in self._codes)
        assert snapshot.vectors is not None  # a thread that still holds what was erased since
        return tuple(np.ascontiguousarray(encoded(snapshot.vectors, self.bits).T))

    def _reset(self, dimension: int) -> None:
        self._codes = tuple(Growing(np.uint64) for _ in range(self.bits // WORD))

    def _take(self, snapshot: Snapshot, rows: Rows) -> None:
        assert snapshot.vectors is not None
        for column in self._codes:
            column.grow(len(snapshot))
        for start in range(0, len(rows), _AT_ONCE):
            some = rows[start : start + _AT_ONCE]
            for column, words in zip(
                self._codes, encoded(snapshot.vectors[some], self.bits).T, strict=True
            ):
                column.array[some] = words
