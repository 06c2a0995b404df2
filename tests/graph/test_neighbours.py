from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.graph.lists import NOBODY, Lists
from smalti.graph.neighbours import Neighbourhood
from smalti.model.errors import InvalidInput, NotFound

Vectors = npt.NDArray[np.float32]


def unit(rows: npt.ArrayLike) -> Vectors:
    given = np.asarray(rows, dtype=np.float64)
    normed: Vectors = (given / np.linalg.norm(given, axis=1, keepdims=True)).astype(np.float32)
    return normed


def drawn(count: int, dimension: int = 16, seed: int = 0, spread: float = 0.6) -> Vectors:
    """Vectors around a common direction, so that lists are full and edges many."""
    noise = np.random.default_rng(seed).standard_normal((count, dimension))
    noise[:, 0] += dimension**0.5 * (1 - spread)
    return unit(noise)


def names(count: int) -> list[str]:
    return [f"n{number:05}" for number in range(count)]


def by_hand(ids: list[str], vectors: Vectors, limit: int) -> dict[str, list[str]]:
    """The definition, pair by pair, in float64."""
    wide = vectors.astype(np.float64)
    found = {}
    for row, id in enumerate(ids):
        near = [(-np.float32(wide[row] @ wide[other]), ids[other]) for other in range(len(ids))]
        strong = sorted((c, name) for c, name in near if name != id and -c > np.float32(0.4))
        found[id] = [name for _, name in strong[:limit]]
    return found


def named(lists: Lists) -> dict[str, list[str]]:
    return {
        id: [lists.ids[other] for other in row if other != NOBODY]
        for id, row in zip(lists.ids, lists.others.tolist(), strict=True)
    }


def assert_same(one: Lists, other: Lists) -> None:
    assert one.ids == other.ids
    np.testing.assert_array_equal(one.others, other.others)
    np.testing.assert_array_equal(one.cosines, other.cosines)


def test_lists_hold_the_strongest_others_above_the_threshold() -> None:
    ids, vectors = names(60), drawn(60)
    made = Neighbourhood(16, limit=5)
    made.add(ids, vectors)
    assert named(made.lists()) == by_hand(ids, vectors, 5)


POOL = names(24)
# A grid of few directions: many ties, and cosines at the threshold.
COARSE = unit(np.random.default_rng(3).integers(-1, 2, (24, 6)) + np.eye(6)[0] * 1.5)
edits = st.lists(st.tuples(st.booleans(), st.sets(st.sampled_from(POOL), max_size=6)), max_size=12)


@given(steps=edits, vectors=st.sampled_from([COARSE, drawn(24, 6), drawn(24, 6, 1, 0.9)]))
def test_any_edits_lead_to_what_is_computed_from_nothing(
    steps: list[tuple[bool, set[str]]], vectors: Vectors
) -> None:
    vector = dict(zip(POOL, vectors, strict=True))
    edited = Neighbourhood(6, limit=4)
    for adding, chosen in steps:
        fitting = [id for id in chosen if (id in edited) != adding]
        if adding:
            edited.add(fitting, [vector[id] for id in fitting])
        else:
            edited.remove(fitting)
    left = [id for id in POOL if id in edited]
    fresh = Neighbourhood(6, limit=4)
    fresh.add(left, [vector[id] for id in left])
    assert_same(edited.lists(), fresh.lists())


@pytest.mark.parametrize("dimension", [7, 384])
def test_single_adds_equal_one_batch_to_the_last_bit(dimension: int) -> None:
    ids, vectors = names(300), drawn(300, dimension, 5)
    batch, single = Neighbourhood(dimension), Neighbourhood(dimension)
    batch.add(ids, vectors)
    for number in np.random.default_rng(1).permutation(300).tolist():
        single.add([ids[number]], vectors[number : number + 1])
    assert_same(single.lists(), batch.lists())


