"""Where each node stands: its community and its centrality, with the graph they were made from."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from smalti.graph.association import AssociationGraph, Indices, Mask, Weights
from smalti.graph.centrality import ranks_within, scaled
from smalti.graph.communities import communities
from smalti.model.errors import NotFound


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """Communities and PageRank of one version of the association graph.

    Attributes:
        version: of the graph they belong to; another version of the graph makes them stale.
        ids: the nodes, sorted.
        component: for each node the index of the smallest id it is connected with.
        community: for each node the index of the smallest id of its community.
        within: PageRank inside the component; each component sums to 1.
        recomputed: nodes whose values were computed anew, the others were taken over.
    """

    version: str
    ids: tuple[str, ...]
    component: Indices
    community: Indices
    within: Weights
    recomputed: int

    def centrality(self) -> Weights:
        """PageRank of each node in the whole graph; sums to 1."""
        return scaled(self.within, self.component)

    def community_of(self, id: str) -> str:
        """The name of a node's community: its smallest id.

        Raises:
            NotFound: the node is not in the graph.
        """
        return self.ids[int(self.community[self._index(id)])]

    def centrality_of(self, id: str) -> float:
        """PageRank of one node, as in :meth:`centrality`, which is quicker for many.

        Raises:
            NotFound: the node is not in the graph.
        """
        index = self._index(id)
        size = int((self.component == self.component[index]).sum())
        return float(self.within[index] * (size / len(self.ids)))

    def _index(self, id: str) -> int:
        index = bisect_left(self.ids, id)
        if index == len(self.ids) or self.ids[index] != id:
            raise NotFound("node", id)
        return index


def standing(graph: AssociationGraph) -> Standing:
    """Everything computed from nothing."""
    component = graph.components()
    return Standing(
        graph.version,
        graph.ids,
        component,
        communities(graph, component),
        ranks_within(graph, component),
        len(graph),
    )


def updated(previous: Standing, graph: AssociationGraph, changed: Collection[str]) -> Standing:
    """The same to the last bit as :func:`standing`, computing only components that changed.

    A component is taken over iff it has the same nodes as before and none of them is in
    ``changed``. Finding the components costs time in proportion to the graph.

    Args:
        previous: the standing before.
        graph: the graph now.
        changed: the nodes at which it differs: of every edge that came, went or has another
            weight, at least one end, as :meth:`AssociationGraph.differing` tells. Nodes that are
            gone or never were may be among them.
    """
    component = graph.components()
    before = _places(previous.ids, graph.ids)
    stale = _stale(previous, component, before, _mask(graph.ids, changed))
    kept = np.flatnonzero(~stale)
    now = _places(graph.ids, previous.ids)
    community = np.arange(len(graph))
    within = np.empty(len(graph))
    community[kept] = now[previous.community[before[kept]]]
    within[kept] = previous.within[before[kept]]
    part = graph.within(stale)
    label = part.components()
    index = np.flatnonzero(stale)
    community[index] = index[communities(part, label)]
    within[index] = ranks_within(part, label)
    return Standing(graph.version, graph.ids, component, community, within, len(index))


def drift(previous: Standing, changed: Collection[str]) -> float:
    """The share of nodes touched since, in [0, 1]: how far a standing may be from the truth.

    Args:
        previous: a standing that has not been updated since.
        changed: every node touched since then, new and removed ones among them.
    """
    touched = set(changed)
    everything = len(touched.union(previous.ids))
    return len(touched) / everything if everything else 0.0


def _places(ids: tuple[str, ...], wanted: tuple[str, ...]) -> Indices:
    """Where each wanted id is in ``ids``, -1 for those that are not there."""
    index = {id: number for number, id in enumerate(ids)}
    return np.fromiter((index.get(id, -1) for id in wanted), np.int64, len(wanted))


def _mask(ids: tuple[str, ...], chosen: Collection[str]) -> Mask:
    names = set(chosen)
    return np.fromiter((id in names for id in ids), np.bool_, len(ids))


def _stale(previous: Standing, component: Indices, before: Indices, changed: Mask) -> Mask:
    """The nodes of components that may differ from what they were."""
    count = len(component)
    if not count or not len(previous.ids):
        return np.ones(count, dtype=np.bool_)
    label = np.where(before < 0, -1, previous.component[before])
    size = np.bincount(component, minlength=count)[component]
    old_size = np.bincount(previous.component, minlength=len(previous.ids))[label]
    other = changed | (label < 0) | (size != old_size) | (label != label[component])
    return np.bincount(component, other, minlength=count)[component] > 0
