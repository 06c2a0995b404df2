from __future__ import annotations

import pkgutil
import random
import subprocess
import sys
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from networkx.algorithms.link_analysis.pagerank_alg import _pagerank_python

from graph.graphs import NODES, Links, clustered, graph_of, graphs, links, nodes
from smalti import graph
from smalti.graph.association import AssociationGraph
from smalti.graph.centrality import DAMPING, TOLERANCE, pagerank
from smalti.graph.communities import communities
from smalti.graph.standing import Standing, drift, standing, updated
from smalti.model.errors import NotFound


def assert_same(one: Standing, other: Standing) -> None:
    assert (one.version, one.ids) == (other.version, other.ids)
    for array in ("component", "community", "within"):
        np.testing.assert_array_equal(getattr(one, array), getattr(other, array))
    np.testing.assert_array_equal(one.centrality(), other.centrality())


def touched(before: AssociationGraph, after: AssociationGraph) -> set[str]:
    """One end of each edge that differs, and the nodes that came or went."""

    def edges(graph: AssociationGraph) -> set[tuple[str, str, float]]:
        columns = (graph.source.tolist(), graph.target.tolist(), graph.weight.tolist())
        return {(graph.ids[s], graph.ids[t], w) for s, t, w in zip(*columns, strict=True)}

    return {edge[0] for edge in edges(before) ^ edges(after)} | (set(before.ids) ^ set(after.ids))


