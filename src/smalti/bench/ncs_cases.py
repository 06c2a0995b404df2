"""The nine cases of the study of score dependencies, in exact fractions.

Four units with two communities; one thing changes; each policy says what the scores are then. A
file gives for every case what it should find, and every field of it is compared.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from smalti.agenda.scoring import Array, Globals, Weights
from smalti.agenda.terms import Inputs, Terms
from smalti.model.errors import InvalidInput

VERDICTS = (
    "dependency_aware_correct", "graph_dirty_scores_correct", "graph_dirty_choice_correct",
)  # fmt: skip
_FIELDS = (
    "frontier_before", "frontier_after", "scores_before", "full_scores", "full_choice",
    "graph_dirty", "graph_dirty_scores", "graph_dirty_choice", "global_terms_changed",
    "dependency_aware_scores", "dependency_aware_choice", *VERDICTS,
)  # fmt: skip

Scores = dict[str, Fraction]
Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _World:
    """What is the same in all cases."""

    ids: tuple[str, ...]
    weights: Weights
    centrality: Array
    community: Array
    neighbours: Mapping[str, frozenset[str]]

    def terms(self, state: Data) -> Terms:
        """The terms of one state, in fractions: importance as entropy at weight 1."""
        place = {id: at for at, id in enumerate(self.ids)}
        edges = [(place[p], place[v]) for v, some in state["prereq"].items() for p in some]
        fill = np.array([Fraction(1)] * len(self.ids), object)
        return Terms(
            Inputs(
                weight=fill,
                entropy=np.array([Fraction(state["importance"][id]) for id in self.ids], object),
                settled=np.array([state["resolved"][id] for id in self.ids], bool),
                held=np.zeros(len(self.ids), bool),
                patience=fill,
                centrality=self.centrality,
                community=self.community,
                requires=np.array(edges, np.int64).reshape(-1, 2),
            )
        )

    def scores(self, terms: Terms, previous: str) -> Scores:
        """The scores of a frontier by id."""
        units = [self.ids[at] for at in terms.frontier().units]
        scores = terms.scores(self.ids.index(previous), self.weights)
        return dict(sorted(zip(units, scores.tolist(), strict=True)))

    def choice(self, terms: Terms, previous: str) -> str | None:
        """The unit that is selected."""
        found = terms.select(self.ids.index(previous), self.weights)
        return None if found is None else self.ids[found.unit]

    def globals(self, terms: Terms, previous: str) -> Globals:
        """What the scores depend on beside their own terms."""
        return terms.globals(self.ids.index(previous))

    def dirty(self, changed: Iterable[str], prerequisites: Mapping[str, list[str]]) -> set[str]:
        """The changed units, their neighbours by association, and those that wait for them."""
        changed = set(changed)
        near = {other for unit in changed for other in self.neighbours[unit]}
        return changed | near | {unit for unit, some in prerequisites.items() if changed & {*some}}


def judge_cases(path: Path) -> Iterator[dict[str, Any]]:
    """What each policy makes of each case, and in which fields that is not what the file says.

    Raises:
        InvalidInput: the file is not one of cases.
    """
    try:
        data = json.loads(path.read_text("utf-8"))
        world = _world(data)
        for case in data["cases"]:
            found = _found(world, case)
            given = {name: case[name] for name in _FIELDS}
            yield {
                "case": case["name"],
                **{name: found[name] for name in VERDICTS},
                "differs": [name for name in _FIELDS if found[name] != given[name]],
            }
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InvalidInput("data", str(path), f"is not as expected ({error!r})") from error


def _world(data: Data) -> _World:
    ids = tuple(sorted(data["centrality"]))
    names = sorted({*data["communities"].values()})
    near: dict[str, set[str]] = {id: set() for id in ids}
    for one, other in data["associative_edges"]:
        near[one].add(other)
        near[other].add(one)
    return _World(
        ids,
        Weights(*map(Fraction, data["weights"])),
        np.array([Fraction(data["centrality"][id]) for id in ids], object),
        np.array([names.index(data["communities"][id]) for id in ids]),
        {id: frozenset(some) for id, some in near.items()},
    )


def _found(world: _World, case: Data) -> dict[str, Any]:
    """All that the file gives for a case, as the policies find it."""
    before, after = case["before"], case["after"]
    first, last = before["previous"], after["previous"]
    kept, full = world.terms(before), world.terms(after)
    scores_before, globals_before = world.scores(kept, first), world.globals(kept, first)
    _edit(world, kept, before, after)
    aware, choice = world.scores(kept, last), world.choice(kept, last)
    full_scores, full_choice = world.scores(full, last), world.choice(full, last)
    dirty = world.dirty(case["changed"], after["prereq"])
    local = {
        id: score if id in dirty else scores_before.get(id, score)
        for id, score in full_scores.items()
    }
    return {
        "frontier_before": list(scores_before),
        "frontier_after": list(aware),
        "scores_before": _shown(scores_before),
        "full_scores": _shown(full_scores),
        "full_choice": full_choice,
        "graph_dirty": sorted(dirty),
        "graph_dirty_scores": _shown(local),
        "graph_dirty_choice": _highest(local),
        "global_terms_changed": globals_before != world.globals(kept, last),
        "dependency_aware_scores": _shown(aware),
        "dependency_aware_choice": choice,
        "graph_dirty_scores_correct": local == full_scores,
        "graph_dirty_choice_correct": _highest(local) == full_choice,
        "dependency_aware_correct": (aware, choice) == (full_scores, full_choice),
    }


def _edit(world: _World, terms: Terms, before: Data, after: Data) -> None:
    """Lead the terms from one state to the other, by edits of what differs."""
    for at, id in enumerate(world.ids):
        if before["importance"][id] != after["importance"][id]:
            terms.believe(at, Fraction(after["importance"][id]))
        terms.settle(at, after["resolved"][id])
        ours, theirs = (set(state["prereq"].get(id, ())) for state in (before, after))
        for one in theirs - ours:
            terms.require(at, world.ids.index(one))
        for one in ours - theirs:
            terms.unrequire(at, world.ids.index(one))


def _highest(scores: Scores) -> str | None:
    return min(scores, key=lambda id: (-scores[id], id), default=None)


def _shown(scores: Scores) -> dict[str, str]:
    return {id: str(score) for id, score in scores.items()}
