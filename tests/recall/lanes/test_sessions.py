from __future__ import annotations

import numpy as np

from smalti.recall.index import UNDATED, Snapshot
from smalti.recall.lanes.sessions import session_words
from smalti.store.contract import LexicalHits


def snapshot_of(sessions: list[int], lengths: list[int] | None = None) -> Snapshot:
    n = len(sessions)
    return Snapshot(
        seqs=np.arange(1, n + 1),
        sessions=np.array(sessions, np.int64),
        speakers=np.zeros(n, np.int64),
        roles=np.zeros(n, np.int64),
        said_at=np.full(n, UNDATED),
        said_on=np.full(n, UNDATED),
        lengths=np.array(lengths or [10] * n),
        asks=np.zeros(n, np.bool_),
        previous=np.full(n, -1),
        next=np.full(n, -1),
        names={"session": {str(i): i for i in range(max(sessions, default=-1) + 1)}},
        vectors=None,
        has_vector=np.zeros(n, np.bool_),
        embedder=None,
    )


def hits_of(*turns: tuple[int, list[int]]) -> LexicalHits:
    """Turns by sequence number with how often each holds each term."""
    counts = np.array([held for _, held in turns], np.float32).reshape(len(turns), -1)
    terms = tuple(f"t{i}" for i in range(counts.shape[1]))
    frequency = (counts > 0).sum(axis=0)
    return LexicalHits(np.array([seq for seq, _ in turns]), terms, counts, frequency, True)


def everyone(snapshot: Snapshot) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return np.ones(len(snapshot), np.bool_)


def test_words_spread_over_a_session_count_together() -> None:
    snapshot = snapshot_of([0, 0, 1, 1])
    found = session_words(
        hits_of((1, [1, 0]), (2, [0, 1]), (3, [1, 0])), snapshot, everyone(snapshot)
    )
    assert found[0] == found[1] == 1, "the best session, and all its turns"
    assert 0 < found[2] == found[3] < 1


def test_a_session_without_a_hit_gets_nothing() -> None:
    snapshot = snapshot_of([0, 1, 2])
    assert session_words(hits_of((2, [1])), snapshot, everyone(snapshot)).tolist() == [0, 1, 0]


def test_no_hits_are_no_opinion() -> None:
    snapshot = snapshot_of([0, 1])
    nobody = LexicalHits(
        np.array([], np.int64), ("a",), np.zeros((0, 1), np.float32), np.array([0]), True
    )
    assert not session_words(nobody, snapshot, everyone(snapshot)).any()


def test_turns_that_are_filtered_out_neither_count_nor_get_anything() -> None:
    snapshot = snapshot_of([0, 0, 1])
    keep = np.array([True, False, True])
    hits = hits_of((1, [1]), (2, [9]), (3, [1]))
    quiet = hits_of((1, [1]), (3, [1]))
    found = session_words(hits, snapshot, keep)
    assert found[1] == 0
    assert np.array_equal(found, session_words(quiet, snapshot, keep))


def test_of_two_sessions_with_the_same_words_the_shorter_says_more() -> None:
    snapshot = snapshot_of([0, 1], lengths=[10, 500])
    found = session_words(hits_of((1, [1]), (2, [1])), snapshot, everyone(snapshot))
    assert found[0] > found[1] > 0
