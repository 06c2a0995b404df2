"""Which turns say something similar to one that is journalled: for comparing, not for showing.

Cheap beside a recall: nothing is embedded, ranked by dialogue or read. Whatever a user asks a
recall for, its limits and filters have no influence here.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from smalti.recall.index import Rows, Snapshot
from smalti.recall.lexical import Scores, bm25
from smalti.recall.route.compare import compare
from smalti.recall.route.contract import Router
from smalti.recall.weights import Weights
from smalti.store.contract import LexicalHits, Space

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
    router: Router,
) -> list[int]:
    """The sequence numbers of at most ``limit`` turns, the most similar first.

    ``before`` is the number of the turn that others are compared with: only earlier ones count, and
    its vector tells their cosines. A turn counts by its share of the best BM25 score plus its
    cosine, where it has a vector. In a large space the ``router`` names the turns whose cosines are
    worked out, besides those that the words hit; that of others counts as 0.
    """
    earlier = _earlier(snapshot, before)
    if not earlier:
        return []
    hits = _hits(space, terms)
    scores = _by_words(hits, snapshot, weights)
    if before is not None:
        scores = scores + _by_meaning(hits, snapshot, earlier, router)
    return [int(snapshot.seqs[row]) for row in _best(scores[:earlier], limit)]


def _earlier(snapshot: Snapshot, before: int | None) -> int:
    """How many turns come before one."""
    if before is None:
        return len(snapshot)
    return int(np.searchsorted(snapshot.seqs, before))


def _hits(space: Space, terms: Sequence[str]) -> LexicalHits | None:
    asked = tuple(dict.fromkeys(terms))[:_TERMS]
    return space.lexical(asked, _HITS) if asked else None


def _by_words(hits: LexicalHits | None, snapshot: Snapshot, weights: Weights) -> Scores:
    if hits is None:
        return np.zeros(len(snapshot), np.float32)
    scores = bm25(hits, snapshot, k1=weights.k1, b=weights.b)
    best = float(scores.max(initial=0.0))
    return scores / best if best > 0 else scores


def _by_meaning(hits: LexicalHits | None, snapshot: Snapshot, row: int, router: Router) -> Scores:
    """The cosine of earlier turns with one of them; 0 where it is not known."""
    known = row < len(snapshot) and snapshot.vectors is not None and snapshot.has_vector[row]
    if not known or snapshot.vectors is None:
        return np.zeros(len(snapshot), np.float32)
    if len(snapshot) < router.pays_from:
        cosine: Scores = snapshot.vectors @ snapshot.vectors[row]
        cosine[~snapshot.has_vector] = 0.0
        return cosine
    hit, there = snapshot.rows_of(np.zeros(0, np.int64) if hits is None else hits.seqs)
    earlier = np.arange(len(snapshot)) < row
    found = compare(snapshot, snapshot.vectors[row], router, keep=earlier, hits=hit[there])
    return np.nan_to_num(found.cosine, copy=False, nan=0.0)


def _best(scores: Scores, limit: int) -> Rows:
    """The rows with the greatest scores above 0, ties by row; sorting all would cost the most."""
    rows: Rows = np.flatnonzero(scores > 0)
    if len(rows) > limit:
        rows = rows[scores[rows] >= np.partition(scores[rows], -limit)[-limit]]
    return rows[np.argsort(-scores[rows], kind="stable")][:limit]
