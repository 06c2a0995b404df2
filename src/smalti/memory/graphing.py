"""The verbs that look at the memory graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from smalti.memory.naming import Naming
from smalti.model.entity import Entity
from smalti.model.errors import InvalidInput
from smalti.model.lifecycle import State
from smalti.model.record import Edge, EdgeKind, Record
from smalti.model.results import Central, Community

if TYPE_CHECKING:
    from smalti.graph.inspect import Ego, Path
    from smalti.graph.property_graph import PropertyGraph
    from smalti.graph.standing import Standing
    from smalti.network import GraphIndex

# What an entity has, and a record that is believed or may be.
_STANDING = ("", State.CURRENT.value, State.DISPUTED.value, State.PENDING.value)
_SHOWN = 5  # members of a community that are named


class Graphing(Naming):
    """Records and entities as a graph: around one, between two, in the middle."""

    @cached_property
    def _graph(self) -> GraphIndex:
        from smalti.network import GraphIndex

        return GraphIndex(self._space, self._recaller.turns)

    def graph(self) -> PropertyGraph:
        """All records and entities with all that links them; reads everything there is.

        Write it with :func:`smalti.graph.export.graphml` or :func:`~smalti.graph.export.cytoscape`.
        """
        from smalti.network import whole

        return whole(self._space, self._associations())

    def around(self, about: str, *, depth: int = 2, per_hop: int = 15) -> Ego:
        """What lies around a record (by id) or an entity (by id or name).

        Args:
            about: where to begin.
            depth: steps to take, whatever direction the links have.
            per_hop: the most that each step takes in, the strongest first (CogMem's limits,
                arXiv 2610.11314, are the defaults); the result tells how many more there were.

        Raises:
            NotFound: there is nothing of that id or name.
            InvalidInput: several have that name, or a number is negative.
        """
        from smalti.network import around

        start = self._node(about)
        return around(self._space, start, self._graph.neighbours, depth=depth, per_hop=per_hop)

    def path(self, one: str, other: str) -> Path | None:
        """A shortest way between two records or entities, with what links each step.

        What is not believed any more, and associations, are used only where nothing else links the
        two. ``None`` if they do not hang together.

        Raises:
            NotFound: there is nothing of that id or name.
            InvalidInput: several have that name.
        """
        from smalti.graph.inspect import path

        start, end = self._node(one), self._node(other)
        everything = self.graph()
        told = [edge for edge in everything.edges if edge.kind is not EdgeKind.ASSOCIATED]
        over = {node.id for node in everything.nodes if node.state not in _STANDING}
        holding = [edge for edge in told if over.isdisjoint((edge.source, edge.target))]
        parts = (replace(everything, edges=tuple(some)) for some in (holding, told))
        ways = (path(part, start, end) for part in (*parts, everything))
        return next((way for way in ways if way is not None), None)

    def labels(self, ids: Iterable[str]) -> dict[str, str]:
        """How records and entities read, by id; ids of neither are left out."""
        wanted = list(ids)
        records = self._space.several(Record, wanted)
        entities = self._space.several(Entity, wanted)
        found = {id: one.sentence for id, one in records.items()}
        found |= {id: one.name for id, one in entities.items()}
        return {id: found[id] for id in wanted if id in found}

    def communities(self, *, limit: int = 10) -> list[Community]:
        """Groups of records, or of entities, that are close to each other, the largest first.

        Found by Leiden on the association graph (arXiv 1810.08473). Between sleeps they may be
        those of a graph that has changed a little since; ``drift`` tells the share of its nodes.

        Raises:
            InvalidInput: ``limit`` is negative.
        """
        _check(limit)
        standing, drift = self._graph.standing()
        rank = standing.centrality().tolist()
        members: dict[int, list[int]] = {}
        for node, community in enumerate(standing.community.tolist()):
            members.setdefault(community, []).append(node)
        largest = sorted(members.items(), key=lambda one: (-len(one[1]), one[0]))[:limit]
        best = {
            community: sorted(nodes, key=lambda node: (-rank[node], node))[:_SHOWN]
            for community, nodes in largest
        }
        shown = self._shown(standing, rank, [node for some in best.values() for node in some])
        return [
            Community(
                standing.ids[community],
                len(nodes),
                tuple(shown[node] for node in best[community]),
                drift,
            )
            for community, nodes in largest
        ]

    def central(self, *, limit: int = 10) -> list[Central]:
        """The records and entities with the highest PageRank in the association graph.

        Raises:
            InvalidInput: ``limit`` is negative.
        """
        _check(limit)
        standing, _ = self._graph.standing()
        rank = standing.centrality().tolist()
        best = sorted(range(len(rank)), key=lambda node: (-rank[node], node))[:limit]
        return list(self._shown(standing, rank, best).values())

    def _shown(
        self, standing: Standing, rank: Sequence[float], nodes: Sequence[int]
    ) -> dict[int, Central]:
        """How some nodes read, and how central they are."""
        ids = [standing.ids[node] for node in nodes]
        records = self._space.several(Record, ids)
        labels = self.labels(ids)
        return {
            node: Central(
                id,
                labels.get(id, ""),
                records[id].kind.value if id in records else "entity",
                rank[node],
            )
            for node, id in zip(nodes, ids, strict=True)
        }

    def _associations(self) -> Iterator[Edge]:
        graph = self._graph.refresh()
        columns = (graph.source.tolist(), graph.target.tolist(), graph.weight.tolist())
        for one, other, weight in zip(*columns, strict=True):
            yield Edge(graph.ids[one], graph.ids[other], EdgeKind.ASSOCIATED, weight)

    def _node(self, named: str) -> str:
        """The id of a record or an entity."""
        record = self._space.one(Record, named)
        return self.entity(named).id if record is None else record.id


def _check(limit: int) -> None:
    if limit < 0:
        raise InvalidInput("limit", limit, "must not be negative")
