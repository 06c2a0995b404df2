from __future__ import annotations

import random
from itertools import pairwise

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from smalti.graph.inspect import central, ego, path
from smalti.graph.property_graph import Node, PropertyGraph
from smalti.model.errors import InvalidInput, NotFound
from smalti.model.record import Edge, EdgeKind

NODES = [Node(id, id.upper(), "record") for id in "abcdefgh"]
ABOUT, CAUSES, LINKED = EdgeKind.ABOUT, EdgeKind.CAUSES, EdgeKind.ASSOCIATED

_ends = st.sampled_from("abcdefgh")
edges = st.lists(
    st.builds(Edge, _ends, _ends, st.sampled_from(EdgeKind), st.sampled_from([0.0, 0.5, 1.0])),
    unique_by=lambda edge: (edge.source, edge.target, edge.kind),
    max_size=16,
)


@st.composite
def property_graphs(draw: DrawFn) -> PropertyGraph:
    return PropertyGraph.of(NODES, draw(edges))


def undirected(graph: PropertyGraph) -> networkx.Graph:
    made = networkx.Graph((edge.source, edge.target) for edge in graph.edges)
    made.add_nodes_from(node.id for node in graph.nodes)
    return made


def shuffled(graph: PropertyGraph, seed: int) -> PropertyGraph:
    nodes, links = list(graph.nodes), list(graph.edges)
    random.Random(seed).shuffle(nodes)
    random.Random(seed).shuffle(links)
    return PropertyGraph.of(nodes, links)


@given(graph=property_graphs(), seed=st.integers(0, 99))
def test_the_order_of_nodes_and_edges_leaves_no_trace(graph: PropertyGraph, seed: int) -> None:
    again = shuffled(graph, seed)
    assert again == graph
    assert (central(again), path(again, "a", "h")) == (central(graph), path(graph, "a", "h"))
    assert ego(again, "a", per_hop=2) == ego(graph, "a", per_hop=2)


@given(graph=property_graphs(), depth=st.integers(0, 4))
def test_an_ego_graph_without_a_cap_holds_all_within_its_depth(
    graph: PropertyGraph, depth: int
) -> None:
    found = ego(graph, "a", depth=depth, per_hop=99)
    lengths = networkx.single_source_shortest_path_length(undirected(graph), "a", cutoff=depth)
    assert {id: n for n, hop in enumerate(found.hops) for id in hop} == dict(lengths)
    assert found.graph == graph.part(lengths)
    assert not any(found.omitted)


@given(graph=property_graphs(), cap=st.integers(0, 3))
def test_a_hop_holds_no_more_than_its_cap_and_counts_the_rest(
    graph: PropertyGraph, cap: int
) -> None:
    found = ego(graph, "a", depth=1, per_hop=cap)
    degree = len(set(undirected(graph)["a"]) - {"a"})
    assert all(len(hop) <= cap for hop in found.hops[1:])
    assert sum(map(len, found.hops[1:])) + sum(found.omitted) == degree


def test_the_strongest_neighbours_are_kept_ties_by_id() -> None:
    graph = PropertyGraph.of(
        NODES,
        [
            Edge("a", "d", LINKED, 0.5),
            Edge("c", "a", LINKED, 0.5),
            Edge("a", "b", LINKED, 0.4),
            Edge("a", "e", LINKED, 0.1),
            Edge("e", "a", ABOUT, 0.9),
        ],
    )
    assert ego(graph, "a", depth=1, per_hop=3).hops == (("a",), ("e", "c", "d"))


def test_an_ego_graph_keeps_edges_between_those_it_reached() -> None:
    links = [Edge("a", "b", ABOUT), Edge("a", "c", ABOUT), Edge("c", "b", CAUSES)]
    assert ego(PropertyGraph.of(NODES, links), "a").graph.edges == tuple(links)


@given(graph=property_graphs(), start=_ends, end=_ends)
def test_a_path_is_as_short_as_any_and_there_iff_one_exists(
    graph: PropertyGraph, start: str, end: str
) -> None:
    found, other = path(graph, start, end), undirected(graph)
    if not networkx.has_path(other, start, end):
        assert found is None
        return
    assert found is not None
    assert found.nodes == min(map(tuple, networkx.all_shortest_paths(other, start, end)))
    for step, pair in zip(found.steps, pairwise(found.nodes), strict=True):
        assert {*step} == {e for e in graph.edges if {e.source, e.target} == {*pair}}


def test_a_path_tells_the_kinds_of_its_edges() -> None:
    links = [Edge("b", "a", ABOUT), Edge("a", "b", CAUSES), Edge("b", "c", LINKED, 0.5)]
    found = path(PropertyGraph.of(NODES, links), "a", "c")
    assert found is not None
    assert [[edge.kind for edge in step] for step in found.steps] == [[CAUSES, ABOUT], [LINKED]]


def test_a_node_is_no_steps_from_itself() -> None:
    found = path(PropertyGraph.of(NODES), "a", "a")
    assert found is not None
    assert (found.nodes, found.steps) == (("a",), ())


def test_the_hub_of_a_star_is_most_central() -> None:
    star = PropertyGraph.of(NODES, [Edge("d", id, LINKED, 0.5) for id in "abcefgh"])
    ranked = central(star, 3)
    assert [node.id for node, _ in ranked] == ["d", "a", "b"]
    assert ranked[0][1] > ranked[1][1] == pytest.approx(ranked[2][1])


def test_parallel_edges_add_up_and_loops_count_for_nothing() -> None:
    links = [
        Edge("a", "b", LINKED, 0.5),
        Edge("b", "a", ABOUT, 0.5),
        Edge("b", "c", LINKED, 1.0),
        Edge("c", "c", LINKED, 9.0),
        Edge("a", "c", LINKED, 0.0),
    ]
    by_id = {node.id: rank for node, rank in central(PropertyGraph.of(NODES[:3], links))}
    assert by_id["a"] == pytest.approx(by_id["c"])


def test_an_empty_graph_has_nothing_to_look_at() -> None:
    empty = PropertyGraph.of([])
    assert central(empty) == ()
    for look in (lambda: ego(empty, "a"), lambda: path(empty, "a", "a")):
        with pytest.raises(NotFound, match="no node 'a'"):
            look()


def test_an_isolated_node_has_only_itself_around() -> None:
    found = ego(PropertyGraph.of(NODES), "a")
    assert (found.hops, found.omitted) == ((("a",),), (0,))


@pytest.mark.parametrize(
    ("nodes", "links", "problem"),
    [
        (["a", "a"], [], "there twice"),
        ([""], [], "must not be empty"),
        (["a"], [Edge("a", "x", ABOUT)], "not one of the nodes, got 'x'"),
        (["a", "b"], [Edge("a", "b", ABOUT), Edge("a", "b", ABOUT, 0.5)], "there twice"),
        (["a", "b"], [Edge("a", "b", ABOUT, float("nan"))], "must be finite"),
        (["a", "b"], [Edge("a", "b", ABOUT, -1.0)], "not negative"),
    ],
)
def test_a_graph_that_cannot_be_is_refused(
    nodes: list[str], links: list[Edge], problem: str
) -> None:
    with pytest.raises(InvalidInput, match=problem):
        PropertyGraph.of([Node(id, "", "") for id in nodes], links)


def test_negative_limits_are_refused() -> None:
    graph = PropertyGraph.of(NODES)
    for wrong in (
        lambda: ego(graph, "a", depth=-1),
        lambda: ego(graph, "a", per_hop=-1),
        lambda: central(graph, -1),
    ):
        with pytest.raises(InvalidInput, match="must not be negative"):
            wrong()
