"""What a re-ranker says of the best turns, blended with how they were ranked.

A re-ranker alone is no gain everywhere: on a good first stage a small cross-encoder has been seen
to take seven points away. So it lifts, and never decides alone.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from smalti.models.rerank import Reranker
from smalti.recall.rank import Ranking, Scores, reranked

DEPTH = 20
"""Turns that are read; each costs some milliseconds."""

SHARE = 0.3
"""What the one it thinks best gains, as a share of the best score. Not chosen on data: see
docs/decisions/0005-ranking.md."""

_EVEN = 1e-6  # scores that lie closer together say nothing


def blended(ranking: Ranking, reranker: Reranker, query: str, texts: Mapping[int, str]) -> Ranking:
    """The ranking with what a re-ranker says of its first turns as the part "reranker".

    Each of these gains ``SHARE`` of the best score, times where the re-ranker's score lies between
    the worst (0) and the best (1) of them. The others stay behind. All scores are made smaller by
    1 + ``SHARE``, so that they lie below 1 as before. A re-ranker that scores all alike has no
    opinion, and nothing changes.

    Args:
        ranking: ordered by score.
        reranker: asked once.
        query: as it was asked.
        texts: of the first turns of the ranking, by row, in order.

    Raises:
        ModelUnavailable: the model cannot be loaded.
        ModelError: it gave something that is no score.
    """
    if len(texts) < 2:
        return ranking
    said = reranker.score(query, list(texts.values()))
    worst, best = float(said.min()), float(said.max())
    if best - worst < _EVEN:
        return ranking
    pool = np.fromiter(texts, np.int64, len(texts))
    least = np.float32(1 / (1 + SHARE))
    parts = {name: part * least for name, part in ranking.parts.items()}
    scaled = Ranking(ranking.rows, ranking.score * least, parts)
    gain: Scores = np.zeros_like(scaled.score)
    gain[pool] = SHARE * scaled.score[pool[0]] * (said - worst) / (best - worst)
    return reranked(scaled, "reranker", gain)
