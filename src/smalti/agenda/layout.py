"""How central the units of an agenda are, and which belong together."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from smalti.agenda.form import Form
from smalti.agenda.scoring import Array
from smalti.graph.association import AssociationGraph
from smalti.graph.centrality import pagerank
from smalti.graph.communities import communities


@dataclass(frozen=True, slots=True)
class Layout:
    """T(v) and community(v) of units sorted by id, and the version of the graph they come from."""

    centrality: Array
    community: Array
    version: str


_REQUIRED, _OF_TOPIC = 1.0, 0.5
_NEAR = 16  # units before and behind in a topic: 32 edges at most


def association(form: Form) -> AssociationGraph:
    """The association graph of a form; at most 32 edges a unit, as everywhere.

    Units that wait for each other are joined by 1, near ones of one topic by a half.
    """
    weights: dict[tuple[str, str], float] = {}
    topics: defaultdict[str, list[str]] = defaultdict(list)
    for unit in form.units:
        if unit.topic:
            topics[unit.topic].append(unit.id)
    for ids in topics.values():
        for at, id in enumerate(ids):
            near = ids[at + 1 : at + 1 + _NEAR]
            weights |= {_pair(id, one): _OF_TOPIC for one in near}
    for unit in form.units:
        weights |= {_pair(unit.id, one): _REQUIRED for one in unit.waits_for}
    edges = [(*pair, weight) for pair, weight in weights.items()]
    return AssociationGraph.of(sorted(form.by_id), edges).capped()


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def layout_of(form: Form, graph: AssociationGraph | None = None) -> Layout:
    """PageRank of the graph; communities are the topics, and Leiden's for units without one.

    Args:
        form: the agenda.
        graph: over its units; that of the form itself where none is given.
    """
    graph = association(form) if graph is None else graph
    units = [form.by_id[id] for id in graph.ids]
    found = np.arange(len(units)) if all(unit.topic for unit in units) else communities(graph)
    names = [unit.topic or f"\0{label}" for unit, label in zip(units, found, strict=True)]
    order = {name: at for at, name in enumerate(sorted(set(names)))}
    return Layout(
        pagerank(graph), np.array([order[name] for name in names], np.int64), graph.version
    )
