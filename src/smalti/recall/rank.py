"""From the lanes' scores to one ranking: a pure function of arrays.

With l the BM25 score as a share of the best one, and v the cosine as a share of the way from the
mean cosine to the best one, each over the turns that pass the filters::

    own   = lexical·l + vector·v
          + speaker·[the query names exactly one speaker, and it is theirs]
          + date·[said on a day the query names]
    score = own
          + max(0, w·own(previous turn), next·own(next turn))    within the session
          + session·max(own over the session)

where w = previous, plus answers if the previous turn is a question. Shares of the best rather than
z-scores, because the variance of BM25 shrinks as a space grows and the balance with the vectors
would drift with it (measured in docs/decisions/0005-ranking.md).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from smalti.recall.filters import Mask
from smalti.recall.index import Rows, Snapshot
from smalti.recall.query import QueryPlan
from smalti.recall.weights import Weights
from smalti.recall.when import Window

Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Ranking:
    """The best rows in order, and the parts that add up to each row's score.

    ``parts`` are arrays over all rows of the snapshot, shape ``(n,)``; scores are shares of what a
    turn could reach that is best in everything, so they lie below 1.
    """

    rows: Rows
    score: Scores
    parts: dict[str, Scores]


def rank(
    snapshot: Snapshot,
    plan: QueryPlan,
    weights: Weights,
    *,
    lexical: Scores,
    cosine: Scores | None,
    allowed: Mask | None,
    depth: int | None = None,
) -> Ranking:
    """Rank the allowed turns that score above 0. Ties go to the earlier turn of the journal.

    Args:
        snapshot: the turns.
        plan: what the query names.
        weights: the numbers above.
        lexical: BM25 scores, shape ``(n,)``; 0 for no hit.
        cosine: cosines with the query, shape ``(n,)``, NaN for turns without a vector, which then
            count as average; ``None`` without vectors.
        allowed: which turns pass the filters; ``None`` for all.
        depth: how many rows are wanted; ``None`` for all.
    """
    keep = np.ones(len(snapshot), np.bool_) if allowed is None else allowed
    parts = {
        "lexical": weights.lexical * _share(np.where(keep, lexical, 0)),
        "vector": weights.vector * _centred(cosine, keep),
        "speaker": weights.speaker * _named_speaker(snapshot, plan),
        "date": weights.date * in_windows(snapshot, plan.windows).astype(np.float32),
    }
    own: Scores = np.sum(list(parts.values()), axis=0, dtype=np.float32)
    parts["neighbours"] = _neighbours(snapshot, np.where(keep, own, 0), weights)
    parts["session"] = weights.session * _best_of_session(snapshot, own, keep)
    parts = {name: (part / weights.best_score).astype(np.float32) for name, part in parts.items()}
    score = np.sum(list(parts.values()), axis=0)
    # Below 0 a turn is further from the query than the average one: that is no find.
    return Ranking(_best(score, np.flatnonzero(keep & (score > 0)), depth), score, parts)


def diversify(
    ranking: Ranking, vectors: NDArray[np.float32], diversity: float, *, depth: int
) -> Ranking:
    """Maximal marginal relevance (Carbonell and Goldstein 1998) over the best ``depth`` rows.

    Each next row maximises (1 − diversity)·score/best − diversity·(greatest cosine with those
    already taken). The rest of the ranking follows unchanged.
    """
    pool, rest = ranking.rows[:depth], ranking.rows[depth:]
    if not len(pool):
        return ranking
    relevance = ranking.score[pool] / max(float(ranking.score[pool].max()), 1e-9)
    similarity = vectors[pool] @ vectors[pool].T
    nearest = np.zeros(len(pool), np.float32)
    left = np.ones(len(pool), np.bool_)
    order = []
    for _ in pool:
        value = np.where(left, (1 - diversity) * relevance - diversity * nearest, -np.inf)
        best = int(value.argmax())
        order.append(best)
        left[best] = False
        nearest = np.maximum(nearest, similarity[best])
    return Ranking(np.concatenate([pool[order], rest]), ranking.score, ranking.parts)


def _best(score: Scores, rows: Rows, depth: int | None) -> Rows:
    """The rows in order of score, the first ``depth`` of them; sorting all would cost the most."""
    if depth is not None and depth < len(rows):
        least = np.partition(score[rows], -depth)[-depth]
        rows = rows[score[rows] >= least]
    return rows[np.argsort(-score[rows], kind="stable")][:depth]


def _share(scores: Scores) -> Scores:
    best = float(scores.max(initial=0.0))
    share: Scores = scores / best if best > 0 else scores
    return share


def _centred(cosine: Scores | None, keep: Mask) -> Scores:
    if cosine is None:
        return np.zeros(len(keep), np.float32)
    kept = cosine[keep & ~np.isnan(cosine)]
    if not len(kept):
        return np.zeros_like(cosine)
    mean = float(kept.mean())
    centred: Scores = (cosine - mean) / max(float(kept.max()) - mean, 1e-6)
    return np.nan_to_num(centred, nan=0.0)


def in_windows(snapshot: Snapshot, windows: tuple[Window, ...]) -> Mask:
    """Which turns were said on a day of the windows."""
    inside: Mask = np.zeros(len(snapshot), np.bool_)
    for first, last in windows:
        start, end = first.toordinal(), last.toordinal()
        inside |= (snapshot.said_on >= start) & (snapshot.said_on <= end)
    return inside


def _named_speaker(snapshot: Snapshot, plan: QueryPlan) -> Scores:
    if len(plan.speakers) != 1:
        return np.zeros(len(snapshot), np.float32)
    theirs: Mask = snapshot.speakers == snapshot.names["speaker"][plan.speakers[0]]
    return theirs.astype(np.float32)


def _neighbours(snapshot: Snapshot, own: Scores, weights: Weights) -> Scores:
    """The better of what the turns before and after lend, never below 0."""
    previous, following = snapshot.previous, snapshot.next
    share = np.where(snapshot.asks[previous], weights.previous + weights.answers, weights.previous)
    before = np.where(previous >= 0, share * own[previous], 0)
    after = np.where(following >= 0, weights.next * own[following], 0)
    return np.maximum(np.maximum(before, after), 0).astype(np.float32)


def _best_of_session(snapshot: Snapshot, own: Scores, keep: Mask) -> Scores:
    best: Scores = np.full(len(snapshot.names["session"]), -np.inf, np.float32)
    np.maximum.at(best, snapshot.sessions[keep], own[keep])
    return np.where(keep, best[snapshot.sessions], 0)
