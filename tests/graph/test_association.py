from __future__ import annotations

import random

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphs import NODES, Links, clustered, graph_of, graphs, links, nodes
from smalti.graph.association import AssociationGraph
from smalti.model.errors import InvalidInput


def triples(graph: AssociationGraph) -> list[tuple[str, str, float]]:
    columns = (graph.source.tolist(), graph.target.tolist(), graph.weight.tolist())
    return [(graph.ids[s], graph.ids[t], w) for s, t, w in zip(*columns, strict=True)]


@given(graph=graphs(), seed=st.integers(0, 99))
def test_the_order_in_which_a_graph_was_built_leaves_no_trace(
    graph: AssociationGraph, seed: int
) -> None:
    shuffle = random.Random(seed)
    ids, edges = list(graph.ids), triples(graph)
    shuffle.shuffle(ids)
    shuffle.shuffle(edges)
    turned = [(b, a, w) if shuffle.random() < 0.5 else (a, b, w) for a, b, w in edges]
    again = AssociationGraph.of(ids, turned)
    assert again == graph
    assert again.ids == graph.ids
    assert triples(again) == edges or sorted(edges) == triples(again)


@given(one=graphs(), other=graphs())
def test_versions_are_equal_iff_the_graphs_are(
    one: AssociationGraph, other: AssociationGraph
) -> None:
    same = one.ids == other.ids and triples(one) == triples(other)
    assert (one.version == other.version) == same


def test_ids_that_run_together_are_told_apart() -> None:
    assert AssociationGraph.of(["ab", "c"]) != AssociationGraph.of(["a", "bc"])


@given(graph=graphs())
def test_a_component_is_named_by_its_smallest_member(graph: AssociationGraph) -> None:
    other = networkx.Graph((a, b) for a, b, _ in triples(graph))
    other.add_nodes_from(graph.ids)
    expected = {id: min(part) for part in networkx.connected_components(other) for id in part}
    assert [graph.ids[label] for label in graph.components()] == [expected[i] for i in graph.ids]


def test_a_long_path_is_one_component() -> None:
    count = 5_000
    order = np.random.default_rng(0).permutation(count)
    ids = [f"{number:05}" for number in range(count)]
    graph = AssociationGraph.from_arrays(ids, order[:-1], order[1:], np.ones(count - 1))
    assert not graph.components().any()


@given(graph=graphs(), limit=st.integers(1, 4))
def test_a_capped_graph_keeps_the_edges_strong_at_both_ends(
    graph: AssociationGraph, limit: int
) -> None:
    def strongest(id: str) -> list[str]:
        ends = [(a if b == id else b, w) for a, b, w in triples(graph) if id in (a, b)]
        return [end for end, _ in sorted(ends, key=lambda pair: (-pair[1], pair[0]))[:limit]]

    kept = [(a, b, w) for a, b, w in triples(graph) if a in strongest(b) and b in strongest(a)]
    assert triples(graph.capped(limit)) == kept


@given(one=links, other=links, some=nodes, others=nodes)
def test_a_union_has_the_edges_of_both_and_the_greater_weight(
    one: Links, other: Links, some: set[str], others: set[str]
) -> None:
    first, second = graph_of(some, one), graph_of(others, other)
    expected: Links = {}
    for a, b, weight in triples(first) + triples(second):
        expected[a, b] = max(weight, expected.get((a, b), 0.0))
    assert first.union(second) == graph_of(some | others, expected)


@given(one=graphs(), other=graphs())
def test_two_graphs_differ_at_the_ends_of_edges_and_at_nodes(
    one: AssociationGraph, other: AssociationGraph
) -> None:
    edges = {end for a, b, _ in set(triples(one)) ^ set(triples(other)) for end in (a, b)}
    assert one.differing(other) == edges | (set(one.ids) ^ set(other.ids))


def test_the_part_between_some_nodes_has_all_their_edges() -> None:
    graph = clustered(60)
    kept = np.arange(60) % 3 > 0
    inside = {id for id, keep in zip(graph.ids, kept, strict=True) if keep}
    expected = [(a, b, w) for a, b, w in triples(graph) if {a, b} <= inside]
    assert graph.within(kept) == AssociationGraph.of(inside, expected)


@pytest.mark.parametrize(
    ("edges", "problem"),
    [
        ([("a", "a", 1.0)], "with itself"),
        ([("a", "b", 1.0), ("b", "a", 1.0)], "there twice"),
        ([("a", "b", 0.0)], "weight outside"),
        ([("a", "b", -1.0)], "weight outside"),
        ([("a", "b", float("nan"))], "weight outside"),
        ([("a", "b", float("inf"))], "weight outside"),
        ([("a", "x", 1.0)], "not one of the nodes, got 'x'"),
    ],
)
def test_an_edge_that_cannot_be_is_refused(
    edges: list[tuple[str, str, float]], problem: str
) -> None:
    with pytest.raises(InvalidInput, match=problem):
        AssociationGraph.of(["a", "b"], edges)


def test_an_id_that_is_empty_or_there_twice_is_refused() -> None:
    with pytest.raises(InvalidInput, match="is there twice, got 'a'"):
        AssociationGraph.of(["a", "b", "a"])
    with pytest.raises(InvalidInput, match="must not be empty"):
        AssociationGraph.of(["a", ""])


def test_a_node_may_have_a_hundred_thousand_candidates() -> None:
    ids = [f"n{number:06}" for number in range(100_001)]
    leaves = np.arange(1, 100_001)
    star = AssociationGraph.from_arrays(
        ids, np.zeros(100_000, np.int64), leaves, np.linspace(0.4, 1, 100_000)
    )
    kept = star.capped()
    assert kept.target.tolist() == leaves[-32:].tolist()
    assert len(np.unique(kept.components())) == 100_001 - 32


def test_graphs_without_nodes_or_without_edges_are_graphs() -> None:
    empty, isolated = AssociationGraph.of([]), AssociationGraph.of(NODES)
    assert len(empty) == len(empty.components()) == 0
    assert isolated.components().tolist() == list(range(len(NODES)))
    assert isolated.capped(3) == isolated.union(empty) == isolated
