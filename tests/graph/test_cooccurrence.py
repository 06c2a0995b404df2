from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.graph.association import AssociationGraph
from smalti.graph.cooccurrence import WIDEST, CoOccurrence
from smalti.model.errors import InvalidInput, NotFound

contexts = st.lists(st.sets(st.sampled_from("abcdefgh"), max_size=5), max_size=10)


def counted(named: dict[str, set[str]]) -> CoOccurrence:
    made = CoOccurrence()
    for context, entities in named.items():
        made.add(context, entities)
    return made


def edges(graph: AssociationGraph) -> dict[tuple[str, str], float]:
    columns = (graph.source.tolist(), graph.target.tolist(), graph.weight.tolist())
    return {(graph.ids[s], graph.ids[t]): w for s, t, w in zip(*columns, strict=True)}


def test_the_weight_is_the_cosine_of_the_incidence_vectors() -> None:
    made = counted({"1": {"a", "b"}, "2": {"a", "b", "c"}, "3": {"a"}, "4": {"a"}})
    assert made.weight("a", "b") == 2 / sqrt(4 * 2)
    assert edges(made.graph()) == {
        ("a", "b"): 2 / sqrt(8),
        ("a", "c"): 1 / sqrt(4),
        ("b", "c"): 1 / sqrt(2),
    }


@given(named=contexts, gone=st.sets(st.integers(0, 9)), limit=st.integers(1, 4))
def test_any_edits_lead_to_what_is_counted_from_nothing(
    named: list[set[str]], gone: set[int], limit: int
) -> None:
    all_of_them = {str(number): entities for number, entities in enumerate(named)}
    made = counted(dict(reversed(all_of_them.items())))
    for number in gone & set(range(len(named))):
        made.remove(str(number))
    left = {context: all_of_them[context] for context in all_of_them if int(context) not in gone}
    assert made.graph(limit) == counted(left).graph(limit)


@given(named=contexts, last=st.sets(st.sampled_from("abcdefgh"), max_size=5))
def test_an_edge_that_differs_has_an_end_that_is_affected(
    named: list[set[str]], last: set[str]
) -> None:
    made = counted({str(number): entities for number, entities in enumerate(named)})
    before = edges(made.graph(2))
    made.add("last", last)
    affected, after = made.affected("last"), edges(made.graph(2))
    assert all(affected & {*edge} for edge, _ in before.items() ^ after.items())
    made.remove("last")
    assert edges(made.graph(2)) == before


def test_an_entity_may_occur_with_a_hundred_thousand_others() -> None:
    made = CoOccurrence()
    for number in range(100_000):
        made.add(f"c{number}", ["hub", f"e{number:06}"])
    graph = made.graph()
    assert len(graph) == 100_001
    assert [graph.ids[end] for end in graph.source] == [f"e{number:06}" for number in range(32)]
    assert len(made.affected("c7")) == 100_001


def test_an_edge_needs_each_to_be_among_the_strongest_of_the_other() -> None:
    star = {str(number): {"hub", f"leaf{number}"} for number in range(40)}
    assert len(edges(counted(star).graph(32))) == 32


def test_a_context_that_is_a_list_joins_nobody() -> None:
    made = CoOccurrence()
    made.add("list", [str(number) for number in range(WIDEST + 1)])
    assert len(made) == 0
    made.remove("list")
    assert made.graph() == AssociationGraph.of([])


def test_an_entity_alone_in_its_context_has_no_edges() -> None:
    assert counted({"1": {"a"}, "2": set()}).graph() == AssociationGraph.of(["a"])


def test_a_context_counts_once() -> None:
    made = counted({"1": {"a", "b"}})
    with pytest.raises(InvalidInput, match="is there already"):
        made.add("1", ["a"])
    with pytest.raises(InvalidInput, match="is there twice"):
        made.add("2", ["a", "a"])
    assert made.weight("a", "b") == 1.0


def test_an_unknown_context_cannot_be_removed() -> None:
    with pytest.raises(NotFound, match="no context 'x'"):
        CoOccurrence().remove("x")
    with pytest.raises(NotFound, match="no context 'x'"):
        CoOccurrence().affected("x")


def test_entities_never_seen_together_weigh_nothing() -> None:
    made = counted({"1": {"a"}, "2": {"b"}})
    assert made.weight("a", "b") == made.weight("x", "y") == 0.0
