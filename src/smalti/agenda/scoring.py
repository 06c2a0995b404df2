"""The score of a unit, composed from raw terms when the next one is selected.

Score(v) = α·I(v)/max_{u∈F} I(u) + β·T(v) + γ·1[community(v) = community(previous)] over the
frontier F, with α = 0.5, β = 0.3, γ = 0.2 (MOSAIC, arXiv 2607.16211, scoring). Two of its terms are
global: the frontier's maximum and the community of the previous unit. A score that is kept goes
stale when one of them changes far away, so none is kept: raw terms are (``smalti.agenda.terms``),
and what is global is read here and handed back beside the scores (:class:`Globals`).

Ours: where every importance of a frontier is 0, none is more important than another and the first
term is 0 for all. A unit that was asked in vain has its score multiplied by its ``patience``.

Works on arrays of floats and on object arrays of exact fractions alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Number = Any  # float, or Fraction where scores have to be exact
Version = int | str

NOWHERE = -1
"""The community of what belongs to none; nothing continues from it."""


@dataclass(frozen=True, slots=True)
class Weights:
    """α, β and γ of the score."""

    importance: Number = 0.5
    centrality: Number = 0.3
    continuity: Number = 0.2


@dataclass(frozen=True, slots=True)
class Raw:
    """The raw terms of some units, in the order of ``units``."""

    units: Array
    importance: Array
    centrality: Array
    community: Array
    patience: Array


@dataclass(frozen=True, slots=True)
class Globals:
    """What every score depends on beside the terms of its own unit.

    ``maximum`` is the largest importance of the frontier, ``None`` where it is empty; ``previous``
    the unit before, with its community; ``graph`` and ``communities`` are the versions that
    centrality and communities were computed from. Two selections whose globals are equal may
    differ in the score of a unit only if one of its own terms changed.
    """

    maximum: Number | None
    previous: int | None
    community: int
    graph: Version
    communities: Version


@dataclass(frozen=True, slots=True)
class Parts:
    """The score of one unit and what it is made of, each part as it enters the sum."""

    score: Number
    importance: Number
    centrality: Number
    continuity: Number
    patience: Number


def maximum(importance: Array) -> Number | None:
    """The largest importance; ``None`` of none."""
    return importance.max() if importance.size else None


def compose(raw: Raw, previous: int, weights: Weights) -> Array:
    """The scores of a frontier, in its order; ``previous`` is the community of the unit before."""
    importance, centrality, continuity = _parts(raw, previous, weights)
    scores: Array = (importance + centrality + continuity) * raw.patience
    return scores


def explain(raw: Raw, at: int, previous: int, weights: Weights) -> Parts:
    """The parts of the score of the unit at one place of a frontier."""
    importance, centrality, continuity = (part[at] for part in _parts(raw, previous, weights))
    patience = raw.patience[at]
    score = (importance + centrality + continuity) * patience
    return Parts(score, importance, centrality, continuity, patience)


def best(units: Array, scores: Array) -> int:
    """The place of the highest score; of the lowest unit, which is the first id, where several tie.

    Raises:
        ValueError: there are none.
    """
    ties = np.flatnonzero(scores == scores.max())
    return int(ties[np.argmin(units[ties])])


def _parts(raw: Raw, previous: int, weights: Weights) -> tuple[Array, Array, Array]:
    most = maximum(raw.importance)
    share = raw.importance / most if most else raw.importance * 0
    same = (raw.community == previous) & (raw.community != NOWHERE)
    return (
        share * weights.importance,
        raw.centrality * weights.centrality,
        np.where(same, weights.continuity, weights.continuity * 0),
    )
