"""The verbs that keep a memory in order."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from smalti.memory.base import Base, ms, silent
from smalti.model.entity import Entity
from smalti.model.errors import InvalidInput, ModelError
from smalti.model.policy import Policy
from smalti.model.record import Record
from smalti.model.results import Degradation, Health, ReindexReport, Stats
from smalti.model.settings import Ranks, SpaceSettings
from smalti.write.ingest import Progress, embed_turns, reanalyse


class Upkeep(Base):
    """Counting, checking, bringing indexes up to date, exporting."""

    def stats(self) -> Stats:
        """How much this space holds, and what its indexes were made with."""
        totals, embedder = self._space.totals(), self._space.embedder()
        return Stats(
            space=self._space.name,
            turns=totals.turns,
            sessions=totals.sessions,
            speakers=totals.speakers,
            first_said_at=totals.first_said_at,
            last_said_at=totals.last_said_at,
            unembedded=totals.unembedded,
            unread=totals.unread,
            records=self._space.counts(Record, "state"),
            entities=sum(self._space.counts(Entity, "kind").values()),
            embedder=None if embedder is None else str(embedder),
            analyser=self._space.analyser(),
            bytes=self._setup.store.size(),
        )

    def configure(
        self, *, policy: str | None = None, authorities: str | None = None
    ) -> SpaceSettings:
        """Decide how this space settles what cannot all be true, for all who open it from now on.

        What is settled already stays as it is.

        Args:
            policy: as for :class:`~smalti.memory.Memory`; one that a memory is opened with goes
                before it. ``None`` leaves it as it is.
            authorities: whose word goes before whose, the strongest first, separated by commas:
                ``"document, self, other, tool, assistant"``. What has no authority whatever is
                last in any case. ``None`` leaves it as it is.

        Raises:
            InvalidInput: an unknown policy or source, one that is missing or there twice.
        """
        with self._space.atomic():
            done = self.settings()
            if policy is not None:
                done = replace(done, policy=Policy.named(policy))
            if authorities is not None:
                done = replace(done, authorities=Ranks.named(authorities).order)
            self._space.put(done)
        return done

    def reindex(self, *, all: bool = False, progress: Progress | None = None) -> ReindexReport:
        """Bring the indexes up to date: terms of another analyser, missing or foreign vectors.

        Recall by words keeps working meanwhile. Interrupted, it goes on where it stopped.

        Args:
            all: do everything anew, whatever its state.
            progress: called with the number of turns just done.
        """
        started = perf_counter()
        progress = progress or silent
        analysed = embedded = 0
        degraded: tuple[Degradation, ...] = ()
        if all or self._space.analyser() not in (None, self._setup.analyser.name):
            analysed = reanalyse(self._space, self._setup.analyser, progress)
        try:
            embedder = self._setup.embedder()
            self._space.use_embedder(embedder.info)
            seqs = self._space.unembedded() if not all else self._all_seqs()
            embedded = embed_turns(self._space, embedder, seqs, progress)
        except ModelError as error:
            degraded = (Degradation.by("vector", error),)
        info = self._space.embedder()
        return ReindexReport(
            analysed=analysed,
            embedded=embedded,
            embedder=None if info is None else str(info),
            degraded=degraded,
            timings_ms={"total": ms(perf_counter() - started)},
        )

    def _all_seqs(self) -> list[int]:
        return [column.seq for column in self._space.columns(0)]

    def check(self) -> Health:
        """What is wrong with the file, and what could be better about its indexes."""
        return Health(tuple(self._setup.store.check()), tuple(self._notes()))

    def _notes(self) -> Iterator[Degradation]:
        left = sum(not one.compacted for one in self._space.erasures())
        if left:
            reason = f"what {left} erasures removed may still lie in free pages of the file"
            yield Degradation("file", reason, "Run `smalti compact`")
        analyser = self._space.analyser()
        if analyser not in (None, self._setup.analyser.name):
            reason = f"terms were made by {analyser}, this process uses {self._setup.analyser.name}"
            yield Degradation("lexical", reason, "Run `smalti reindex`")
        try:
            info = self._setup.embedder().info
        except ModelError as error:
            yield Degradation.by("vector", error)
            return
        stored = self._space.embedder()
        if stored not in (None, info):
            reason = f"the vectors were made by {stored}, this process embeds with {info}"
            yield Degradation("vector", reason, "Run `smalti reindex`")
        elif missing := len(self._space.unembedded()):
            yield Degradation("vector", f"{missing} turns have no vector", "Run `smalti reindex`")

    def export(self, path: str | os.PathLike[str]) -> int:
        """Write everything this space knows as JSON Lines; the number of nouns written.

        Importing the file into an empty space and exporting that gives the same bytes.

        Raises:
            InvalidInput: the file cannot be written.
        """
        from smalti.interchange.export import write_export

        if Path(path).absolute() == self._setup.path.absolute():
            raise InvalidInput("path", str(path), "is the memory itself", fix="Name another file")
        return write_export(self._space, Path(path))
