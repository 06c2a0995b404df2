from __future__ import annotations

import random
from itertools import pairwise

import networkx
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from smalti.graph.prerequisites import PrerequisiteCycle, Prerequisites
from smalti.model.errors import InvalidInput, NotFound

NODES = "abcdefgh"
pairs = st.lists(st.tuples(st.sampled_from(NODES), st.sampled_from(NODES)), max_size=14)
forward = pairs.map(lambda found: [(min(e), max(e)) for e in found if e[0] != e[1]])

CHAIN = Prerequisites.of("abcd", [("a", "b"), ("b", "c")])


@given(edges=pairs)
def test_edges_are_refused_iff_they_have_a_cycle(edges: list[tuple[str, str]]) -> None:
    other = networkx.DiGraph(edges)
    if networkx.is_directed_acyclic_graph(other):
        assert Prerequisites.of(NODES, edges).edges() == tuple(sorted(set(edges)))
    else:
        with pytest.raises(PrerequisiteCycle) as refused:
            Prerequisites.of(NODES, edges)
        cycle = refused.value.cycle
        steps = zip(cycle, cycle[1:] + cycle[:1], strict=True)
        assert all(other.has_edge(*step) for step in steps)
        assert len(set(cycle)) == len(cycle)


@given(edges=forward, more=pairs)
def test_an_edit_is_refused_iff_the_whole_would_be(
    edges: list[tuple[str, str]], more: list[tuple[str, str]]
) -> None:
    graph = Prerequisites.of(NODES, edges)
    if networkx.is_directed_acyclic_graph(networkx.DiGraph(edges + more)):
        assert graph.with_edges(more) == Prerequisites.of(NODES, edges + more)
    else:
        with pytest.raises(PrerequisiteCycle):
            graph.with_edges(more)
    assert graph == Prerequisites.of(NODES, edges)


def test_a_cycle_is_named_whole_from_its_smallest_id() -> None:
    with pytest.raises(PrerequisiteCycle, match="a → b → c → a") as refused:
        CHAIN.with_edge("c", "a")
    assert refused.value.cycle == ("a", "b", "c")
    assert isinstance(refused.value, InvalidInput)


def test_a_node_cannot_wait_for_itself() -> None:
    with pytest.raises(PrerequisiteCycle, match="d → d"):
        CHAIN.with_edge("d", "d")


def test_a_long_cycle_is_named_whole() -> None:
    ids = [f"n{number:04}" for number in range(2_000)]
    chain = Prerequisites.of(ids, pairwise(ids))
    with pytest.raises(PrerequisiteCycle) as refused:
        chain.with_edge(ids[-1], ids[0])
    assert refused.value.cycle == tuple(ids)
    assert ids[1_000] in str(refused.value)


def test_a_missing_node_is_refused_by_name() -> None:
    with pytest.raises(InvalidInput, match="no node 'x'"):
        CHAIN.with_edge("a", "x")
    with pytest.raises(InvalidInput, match="no node 'x'"):
        Prerequisites.of("ab", [("x", "a")])


def test_nothing_of_a_refused_edit_stays() -> None:
    with pytest.raises(PrerequisiteCycle):
        CHAIN.with_edges([("a", "d"), ("c", "a")])
    assert Prerequisites.of("abcd", [("a", "b"), ("b", "c")]) == CHAIN
    assert CHAIN.consumers("a") == ("b",)


@given(edges=forward, seed=st.integers(0, 99))
def test_the_order_puts_prerequisites_first_and_depends_on_the_graph_alone(
    edges: list[tuple[str, str]], seed: int
) -> None:
    order = Prerequisites.of(NODES, edges).order()
    assert sorted(order) == list(NODES)
    assert all(order.index(before) < order.index(after) for before, after in edges)
    shuffle = random.Random(seed)
    ids = list(NODES)
    shuffle.shuffle(ids)
    shuffle.shuffle(edges)
    assert Prerequisites.of(ids, edges).order() == order


@given(edges=forward)
def test_prerequisites_and_consumers_are_two_views_of_the_edges(
    edges: list[tuple[str, str]],
) -> None:
    graph = Prerequisites.of(NODES, edges)
    for id in NODES:
        assert graph.prerequisites(id) == tuple(sorted({a for a, b in edges if b == id}))
        assert graph.consumers(id) == tuple(sorted({b for a, b in edges if a == id}))


@given(edges=forward, gone=st.sampled_from(NODES))
def test_a_node_goes_with_its_edges(edges: list[tuple[str, str]], gone: str) -> None:
    left = [edge for edge in edges if gone not in edge]
    graph = Prerequisites.of(NODES, edges).without_node(gone)
    expected = Prerequisites.of(set(NODES) - {gone}, left)
    assert graph == expected
    assert [graph.consumers(id) for id in graph.ids] == [expected.consumers(id) for id in graph.ids]


@given(edges=forward)
def test_an_edge_that_is_taken_out_can_be_put_back(edges: list[tuple[str, str]]) -> None:
    assume(edges)
    graph = Prerequisites.of(NODES, edges)
    without = graph.without_edge(*edges[0])
    assert without == Prerequisites.of(NODES, [edge for edge in edges if edge != edges[0]])
    assert without.with_edge(*edges[0]) == graph


def test_an_edge_taken_out_may_be_turned_round() -> None:
    turned = CHAIN.without_edge("a", "b").with_edge("c", "a")
    assert turned.order() == ("b", "d", "c", "a")


def test_what_is_not_there_cannot_be_asked_for_or_taken_out() -> None:
    for ask in (CHAIN.prerequisites, CHAIN.consumers, CHAIN.without_node):
        with pytest.raises(NotFound, match="no node 'x'"):
            ask("x")
    with pytest.raises(NotFound, match="no prerequisite 'b → a'"):
        CHAIN.without_edge("b", "a")


def test_nodes_are_added_without_edges_and_only_once() -> None:
    grown = CHAIN.with_nodes(["e"])
    assert grown.order() == ("a", "d", "e", "b", "c")
    assert "e" not in CHAIN
    with pytest.raises(InvalidInput, match="is there already, got 'a'"):
        CHAIN.with_nodes(["a"])
    with pytest.raises(InvalidInput, match="is there twice"):
        CHAIN.with_nodes(["x", "x"])


def test_an_empty_graph_has_an_order() -> None:
    assert Prerequisites.of([]).order() == ()
    assert Prerequisites.of([]).edges() == ()
    assert len(Prerequisites.of([])) == 0
