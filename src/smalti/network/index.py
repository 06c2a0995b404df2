"""The association graph of one space, kept up to date with what is stored.

Records are as near to each other as the turns that they rest on: the cosine of these, above the θ
of MOSAIC (arXiv 2607.16211, §3). Entities are associated by how often they occur in one turn.
Nobody has more than 32 associations. The database stays the truth: an index remembers how far it
has read, and takes in what is new before it is asked. What it holds may be kept beside the nouns,
and is gone there as soon as anything is erased.
"""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from smalti.graph.association import AssociationGraph
from smalti.graph.cooccurrence import CoOccurrence
from smalti.graph.neighbours import Neighbourhood
from smalti.graph.standing import Standing, drift, standing, updated
from smalti.model.record import Record, RecordKind
from smalti.network.kept import Kept, packed, unpacked
from smalti.recall.index import Snapshot
from smalti.store.contract import Space, Watermark

KEPT = "graph"
DRIFT = 0.05
"""A standing is worked out again when more than this share of the nodes was touched since."""

_SMALL = 2_000  # nodes: below, working everything out again takes no time
_AT_ONCE = 1_024  # records whose vectors are added together


class GraphIndex:
    """Keeps the association graph of one space, and where its nodes stand. Safe between threads.

    ``turns`` gives the turns of the space as they are now, with their vectors.
    """

    _read: int
    _stood: AssociationGraph
    _graph: AssociationGraph | None
    _by_target: NDArray[np.intp] | None
    _standing: Standing | None

    def __init__(self, space: Space, turns: Callable[[], Snapshot]) -> None:
        self._space = space
        self._turns = turns
        self._lock = threading.RLock()
        self._at = Watermark(generation=-1)
        self._reset()

    def refresh(self) -> AssociationGraph:
        """The graph as it is now; reads only what is new since the last call."""
        with self._lock:
            now = self._space.watermark()
            if now.generation != self._at.generation:
                self._restore()
            if now != self._at or self._graph is None:
                self._take(self._space.every(Record, self._read))
                self._read = now.seq
                self._embed()
                self._graph = self._assembled()
                self._by_target = None
                self._at = now
            return self._graph

    def neighbours(self, id: str) -> tuple[tuple[str, float], ...]:
        """Those associated with a record or an entity and how strongly, the strongest first."""
        with self._lock:
            graph = self.refresh()
            at = bisect_left(graph.ids, id)
            if at == len(graph.ids) or graph.ids[at] != id:
                return ()
            if self._by_target is None:
                self._by_target = np.argsort(graph.target, kind="stable")
            begins = slice(*np.searchsorted(graph.source, (at, at + 1)))
            ends = self._by_target[
                slice(*np.searchsorted(graph.target, (at, at + 1), sorter=self._by_target))
            ]
            others = [*graph.target[begins].tolist(), *graph.source[ends].tolist()]
            weights = [*graph.weight[begins].tolist(), *graph.weight[ends].tolist()]
            found = ((graph.ids[one], weight) for one, weight in zip(others, weights, strict=True))
            return tuple(sorted(found, key=lambda one: (-one[1], one[0])))

    def standing(self, *, exact: bool = False) -> tuple[Standing, float]:
        """Communities and centralities, and the share of nodes touched since they were worked out.

        Unless ``exact``, those of an earlier graph are good enough while the share is small.
        """
        with self._lock:
            graph = self.refresh()
            if self._standing is None:
                self._standing = standing(graph)
            elif self._standing.version != graph.version:
                changed = graph.differing(self._stood)
                share = drift(self._standing, changed)
                if not exact and share <= DRIFT and len(graph) > _SMALL:
                    return self._standing, share
                self._standing = updated(self._standing, graph, changed)
            self._stood = graph
            return self._standing, 0.0

    def keep(self) -> Standing:
        """Work out exactly where everything stands, and keep it with the graph."""
        with self._lock:
            found, _ = self.standing(exact=True)
            if not found.ids:
                return found  # nothing to keep
            lists = None if self._near is None else self._near.lists()
            turns = [] if lists is None else [self._turn_of[id] for id in lists.ids]
            kept = Kept(self._read, lists, turns, dict(self._contexts), dict(self._waiting), found)
            self._space.keep(KEPT, packed(kept))
            return found

    # ------------------------------------------------------------------ taking in

    def _reset(self) -> None:
        self._read = 0
        self._near: Neighbourhood | None = None
        self._together = CoOccurrence()
        self._contexts: defaultdict[str, set[str]] = defaultdict(set)
        self._waiting: dict[str, str] = {}  # records whose turn has no vector yet, and the turn
        self._turn_of: dict[str, int] = {}  # the turn of a record, as a sequence number
        self._graph = None
        self._by_target = None
        self._stood = AssociationGraph.of([])
        self._standing = None

    def _restore(self) -> None:
        """Begin with what was kept in this generation, or with nothing."""
        self._reset()
        content = self._space.kept(KEPT)
        kept = None if content is None else unpacked(content)
        if kept is None:
            return
        self._read = kept.read
        for context, entities in kept.contexts.items():
            self._contexts[context] = set(entities)
            self._together.add(context, sorted(entities))
        self._waiting = dict(kept.waiting)
        if kept.lists is not None:
            rows, there = self._turns().rows_of(np.array(kept.turns, np.int64))
            vectors = self._turns().vectors
            if vectors is None or not there.all():
                self._reset()
                return
            self._near = Neighbourhood.restored(kept.lists, _unit(vectors[rows]))
            self._turn_of = dict(zip(kept.lists.ids, kept.turns, strict=True))
        self._standing = kept.standing
        self._stood = self._assembled()

    def _take(self, records: Iterable[Record]) -> None:
        changed: set[str] = set()
        for record in records:
            if record.kind is RecordKind.SUMMARY:
                continue  # what it sums up is there
            if record.id in self._turn_of or record.id in self._waiting:
                continue  # somebody wrote it while the ones before it were read
            turn = record.evidence[0].turn
            mentioned = (record.subject, record.value.entity)
            named = {one for one in mentioned if one is not None}
            if not named <= self._contexts[turn]:
                if self._contexts[turn] and turn not in changed:
                    self._together.remove(turn)
                self._contexts[turn] |= named
                changed.add(turn)
            self._waiting[record.id] = turn
        for turn in changed:
            self._together.add(turn, sorted(self._contexts[turn]))

    def _embed(self) -> None:
        """Give vectors to the records whose turns have one by now."""
        if not self._waiting:
            return
        turns = self._turns()
        if turns.vectors is None:
            return
        seqs = self._space.places(dict.fromkeys(self._waiting.values()))
        known = [(id, seqs[turn]) for id, turn in self._waiting.items() if turn in seqs]
        rows, there = turns.rows_of(np.array([seq for _, seq in known], np.int64))
        there[there] = turns.has_vector[rows[there]]
        ready = [(*one, int(row)) for one, row, has in zip(known, rows, there, strict=True) if has]
        if self._near is None and ready:
            self._near = Neighbourhood(turns.vectors.shape[1])
        for start in range(0, len(ready), _AT_ONCE):
            some = ready[start : start + _AT_ONCE]
            assert self._near is not None  # something is ready
            self._near.add(
                [id for id, _, _ in some], _unit(turns.vectors[[row for _, _, row in some]])
            )
            for id, seq, _ in some:
                self._turn_of[id] = seq
                del self._waiting[id]

    def _assembled(self) -> AssociationGraph:
        near = AssociationGraph.of(self._waiting)
        if self._near is not None:
            near = near.union(self._near.graph())
        return near.union(self._together.graph())


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Vectors of length 1; zeros stay zeros."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)
