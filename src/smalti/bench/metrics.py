"""Measures of a ranking against what a question's key names. Pure functions.

For a ranking r₁, r₂, … of distinct ids and a gold set G that is not empty::

    any@k      = 1 if some gold id is among r₁ … r_k, else 0
    all@k      = 1 if every gold id is, else 0
    fraction@k = |G ∩ {r₁ … r_k}| / |G|, the recall at k
    ndcg@k     = Σ 1/log₂(i + 1) over the i ≤ k with r_i in G, as a share of that sum for a
                 ranking that begins with all of G
    mrr        = 1/i for the first r_i in G, 0 if there is none

ndcg is that of Järvelin and Kekäläinen (2002), "Cumulated gain-based evaluation", with gains of 0
and 1: its ideal comes from the gold set, not from what was found.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from math import log2

import numpy as np

K = (1, 3, 5, 10, 20, 50)
"""The cuts at which rankings are measured."""

Scores = dict[str, float]


def any_at(k: int, ranked: Sequence[str], gold: Set[str]) -> float:
    """Whether one gold id is among the first k."""
    return float(not gold.isdisjoint(ranked[:k]))


def all_at(k: int, ranked: Sequence[str], gold: Set[str]) -> float:
    """Whether every gold id is among the first k."""
    return float(gold <= set(ranked[:k]))


def fraction_at(k: int, ranked: Sequence[str], gold: Set[str]) -> float:
    """The share of the gold ids that is among the first k."""
    return len(gold & set(ranked[:k])) / len(gold)


def ndcg_at(k: int, ranked: Sequence[str], gold: Set[str]) -> float:
    """How high the gold ids stand among the first k, as a share of the best possible."""
    gain = sum(_discount(i) for i, id in enumerate(ranked[:k]) if id in gold)
    return gain / sum(_discount(i) for i in range(min(k, len(gold))))


def reciprocal_rank(ranked: Sequence[str], gold: Set[str]) -> float:
    """One over the place of the first gold id."""
    return next((1 / i for i, id in enumerate(ranked, 1) if id in gold), 0.0)


def _discount(place: int) -> float:
    return 1 / log2(place + 2)


_AT: dict[str, Callable[[int, Sequence[str], Set[str]], float]] = {
    "any": any_at,
    "all": all_at,
    "fraction": fraction_at,
    "ndcg": ndcg_at,
}
NAMES = (*(f"{name}@{k}" for name in _AT for k in K), "mrr")


def measurable(haystack: int) -> tuple[int, ...]:
    """The cuts below the size of the haystack: a cut at or above it would return everything."""
    return tuple(k for k in K if k < haystack)


def score(ranked: Sequence[str], gold: Set[str], cuts: Sequence[int] = K) -> Scores:
    """Every measure of one ranking at these cuts, by name.

    Raises:
        ValueError: the gold set is empty; such a question cannot be scored.
    """
    if not gold:
        raise ValueError("a question without gold cannot be scored")
    scores = {f"{name}@{k}": at(k, ranked, gold) for name, at in _AT.items() for k in cuts}
    return scores | {"mrr": reciprocal_rank(ranked, gold)}


def average(scores: Sequence[Mapping[str, float]]) -> Scores:
    """The mean of each measure; empty for no scores. All must hold the same measures."""
    if not scores:
        return {}
    return {name: float(np.mean([one[name] for one in scores])) for name in scores[0]}


def interval(
    values: Sequence[float], groups: Sequence[str], *, rounds: int = 2_000, seed: int = 0
) -> tuple[float, float]:
    """A 95 % confidence interval of the mean, by bootstrap over whole groups.

    Questions about one conversation are not independent, so conversations are drawn, with
    replacement (Efron and Tibshirani 1993, "An Introduction to the Bootstrap", percentile
    interval). The same seed gives the same interval.
    """
    codes = {name: code for code, name in enumerate(dict.fromkeys(groups))}
    member = np.array([codes[name] for name in groups])
    sums = np.bincount(member, weights=np.asarray(values, np.float64))
    counts = np.bincount(member)
    drawn = np.random.default_rng(seed).integers(len(codes), size=(rounds, len(codes)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    return float(low), float(high)
