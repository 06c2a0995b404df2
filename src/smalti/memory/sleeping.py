"""The verb of sleep."""

from __future__ import annotations

from time import perf_counter

from smalti.memory.base import ms, silent
from smalti.memory.graphing import Graphing
from smalti.model.entity import Entity
from smalti.model.record import Edge, Record
from smalti.model.results import Consolidation
from smalti.write.ingest import Progress


class Sleeping(Graphing):
    """Consolidating what was learnt."""

    def consolidate(
        self, *, everything: bool = False, progress: Progress | None = None
    ) -> Consolidation:
        """Sum up and tidy what was learnt since the last time. Nothing is deleted.

        A person's events that share a concept, three or more within 30 days, get a summary that
        rests on all of them (CogMem, arXiv 2610.11314, §3); one whose events changed is ended, and
        made anew from what is left. Concepts that are surely the same are merged (``unmerge`` takes
        that back), and what was learnt of two entities that are one by now is compared: duplicates
        become one record (``undo`` takes that back), contradictions become conflicts. What no judge
        could tell is put before the configured model, if it has not seen it yet.

        Communities and centralities of the memory graph are worked out exactly, and kept.

        It works on what changed, may run beside writers, and does the rest when it was interrupted.
        Done twice it changes nothing the second time.

        Args:
            everything: look at all there is, not only at what changed.
            progress: called with the number of people just done.
        """
        from smalti.consolidate import Sleeper

        started = perf_counter()
        before = self._size()
        sleeper = Sleeper(
            self._space,
            self._rules(),
            self._setup.analyser,
            self._setup.model,
            self._setup.now(),
        )
        night = sleeper.sleep(everything=everything, progress=progress or silent)
        communities = len(set(self._graph.keep().community.tolist()))
        nodes, edges = zip(before, self._size(), strict=True)
        return Consolidation(
            at=self._setup.now(),
            read=night.read,
            examined=night.examined,
            items=tuple(night.items),
            nodes=nodes,
            edges=edges,
            communities=communities,
            usage=tuple(night.report.usage),
            degraded=tuple(night.report.degraded),
            timings_ms={"total": ms(perf_counter() - started)},
        )

    def _size(self) -> tuple[int, int]:
        """How many nodes and edges there are."""
        counts = self._space.counts
        nodes = sum(counts(Record, "state").values()) + sum(counts(Entity, "kind").values())
        return nodes, sum(counts(Edge, "kind").values())
