"""Does a confidence of 0.8 mean 80 %? Measured on labelled statements, and the weights fitted.

Expected calibration error after Naeini, Cooper and Hauskrecht (AAAI 2015) and Guo et al. (arXiv
1706.04599, §2): Σ_b n_b/n · |right_b − ρ_b| over bins of equal width. Brier (1950): the mean of
(ρ − right)².
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from smalti.model.errors import InvalidInput
from smalti.model.record import Confidence

Weights = tuple[float, float, float]
_NEGATIVE = -1e-9  # what rounding may leave of a weight of 0


@dataclass(frozen=True, slots=True)
class Bin:
    """Statements with ρ in [low, high), the last bin with 1: how many, ρ and share right."""

    low: float
    high: float
    count: int
    rho: float
    right: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """How well ρ tells what is right. ``bins`` are those that hold anything, lowest first."""

    count: int
    bins: tuple[Bin, ...]
    expected_error: float
    brier: float


def calibration(pairs: Sequence[tuple[float, bool]], bins: int = 10) -> Calibration:
    """A reliability report on statements: their ρ, and whether they were right.

    Raises:
        InvalidInput: no statement, a ρ outside [0, 1], or fewer than one bin.
    """
    if bins < 1:
        raise InvalidInput("bins", bins, "must be at least 1")
    rho, right = _columns(pairs)
    place = np.minimum((rho * bins).astype(int), bins - 1)
    rows = tuple(
        Bin(
            low=number / bins,
            high=(number + 1) / bins,
            count=int(inside.sum()),
            rho=float(rho[inside].mean()),
            right=float(right[inside].mean()),
        )
        for number in range(bins)
        if (inside := place == number).any()
    )
    error = sum(row.count * abs(row.right - row.rho) for row in rows) / len(rho)
    return Calibration(len(rho), rows, float(error), float(((rho - right) ** 2).mean()))


def _columns(
    pairs: Sequence[tuple[float, bool]],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    if not pairs:
        raise InvalidInput("pairs", pairs, "must hold at least one statement")
    rho = np.array([one for one, _ in pairs], np.float64)
    wrong = rho[~((rho >= 0.0) & (rho <= 1.0))]
    if wrong.size:
        raise InvalidInput("rho", float(wrong[0]), "must lie between 0 and 1")
    return rho, np.array([label for _, label in pairs], np.float64)


def fit_weights(labelled: Sequence[tuple[Confidence, bool]]) -> Weights:
    """The weights of the three factors with which ρ has the least Brier score.

    Least squares over the weights that are not negative and sum to 1. Such a problem of three
    variables is solved exactly: its minimum is that of one of the seven sets of weights that are
    not 0. Of several minima the one with the most weights that count is taken.

    Raises:
        InvalidInput: no statement.
    """
    if not labelled:
        raise InvalidInput("labelled", labelled, "must hold at least one statement")
    factors = np.array(
        [(c.directness, c.consistency, c.specificity) for c, _ in labelled], np.float64
    )
    right = np.array([label for _, label in labelled], np.float64)
    best: tuple[float, NDArray[np.float64]] | None = None
    for size in (3, 2, 1):
        for kept in combinations(range(3), size):
            weights = _least_squares(factors, right, list(kept))
            error = float(((factors @ weights - right) ** 2).mean())
            if weights.min() >= _NEGATIVE and (best is None or error < best[0] - 1e-12):
                best = error, weights
    assert best is not None  # a single factor is always possible
    weights = np.clip(best[1], 0.0, None)
    directness, consistency, specificity = (float(w) for w in weights / weights.sum())
    return directness, consistency, specificity


def _least_squares(
    factors: NDArray[np.float64], right: NDArray[np.float64], kept: list[int]
) -> NDArray[np.float64]:
    """Weights of the kept factors that sum to 1: the last one is 1 minus the others."""
    *free, last = kept
    base = factors[:, last]
    weights = np.zeros(3)
    if free:
        shifted = factors[:, free] - base[:, None]
        weights[free] = np.linalg.lstsq(shifted, right - base, rcond=None)[0]
    weights[last] = 1.0 - weights.sum()
    return weights
