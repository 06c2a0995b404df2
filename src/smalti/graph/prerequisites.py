"""The prerequisite graph G_P: what must be resolved before what, without cycles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import ClassVar, Self

from smalti.graph.names import checked_ids
from smalti.model.errors import InvalidInput, NotFound

Ids = tuple[str, ...]


class PrerequisiteCycle(InvalidInput):
    """Prerequisites that would wait for each other; ``cycle`` begins with its smallest id."""

    code: ClassVar[str] = "prerequisite_cycle"

    def __init__(self, cycle: Ids) -> None:
        first = cycle.index(min(cycle))
        turned = cycle[first:] + cycle[:first]
        shown = " → ".join([*turned, turned[0]])
        super().__init__(
            "prerequisites",
            shown,
            f"would wait for each other: {shown}",
            fix="Leave out one of these edges",
        )
        self.cycle = turned


@dataclass(frozen=True, slots=True, eq=False)
class Prerequisites:
    """A directed acyclic graph; an edge u → v says that u must be resolved before v.

    A value: edits return a new graph or raise, and never leave half of an edit. They share what
    did not change, and copy two tables of the size of the graph. Make one by :meth:`of`.
    """

    _before: Mapping[str, Ids]
    _after: Mapping[str, Ids]

    @classmethod
    def of(cls, ids: Iterable[str], edges: Iterable[tuple[str, str]] = ()) -> Self:
        """The graph of these nodes and edges, in any order. An edge given twice is one edge.

        Raises:
            InvalidInput: an id is empty or there twice, or an edge names a node that is not there.
            PrerequisiteCycle: the edges have a cycle.
        """
        return cls(dict.fromkeys(sorted(checked_ids(ids)), ()), {}).with_edges(edges)

    def __len__(self) -> int:
        return len(self._before)

    def __contains__(self, id: object) -> bool:
        return id in self._before

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Prerequisites) and self._before == other._before

    def __hash__(self) -> int:
        return hash(frozenset(self._before.items()))

    @property
    def ids(self) -> Ids:
        """All nodes, sorted."""
        return tuple(sorted(self._before))

    def edges(self) -> tuple[tuple[str, str], ...]:
        """All edges, sorted."""
        pairs = ((one, id) for id, before in self._before.items() for one in before)
        return tuple(sorted(pairs))

    def prerequisites(self, id: str) -> Ids:
        """What must be resolved right before this node, sorted. Costs the same at any size.

        Raises:
            NotFound: the node is not there.
        """
        return self._before[self._known(id)]

    def consumers(self, id: str) -> Ids:
        """What waits for this node, sorted. Costs the same at any size.

        Raises:
            NotFound: the node is not there.
        """
        return self._after.get(self._known(id), ())

    def order(self) -> Ids:
        """All nodes, each after its prerequisites: by depth, then by id."""
        sorter = TopologicalSorter(self._before)
        sorter.prepare()
        found: list[str] = []
        while sorter.is_active():
            level = sorted(sorter.get_ready())
            found.extend(level)
            sorter.done(*level)
        return tuple(found)

    def with_nodes(self, ids: Iterable[str]) -> Self:
        """This graph with more nodes, which have no edges yet.

        Raises:
            InvalidInput: an id is empty, there twice or there already.
        """
        new = checked_ids(ids)
        for id in new:
            if id in self._before:
                raise InvalidInput("ids", id, "is there already")
        return type(self)({**self._before, **dict.fromkeys(new, ())}, self._after)

    def with_edge(self, before: str, after: str) -> Self:
        """This graph with one edge more; see :meth:`with_edges`."""
        return self.with_edges([(before, after)])

    def with_edges(self, edges: Iterable[tuple[str, str]]) -> Self:
        """This graph with more edges, all or none. Edges that are there already change nothing.

        Raises:
            InvalidInput: an edge names a node that is not there.
            PrerequisiteCycle: an edge would close a cycle.
        """
        new: defaultdict[str, set[str]] = defaultdict(set)
        back: defaultdict[str, set[str]] = defaultdict(set)
        for before, after in edges:
            if before not in self._before or after not in self._before:
                unknown = after if before in self._before else before
                raise InvalidInput("edges", (before, after), f"there is no node {unknown!r}")
            new[after].add(before)
            back[before].add(after)
        grown = type(self)(_joined(self._before, new), _joined(self._after, back))
        grown._refuse_cycle(new)
        return grown

    def without_edge(self, before: str, after: str) -> Self:
        """This graph with one edge less.

        Raises:
            NotFound: the edge is not there.
        """
        if before not in self._before.get(after, ()):
            raise NotFound("prerequisite", f"{before} → {after}")
        return type(self)(
            {**self._before, after: _less(self._before[after], before)},
            {**self._after, before: _less(self._after[before], after)},
        )

    def without_node(self, id: str) -> Self:
        """This graph without a node and its edges; what it joined is joined no longer.

        Raises:
            NotFound: the node is not there.
        """
        prerequisites, consumers = self.prerequisites(id), self.consumers(id)
        before = {**self._before, **{one: _less(self._before[one], id) for one in consumers}}
        after = {**self._after, **{one: _less(self._after[one], id) for one in prerequisites}}
        del before[id]
        after.pop(id, None)
        return type(self)(before, after)

    def _known(self, id: str) -> str:
        if id not in self._before:
            raise NotFound("node", id)
        return id

    def _refuse_cycle(self, ends: Iterable[str]) -> None:
        """A cycle passes through a new edge, so all of it waits for the end of one."""
        blocked = _never_ready(self._after, ends)
        if blocked:
            try:
                TopologicalSorter({id: self._before[id] for id in sorted(blocked)}).prepare()
            except CycleError as error:
                raise PrerequisiteCycle(tuple(error.args[1][:-1])) from None


def _never_ready(after: Mapping[str, Ids], starts: Iterable[str]) -> set[str]:
    """What can be reached and is in a cycle or waits for one (Kahn 1962)."""
    ready = list(starts)
    waits = dict.fromkeys(ready, 0)
    while ready:
        for id in after.get(ready.pop(), ()):
            if id not in waits:
                waits[id] = 0
                ready.append(id)
            waits[id] += 1
    ready = [id for id, number in waits.items() if not number]
    while ready:
        done = ready.pop()
        del waits[done]
        for id in after.get(done, ()):
            waits[id] -= 1
            if not waits[id]:
                ready.append(id)
    return set(waits)


def _joined(held: Mapping[str, Ids], new: Mapping[str, set[str]]) -> dict[str, Ids]:
    return {**held, **{id: tuple(sorted(more.union(held.get(id, ())))) for id, more in new.items()}}


def _less(ids: Ids, gone: str) -> Ids:
    return tuple(id for id in ids if id != gone)
