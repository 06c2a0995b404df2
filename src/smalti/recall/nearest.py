"""Which turns say something similar to one that is journalled: for comparing, not for showing.

Cheap beside a recall: nothing is embedded, ranked by dialogue or read. Whatever a user asks a
recall for, its limits and filters have no influence here.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from smalti.recall.index import Rows, Snapshot
from smalti.recall.lexical import Scores, bm25
from smalti.recall.weights import Weights
from smalti.store.contract import Space

_HITS = 200  # turns scored by words: those with the rarest of them
_TERMS = 48  # of a long turn: those that come first say what it is about


def nearest(
    space: Space,
    snapshot: Snapshot,
    terms: Sequence[str],
    weights: Weights,
    *,
    limit: int,
    before: int | None = None,
) -> list[int]:
    """The sequence numbers of at most ``limit`` turns, the most similar first.

    ``before`` is the number of the turn that others are compared with: only earlier ones count, and
    its vector tells their cosines. A turn counts by its share of the best BM25 score plus its
    cosine, where it has a vector.
    """
    earlier = _earlier(snapshot, before)
    if not earlier:
        return []
    scores = _by_words(space, snapshot, terms, weights)[:earlier]
    if before is not None:
        scores = scores + _by_meaning(snapshot, earlier)[:earlier]
    best: Rows = np.argsort(-scores, kind="stable")[:limit]
    return [int(snapshot.seqs[row]) for row in best if scores[row] > 0]


def _earlier(snapshot: Snapshot, before: int | None) -> int:
    """How many turns come before one."""
    if before is None:
        return len(snapshot)
    return int(np.searchsorted(snapshot.seqs, before))


def _by_words(space: Space, snapshot: Snapshot, terms: Sequence[str], weights: Weights) -> Scores:
    asked = tuple(dict.fromkeys(terms))[:_TERMS]
    if not asked:
        return np.zeros(len(snapshot), np.float32)
    scores = bm25(space.lexical(asked, _HITS), snapshot, k1=weights.k1, b=weights.b)
    best = float(scores.max(initial=0.0))
    return scores / best if best > 0 else scores


def _by_meaning(snapshot: Snapshot, row: int) -> Scores:
    """The cosine of every turn with one of them; 0 where either has no vector."""
    known = row < len(snapshot) and snapshot.vectors is not None and snapshot.has_vector[row]
    if not known or snapshot.vectors is None:
        return np.zeros(len(snapshot), np.float32)
    cosine: Scores = snapshot.vectors @ snapshot.vectors[row]
    cosine[~snapshot.has_vector] = 0.0
    return cosine
