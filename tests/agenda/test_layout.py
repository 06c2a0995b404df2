from __future__ import annotations

import pytest

from agenda.samples import form, harbour, unit
from smalti.agenda.layout import association, layout_of


def test_units_that_wait_for_each_other_are_associated() -> None:
    graph = association(form(unit("a"), unit("b", requires=["a"]), unit("c")))
    assert [
        (graph.ids[s], graph.ids[t]) for s, t in zip(graph.source, graph.target, strict=True)
    ] == [("a", "b")]


def test_no_unit_of_a_large_topic_is_left_alone() -> None:
    graph = association(form(*(unit(f"u{n:03}", topic="all") for n in range(100))))
    node, _, _ = graph.both_ways()
    degrees = [list(node).count(at) for at in range(100)]
    assert min(degrees) >= 16
    assert max(degrees) <= 32


def test_centrality_sums_to_one() -> None:
    assert layout_of(harbour()).centrality.sum() == pytest.approx(1.0)


def test_topics_are_communities() -> None:
    sample = form(unit("a", topic="x"), unit("b", topic="y"), unit("c", topic="x"))
    assert layout_of(sample).community.tolist() == [0, 1, 0]


def test_units_without_a_topic_have_the_communities_of_the_graph() -> None:
    sample = form(unit("a"), unit("b", requires=["a"]), unit("c"), unit("d", requires=["c"]))
    community = layout_of(sample).community.tolist()
    assert community[0] == community[1] != community[2] == community[3]
