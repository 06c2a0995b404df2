"""Records and entities as nodes, and what links them as typed edges. Pure.

Beside the edges that are stored (supersedes, conflicts-with, supported-by, associated) some follow
from the nouns: a record is *about* its subject and *mentions* its value; an entity that was merged
is the *same as* another; an event is *followed by* the next one of the same subject; and what a
record says leads to something *causes* it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from smalti.graph.property_graph import Node, PropertyGraph
from smalti.model.entity import Entity
from smalti.model.record import Edge, EdgeKind, Record, RecordKind

_CAUSING = frozenset({"causes", "leads_to"})


@dataclass(frozen=True, slots=True)
class Known:
    """The nodes there are, by id."""

    records: dict[str, Record]
    entities: dict[str, Entity]

    def has(self, id: str) -> bool:
        """Whether there is such a node."""
        return id in self.records or id in self.entities


def property_graph(
    known: Known, stored: Iterable[Edge], whole: Collection[str] | None = None
) -> PropertyGraph:
    """The graph of some nodes: the stored edges between them, and those that follow from them.

    What is stored goes before what follows; an edge to what is not among the nodes is left out.
    ``whole`` are the entities of which all records are among the nodes, ``None`` for all: only of
    these is known which event followed which.
    """
    edges: dict[tuple[str, str, EdgeKind], Edge] = {}
    for edge in (*stored, *_following(known, whole)):
        if known.has(edge.source) and known.has(edge.target) and edge.source != edge.target:
            edges.setdefault((edge.source, edge.target, edge.kind), edge)
    return PropertyGraph.of(_nodes(known), edges.values())


def _nodes(known: Known) -> Iterator[Node]:
    for record in known.records.values():
        yield Node(record.id, record.sentence, record.kind.value, record.state.value)
    for entity in known.entities.values():
        yield Node(entity.id, entity.name, entity.kind.value)


def _following(known: Known, whole: Collection[str] | None) -> Iterator[Edge]:
    for record in known.records.values():
        yield Edge(record.id, record.subject, EdgeKind.ABOUT)
        if record.value.entity is not None:
            yield Edge(record.id, record.value.entity, EdgeKind.MENTIONS)
            if record.predicate in _CAUSING:
                yield Edge(record.subject, record.value.entity, EdgeKind.CAUSES)
    for entity in known.entities.values():
        if entity.merged_into is not None:
            yield Edge(entity.id, entity.merged_into, EdgeKind.SAME_AS)
    records = known.records.values()
    yield from _in_time(one for one in records if whole is None or one.subject in whole)


def _in_time(records: Iterable[Record]) -> Iterator[Edge]:
    """From each dated event to the next one of the same subject."""
    dated: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for record in records:
        start = record.valid.start
        if record.kind is RecordKind.EVENT and start is not None and start.at is not None:
            dated[record.subject].append((start.at.micros, record.id))
    for events in dated.values():
        for (_, one), (_, other) in pairwise(sorted(events)):
            yield Edge(one, other, EdgeKind.TEMPORAL_NEXT)
