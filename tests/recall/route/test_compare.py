from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from route.spaces import clustered, questions, snapshot_of
from smalti.models.embedder import Vectors
from smalti.recall.index import Snapshot
from smalti.recall.query import QueryPlan
from smalti.recall.rank import rank
from smalti.recall.route.compare import Compared, compare
from smalti.recall.route.contract import Router
from smalti.recall.route.scan import CodeScan
from smalti.recall.weights import default_weights

NO_HITS = np.zeros(0, np.int64)
NOTHING = QueryPlan((), frozenset(), (), (), "")
NEVER = CodeScan(pays_from=10**9)


def always() -> CodeScan:
    return CodeScan(512, 800, pays_from=0)


def compared(snapshot: Snapshot, query: Vectors, router: Router) -> Compared:
    return compare(snapshot, query, router, keep=None, hits=NO_HITS)


def order(snapshot: Snapshot, found: Compared) -> list[int]:
    ranking = rank(
        snapshot,
        NOTHING,
        default_weights(),
        lexical=np.zeros(len(snapshot), np.float32),
        cosine=found.cosine,
        mean=found.mean,
        allowed=None,
        depth=100,
    )
    return [int(row) for row in ranking.rows]


def test_a_small_space_is_compared_whole() -> None:
    found = compared(snapshot_of(clustered(200)), questions()[0], NEVER)
    assert (found.path, found.confidence, found.mean) == ("vector", 1.0, None)
    assert not np.isnan(found.cosine).any()


def test_a_large_space_is_routed_and_says_so() -> None:
    found = compared(snapshot_of(clustered(30_000)), questions()[0], always())
    assert found.path == "vector(simhash)"
    assert CodeScan.trusted_from <= found.confidence <= 1
    assert 800 <= (~np.isnan(found.cosine)).sum() < 5_000


def test_a_router_that_is_not_sure_is_not_believed() -> None:
    unsure = CodeScan(64, 5, pays_from=0)
    whole = compared(snapshot_of(clustered(2_000)), questions()[0], NEVER)
    found = compared(snapshot_of(clustered(2_000)), questions()[0], unsure)
    assert found.path == "vector(simhash, exact)"
    assert found.confidence < unsure.trusted_from
    assert np.array_equal(found.cosine, whole.cosine)


def test_filters_that_leave_few_turns_have_all_of_these_compared() -> None:
    snapshot = snapshot_of(clustered(30_000))
    keep = np.arange(30_000) % 100 == 0
    found = compare(snapshot, questions()[0], always(), keep=keep, hits=NO_HITS)
    assert found.path == "vector"
    assert np.array_equal(~np.isnan(found.cosine), keep)


def test_filters_that_leave_many_are_heeded_by_the_router() -> None:
    snapshot = snapshot_of(clustered(50_000))
    keep = np.arange(50_000) % 2 == 0
    found = compare(snapshot, questions()[0], always(), keep=keep, hits=NO_HITS)
    exact = np.where(keep, compared(snapshot, questions()[0], NEVER).cosine, -1)
    assert found.path == "vector(simhash)"
    assert not np.isnan(found.cosine[np.argsort(-exact)[:10]]).any()


def test_what_words_hit_is_compared_whatever_the_router_names() -> None:
    snapshot = snapshot_of(clustered(30_000))
    far = np.argsort(compared(snapshot, questions()[0], NEVER).cosine)[:50]
    found = compare(snapshot, questions()[0], always(), keep=None, hits=far)
    assert not np.isnan(found.cosine[far]).any()


def test_the_mean_of_a_routed_space_is_near_that_of_all() -> None:
    snapshot = snapshot_of(clustered(30_000))
    router = always()
    for query in questions(5):
        routed, whole = compared(snapshot, query, router), compared(snapshot, query, NEVER)
        assert routed.mean == pytest.approx(float(whole.cosine.mean()), abs=0.02)


def test_the_ranking_of_a_routed_space_begins_as_that_of_the_whole() -> None:
    snapshot = snapshot_of(clustered(30_000))
    same, router = 0, always()
    for query in questions():
        routed, whole = compared(snapshot, query, router), compared(snapshot, query, NEVER)
        same += len(set(order(snapshot, routed)[:10]) & set(order(snapshot, whole)[:10]))
    assert same >= 0.99 * 10 * len(questions())


def test_a_router_that_names_every_turn_changes_nothing_in_the_ranking() -> None:
    snapshot = snapshot_of(clustered(3_000))
    all_of_them = CodeScan(64, 3_000, pays_from=0)
    for query in questions(5):
        routed, whole = compared(snapshot, query, all_of_them), compared(snapshot, query, NEVER)
        assert np.allclose(routed.cosine, whole.cosine, atol=1e-6)
        exact_mean = Compared(routed.cosine, float(whole.cosine.mean(dtype=np.float64)))
        assert order(snapshot, exact_mean)[:50] == order(snapshot, whole)[:50]


def test_equal_vectors_get_equal_cosines_wherever_they_stand() -> None:
    vectors = clustered(5_000)
    vectors[[11, 1_717, 4_999]] = vectors[3]
    cosine = compared(snapshot_of(vectors), vectors[3], NEVER).cosine
    assert len(set(cosine[[3, 11, 1_717, 4_999]].tolist())) == 1


@given(st.integers(0, 2**32 - 1))
def test_noise_in_the_last_bits_moves_no_turn_past_one_that_scores_visibly_less(seed: int) -> None:
    snapshot = snapshot_of(clustered(400))
    cosine = compared(snapshot, questions()[0], NEVER).cosine
    noise = np.random.default_rng(seed).uniform(-1e-7, 1e-7, len(cosine)).astype(np.float32)
    score = {row: place for place, row in enumerate(order(snapshot, Compared(cosine)))}
    noisy = order(snapshot, Compared(cosine + noise))
    assert set(noisy[:99]) <= set(score)
    exact = rank(
        snapshot,
        NOTHING,
        default_weights(),
        lexical=np.zeros(400, np.float32),
        cosine=cosine,
        allowed=None,
    ).score
    later = exact[noisy]
    assert (np.maximum.accumulate(later[::-1])[::-1] - later <= 2e-6).all()


def test_turns_without_vectors_stay_unknown() -> None:
    has = np.arange(300) % 2 == 0
    snapshot = replace(snapshot_of(clustered(300)), has_vector=has)
    for router in (NEVER, always()):
        assert np.isnan(compared(snapshot, questions()[0], router).cosine[~has]).all()
