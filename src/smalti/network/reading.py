"""The typed graph, read from what is stored: all of it, or what lies around one node."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from smalti.graph.inspect import DEPTH, PER_HOP, Ego, ego
from smalti.graph.property_graph import PropertyGraph
from smalti.model.entity import Entity
from smalti.model.errors import NotFound
from smalti.model.record import Edge, EdgeKind, Record, RecordKind
from smalti.network.typed import Known, property_graph
from smalti.store.contract import Space
from smalti.write.entities.keys import merged_key

Associated = Callable[[str], Sequence[tuple[str, float]]]
"""Those associated with a node, and how strongly."""

_MOST = 500  # records of one entity that are looked at, the first ones


def whole(space: Space, associations: Iterable[Edge]) -> PropertyGraph:
    """Everything that is stored, with the associations given."""
    known = Known(
        {one.id: one for one in space.every(Record)},
        {one.id: one for one in space.every(Entity)},
    )
    return property_graph(known, [*space.every(Edge), *associations])


def around(
    space: Space,
    start: str,
    associated: Associated,
    *,
    depth: int = DEPTH,
    per_hop: int = PER_HOP,
) -> Ego:
    """What lies around a record or an entity, read step by step, not from all there is.

    Raises:
        NotFound: there is no such node.
        InvalidInput: ``depth`` or ``per_hop`` is negative.
    """
    walk = _Walk(space, associated)
    walk.enter([start])
    if not walk.known.has(start):
        raise NotFound("node", start)
    for _ in range(depth):
        before = ego(walk.graph(), start, depth=depth, per_hop=per_hop)
        walk.enter(walk.beyond({id for hop in before.hops for id in hop}))
    reached = ego(walk.graph(), start, depth=depth, per_hop=per_hop)
    walk.links({id for hop in reached.hops for id in hop})  # those between the outermost
    return ego(walk.graph(), start, depth=depth, per_hop=per_hop)


class _Walk:
    """What was read so far, and what it leads to."""

    def __init__(self, space: Space, associated: Associated) -> None:
        self.known = Known({}, {})
        self._space = space
        self._associated = associated
        self._edges: dict[tuple[str, str, EdgeKind], Edge] = {}
        self._seen: set[str] = set()
        self._whole: set[str] = set()  # entities of which all records were read

    def graph(self) -> PropertyGraph:
        """All that was read, as a graph."""
        return property_graph(self.known, self._edges.values(), self._whole)

    def enter(self, ids: Iterable[str]) -> None:
        """Read some nodes, those that exist."""
        missing = [id for id in ids if not self.known.has(id)]
        self.known.records.update(self._space.several(Record, missing))
        self.known.entities.update(self._space.several(Entity, missing))

    def beyond(self, ids: Iterable[str]) -> list[str]:
        """The nodes that are linked with these; notes the links."""
        fresh = [id for id in ids if id not in self._seen]
        self._seen.update(fresh)
        found = self.links(fresh)
        for id in fresh:
            found += self._linked(id)
        return list(dict.fromkeys(found))

    def links(self, ids: Iterable[str]) -> list[str]:
        """The ends of what is stored of links with these, and of associations; notes the links."""
        fresh = sorted(ids)
        found: list[str] = []
        for edge in self._space.touching(fresh):
            self._edges[edge.source, edge.target, edge.kind] = edge
            found += (edge.source, edge.target)
        for id in fresh:
            for other, weight in self._associated(id):
                one, two = sorted((id, other))
                edge = Edge(one, two, EdgeKind.ASSOCIATED, weight)
                self._edges.setdefault((one, two, EdgeKind.ASSOCIATED), edge)
                found.append(other)
        return found

    def _linked(self, id: str) -> Iterable[str]:
        record = self.known.records.get(id)
        if record is not None:
            if record.kind is RecordKind.EVENT:
                self._read_about(record.subject)  # what came before and after it
            return [one for one in (record.subject, record.value.entity) if one is not None]
        entity = self.known.entities.get(id)
        if entity is None:
            return []
        self._read_about(id)
        merged = self._space.meeting(Entity, [merged_key(id)], _MOST)
        self.known.entities.update({one.id: one for one in merged})
        return [] if entity.merged_into is None else [entity.merged_into]

    def _read_about(self, id: str) -> None:
        """Read the records of an entity, at most so many."""
        if id in self._whole:
            return
        met = self._space.meeting(Record, [f"subject {id}", f"value {id}"], _MOST)
        self.known.records.update({one.id: one for one in met})
        if len(met) < _MOST:
            self._whole.add(id)
