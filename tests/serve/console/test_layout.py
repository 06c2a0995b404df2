from __future__ import annotations

from itertools import combinations
from math import hypot

from hypothesis import given, settings
from hypothesis import strategies as st

from smalti.graph.inspect import ego
from smalti.graph.property_graph import Node, PropertyGraph
from smalti.model.record import Edge, EdgeKind
from smalti.serve.console.ego import HEIGHT, WIDTH, drawn
from smalti.serve.console.layout import LOOSE, picture


def graph(nodes: int, links: list[tuple[int, int]]) -> PropertyGraph:
    edges = {
        (one, other): Edge(f"n{one}", f"n{other}", EdgeKind.ASSOCIATED)
        for one, other in links
        if one != other
    }
    return PropertyGraph.of(
        (Node(f"n{at}", f"node {at}", "fact", "current") for at in range(nodes)), edges.values()
    )


@st.composite
def graphs(draw: st.DrawFn) -> PropertyGraph:
    nodes = draw(st.integers(1, 25))
    ends = st.integers(0, nodes - 1)
    return graph(nodes, draw(st.lists(st.tuples(ends, ends), max_size=40)))


@settings(max_examples=40, deadline=None)
@given(graphs())
def test_every_node_has_one_place_and_none_lies_on_another(found: PropertyGraph) -> None:
    placed = picture(found).placed
    assert sorted(one.node.id for one in placed) == [node.id for node in found.nodes]
    for one, other in combinations(placed, 2):
        assert hypot(one.x - other.x, one.y - other.y) > 20


@settings(max_examples=20, deadline=None)
@given(graphs())
def test_the_same_graph_looks_the_same(found: PropertyGraph) -> None:
    assert picture(found).placed == picture(found).placed


def test_two_cliques_are_two_communities_and_the_rest_is_on_its_own() -> None:
    cliques = [*combinations(range(5), 2), *combinations(range(5, 9), 2)]
    found = picture(graph(11, cliques))
    assert [(one.number, one.size) for one in found.groups] == [(0, 5), (1, 4), (LOOSE, 2)]


def test_the_most_central_of_a_community_lies_in_its_middle() -> None:
    found = picture(graph(6, [(0, at) for at in range(1, 6)]))
    middle = next(one for one in found.placed if one.node.id == "n0")
    assert (middle.x, middle.y) == (0, 0)
    assert middle.rank == max(one.rank for one in found.placed)


@settings(max_examples=40, deadline=None)
@given(graphs())
def test_what_lies_around_a_node_fits_the_drawing(found: PropertyGraph) -> None:
    drawing = drawn(ego(found, "n0"), lambda node: f"/{node.id}")
    assert drawing.spots[0].id == "n0"
    for spot in drawing.spots:
        assert 0 < spot.x < WIDTH
        assert 0 < spot.y < HEIGHT
    ends = {(spot.x, spot.y) for spot in drawing.spots}
    assert all({(line.x1, line.y1), (line.x2, line.y2)} <= ends for line in drawing.lines)
