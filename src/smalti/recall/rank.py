"""From the lanes' scores to one ranking: a pure function of arrays.

With l the BM25 score as a share of the best one, and v the cosine as a share of the way from the
mean cosine to the best one, each over the turns that pass the filters::

    own   = lexical·l + vector·v
          + speaker·[it is theirs whom the query asks about]
          + date·t·[said on a day the query names]
    score = own
          + max(0, w·own(previous turn), next·own(next turn))    within the session
          + session·(max(own over the session) + s)

where w = previous, plus answers if the previous turn is a question. The query asks about a speaker
if it names that one only, and about the user if it speaks of "me" (:mod:`.lanes.asker`) in a space
where others speak as well. t tells how telling the named days are: 1 if one turn in a thousand was
said on them, 0 if all were. s is what the session lane says (:mod:`.lanes.sessions`). Shares of the
best rather than z-scores, because the variance of BM25 shrinks as a space grows and the balance
with the vectors would drift with it (measured in docs/decisions/0005-ranking.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from smalti.model.turn import Role
from smalti.recall.filters import Mask
from smalti.recall.index import Rows, Snapshot
from smalti.recall.query import QueryPlan
from smalti.recall.weights import Weights
from smalti.recall.when import Window

Scores = NDArray[np.float32]

_RARE = 1_000  # named days on which one turn in so many was said are as telling as they get
_PLACES = 6  # decimal places to which scores and the mean cosine are told


@dataclass(frozen=True, slots=True)
class Ranking:
    """The best rows in order, and the parts that add up to each row's score.

    ``parts`` are arrays over all rows of the snapshot, shape ``(n,)``; scores are shares of what a
    turn could reach that is best in everything, so they lie below 1. The parts are "lexical",
    "vector", "speaker", "date", "neighbours" and "session" as in the formula above, and where they
    have something to say: "session words" (s), "conflict" (:mod:`.lanes.conflicts`) and "reranker"
    (:mod:`.rerank`).
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
    mean: float | None = None,
    sessions: Scores | None = None,
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
        mean: the mean cosine, where ``cosine`` holds only some of them.
        sessions: what the session lane says of each turn, in [0, 1]; ``None`` for nothing.
    """
    keep = np.ones(len(snapshot), np.bool_) if allowed is None else allowed
    parts = {
        "lexical": weights.lexical * _share(np.where(keep, lexical, 0)),
        "vector": weights.vector * _centred(cosine, keep, mean),
        "speaker": weights.speaker * _asked_about(snapshot, plan, keep),
        "date": weights.date * _on_named_days(snapshot, plan.windows, keep),
    }
    own = _sum(parts)
    parts["neighbours"] = _neighbours(snapshot, np.where(keep, own, 0), weights)
    parts["session"] = weights.session * _best_of_session(snapshot, own, keep)
    if sessions is not None:
        parts["session words"] = weights.session * sessions
    for name, part in parts.items():
        parts[name] = (part / weights.best_score).astype(np.float32, copy=False)
    score = _sum(parts)
    # Below 0 a turn is further from the query than the average one: that is no find.
    found: Rows = np.flatnonzero(keep & (score > 0.5 * 10**-_PLACES))  # what reads as 0 is 0
    return Ranking(_best(score, found, depth), score, parts)


def reranked(ranking: Ranking, name: str, gain: Scores) -> Ranking:
    """The ranking with another part, whose scores are added. Ties go to the earlier turn.

    Args:
        ranking: what was ranked so far.
        name: of the part.
        gain: what each turn gains, at least 0; who gains something is ranked from now on.
    """
    score: Scores = ranking.score + gain
    rows = np.union1d(ranking.rows, np.flatnonzero(gain > 0))
    return Ranking(_best(score, rows, None), score, ranking.parts | {name: gain})


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
    """The rows in order of score, the first ``depth`` of them; sorting all would cost the most.

    Scores that differ by less than they are told to are equal: the last bits of a sum depend on the
    machine and must not decide.
    """
    rounded = score[rows].round(_PLACES)
    if depth is not None and depth < len(rows):
        best = rounded >= np.partition(rounded, -depth)[-depth]
        rows, rounded = rows[best], rounded[best]
    return rows[np.argsort(-rounded, kind="stable")][:depth]


def _sum(parts: dict[str, Scores]) -> Scores:
    """The sum, part by part in their order; stacking them first would cost more than adding."""
    first, *others = parts.values()
    total = first.astype(np.float32)
    for part in others:
        total += part
    return total


def _share(scores: Scores) -> Scores:
    best = float(scores.max(initial=0.0))
    share: Scores = scores / best if best > 0 else scores
    return share


def _centred(cosine: Scores | None, keep: Mask, mean: float | None) -> Scores:
    if cosine is None:
        return np.zeros(len(keep), np.float32)
    kept = cosine[keep & ~np.isnan(cosine)]
    if not len(kept):
        return np.zeros_like(cosine)
    if mean is None:
        mean = round(float(kept.mean(dtype=np.float64)), _PLACES)
    centred: Scores = (cosine - mean) / max(float(kept.max()) - mean, 1e-6)
    return np.nan_to_num(centred, nan=0.0)


def in_windows(snapshot: Snapshot, windows: tuple[Window, ...]) -> Mask:
    """Which turns were said on a day of the windows."""
    inside: Mask = np.zeros(len(snapshot), np.bool_)
    for first, last in windows:
        start, end = first.toordinal(), last.toordinal()
        inside |= (snapshot.said_on >= start) & (snapshot.said_on <= end)
    return inside


def _on_named_days(snapshot: Snapshot, windows: tuple[Window, ...], keep: Mask) -> Scores:
    """How telling it is that a turn was said on a named day; 0 for those that were not."""
    inside = in_windows(snapshot, windows) & keep
    found = int(inside.sum())
    if not found:
        return np.zeros(len(keep), np.float32)
    power = min(1.0, log(int(keep.sum()) / found) / log(_RARE))
    return (power * inside).astype(np.float32)


def _asked_about(snapshot: Snapshot, plan: QueryPlan, keep: Mask) -> Scores:
    """1 for the turns of whom the query asks about, if others speak as well."""
    if len(plan.speakers) == 1:
        theirs: Mask = snapshot.speakers == snapshot.names["speaker"][plan.speakers[0]]
        return theirs.astype(np.float32)
    user = snapshot.names["role"].get(Role.USER.value)
    if not plan.about_asker or user is None:
        return np.zeros(len(snapshot), np.float32)
    theirs = snapshot.roles == user
    return np.where(theirs[keep].all(), 0, theirs).astype(np.float32)


def _neighbours(snapshot: Snapshot, own: Scores, weights: Weights) -> Scores:
    """The better of what the turns before and after lend, never below 0."""
    previous, following = snapshot.previous, snapshot.next
    asked, told = np.float32(weights.previous + weights.answers), np.float32(weights.previous)
    lent = np.where(snapshot.asks, asked, told) * own
    before = np.where(previous >= 0, lent[previous], 0)
    after = np.where(following >= 0, np.float32(weights.next) * own[following], 0)
    return np.maximum(np.maximum(before, after), 0).astype(np.float32, copy=False)


def _best_of_session(snapshot: Snapshot, own: Scores, keep: Mask) -> Scores:
    best: Scores = np.full(len(snapshot.names["session"]), -np.inf, np.float32)
    np.maximum.at(best, snapshot.sessions[keep], own[keep])
    return np.where(keep, best[snapshot.sessions], 0)
