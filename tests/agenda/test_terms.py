from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.agenda.scoring import Array
from smalti.agenda.terms import Inputs, Recomputed, Terms
from smalti.bench.ncs_edits import equal
from smalti.model.errors import InvalidInput

UNITS = 12

small = st.integers(0, UNITS - 1)
bits = st.floats(0.0, 3.0)


def inputs(
    units: int = UNITS, *edges: tuple[int, int], settled: tuple[int, ...] = (), **more: Any
) -> Inputs:
    terms: dict[str, Array] = {
        "weight": np.arange(1.0, units + 1.0),
        "entropy": np.ones(units),
        "settled": np.isin(np.arange(units), settled),
        "held": np.zeros(units, bool),
        "patience": np.ones(units),
        "centrality": np.full(units, 1 / max(units, 1)),
        "community": np.arange(units) % 3,
        "requires": np.array(edges, np.int64).reshape(-1, 2),
    }
    return Inputs(**(terms | more))


def frontier(terms: Terms) -> list[int]:
    return sorted(terms.frontier().units.tolist())


def test_only_units_whose_prerequisites_are_settled_can_be_asked() -> None:
    assert frontier(Terms(inputs(4, (0, 1), (1, 2), settled=(0,)))) == [1, 3]


def test_an_agenda_without_units_selects_nothing() -> None:
    terms = Terms(inputs(0))
    assert terms.select() is None
    assert terms.globals().maximum is None


def test_a_change_of_belief_recomputes_one_term() -> None:
    terms = Terms(inputs())
    assert terms.believe(3, 0.25) == Recomputed(importance=1)
    assert terms.frontier().importance[terms.frontier().units == 3].tolist() == [1.0]


def test_a_change_of_weight_recomputes_one_term() -> None:
    assert Terms(inputs()).weigh(3, 5.0).total == 1


def test_settling_a_unit_recomputes_it_and_those_that_wait_for_it() -> None:
    terms = Terms(inputs(5, (0, 1), (0, 2), (3, 2)))
    assert terms.settle(0) == Recomputed(openness=3)
    assert frontier(terms) == [1, 3, 4]


def test_settling_a_settled_unit_recomputes_nothing() -> None:
    terms = Terms(inputs(5, (0, 1), settled=(0,)))
    assert terms.settle(0).total == 0


def test_a_unit_that_is_opened_again_closes_what_waits_for_it() -> None:
    terms = Terms(inputs(3, (0, 1), settled=(0,)))
    terms.settle(0, False)
    assert frontier(terms) == [0, 2]


def test_a_new_prerequisite_closes_one_unit() -> None:
    terms = Terms(inputs(3))
    assert terms.require(2, 0) == Recomputed(openness=1)
    assert frontier(terms) == [0, 1]


def test_a_prerequisite_that_is_there_already_changes_nothing() -> None:
    terms = Terms(inputs(3, (0, 2)))
    assert terms.require(2, 0).total == 0
    terms.settle(0)
    assert frontier(terms) == [1, 2]


def test_a_prerequisite_that_goes_opens_one_unit() -> None:
    terms = Terms(inputs(3, (0, 2)))
    assert terms.unrequire(2, 0) == Recomputed(openness=1)
    assert terms.unrequire(2, 0).total == 0
    assert frontier(terms) == [0, 1, 2]


def test_a_unit_cannot_wait_for_itself() -> None:
    with pytest.raises(InvalidInput, match="wait for itself"):
        Terms(inputs(3)).require(1, 1)


def test_a_unit_held_back_is_not_asked_until_it_is_released() -> None:
    terms = Terms(inputs(2))
    terms.hold(1)
    assert frontier(terms) == [0]
    assert terms.hold(1, False) == Recomputed(openness=1)
    assert frontier(terms) == [0, 1]


def test_a_new_version_of_the_graph_recomputes_every_centrality_and_nothing_else() -> None:
    terms = Terms(inputs(4))
    done = terms.recentre(np.array([0.1, 0.2, 0.3, 0.4]), graph="second")
    assert done == Recomputed(centrality=4)
    assert terms.globals().graph == "second"


def test_new_communities_recompute_every_community() -> None:
    terms = Terms(inputs(4))
    assert terms.regroup(np.zeros(4, np.int64), communities=1) == Recomputed(community=4)


def test_a_far_change_of_the_maximum_changes_a_score_without_recomputing_its_terms() -> None:
    terms = Terms(inputs(2, centrality=np.zeros(2)))
    before = dict(zip(terms.frontier().units.tolist(), terms.scores().tolist(), strict=True))
    terms.believe(1, 2.0)
    after = dict(zip(terms.frontier().units.tolist(), terms.scores().tolist(), strict=True))
    assert (before[0], after[0]) == (0.25, 0.125)


def test_globals_name_the_maximum_and_the_unit_before() -> None:
    found = Terms(inputs(3)).globals(1)
    assert (found.maximum, found.previous, found.community) == (3.0, 1, 1)


def test_a_selection_without_a_unit_takes_another() -> None:
    terms = Terms(inputs(3))
    first = terms.select()
    assert first is not None
    second = terms.select(without=first.unit)
    assert second is not None
    assert (first.unit, second.unit) == (2, 1)


def test_arrays_given_are_not_changed() -> None:
    given_inputs = inputs(3)
    Terms(given_inputs).believe(0, 2.0)
    assert given_inputs.entropy.tolist() == [1.0] * 3


def test_terms_in_fractions_are_exact_after_edits() -> None:
    terms = Terms(
        inputs(
            2,
            weight=np.array([Fraction(1), Fraction(2)], object),
            entropy=np.array([Fraction(1, 3)] * 2, object),
            centrality=np.array([Fraction(0)] * 2, object),
        )
    )
    terms.believe(0, Fraction(1, 7))
    assert sorted(terms.frontier().importance.tolist()) == [Fraction(1, 7), Fraction(2, 3)]


edits = st.one_of(
    st.tuples(st.just("believe"), small, bits),
    st.tuples(st.just("weigh"), small, st.integers(1, 5).map(float)),
    st.tuples(st.just("settle"), small, st.booleans()),
    st.tuples(st.just("hold"), small, st.booleans()),
    st.tuples(st.just("slow"), small, st.sampled_from([1.0, 0.5, 0.25])),
    st.tuples(st.sampled_from(["require", "unrequire"]), small, small),
)


@given(
    st.lists(st.tuples(small, small)), st.lists(edits, max_size=40), st.none() | small, st.data()
)
def test_edited_terms_equal_those_computed_in_full(
    pairs: list[tuple[int, int]],
    steps: list[tuple[str, int, Any]],
    previous: int | None,
    data: st.DataObject,
) -> None:
    edges = [(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]]
    terms = Terms(inputs(UNITS, *edges))
    for name, unit, value in steps:
        if name in ("require", "unrequire") and value >= unit:
            continue  # edges go from lower to higher: no cycle
        done = getattr(terms, name)(unit, value)
        assert done.total <= 1 + UNITS
        assert equal(terms, terms.afresh(), previous)
    terms.regroup(
        np.array(data.draw(st.lists(small, min_size=UNITS, max_size=UNITS))), communities=1
    )
    assert equal(terms, terms.afresh(), previous)
