"""Does a confidence of 0.8 mean 80 %? Reliability, and weights fitted to labels."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.model.errors import InvalidInput
from smalti.model.record import Confidence
from smalti.write.gate import GatePolicy, calibration, fit_weights
from strategies import confidences, shares

Labelled = list[tuple[Confidence, bool]]

labelled = st.lists(st.tuples(confidences, st.booleans()), min_size=1, max_size=30)


def squared_error(weights: tuple[float, float, float], data: Labelled) -> float:
    total = 0.0
    for c, right in data:
        rho = weights[0] * c.directness + weights[1] * c.consistency + weights[2] * c.specificity
        total += (rho - right) ** 2
    return total / len(data)


def test_a_perfect_confidence_has_no_error() -> None:
    report = calibration([(1.0, True), (0.0, False)])
    assert (report.expected_error, report.brier) == (0.0, 0.0)


def test_a_confidence_that_is_too_high_shows() -> None:
    report = calibration([(0.8, True), (0.8, False)])
    assert report.expected_error == pytest.approx(0.3)
    assert report.brier == pytest.approx((0.04 + 0.64) / 2)
    (row,) = report.bins
    assert (row.count, row.right) == (2, 0.5)
    assert row.rho == pytest.approx(0.8)


def test_errors_of_bins_are_weighted_by_their_size() -> None:
    report = calibration([(0.95, True)] * 3 + [(0.15, True)])
    assert report.expected_error == pytest.approx(0.75 * 0.05 + 0.25 * 0.85)


def test_a_confidence_of_one_is_in_the_last_bin() -> None:
    row = calibration([(1.0, True)], bins=5).bins[0]
    assert (row.low, row.high) == (0.8, 1.0)


@given(st.lists(st.tuples(shares, st.booleans()), min_size=1), st.integers(1, 20))
def test_every_statement_is_in_one_bin(pairs: list[tuple[float, bool]], bins: int) -> None:
    report = calibration(pairs, bins)
    assert sum(row.count for row in report.bins) == report.count == len(pairs)
    assert 0.0 <= report.expected_error <= 1.0
    assert 0.0 <= report.brier <= 1.0
    assert all(row.low - 1e-9 <= row.rho <= row.high + 1e-9 for row in report.bins)


@pytest.mark.parametrize(
    ("pairs", "bins", "field"), [([], 10, "pairs"), ([(0.5, True)], 0, "bins"),
                                 ([(1.5, True)], 10, "rho"), ([(float("nan"), True)], 10, "rho")],
)  # fmt: skip
def test_what_cannot_be_reported_is_refused(
    pairs: list[tuple[float, bool]], bins: int, field: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        calibration(pairs, bins)
    assert caught.value.field == field


@given(labelled)
def test_fitted_weights_can_be_used(data: Labelled) -> None:
    weights = fit_weights(data)
    assert GatePolicy(weights=weights).weights == weights


@given(labelled)
def test_no_other_weights_fit_better(data: Labelled) -> None:
    best = squared_error(fit_weights(data), data)
    steps = [step / 10 for step in range(11)]
    for first, second in product(steps, steps):
        if first + second <= 1.0:
            other = (first, second, 1.0 - first - second)
            assert best <= squared_error(other, data) + 1e-6


def test_the_factor_that_tells_gets_the_weight() -> None:
    data = [(Confidence(0.5, float(right), 0.5), right) for right in (True, False)] * 5
    assert fit_weights(data) == pytest.approx((0.0, 1.0, 0.0), abs=1e-9)


def test_weights_are_found_again() -> None:
    weights = (0.5, 0.3, 0.2)
    data = []
    for d, c, s in product((0.0, 1.0), repeat=3):
        share = weights[0] * d + weights[1] * c + weights[2] * s
        right = round(share * 10)
        data += [(Confidence(d, c, s), number < right) for number in range(10)]
    assert fit_weights(data) == pytest.approx(weights)


def test_weights_need_labels() -> None:
    with pytest.raises(InvalidInput) as caught:
        fit_weights([])
    assert caught.value.field == "labelled"
