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

from collections.abc import Mapping
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
    nothing: Scores = np.zeros(len(snapshot), np.float32)  # of the parts that say nothing
    parts = {
        "lexical": _times(weights.lexical, _share(_kept(lexical, allowed))),
        "vector": _times(weights.vector, _centred(cosine, allowed, mean)),
        "speaker": _times(weights.speaker, _asked_about(snapshot, plan, allowed)),
        "date": _times(weights.date, _on_named_days(snapshot, plan.windows, allowed)),
    }
    own = _sum(parts, nothing)
    parts["neighbours"] = _neighbours(snapshot, _kept(own, allowed), weights)
    parts["session"] = _times(weights.session, _best_of_session(snapshot, own, allowed))
    if sessions is not None:
        parts["session words"] = weights.session * sessions
    told = {name: _shared(part, weights.best_score) for name, part in parts.items()}
    score = _sum(told, nothing)
    # Below 0 a turn is further from the query than the average one: that is no find.
    found: Mask = score > 0.5 * 10**-_PLACES  # what reads as 0 is 0
    rows: Rows = np.flatnonzero(found if allowed is None else found & allowed)
    every = {name: nothing if part is None else part for name, part in told.items()}
    return Ranking(_best(score, rows, depth), score, every)


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


def _sum(parts: Mapping[str, Scores | None], nothing: Scores) -> Scores:
    """The sum, part by part in their order; stacking them first would cost more than adding."""
    said = [part for part in parts.values() if part is not None]
    total: Scores = (said[0] if said else nothing).copy()
    for part in said[1:]:
        total += part
    return total


# Arrays over all turns are written to in place: a new one costs as much as what is done with it.


def _times(weight: float, part: Scores | None) -> Scores | None:
    if part is not None:
        part *= np.float32(weight)
    return part


def _shared(part: Scores | None, best: float) -> Scores | None:
    if part is not None:
        part /= np.float32(best)
    return part


def _kept(scores: Scores, allowed: Mask | None) -> Scores:
    """0 for what does not pass."""
    return scores if allowed is None else np.where(allowed, scores, np.float32(0))


def _share(scores: Scores) -> Scores:
    best = float(scores.max(initial=0.0))
    share: Scores = scores / np.float32(best) if best > 0 else scores.copy()
    return share


def _centred(cosine: Scores | None, allowed: Mask | None, mean: float | None) -> Scores | None:
    if cosine is None:
        return None
    known = ~np.isnan(cosine)
    eligible = known if allowed is None else known & allowed
    kept = cosine if eligible.all() else cosine[eligible]
    if not len(kept):
        return None
    if mean is None:
        mean = round(float(kept.mean(dtype=np.float64)), _PLACES)
    centred: Scores = cosine - np.float32(mean)
    centred /= np.float32(max(float(kept.max()) - mean, 1e-6))
    if len(kept) < len(cosine):
        centred[~known] = 0.0
    return centred


def in_windows(snapshot: Snapshot, windows: tuple[Window, ...]) -> Mask:
    """Which turns were said on a day of the windows."""
    inside: Mask = np.zeros(len(snapshot), np.bool_)
    for first, last in windows:
        start, end = first.toordinal(), last.toordinal()
        inside |= (snapshot.said_on >= start) & (snapshot.said_on <= end)
    return inside


def _on_named_days(
    snapshot: Snapshot, windows: tuple[Window, ...], allowed: Mask | None
) -> Scores | None:
    """How telling it is that a turn was said on a named day; 0 for those that were not."""
    if not windows:
        return None
    inside = in_windows(snapshot, windows)
    count = len(snapshot)
    if allowed is not None:
        inside &= allowed
        count = int(allowed.sum())
    found = int(inside.sum())
    if not found:
        return None
    power = min(1.0, log(count / found) / log(_RARE))
    return (power * inside).astype(np.float32)


def _asked_about(snapshot: Snapshot, plan: QueryPlan, allowed: Mask | None) -> Scores | None:
    """1 for the turns of whom the query asks about, if others speak as well."""
    if len(plan.speakers) == 1:
        theirs: Mask = snapshot.speakers == snapshot.names["speaker"][plan.speakers[0]]
        return theirs.astype(np.float32)
    user = snapshot.names["role"].get(Role.USER.value)
    if not plan.about_asker or user is None:
        return None
    theirs = snapshot.roles == user
    alone = theirs.all() if allowed is None else theirs[allowed].all()
    return None if alone else theirs.astype(np.float32)


def _neighbours(snapshot: Snapshot, own: Scores, weights: Weights) -> Scores:
    """The better of what the turns before and after lend, never below 0."""
    asked, told = np.float32(weights.previous + weights.answers), np.float32(weights.previous)
    lent: Scores = np.where(snapshot.asks, asked, told)
    lent *= own
    back: Scores = own * np.float32(weights.next)
    starts = snapshot.runs
    if starts is None:
        best = np.append(lent, np.float32(0))[snapshot.previous]  # -1 is the 0 at the end
        np.maximum(best, np.append(back, np.float32(0))[snapshot.next], out=best)
    else:
        lent[starts[1:] - 1] = back[starts] = 0  # what ends a session lends nothing to the next one
        best = np.empty_like(lent)
        best[:1], best[1:] = 0, lent[:-1]
        np.maximum(best[:-1], back[1:], out=best[:-1])
    return np.maximum(best, np.float32(0), out=best)


def _best_of_session(snapshot: Snapshot, own: Scores, allowed: Mask | None) -> Scores:
    passing = own if allowed is None else np.where(allowed, own, np.float32(-np.inf))
    starts = snapshot.runs
    if starts is not None and len(starts):
        best = np.maximum.reduceat(passing, starts)
        spread = np.repeat(best, np.diff(starts, append=len(snapshot)))
    else:
        best = np.full(len(snapshot.names["session"]), -np.inf, np.float32)
        np.maximum.at(best, snapshot.sessions, passing)
        spread = best[snapshot.sessions]
    return spread if allowed is None else np.where(allowed, spread, np.float32(0))