def exact_pagerank(graph: AssociationGraph) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The definition as a linear system; a node without edges stays where it is."""
    count = len(graph)
    node, other, weight = graph.both_ways()
    step = np.zeros((count, count))
    step[node, other] = weight
    alone = step.sum(axis=0) == 0
    step[alone, alone] = 1
    step /= step.sum(axis=0)
    solved = np.linalg.solve(np.eye(count) - DAMPING * step, np.full(count, (1 - DAMPING) / count))
    return np.asarray(solved)


@given(graph=graphs().filter(len))
def test_pagerank_solves_its_definition(graph: AssociationGraph) -> None:
    assert np.abs(pagerank(graph) - exact_pagerank(graph)).sum() <= TOLERANCE + 1e-12


@pytest.mark.parametrize("seed", range(3))
def test_pagerank_agrees_with_another_implementation(seed: int) -> None:
    graph = clustered(200, seed, clusters=4)
    other = networkx.Graph()
    for source, target, weight in zip(graph.source, graph.target, graph.weight, strict=True):
        other.add_edge(graph.ids[source], graph.ids[target], weight=weight)
    assert len(other) == len(graph)
    expected = _pagerank_python(other, alpha=DAMPING, tol=1e-12, max_iter=500)
    np.testing.assert_allclose(pagerank(graph), [expected[id] for id in graph.ids], atol=1e-9)


def test_a_star_of_two_ways_converges_as_slowly_as_allowed() -> None:
    graph = AssociationGraph.of(NODES, [(NODES[0], leaf, 1.0) for leaf in NODES[1:]])
    assert np.abs(pagerank(graph) - exact_pagerank(graph)).sum() <= TOLERANCE


@given(graph=graphs())
def test_each_component_keeps_its_share_of_the_mass(graph: AssociationGraph) -> None:
    found, label = standing(graph), graph.components()
    mass = np.bincount(label, found.centrality(), len(graph))
    np.testing.assert_allclose(mass * len(graph), np.bincount(label, minlength=len(graph)))


@given(graph=graphs())
def test_a_community_is_named_by_its_smallest_member(graph: AssociationGraph) -> None:
    found = communities(graph)
    for name in set(found.tolist()):
        assert np.flatnonzero(found == name)[0] == name


@given(graph=graphs())
def test_no_community_reaches_over_components(graph: AssociationGraph) -> None:
    label = graph.components()
    np.testing.assert_array_equal(label[communities(graph)], label)


def test_two_cliques_joined_by_one_edge_are_two_communities() -> None:
    cliques = [(a, b, 1.0) for a in "abcd" for b in "abcd" if a < b]
    cliques += [(a, b, 1.0) for a in "wxyz" for b in "wxyz" if a < b]
    found = standing(AssociationGraph.of("abcdwxyz", [*cliques, ("d", "w", 1.0)]))
    assert [found.community_of(id) for id in "abcdwxyz"] == ["a"] * 4 + ["w"] * 4


@given(graph=graphs(), seed=st.integers(0, 99))
def test_the_order_of_nodes_and_edges_leaves_no_trace(graph: AssociationGraph, seed: int) -> None:
    shuffle = random.Random(seed)
    columns = (graph.source.tolist(), graph.target.tolist(), graph.weight.tolist())
    edges = [(graph.ids[t], graph.ids[s], w) for s, t, w in zip(*columns, strict=True)]
    ids = list(graph.ids)
    shuffle.shuffle(edges)
    shuffle.shuffle(ids)
    assert_same(standing(AssociationGraph.of(ids, edges)), standing(graph))


@given(graph=graphs(), rest=graphs())
def test_what_else_is_in_the_graph_changes_nothing_in_a_component(
    graph: AssociationGraph, rest: AssociationGraph
) -> None:
    far = replace(rest, ids=tuple(f"a{id}" for id in rest.ids))  # sorts before all of the graph
    alone, beside = standing(graph), standing(graph.union(far))
    for id in graph.ids:
        assert beside.community_of(id) == alone.community_of(id)
    np.testing.assert_array_equal(beside.within[len(far) :], alone.within)


@given(one=links, other=links, some=nodes, others=nodes)
def test_an_update_equals_computing_everything_to_the_last_bit(
    one: Links, other: Links, some: set[str], others: set[str]
) -> None:
    before, after = graph_of(some, one), graph_of(others, other)
    assert_same(updated(standing(before), after, touched(before, after)), standing(after))


@given(
    links=links,
    some=nodes,
    edits=st.lists(st.tuples(links.filter(bool), nodes.filter(bool)), min_size=1, max_size=5),
)
def test_many_small_updates_equal_computing_everything(
    links: Links, some: set[str], edits: list[tuple[Links, set[str]]]
) -> None:
    graph = graph_of(some, links)
    found = standing(graph)
    for new, gone in edits:
        edge, node = next(iter(new.items())), next(iter(gone))
        links = links | dict([edge])
        some = (some | set(edge[0])) - {node}
        after = graph_of(some, links)
        found = updated(found, after, touched(graph, after))
        graph = after
    assert_same(found, standing(graph))


def test_an_update_computes_only_the_components_that_changed() -> None:
    edges = {("a", "b"): 1.0, ("b", "c"): 1.0, ("p", "q"): 1.0, ("q", "r"): 1.0, ("x", "y"): 1.0}
    some = set("abcpqrxyz")
    before = standing(graph_of(some, edges))
    edges[("p", "r")] = 1.0
    assert updated(before, graph_of(some, edges), {"p"}).recomputed == 3
    assert updated(before, graph_of(some - {"y"}, edges), {"p", "y"}).recomputed == 4


def test_a_graph_that_did_not_change_is_not_computed_anew() -> None:
    graph = clustered(100)
    before = standing(graph)
    again = updated(before, graph, set())
    assert again.recomputed == 0
    assert_same(again, before)


def test_a_stale_standing_has_another_version_than_the_graph() -> None:
    graph = clustered(50)
    found = standing(graph)
    assert found.version == graph.version
    assert found.version != graph.capped(2).version


def test_graphs_without_nodes_or_without_edges_stand_too() -> None:
    assert standing(AssociationGraph.of([])).centrality().tolist() == []
    alone = standing(AssociationGraph.of(NODES))
    assert alone.community.tolist() == list(range(len(NODES)))
    np.testing.assert_array_equal(alone.centrality(), np.full(len(NODES), 1 / len(NODES)))


@given(graph=graphs())
def test_the_centrality_of_one_is_that_of_all(graph: AssociationGraph) -> None:
    found = standing(graph)
    assert [found.centrality_of(id) for id in graph.ids] == found.centrality().tolist()


def test_an_unknown_node_stands_nowhere() -> None:
    found = standing(AssociationGraph.of(["a", "b"]))
    for ask in (found.community_of, found.centrality_of):
        for id in ("", "aa", "z"):
            with pytest.raises(NotFound, match="no node"):
                ask(id)


def test_drift_is_the_share_of_nodes_touched() -> None:
    found = standing(AssociationGraph.of("abcd"))
    assert drift(found, set()) == 0.0
    assert drift(found, {"a", "x"}) == 2 / 5
    assert drift(found, "abcd") == 1.0
    assert drift(standing(AssociationGraph.of([])), ()) == 0.0
    assert drift(standing(AssociationGraph.of([])), "a") == 1.0


_DIGEST = """
from hashlib import blake2b
from smalti.graph.standing import standing
from graph.graphs import clustered
found = standing(clustered(400))
print(blake2b(found.community.tobytes() + found.within.tobytes()).hexdigest())
"""


def test_another_process_finds_the_same_to_the_last_bit() -> None:
    found = standing(clustered(400))
    assert len(set(found.community.tolist())) > 1
    here = blake2b(found.community.tobytes() + found.within.tobytes()).hexdigest()
    run = subprocess.run(
        [sys.executable, "-c", _DIGEST],
        env={"PYTHONPATH": str(Path(__file__).parents[1])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == here + "\n"


def test_heavy_libraries_are_not_loaded_before_they_are_needed() -> None:
    modules = [f"smalti.graph.{module.name}" for module in pkgutil.iter_modules(graph.__path__)]
    heavy = "{'graspologic_native', 'networkx'}"
    code = f"import sys, {', '.join(modules)}; print({heavy} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert len(modules) > 10
    assert run.stdout == "set()\n"


def test_an_edge_pushed_out_by_the_cap_is_found_by_comparing_graphs() -> None:
    """Neither end of an edge that a stronger one pushes out need have been touched itself."""
    before = AssociationGraph.of("uvwx", [("v", "w", 0.5), ("u", "x", 0.9)])
    after = AssociationGraph.of("uvwx", [("v", "w", 0.5), ("u", "x", 0.9), ("u", "v", 0.6)])
    one, other = before.capped(1), after.capped(1)
    assert one.differing(other) == {"v", "w"}
    assert_same(updated(standing(one), other, one.differing(other)), standing(other))