def test_ties_go_to_the_smaller_id_even_where_float32_sums_see_none() -> None:
    """Permutations of a vector are all equally near to a constant one, in exact arithmetic."""
    random = np.random.default_rng(2)
    vector = unit(random.standard_normal((1, 384)) + 0.9)[0]
    others = np.stack([random.permutation(vector) for _ in range(40)])
    centre = unit(np.ones((1, 384)))
    assert len(set((others @ centre[0]).tolist())) > 1
    batch, single = Neighbourhood(384, limit=4), Neighbourhood(384, limit=4)
    batch.add(["z", *names(40)], np.concatenate([centre, others]))
    single.add(["z"], centre)
    for number in reversed(range(40)):
        single.add([names(40)[number]], others[number : number + 1])
    assert named(batch.lists())["z"] == names(4)
    assert_same(single.lists(), batch.lists())


@given(steps=edits)
def test_a_list_that_is_not_reported_is_unchanged(steps: list[tuple[bool, set[str]]]) -> None:
    vector = dict(zip(POOL, COARSE, strict=True))
    edited = Neighbourhood(6, limit=3)
    for adding, chosen in steps:
        before = named(edited.lists())
        fitting = [id for id in chosen if (id in edited) != adding]
        change = (
            edited.add(fitting, [vector[id] for id in fitting])
            if adding
            else edited.remove(fitting)
        )
        after = named(edited.lists())
        differing = {id for id in before.keys() | after.keys() if before.get(id) != after.get(id)}
        assert change.touched == differing | set(fitting)


def test_an_edge_needs_each_in_the_other_s_list() -> None:
    made = Neighbourhood(16, limit=3)
    made.add(names(80), drawn(80))
    lists = named(made.lists())
    mutual = {(a, b) for a in lists for b in lists[a] if a < b and a in lists[b]}
    graph = made.graph()
    found = {(graph.ids[s], graph.ids[t]) for s, t in zip(graph.source, graph.target, strict=True)}
    assert found == mutual
    assert mutual != {(a, b) for a in lists for b in lists[a] if a < b}


def test_the_neighbours_of_a_node_are_its_edges_strongest_first() -> None:
    made = Neighbourhood(16, limit=3)
    made.add(names(80), drawn(80))
    graph = made.graph()
    edges = {
        (graph.ids[a], graph.ids[b]): w
        for a, b, w in zip(*(x.tolist() for x in graph.both_ways()), strict=True)
    }
    for id in graph.ids:
        found = made.neighbours(id)
        assert dict(found) == {b: w for (a, b), w in edges.items() if a == id}
        assert list(found) == sorted(found, key=lambda pair: (-pair[1], pair[0]))


def test_no_node_has_more_edges_than_its_limit_even_one_that_all_are_near() -> None:
    made = Neighbourhood(16, limit=4)
    made.add(names(200), drawn(200, spread=0.2))
    node, _, _ = made.graph().both_ways()
    assert np.bincount(node).max() <= 4


def test_equal_vectors_are_ranked_by_id() -> None:
    made = Neighbourhood(2, limit=2)
    made.add(["c", "a", "d", "b"], np.tile([1.0, 0.0], (4, 1)))
    lists = {"a": ["b", "c"], "b": ["a", "c"], "c": ["a", "b"], "d": ["a", "b"]}
    assert named(made.lists()) == lists


def all_equal(count: int, limit: int) -> Neighbourhood:
    """Equal vectors, so each list holds the smallest other ids: known without computing it."""
    first = np.arange(limit + 1)
    others = np.tile(first[:limit], (count, 1))
    for row in first[:limit]:
        others[row] = np.delete(first, row)
    lists = Lists(
        0.4, tuple(names(count)), others.astype(np.int32), np.ones((count, limit), np.float32)
    )
    return Neighbourhood.restored(lists, np.tile([1.0, 0.0, 0.0], (count, 1)))


def test_the_known_lists_of_equal_vectors_are_those_that_are_computed() -> None:
    made = Neighbourhood(3, limit=4)
    made.add(names(9), np.tile([1.0, 0.0, 0.0], (9, 1)))
    assert_same(made.lists(), all_equal(9, 4).lists())


def test_a_node_with_a_hundred_thousand_candidates_is_added() -> None:
    count = 100_000
    made = all_equal(count, 32)
    assert made.add(["z"], [[1, 0, 0]]).touched == {"z"}
    assert made.add(["a"], [[1, 0, 0]]).touched == {"z", "a", *names(count)}
    assert [id for id, _ in made.neighbours("a")] == names(32)
    assert made.remove(["n99999"]).touched == {"n99999"}


