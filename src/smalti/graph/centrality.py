"""PageRank of the association graph (Page, Brin, Motwani, Winograd 1999)."""

from __future__ import annotations

import numpy as np

from smalti.graph.association import AssociationGraph, Indices, Weights

DAMPING = 0.85
ITERATIONS = 128
TOLERANCE = 2 * DAMPING**ITERATIONS
"""Bound on the sum of absolute errors, 1.9e-9: each step shrinks them by ``DAMPING``."""


def pagerank(graph: AssociationGraph, component: Indices | None = None) -> Weights:
    """PageRank of each node: damping 0.85, uniform teleport; sums to 1.

    Exact up to ``TOLERANCE`` (L1), plus rounding. A node without edges keeps its mass, 1/n. The
    number of steps is fixed, so the result depends on the graph alone.

    Args:
        graph: what to rank; steps go along edges in proportion to their weights.
        component: its :meth:`~AssociationGraph.components`, if they are known.
    """
    label = graph.components() if component is None else component
    return scaled(ranks_within(graph, label), label)


def ranks_within(graph: AssociationGraph, component: Indices) -> Weights:
    """PageRank of each component as if it were alone; each sums to 1.

    Sums run over the edges of a node in their order, so the value of a component is the same to
    the last bit whatever other components there are.
    """
    count = len(graph)
    size = np.bincount(component, minlength=count)[component]
    node, other, weight = graph.both_ways()
    strength = np.bincount(node, weight, minlength=count)
    passed_on = DAMPING * (weight / strength[other])
    teleport = (1 - DAMPING) / size
    rank: Weights = 1 / size
    for _ in range(ITERATIONS):
        rank = teleport + np.bincount(node, passed_on * rank[other], minlength=count)
    rank[strength == 0] = 1.0
    return rank


def scaled(within: Weights, component: Indices) -> Weights:
    """PageRank of the whole graph from that of its components.

    No walk leaves a component and teleport is uniform, so each keeps the share n_c/n of all mass:
    the stationary distribution is that of the component times n_c/n, exactly.
    """
    count = len(within)
    size = np.bincount(component, minlength=count)[component]
    share: Weights = within * (size / max(count, 1))
    return share
