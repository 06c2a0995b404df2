"""The session lane: BM25 over whole sessions, from what was found of their turns.

The words of a question are often spread over a session: one turn names the trip, another tells of
the rain. Each of these turns alone matches little.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from smalti.recall.filters import Mask
from smalti.recall.index import Snapshot
from smalti.recall.lexical import Scores
from smalti.store.contract import LexicalHits

# Chosen with the weights: what a session repeats counts for more than what a turn repeats, and the
# length of a session says less about it.
_K1 = 2.0
_B = 0.4


def session_words(hits: LexicalHits, snapshot: Snapshot, allowed: Mask | None = None) -> Scores:
    """For each turn the BM25 score of its session as a share of the best one, shape ``(n,)``.

    Robertson and Zaragoza (2009), eq. 3.15, with sessions for documents; a session holds a word as
    often as those of its turns that were hit. Only turns that are allowed (``None`` for all) count;
    the others get 0.
    """
    rows, inside = snapshot.rows_of(hits.seqs)
    if allowed is not None:
        inside[inside] = allowed[rows[inside]]
    rows, counts = rows[inside], hits.counts[inside]
    if not len(rows):
        return np.zeros(len(snapshot), np.float32)
    hit, member = np.unique(snapshot.sessions[rows], return_inverse=True)
    held = np.zeros((len(hit), counts.shape[1]), np.float32)
    np.add.at(held, member, counts)
    length = _lengths(snapshot, allowed)
    there = int((length > 0).sum())
    norm = 1 - _B + _B * length[hit] / max(float(length.sum()) / max(there, 1), 1.0)
    score = (held * (_K1 + 1) / (held + _K1 * norm[:, None])) @ _telling(held, there)
    share = np.zeros(len(length), np.float32)
    share[hit] = score / max(float(score.max()), 1e-9)
    lane = of_sessions(share, snapshot)
    return lane if allowed is None else np.where(allowed, lane, np.float32(0))


def of_sessions(scores: Scores, snapshot: Snapshot) -> Scores:
    """For each turn what there is for its session, by codes of sessions."""
    starts = snapshot.runs
    if starts is None:
        gathered: Scores = scores[snapshot.sessions]
        return gathered
    return np.repeat(scores[snapshot.sessions[starts]], np.diff(starts, append=len(snapshot)))


def _lengths(snapshot: Snapshot, allowed: Mask | None) -> Scores:
    """The index terms of each session."""
    if allowed is None:
        return snapshot.session_lengths
    lengths = np.where(allowed, snapshot.lengths, 0)
    sessions = len(snapshot.names["session"])
    return np.bincount(snapshot.sessions, lengths, sessions).astype(np.float32)


def _telling(held: NDArray[np.float32], sessions: int) -> Scores:
    """How telling each term is among sessions; 0 for terms that none holds."""
    n = (held > 0).sum(axis=0)
    power = np.log1p((np.maximum(sessions - n, 0) + 0.5) / (n + 0.5))
    return np.where(n > 0, power, 0).astype(np.float32)