def test_a_zero_vector_is_near_to_nobody() -> None:
    made = Neighbourhood(2)
    made.add(["a", "b", "c"], [[1, 0], [0, 0], [0, 0]])
    assert made.neighbours("b") == ()
    assert len(made.graph().source) == 0


@pytest.mark.parametrize(
    ("vectors", "problem"),
    [
        ([[np.nan, 0.0]], "not finite"),
        ([[np.inf, 0.0]], "not finite"),
        ([[1e300, 0.0]], "not finite"),
        ([[1e30, 0.0]], "of length 1e\\+30"),
        ([[1.0, 0.0], [1.0]], "rows of one length"),
        ([["one", "two"]], "must be numbers"),
        ([[3.0, 4.0]], "of length 5"),
        ([[1.0, 0.0, 0.0]], "1 vectors of dimension 2"),
        ([1.0, 0.0], "1 vectors of dimension 2"),
        ([[1.0, 0.0], [1.0, 0.0]], "1 vectors of dimension 2"),
    ],
)
def test_a_vector_that_cannot_be_compared_is_refused(
    vectors: list[list[float]], problem: str
) -> None:
    made = Neighbourhood(2)
    with pytest.raises(InvalidInput, match=problem):
        made.add(["a"], vectors)
    assert "a" not in made


def test_nothing_of_a_refused_batch_is_added() -> None:
    made = Neighbourhood(2)
    made.add(["a"], [[1, 0]])
    with pytest.raises(InvalidInput, match="is there already"):
        made.add(["b", "a"], [[1, 0], [1, 0]])
    with pytest.raises(InvalidInput, match="is there twice"):
        made.add(["b", "b"], [[1, 0], [1, 0]])
    assert len(made) == 1


def test_nothing_of_a_removal_with_an_unknown_node_is_done() -> None:
    made = Neighbourhood(2)
    made.add(["a"], [[1, 0]])
    with pytest.raises(NotFound, match="'x'"):
        made.remove(["a", "x"])
    assert "a" in made


@pytest.mark.parametrize(
    "arguments",
    [{"dimension": 0}, {"threshold": 0.0}, {"threshold": 1.0}, {"limit": 0}],
)
def test_an_argument_outside_its_range_is_refused(arguments: dict[str, float]) -> None:
    with pytest.raises(InvalidInput, match=next(iter(arguments))):
        Neighbourhood(**{"dimension": 3, **arguments})  # type: ignore[arg-type]


def test_an_empty_neighbourhood_has_an_empty_graph() -> None:
    made = Neighbourhood(3)
    made.add([], [])
    assert len(made.graph()) == 0
    assert made.lists().ids == ()


def test_a_restored_neighbourhood_goes_on_as_the_kept_one() -> None:
    ids, vectors = names(90), drawn(90)
    kept = Neighbourhood(16, limit=6)
    kept.add(ids[:80], vectors[:80])
    kept.remove(ids[10:20])
    lists = kept.lists()
    restored = Neighbourhood.restored(lists, [vectors[ids.index(id)] for id in lists.ids])
    for one in (kept, restored):
        one.add(ids[80:], vectors[80:])
        one.remove(ids[:5])
    assert_same(restored.lists(), kept.lists())


def test_lists_are_not_restored_with_vectors_of_others() -> None:
    made = Neighbourhood(2)
    made.add(["a", "b"], [[1, 0], [0, 1]])
    with pytest.raises(InvalidInput, match="2 vectors of dimension 2"):
        Neighbourhood.restored(made.lists(), [[1.0, 0.0]])


def test_lists_that_do_not_fit_together_are_refused() -> None:
    others, cosines = np.full((2, 3), NOBODY, np.int32), np.zeros((2, 3), np.float32)
    with pytest.raises(InvalidInput, match="must be sorted"):
        Lists(0.4, ("b", "a"), others, cosines)
    with pytest.raises(InvalidInput, match="must be 1 lists"):
        Lists(0.4, ("a",), others, cosines)
    with pytest.raises(InvalidInput, match="below 2"):
        Lists(0.4, ("a", "b"), others + 3, cosines)
