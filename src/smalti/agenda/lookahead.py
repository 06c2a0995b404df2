"""Importance with a look ahead: what a unit is worth for what it leads to.

Ours. A unit of little weight may be all that stands before one of great weight; its own importance
does not tell. To learn u, all of A(u) must be asked: u and those of its prerequisites, direct and
indirect, that are not settled. Asking them gains on average Ī(u) = Σ_{a ∈ A(u)} I(a) / |A(u)| per
question, and L(v) = max_{u: v ∈ A(u)} Ī(u) is the best that v takes part in. L(v) ≥ I(v) for a unit
that waits for nothing. What leads through a unit that is not to be asked leads nowhere.

The densest prerequisite-closed set first is how Sidney (1975) decomposes one-machine scheduling
under precedence; cones of single units stand for all such sets here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from graphlib import TopologicalSorter

import numpy as np

from smalti.agenda.scoring import Array


def lookahead(
    importance: Array,
    waits_for: Mapping[int, Sequence[int]],
    *,
    settled: Array,
    held: Array,
) -> Array:
    """L of every unit; its own importance where it takes part in nothing that can be reached.

    Takes time in proportion to the sum of |A(u)|: for agendas, not for graphs of a million.

    Args:
        importance: I of every unit.
        waits_for: the prerequisites of every unit, by position; without a cycle.
        settled: units that are asked no more and hold up nothing.
        held: units that are not to be asked and hold up what waits for them.
    """
    cones: dict[int, frozenset[int] | None] = {}
    best = importance.astype(float)
    for unit in TopologicalSorter(waits_for).static_order():
        if settled[unit]:
            cones[unit] = frozenset()
            continue
        below = [cones[one] for one in waits_for.get(unit, ())]
        if held[unit] or any(cone is None for cone in below):
            cones[unit] = None
            continue
        cone = frozenset({unit}).union(*(one for one in below if one is not None))
        cones[unit] = cone
        members = np.fromiter(cone, np.int64, len(cone))
        best[members] = np.maximum(best[members], importance[np.sort(members)].mean())
    return best
