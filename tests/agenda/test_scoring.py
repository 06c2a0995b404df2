from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from smalti.agenda.scoring import NOWHERE, Array, Raw, Weights, best, compose, explain


def raw(importance: list[float], **more: Array) -> Raw:
    units = len(importance)
    terms = {
        "centrality": np.full(units, 0.25),
        "community": np.zeros(units, np.int64),
        "patience": np.ones(units),
    } | more
    return Raw(np.arange(units), np.array(importance), **terms)


def test_the_score_is_the_weighted_sum_of_its_three_parts() -> None:
    scores = compose(raw([4.0, 2.0], community=np.array([1, 0])), 0, Weights())
    assert scores.tolist() == pytest.approx([0.5 + 0.075, 0.25 + 0.075 + 0.2])


def test_a_frontier_of_zeros_scores_by_what_else_there_is() -> None:
    scores = compose(raw([0.0, 0.0], centrality=np.array([0.1, 0.3])), NOWHERE, Weights())
    assert scores.tolist() == pytest.approx([0.03, 0.09])


def test_units_of_no_community_continue_nothing() -> None:
    scores = compose(raw([1.0], community=np.array([NOWHERE])), NOWHERE, Weights(0.0, 0.0, 1.0))
    assert scores.tolist() == [0.0]


def test_patience_multiplies_the_whole_score() -> None:
    scores = compose(raw([1.0, 1.0], patience=np.array([1.0, 0.5])), 0, Weights())
    assert scores[1] == scores[0] / 2


def test_fractions_stay_exact() -> None:
    third = Fraction(1, 3)
    units = Raw(
        np.arange(2),
        np.array([Fraction(1), Fraction(7)], object),
        np.array([third, third], object),
        np.array([0, 1]),
        np.array([Fraction(1)] * 2, object),
    )
    scores = compose(units, 1, Weights(third, third, third))
    assert scores.tolist() == [Fraction(1, 21) + Fraction(1, 9), Fraction(7, 9)]


def test_the_parts_add_up_to_the_score() -> None:
    units = raw([3.0, 5.0], patience=np.array([0.5, 1.0]))
    parts = explain(units, 0, 0, Weights())
    total = (parts.importance + parts.centrality + parts.continuity) * parts.patience
    assert parts.score == total == compose(units, 0, Weights())[0]


def test_the_first_id_wins_a_tie_whatever_the_order_of_the_frontier() -> None:
    units, scores = np.array([7, 2, 5, 1]), np.array([0.9, 0.9, 0.9, 0.1])
    assert units[best(units, scores)] == 2


def test_there_is_no_best_of_none() -> None:
    with pytest.raises(ValueError, match="zero-size"):
        best(np.array([], np.int64), np.array([]))
