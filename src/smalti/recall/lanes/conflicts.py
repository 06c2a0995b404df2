"""The lane of open conflicts: what contradicts a find is found with it.

A question names the topic of a contradiction and seldom the words of both sides: "Have I worked
with Michael?" finds the weeks of work with him and not "I've never met Michael". Where the two were
recognised as contradicting each other, the records are the key from one turn to the other.
"""

from __future__ import annotations

import numpy as np

from smalti.model.time import Instant
from smalti.recall.filters import Mask
from smalti.recall.index import Snapshot
from smalti.recall.rank import Ranking, Scores, reranked
from smalti.store.contract import Space

HITS = 10
"""Turns of a ranking whose other sides are looked for."""

SHARE = 0.95
"""What the other side gets of the score of the turn it contradicts, if it has less itself."""


def with_other_sides(
    space: Space,
    snapshot: Snapshot,
    ranking: Ranking,
    *,
    keep: Mask,
    known_at: Instant | None = None,
) -> Ranking:
    """The ranking with the other side of each open conflict near the turn it contradicts.

    Only turns of ``keep`` are lifted, and of conflicts found after ``known_at`` nothing is known.
    What they gain is the part "conflict". Without an open conflict the ranking is as it was.
    """
    best = ranking.rows[:HITS]
    row_of = dict(zip(snapshot.seqs[best].tolist(), best.tolist(), strict=True))
    pairs = space.contradicting(row_of, known_at)
    if not pairs:
        return ranking
    others, there = snapshot.rows_of(np.array([other for _, other in pairs], np.int64))
    gain: Scores = np.zeros(len(snapshot), np.float32)
    for (turn, _), row, known in zip(pairs, others.tolist(), there.tolist(), strict=True):
        if known and keep[row]:
            lent = SHARE * ranking.score[row_of[turn]] - ranking.score[row]
            gain[row] = max(gain[row], lent)
    return reranked(ranking, "conflict", gain) if gain.any() else ranking
