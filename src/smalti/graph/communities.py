"""Communities of the association graph by the Leiden algorithm (Traag et al., arXiv 1810.08473)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from smalti.graph.association import AssociationGraph, Indices

SEED = 20_260_301
RESOLUTION = 1.0


def communities(graph: AssociationGraph, component: Indices | None = None) -> Indices:
    """For each node the index of the smallest id of its community.

    Each connected component is divided by its own modularity at resolution 1, with a fixed seed:
    what the rest of the graph looks like plays no part, so a change elsewhere changes nothing
    here. The result depends on the graph alone, not on the order in which it was built. A node
    without edges is a community of its own.

    Args:
        graph: what to divide.
        component: its :meth:`~AssociationGraph.components`, if they are known.
    """
    label = graph.components() if component is None else component
    community = np.arange(len(graph))
    for members, found in _divided(graph, label):
        smallest = np.full(len(members), len(graph))
        np.minimum.at(smallest, found, members)
        community[members] = smallest[found]
    return community


def _divided(graph: AssociationGraph, label: Indices) -> Iterator[tuple[Indices, Indices]]:
    """Members of each component of two or more, in order, and the number of their community."""
    from graspologic_native import leiden_csr

    order = np.argsort(label, kind="stable")  # each component in one piece, sorted by id
    place = np.empty(len(graph), dtype=np.int64)
    place[order] = np.arange(len(graph))
    node, other, weight = graph.both_ways()
    sequence = np.argsort(place[node] * len(graph) + place[other])
    start = np.searchsorted(place[node][sequence], np.arange(len(graph) + 1))
    ends, weight = place[other][sequence], weight[sequence]
    bounds = np.flatnonzero(np.diff(label[order], prepend=-1, append=len(graph)))
    for low, high in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        if high - low < 2:
            continue
        first, last = start[low], start[high]
        rows = (start[low : high + 1] - first).astype(np.int64)
        columns = (ends[first:last] - low).astype(np.int32)
        _, parts = leiden_csr(
            rows, columns, weight[first:last], high - low, resolution=RESOLUTION, seed=SEED
        )
        found = np.empty(high - low, dtype=np.int64)
        found[np.fromiter(parts, np.int64, len(parts))] = list(parts.values())
        yield order[low:high], found
