"""BM25 over what the store found, with the statistics of the one space searched.

The store only finds candidates; scoring is done here, so that every backend ranks alike and no
other space's words have any influence.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from smalti.recall.index import Snapshot
from smalti.store.contract import LexicalHits

Scores = NDArray[np.float32]
_SMALL = 50


def bm25(hits: LexicalHits, snapshot: Snapshot, *, k1: float, b: float) -> Scores:
    """The BM25 score of every turn of the snapshot; 0 for those that were not hit.

    Robertson and Zaragoza (2009), "The Probabilistic Relevance Framework", eq. 3.15, with the
    inverse document frequency ln(1 + (N − n + ½)/(n + ½)), which is never negative.

    Returns:
        shape ``(n,)``.
    """
    scores = np.zeros(len(snapshot), np.float32)
    rows, inside = snapshot.rows_of(hits.seqs)
    rows, counts = rows[inside], hits.counts[inside]
    if not len(rows):
        return scores
    lengths = snapshot.lengths[rows] / max(float(snapshot.lengths.mean()), 1.0)
    saturation = counts + (k1 * (1 - b + b * lengths))[:, None]
    parts = counts * (k1 + 1) / saturation * idf(hits, len(snapshot))
    scores[rows] = parts.sum(axis=1, dtype=np.float64)  # so that its order does not matter
    return scores


def coverage(hits: LexicalHits, snapshot: Snapshot, topic: Collection[str]) -> Scores:
    """How much of what is asked each hit holds, by telling power: 1 is all of it, shape ``(n,)``.

    A word of the topic that no turn holds counts as the most telling one there could be. In a small
    space every word is common, so it counts as one of ``_SMALL`` turns.
    """
    turns = max(len(snapshot), _SMALL)
    asked = np.array([term in topic for term in hits.terms])
    unknown = np.log1p((turns + 0.5) / 0.5)
    power = np.where(hits.frequency > 0, idf(hits, turns), unknown) * asked
    total = float(power.sum())
    _, inside = snapshot.rows_of(hits.seqs)
    if not total or not inside.any():
        return np.zeros(1, np.float32)
    held: Scores = ((hits.counts[inside] > 0) @ power / total).astype(np.float32)
    return held


def idf(hits: LexicalHits, turns: int) -> Scores:
    """How telling each term of the query is, shape ``(t,)``; 0 for terms no turn holds."""
    n = hits.frequency.astype(np.float32)
    weights: Scores = np.log1p((np.maximum(turns - n, 0) + 0.5) / (n + 0.5))
    return np.where(n > 0, weights, 0).astype(np.float32)
