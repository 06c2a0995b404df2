"""The vector lane: the cosines of a query with turns, all of them or those a router names."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from smalti.models.embedder import Vectors
from smalti.recall.filters import Mask
from smalti.recall.index import Rows, Snapshot
from smalti.recall.route.contract import Routed, Router, scored

Scores = NDArray[np.float32]

_SETTLED = 1_000  # best rows whose cosines are worked out in float64
_LENDING = 500  # best rows whose neighbours are compared as well: they lend each other score
_FEW = 20_000  # turns that pass the filters, which are simply all compared
_SAMPLE = 2_048  # turns that the mean cosine is estimated from where not all are compared


@dataclass(frozen=True, slots=True)
class Compared:
    """Cosines of a query with the turns of a snapshot.

    Attributes:
        cosine: shape ``(n,)``, NaN for turns that have no vector or were not compared.
        mean: over the turns that pass the filters; ``None`` where ``cosine`` itself tells it.
        path: the way taken: "vector", "vector(NAME)" with a router, or "vector(NAME, exact)" where
            it was not sure enough and all turns were compared after all.
        confidence: of the router; 1 where all turns were compared.
    """

    cosine: Scores
    mean: float | None = None
    path: str = "vector"
    confidence: float = 1.0


def compare(
    snapshot: Snapshot, query: Vectors, router: Router, *, keep: Mask | None, hits: Rows
) -> Compared:
    """Compare a query with the turns that matter.

    Below the size from which the router pays, all turns are compared. Above it, those that pass
    the filters if they are few; otherwise those that the router names, what the words of the query
    hit, and the neighbours of the best. If the router is less sure than it has to be, all are.

    The cosines of the best turns are summed in float64 and rounded, so that the order of a sum,
    which differs between machines and shapes, does not decide the order of turns. Equal vectors get
    equal cosines.

    Args:
        snapshot: with vectors.
        query: the unit vector of the query, shape ``(dimension,)``.
        router: asked above its size.
        keep: which turns pass the filters; ``None`` for all.
        hits: rows that the lexical lane found.
    """
    if len(snapshot) < router.pays_from:
        return Compared(_all(snapshot, query, hits))
    if keep is not None and int(keep.sum()) <= _FEW:
        return Compared(_some(snapshot, query, np.flatnonzero(keep)))
    routed = router.route(snapshot, query, keep)
    if routed.confidence < router.trusted_from:
        path = f"vector({router.name}, exact)"
        return Compared(_all(snapshot, query, hits), path=path, confidence=routed.confidence)
    return Compared(
        _routed(snapshot, query, routed, hits),
        _mean(snapshot, query, keep),
        f"vector({router.name})",
        routed.confidence,
    )


def _all(snapshot: Snapshot, query: Vectors, hits: Rows) -> Scores:
    assert snapshot.vectors is not None
    cosine: Scores = snapshot.vectors @ query
    settled = np.union1d(_best(cosine, _SETTLED), hits)
    cosine[settled] = scored(snapshot, settled, query)
    if snapshot.embedded < len(snapshot):
        cosine[~snapshot.has_vector] = np.nan
    return cosine


def _some(snapshot: Snapshot, query: Vectors, rows: Rows) -> Scores:
    cosine = np.full(len(snapshot), np.nan, np.float32)
    rows = rows[snapshot.has_vector[rows]]
    cosine[rows] = scored(snapshot, rows, query)
    return cosine


def _routed(snapshot: Snapshot, query: Vectors, routed: Routed, hits: Rows) -> Scores:
    cosine = np.full(len(snapshot), np.nan, np.float32)
    cosine[routed.rows] = routed.cosines
    lending = np.concatenate([routed.rows[_best(routed.cosines, _LENDING)], hits])
    near = np.concatenate([hits, snapshot.previous[lending], snapshot.next[lending]])
    more: Rows = np.unique(near[near >= 0])
    more = more[np.isnan(cosine[more]) & snapshot.has_vector[more]]
    cosine[more] = scored(snapshot, more, query)
    return cosine


def _mean(snapshot: Snapshot, query: Vectors, keep: Mask | None) -> float:
    """Over turns at equal distances in the journal, of those that pass."""
    if keep is None and snapshot.embedded == len(snapshot):
        rows: Rows = np.arange(len(snapshot))
    else:
        rows = np.flatnonzero(snapshot.has_vector if keep is None else snapshot.has_vector & keep)
    return float(scored(snapshot, rows[:: -(-len(rows) // _SAMPLE)], query).mean(dtype=np.float64))


def _best(cosine: Scores, count: int) -> Rows:
    if len(cosine) <= count:
        return np.arange(len(cosine))
    return np.argpartition(cosine, -count)[-count:]
