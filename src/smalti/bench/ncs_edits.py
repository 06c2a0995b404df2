"""Random graphs under random edits, compared with full computation; and large ones, timed."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from smalti.agenda.scoring import Array
from smalti.agenda.terms import Inputs, Recomputed, Terms

STRIPES = 16
"""Prerequisites of a unit at most, and dependents: degree 32."""

_GRAPHS = 10
_UNITS = 200  # of each random graph that is compared edit by edit
_TIMED = 1_000  # edits at each size
_SELECTIONS = 30
_SETTLED = 0.89  # of the units of a large graph, from the first on

Kept = dict[int, float]  # scores by unit


def compare_edits(edits: int, *, graphs: int = _GRAPHS, units: int = _UNITS) -> dict[str, Any]:
    """Edit random graphs at random; compare with a full computation after every single edit.

    Before each edit a unit is selected, as between two questions, and half of the edits settle it,
    as an answer does. For graph-local invalidation, all scores are right at that selection and the
    edits are those that leave the graph's version as it is; so what is stale afterwards is so by
    one single edit.
    """
    unequal = local = stale = wrong = 0
    for seed in range(graphs):
        rng = np.random.default_rng(seed)
        terms, near = Terms(_random_inputs(units, rng)), rng.integers(units, size=(units, 4))
        previous = None
        for _ in range(seed, edits, graphs):
            before, chosen = _by_unit(terms, previous), terms.select(previous)
            previous = previous if chosen is None else chosen.unit
            answered = chosen.unit if chosen is not None and rng.random() < 0.5 else None
            unit, kind = random_edit(terms, rng, answered)
            unequal += not equal(terms, terms.afresh(), previous)
            if kind in _OF_UNITS:
                dirty = {unit, *near[unit].tolist(), *terms.dependents(unit).tolist()}
                is_stale, is_wrong = _off(before, _by_unit(terms, previous), dirty)
                local, stale, wrong = local + 1, stale + is_stale, wrong + is_wrong
    return {
        "edits": edits,
        "edits_unequal": unequal,
        "graph_local_stale_share": round(stale / max(local, 1), 4),
        "graph_local_wrong_share": round(wrong / max(local, 1), 4),
    }


def _off(before: Kept, right: Kept, dirty: set[int]) -> tuple[bool, bool]:
    """Whether, with only the dirty scores computed anew, one is stale, and the choice wrong."""
    kept = {
        unit: score if unit in dirty else before.get(unit, score) for unit, score in right.items()
    }
    return kept != right, bool(right) and _first(kept) != _first(right)


def equal(kept: Terms, full: Terms, previous: int | None) -> bool:
    """Whether terms, frontier, scores, globals and choice are the same bit for bit."""
    ours, theirs = _sorted(kept), _sorted(full)
    same = all(np.array_equal(one, other) for one, other in zip(ours, theirs, strict=True))
    orders = [np.argsort(terms.frontier().units) for terms in (kept, full)]
    scores = [
        terms.scores(previous)[order].tobytes()
        for terms, order in zip((kept, full), orders, strict=True)
    ]
    return (
        same
        and scores[0] == scores[1]
        and kept.globals(previous) == full.globals(previous)
        and kept.select(previous) == full.select(previous)
    )


def _sorted(terms: Terms) -> tuple[Array, ...]:
    raw = terms.frontier()
    order = np.argsort(raw.units)
    return tuple(
        term[order]
        for term in (raw.units, raw.importance, raw.centrality, raw.community, raw.patience)
    )


def _by_unit(terms: Terms, previous: int | None) -> Kept:
    return dict(zip(terms.frontier().units.tolist(), terms.scores(previous).tolist(), strict=True))


def _first(scores: Kept) -> int:
    return min(scores, key=lambda unit: (-scores[unit], unit))


def random_edit(terms: Terms, rng: np.random.Generator, answered: int | None) -> tuple[int, str]:
    """Settle a unit that was answered, or edit any in any way; which and how is returned."""
    unit, kind = int(rng.integers(len(terms))), str(rng.choice(_KINDS))
    if answered is not None:
        unit, kind = answered, "settle"
    (_OF_UNITS | _OF_GRAPHS)[kind](terms, unit, rng)
    return unit, kind


def _believe(terms: Terms, unit: int, rng: np.random.Generator) -> Recomputed:
    return terms.believe(unit, float(rng.random()) * 2)


def _settle(terms: Terms, unit: int, rng: np.random.Generator) -> Recomputed:
    return terms.settle(unit, not terms.is_settled(unit))


def _weigh(terms: Terms, unit: int, rng: np.random.Generator) -> Recomputed:
    return terms.weigh(unit, float(rng.integers(1, 6)))


def _hold(terms: Terms, unit: int, rng: np.random.Generator) -> Recomputed:
    return terms.hold(unit, bool(rng.random() < 0.3))


def _slow(terms: Terms, unit: int, rng: np.random.Generator) -> Recomputed:
    return terms.slow(unit, 0.5 ** int(rng.integers(4)))


def _require(terms: Terms, unit: int, rng: np.random.Generator) -> Recomputed:
    return terms.require(unit, int(rng.integers(unit))) if unit else Recomputed()


def _unrequire(terms: Terms, unit: int, rng: np.random.Generator) -> Recomputed:
    dependents = terms.dependents(unit)
    return terms.unrequire(int(rng.choice(dependents)), unit) if len(dependents) else Recomputed()


def _recentre(terms: Terms, unit: int, rng: np.random.Generator) -> Recomputed:
    version = int(rng.integers(1 << 60))
    return terms.recentre(rng.dirichlet(np.ones(len(terms))), graph=version)


def _regroup(terms: Terms, unit: int, rng: np.random.Generator) -> Recomputed:
    version = int(rng.integers(1 << 60))
    return terms.regroup(rng.integers(8, size=len(terms)), communities=version)


Edit = Callable[[Terms, int, np.random.Generator], Recomputed]
_OF_UNITS: dict[str, Edit] = {
    "belief": _believe,
    "settle": _settle,
    "weight": _weigh,
    "hold": _hold,
    "patience": _slow,
    "require": _require,
    "unrequire": _unrequire,
}
_OF_GRAPHS: dict[str, Edit] = {"graph": _recentre, "communities": _regroup}
_KINDS = [*_OF_UNITS, *_OF_GRAPHS]


def _random_inputs(units: int, rng: np.random.Generator) -> Inputs:
    later = rng.integers(1, units, size=2 * units)
    edges = np.stack([rng.integers(0, later), later], axis=1)
    return _inputs(units, rng, edges, rng.random(units) < 0.4)


def measure(units: int) -> dict[str, Any]:
    """Terms per edit and times at one size; every unit has degree 32 at most, most just that."""
    rng = np.random.default_rng(units)
    terms = Terms(_striped(units, rng))
    counts: list[int] = []
    seconds: list[float] = []
    edits = list(_OF_UNITS.values())
    for at in range(_TIMED):
        unit = int(rng.integers(units))
        began = perf_counter()
        counts.append(edits[at % len(edits)](terms, unit, rng).total)
        seconds.append(perf_counter() - began)
    selections = [
        _timed(lambda: terms.select(int(rng.integers(units)))) for _ in range(_SELECTIONS)
    ]
    return {
        "units": units,
        "frontier": len(terms.frontier().units),
        "terms_per_edit": round(sum(counts) / len(counts), 2),
        "most_terms": max(counts),
        "edit_ms_median": round(median(seconds) * 1e3, 4),
        "edit_ms_p99": round(sorted(seconds)[int(len(seconds) * 0.99)] * 1e3, 4),
        "select_ms_median": round(median(selections) * 1e3, 3),
        "select_ms_max": round(max(selections) * 1e3, 3),
        "equal_full": int(equal(terms, terms.afresh(), None)),
    }


def _timed(act: Callable[[], object]) -> float:
    began = perf_counter()
    act()
    return perf_counter() - began


def _striped(units: int, rng: np.random.Generator) -> Inputs:
    """A large graph of even degree: unit i requires i − s for sixteen random distances s.

    The distances are long enough for the units behind the settled ones to be open, which makes the
    frontier about a tenth of all units.
    """
    open_from = int(_SETTLED * units)
    steps = rng.choice(np.arange(units - open_from, units // 2), STRIPES, replace=False)
    edges = np.concatenate(
        [np.stack([np.arange(units - s), np.arange(s, units)], axis=1) for s in steps]
    )
    settled = (np.arange(units) < open_from) & (rng.random(units) > 0.002)
    return _inputs(units, rng, edges, settled)


def _inputs(units: int, rng: np.random.Generator, edges: Array, settled: Array) -> Inputs:
    return Inputs(
        weight=rng.integers(1, 6, size=units).astype(float),
        entropy=rng.random(units) * 2,
        settled=settled,
        held=np.zeros(units, bool),
        patience=np.ones(units),
        centrality=rng.dirichlet(np.ones(units)),
        community=rng.integers(max(2, units // 50), size=units),
        requires=edges,
    )
