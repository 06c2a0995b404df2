from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.bench.metrics import (
    NAMES,
    K,
    all_at,
    any_at,
    average,
    fraction_at,
    interval,
    measurable,
    ndcg_at,
    reciprocal_rank,
    score,
)

IDS = st.sampled_from("abcdefghijklmnop")
RANKED = st.lists(IDS, unique=True, max_size=16)
GOLD = st.sets(IDS, min_size=1, max_size=6)
CUT = st.integers(1, 20)


def test_measures_of_a_ranking_worked_out_by_hand() -> None:
    ranked, gold = ["x", "a", "y", "b", "z"], {"a", "b", "c"}
    assert [any_at(k, ranked, gold) for k in (1, 2, 4)] == [0.0, 1.0, 1.0]
    assert [all_at(k, ranked, gold) for k in (2, 5)] == [0.0, 0.0]
    assert [fraction_at(k, ranked, gold) for k in (1, 2, 3, 4, 5)] == [
        0,
        1 / 3,
        1 / 3,
        2 / 3,
        2 / 3,
    ]
    assert reciprocal_rank(ranked, gold) == 0.5
    # found at places 2 and 4; the ideal has places 1, 2 and 3
    found = 1 / math.log2(3) + 1 / math.log2(5)
    ideal = 1 / math.log2(2) + 1 / math.log2(3) + 1 / math.log2(4)
    assert ndcg_at(5, ranked, gold) == pytest.approx(found / ideal)
    assert ndcg_at(2, ranked, gold) == pytest.approx(
        (1 / math.log2(3)) / (1 / math.log2(2) + 1 / math.log2(3))
    )


def test_all_is_reached_only_with_the_last_gold_id() -> None:
    assert [all_at(k, ["a", "x", "b"], {"a", "b"}) for k in (1, 2, 3)] == [0.0, 0.0, 1.0]


def test_nothing_recalled_scores_nothing() -> None:
    assert set(score([], {"a"}).values()) == {0.0}


def test_a_question_without_gold_cannot_be_scored() -> None:
    with pytest.raises(ValueError, match="without gold"):
        score(["a"], set())


def test_cuts_at_or_above_the_haystack_are_not_measured() -> None:
    assert measurable(11) == (1, 3, 5, 10)
    assert measurable(10) == (1, 3, 5)
    assert measurable(51) == K
    assert "fraction@10" not in score(["a"], {"a"}, measurable(10))


def test_averages_are_taken_measure_by_measure() -> None:
    assert average([{"mrr": 1.0, "any@1": 0.0}, {"mrr": 0.5, "any@1": 1.0}]) == {
        "mrr": 0.75,
        "any@1": 0.5,
    }
    assert average([]) == {}


@given(RANKED, GOLD)
def test_every_measure_lies_between_0_and_1(ranked: list[str], gold: set[str]) -> None:
    scores = score(ranked, gold)
    assert tuple(scores) == NAMES
    assert all(0 <= value <= 1 + 1e-9 for value in scores.values())


@given(RANKED, GOLD, CUT)
def test_a_deeper_cut_finds_no_less(ranked: list[str], gold: set[str], k: int) -> None:
    for measure in (any_at, all_at, fraction_at):
        assert measure(k, ranked, gold) <= measure(k + 1, ranked, gold)


@given(RANKED, GOLD, CUT)
def test_all_is_no_greater_than_the_fraction_and_that_no_greater_than_any(
    ranked: list[str], gold: set[str], k: int
) -> None:
    fraction = fraction_at(k, ranked, gold)
    assert all_at(k, ranked, gold) <= fraction <= any_at(k, ranked, gold)


@given(GOLD, RANKED)
def test_a_ranking_that_begins_with_all_gold_is_perfect(gold: set[str], others: list[str]) -> None:
    ranked = sorted(gold) + [id for id in others if id not in gold]
    k = len(gold)
    assert all_at(k, ranked, gold) == fraction_at(k, ranked, gold) == 1
    assert reciprocal_rank(ranked, gold) == 1
    assert all(ndcg_at(cut, ranked, gold) == pytest.approx(1) for cut in range(1, k + 4))


@given(RANKED, GOLD, CUT)
def test_moving_a_gold_id_to_the_front_never_lowers_ndcg(
    ranked: list[str], gold: set[str], k: int
) -> None:
    held = [id for id in ranked if id in gold]
    if held:
        better = [held[-1], *(id for id in ranked if id != held[-1])]
        assert ndcg_at(k, better, gold) >= ndcg_at(k, ranked, gold) - 1e-12


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30), st.integers(0, 5))
def test_an_interval_holds_its_bounds_and_repeats(values: list[float], seed: int) -> None:
    groups = [str(place % 4) for place in range(len(values))]
    low, high = interval(values, groups, rounds=200, seed=seed)
    assert min(values) - 1e-9 <= low <= high <= max(values) + 1e-9
    assert (low, high) == interval(values, groups, rounds=200, seed=seed)


def test_questions_of_one_group_are_drawn_together() -> None:
    values = [0.0] * 50 + [1.0] * 50
    apart = interval(values, [str(place) for place in range(100)])
    together = interval(values, ["a"] * 50 + ["b"] * 50)
    assert together == (0.0, 1.0)
    assert 0.38 < apart[0] < apart[1] < 0.62
