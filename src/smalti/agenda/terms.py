"""The raw terms of all units, each kept until something it depends on changes.

| term | depends on |
|---|---|
| importance I(v) = w(v)·H(v) | the unit's own weight and belief |
| openness: may v be asked? | whether v and its prerequisites are settled, whether v is held back |
| patience | how often v was asked in vain |
| centrality T(v) | the version of the association graph |
| community(v) | the version of the communities |

An edit recomputes the terms that depend on what it changes, and says how many those were: one for a
belief or a weight, one and the dependents for a unit that is settled, one for an edge. None of it
grows with the number of units. MOSAIC's neighbour-conditioned stability (arXiv 2607.16211) keeps
whole scores instead, which its own global terms then make stale.

Units are positions 0…n−1 in the order of their ids, so that a tie goes to the lowest.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from smalti.agenda.dependents import Dependents
from smalti.agenda.frontier import Frontier
from smalti.agenda.scoring import (
    NOWHERE,
    Array,
    Globals,
    Number,
    Parts,
    Raw,
    Version,
    Weights,
    best,
    compose,
    explain,
    maximum,
)
from smalti.model.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Inputs:
    """All that the terms of n units follow from; arrays of length n, and edges as rows.

    ``settled``: resolved, or nobody needs it. ``held``: not to be asked. ``requires``: rows
    (prerequisite, unit) without a cycle.
    """

    weight: Array
    entropy: Array
    settled: Array
    held: Array
    patience: Array
    centrality: Array
    community: Array
    requires: Array


@dataclass(frozen=True, slots=True)
class Recomputed:
    """How many terms an edit had computed anew, by kind."""

    importance: int = 0
    openness: int = 0
    patience: int = 0
    centrality: int = 0
    community: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.importance + self.openness + self.patience + self.centrality + self.community

    def __add__(self, other: Recomputed) -> Recomputed:
        return Recomputed(
            self.importance + other.importance,
            self.openness + other.openness,
            self.patience + other.patience,
            self.centrality + other.centrality,
            self.community + other.community,
        )


@dataclass(frozen=True, slots=True)
class Selection:
    """The unit to ask next, why, and the globals that this holds under."""

    unit: int
    parts: Parts
    importance: Number
    globals: Globals


class Terms:
    """The terms of all units, kept up to date edit by edit."""

    def __init__(self, inputs: Inputs, *, graph: Version = 0, communities: Version = 0) -> None:
        """Compute every term. Arrays are copied."""
        self._weight, self._entropy = inputs.weight.copy(), inputs.entropy.copy()
        self._settled, self._held = inputs.settled.copy(), inputs.held.copy()
        self._patience = inputs.patience.copy()
        self._centrality, self._community = inputs.centrality.copy(), inputs.community.copy()
        self._graph, self._communities = graph, communities
        units = len(self._weight)
        self._dependents = Dependents(units, inputs.requires)
        edges = self._dependents.edges()
        waits = edges[~self._settled[edges[:, 0]], 1]
        self._waiting_for = np.bincount(waits, minlength=units).astype(np.int32)
        self._importance = self._weight * self._entropy
        self._frontier = Frontier(~self._settled & ~self._held & (self._waiting_for == 0))

    def __len__(self) -> int:
        return len(self._weight)

    def believe(self, unit: int, entropy: Number) -> Recomputed:
        """The belief about a unit has changed; ``entropy`` is in bits."""
        self._entropy[unit] = entropy
        return self._weighted(unit)

    def weigh(self, unit: int, weight: Number) -> Recomputed:
        """The weight of a unit has changed."""
        self._weight[unit] = weight
        return self._weighted(unit)

    def settle(self, unit: int, settled: bool = True) -> Recomputed:
        """A unit is settled, or open again; nothing is computed where it already was."""
        if bool(self._settled[unit]) == settled:
            return Recomputed()
        self._settled[unit] = settled
        dependents = self._dependents.of(unit)
        self._waiting_for[dependents] += -1 if settled else 1
        return self._open(unit, *dependents.tolist())

    def is_settled(self, unit: int) -> bool:
        """Whether a unit is settled."""
        return bool(self._settled[unit])

    def hold(self, unit: int, held: bool = True) -> Recomputed:
        """A unit is not to be asked, or may be again."""
        if bool(self._held[unit]) == held:
            return Recomputed()
        self._held[unit] = held
        return self._open(unit)

    def slow(self, unit: int, patience: Number) -> Recomputed:
        """The score of a unit counts so much from now on."""
        self._patience[unit] = patience
        return Recomputed(patience=1)

    def require(self, unit: int, prerequisite: int) -> Recomputed:
        """A unit waits for another from now on. Whether that closes a cycle is not looked at here.

        Raises:
            InvalidInput: the two are one.
        """
        if unit == prerequisite:
            raise InvalidInput("prerequisite", prerequisite, "a unit cannot wait for itself")
        if not self._dependents.add(prerequisite, unit):
            return Recomputed()
        return self._waits(unit, prerequisite, 1)

    def unrequire(self, unit: int, prerequisite: int) -> Recomputed:
        """A unit no longer waits for another."""
        if not self._dependents.remove(prerequisite, unit):
            return Recomputed()
        return self._waits(unit, prerequisite, -1)

    def recentre(self, centrality: Array, *, graph: Version) -> Recomputed:
        """The association graph has a new version: every centrality depends on it."""
        self._centrality, self._graph = centrality.copy(), graph
        return Recomputed(centrality=len(centrality))

    def regroup(self, community: Array, *, communities: Version) -> Recomputed:
        """The communities have a new version: that of every unit depends on it."""
        self._community, self._communities = community.copy(), communities
        return Recomputed(community=len(community))

    def globals(self, previous: int | None = None) -> Globals:
        """What scores depend on beside their own terms, as it is now."""
        most = maximum(self._importance[self._frontier.units])
        community = self._community_of(previous)
        return Globals(most, previous, community, self._graph, self._communities)

    def frontier(self, *, without: int | None = None) -> Raw:
        """The raw terms of what can be asked now, in no order; ``without`` leaves one out."""
        units = self._frontier.units
        units = units.copy() if without is None else units[units != without]
        terms = (self._importance, self._centrality, self._community, self._patience)
        return Raw(units, *(term[units] for term in terms))

    def scores(self, previous: int | None = None, weights: Weights | None = None) -> Array:
        """The scores of the frontier, in its order."""
        return compose(self.frontier(), self._community_of(previous), weights or Weights())

    def select(
        self,
        previous: int | None = None,
        weights: Weights | None = None,
        *,
        importance: Array | None = None,
        without: int | None = None,
    ) -> Selection | None:
        """The unit with the highest score; the first id where several tie; ``None`` of none.

        Args:
            previous: the unit before.
            weights: MOSAIC's where not given.
            importance: of all units, to be used in place of w·H.
            without: a unit to be left out of the frontier.
        """
        raw, weights = self.frontier(without=without), weights or Weights()
        if not raw.units.size:
            return None
        if importance is not None:
            raw = Raw(raw.units, importance[raw.units], *_rest(raw))
        community = self._community_of(previous)
        at = best(raw.units, compose(raw, community, weights))
        return Selection(
            int(raw.units[at]),
            explain(raw, at, community, weights),
            raw.importance[at],
            Globals(maximum(raw.importance), previous, community, self._graph, self._communities),
        )

    def inputs(self) -> Inputs:
        """All that the terms follow from, as it is now."""
        return Inputs(
            self._weight.copy(),
            self._entropy.copy(),
            self._settled.copy(),
            self._held.copy(),
            self._patience.copy(),
            self._centrality.copy(),
            self._community.copy(),
            self._dependents.edges(),
        )

    def afresh(self) -> Terms:
        """The same computed in full from the inputs, nothing kept."""
        return Terms(self.inputs(), graph=self._graph, communities=self._communities)

    def dependents(self, unit: int) -> Array:
        """The units that require this one."""
        return self._dependents.of(unit)

    def _community_of(self, unit: int | None) -> int:
        return NOWHERE if unit is None else int(self._community[unit])

    def _weighted(self, unit: int) -> Recomputed:
        self._importance[unit] = self._weight[unit] * self._entropy[unit]
        return Recomputed(importance=1)

    def _waits(self, unit: int, prerequisite: int, step: int) -> Recomputed:
        if not self._settled[prerequisite]:
            self._waiting_for[unit] += step
        return self._open(unit)

    def _open(self, *units: int) -> Recomputed:
        for unit in units:
            shut = self._settled[unit] or self._held[unit] or self._waiting_for[unit]
            self._frontier.put(unit, not shut)
        return Recomputed(openness=len(units))


def _rest(raw: Raw) -> tuple[Array, Array, Array]:
    return raw.centrality, raw.community, raw.patience
