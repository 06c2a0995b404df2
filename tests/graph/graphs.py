"""Strategies and shapes that the tests of the graph share."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from smalti.graph.association import AssociationGraph

Links = dict[tuple[str, str], float]

NODES = [f"n{number:02}" for number in range(14)]
_pairs = st.sampled_from([(a, b) for a in NODES for b in NODES if a < b])
links = st.dictionaries(_pairs, st.sampled_from([0.25, 0.5, 0.71, 1.0, 3.0]), max_size=24)
nodes = st.sets(st.sampled_from(NODES))


def graph_of(nodes: set[str], links: Links) -> AssociationGraph:
    """The graph between these nodes."""
    kept = [(a, b, w) for (a, b), w in links.items() if {a, b} <= nodes]
    return AssociationGraph.of(nodes, kept)


@st.composite
def graphs(draw: DrawFn) -> AssociationGraph:
    return graph_of(draw(nodes), draw(links))


def clustered(count: int, seed: int = 0, clusters: int = 5) -> AssociationGraph:
    """Dense clusters, few edges between them."""
    random = np.random.default_rng(seed)
    home = np.arange(count) % clusters
    ends = random.integers(0, count, (2, count * 40))
    near = home[ends[0]] == home[ends[1]]
    source, target = ends[:, near | (random.random(len(near)) < 0.01)]
    key = np.unique(np.minimum(source, target) * count + np.maximum(source, target))
    source, target = key // count, key % count
    apart = source != target
    weight = random.uniform(0.4, 1.0, int(apart.sum()))
    ids = [f"n{number:04}" for number in range(count)]
    return AssociationGraph.from_arrays(ids, source[apart], target[apart], weight)
