from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from route.spaces import clustered, questions, snapshot_of
from smalti.recall.route.codes import on_grid
from smalti.recall.route.communities import CommunityVotes, nearest_of, probes, trained
from smalti.recall.route.contract import Router
from smalti.recall.route.hnsw import Hnsw
from smalti.recall.route.scan import CodeScan

Make = Callable[[], Router]

ROUTERS: dict[str, Make] = {
    "simhash": lambda: CodeScan(256, 300, 0),
    "communities": lambda: CommunityVotes(8, 8, 16, 16, 0),
    "hnsw": lambda: Hnsw(200, pays_from=0),
}
STATELESS = {name: make for name, make in ROUTERS.items() if name != "hnsw"}

every_router = pytest.mark.parametrize("make", ROUTERS.values(), ids=ROUTERS)
same_by_any_way = pytest.mark.parametrize("make", STATELESS.values(), ids=STATELESS)


@pytest.fixture(autouse=True)
def _with_usearch(request: pytest.FixtureRequest) -> None:
    if "hnsw" in request.node.name:
        pytest.importorskip("usearch")


@every_router
def test_nearly_all_of_the_nearest_are_named_and_few_others(make: Make) -> None:
    vectors = clustered(3_000)
    snapshot, router = snapshot_of(vectors), make()
    found = 0
    for query in questions():
        routed = router.route(snapshot, query)
        found += len(set(np.argsort(-(vectors @ query))[:10].tolist()) & set(routed.rows.tolist()))
        assert len(routed.rows) < 1_500
        assert (np.diff(routed.rows) > 0).all()
        assert 0 <= routed.confidence <= 1
    assert found >= 0.95 * 10 * len(questions())


@every_router
def test_cosines_are_exact(make: Make) -> None:
    vectors, query = clustered(800), questions()[0]
    routed = make().route(snapshot_of(vectors), query)
    wide = vectors[routed.rows].astype(np.float64) @ query.astype(np.float64)
    assert np.array_equal(routed.cosines, wide.astype(np.float32))


@every_router
def test_turns_without_a_vector_and_those_filtered_out_are_never_named(make: Make) -> None:
    vectors = clustered(900)
    has = np.arange(900) % 3 > 0
    among = has & (np.arange(900) % 2 > 0)
    router = make()
    assert has[router.route(snapshot_of(vectors, has=has), questions()[0]).rows].all()
    assert among[router.route(snapshot_of(vectors, has=has), questions()[0], among).rows].all()


@same_by_any_way
def test_taking_vectors_in_step_by_step_gives_what_taking_them_at_once_gives(make: Make) -> None:
    vectors = clustered(2_500)
    late = np.random.default_rng(2).random(2_500) < 0.1
    by_steps = make()
    for size in (700, 701, 1_500, 2_500):
        by_steps.route(snapshot_of(vectors[:size], has=~late[:size]), questions()[0])
    whole, at_once = snapshot_of(vectors), make()
    for query in questions():
        one, other = by_steps.route(whole, query), at_once.route(whole, query)
        assert one.rows.tolist() == other.rows.tolist()
        assert one.confidence == other.confidence


@every_router
def test_a_new_generation_forgets_what_was_erased(make: Make) -> None:
    vectors = clustered(1_000)
    router = make()
    router.route(snapshot_of(vectors, generation=1), questions()[0])
    left = snapshot_of(vectors[500:], generation=2)
    for query in questions():
        one, other = router.route(left, query), make().route(left, query)
        assert one.rows.tolist() == other.rows.tolist()


@every_router
def test_an_older_snapshot_is_answered_with_its_own_turns(make: Make) -> None:
    vectors = clustered(2_000)
    router = make()
    router.route(snapshot_of(vectors), questions()[0])
    routed = router.route(snapshot_of(vectors[:400]), questions()[0])
    assert len(routed.rows)
    assert routed.rows.max() < 400


@every_router
def test_a_space_smaller_than_a_community_is_no_trouble(make: Make) -> None:
    routed = make().route(snapshot_of(clustered(3)), questions()[0])
    assert set(routed.rows.tolist()) <= {0, 1, 2}


def test_the_scan_is_sure_when_it_compares_all_and_less_so_the_fewer_it_compares() -> None:
    snapshot, query = snapshot_of(clustered(3_000)), questions()[0]
    sure = [CodeScan(256, n, 0).route(snapshot, query).confidence for n in (3_000, 600, 60, 1)]
    assert sure[0] == 1
    assert sure == sorted(sure, reverse=True)
    assert sure[-1] == 0


def test_communities_are_sure_where_one_stands_out() -> None:
    snapshot = snapshot_of(clustered(4_000, topics=4))
    narrow = CommunityVotes(8, 8, 16, 1, 0)
    wide = CommunityVotes(8, 8, 16, 100, 0)
    query = questions()[0]
    assert narrow.route(snapshot, query).confidence < wide.route(snapshot, query).confidence
    assert wide.route(snapshot, query).confidence == 1


def test_every_turn_belongs_to_the_centroid_that_it_is_nearest_to() -> None:
    steps = on_grid(clustered(2_000))
    centroids = trained(steps, 32)
    labels = nearest_of(steps, centroids)
    assert np.array_equal(labels, (steps.astype(np.float64) @ centroids.T).argmax(axis=1))
    assert len(np.unique(labels)) == 32


def test_centroids_do_not_depend_on_the_order_of_sums() -> None:
    steps = on_grid(clustered(1_000))
    order = np.random.default_rng(0).permutation(steps.shape[1])
    assert np.array_equal(trained(steps, 16)[:, order], trained(steps[:, order], 16))


def test_buckets_are_probed_by_falling_likelihood() -> None:
    assert probes(8, 6) == [(), (0,), (1,), (0, 1), (2,), (0, 2)]
    assert len(set(probes(12, 100))) == 100
