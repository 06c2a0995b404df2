"""The façade: one short method per verb."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import Any, Literal, Protocol, Self

from smalti.model.errors import InvalidInput, ModelError, ModelUnavailable, NotFound
from smalti.model.ids import new_id
from smalti.model.results import (
    Degradation,
    Health,
    ImportReport,
    Outcome,
    Recall,
    Receipt,
    ReceiptItem,
    ReindexReport,
    Stats,
)
from smalti.model.time import Instant
from smalti.model.turn import Role, Turn
from smalti.models.embedder import Embedder
from smalti.models.find import find_embedder
from smalti.recall.engine import Recaller
from smalti.recall.filters import Filters
from smalti.recall.pack import CountTokens
from smalti.recall.search import RecallRequest
from smalti.store.contract import SessionInfo, Space
from smalti.store.sql import SqlStore
from smalti.store.sqlite import open_sqlite
from smalti.text.analyse import Analyser
from smalti.text.cost import estimate_tokens
from smalti.write.drafts import Defaults, Moment, TurnLike, drafts_from, moment, role_of
from smalti.write.ingest import Progress, embed_turns, journal, reanalyse
from smalti.write.journal import number

DEFAULT_PATH = "smalti.db"


def _silent(_done: int) -> None:
    """Progress that nobody watches."""


class Clock(Protocol):
    """Tells the time."""

    def __call__(self) -> Instant:
        """Now."""


class Memory:
    """One space of one memory file. Safe to share between threads; processes open their own.

    Args:
        path: the file, created if it is not there; ``":memory:"`` for one that is not kept. By
            default ``$SMALTI_DB``, else ``smalti.db`` in the working folder.
        space: whose memory this is; spaces never see each other.
        embedder: ``"auto"`` takes the installed model, ``None`` recalls by words only, or an
            :class:`~smalti.models.embedder.Embedder` of your own.
        language: of stemming and stop words, as a BCP 47 tag.
        utc_offset: minutes east of UTC at which times without an offset are read.
        clock: what "now" is; for tests.

    Raises:
        StoreError: the file cannot be used; see :mod:`smalti.model.errors`.
        InvalidInput: an unusable space name or an unknown language.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        space: str = "default",
        embedder: Embedder | Literal["auto"] | None = "auto",
        language: str = "en",
        utc_offset: int = 0,
        clock: Clock | None = None,
    ) -> None:
        path = path or os.environ.get("SMALTI_DB") or DEFAULT_PATH
        analyser = Analyser(language)  # first: an unknown language leaves no file behind
        store = open_sqlite(path)
        setup = _Setup(
            path=Path(path),
            store=store,
            analyser=analyser,
            embedder=embedder,
            utc_offset=utc_offset,
            clock=clock,
        )
        try:
            self._bind(setup, store.space(space))
        except BaseException:
            store.close()
            raise

    def _bind(self, setup: _Setup, space: Space) -> None:
        self._setup = setup
        self._space = space
        self._recaller = Recaller(space, setup.analyser, setup.embedder)

    # ------------------------------------------------------------------ writing

    def add(
        self,
        turns: TurnLike | Iterable[TurnLike],
        *,
        session: str = "default",
        speaker: str | None = None,
        role: Role | str = Role.USER,
        said_at: Moment | Literal["now"] | None = "now",
    ) -> Receipt:
        """Journal what was said, verbatim and durably; all of it, or nothing if a turn is invalid.

        A turn is a text, a mapping (``text``/``content``, ``speaker``/``name``, ``role``,
        ``said_at``/``timestamp``, ``session``, ``external_id``/``id``, ``caption``, ``metadata``)
        or a :class:`~smalti.TurnDraft`. The arguments are what a turn gets that does not say so
        itself; ``said_at=None`` means that nobody knows when it was said. The same turn twice, by
        external id or by (session, speaker, time, text), is one turn.

        Returns:
            What became of each turn: stored or duplicate, with its id.

        Raises:
            InvalidInput: names the turn, the field, the value and the fix.
            ExternalIdConflict: an external id belongs to a turn that says something else.
            StoreError: the file could not be written; nothing was kept.
        """
        started = perf_counter()
        now = self._setup.now()
        defaults = Defaults(
            session=session,
            speaker=speaker,
            role=role_of(role),
            said_at=now if said_at == "now" else self._setup.moment(said_at),
            offset=self._setup.utc_offset,
        )
        drafts = drafts_from(turns, defaults)
        appended = journal(self._space, list(number(drafts, now)), self._setup.analyser)
        journalled = perf_counter()
        degraded = self._embed([item.seq for item in appended if item.new])
        return Receipt(
            id=new_id("w"),
            verb="add",
            at=now,
            items=tuple(
                ReceiptItem(i, Outcome.STORED if item.new else Outcome.DUPLICATE, item.id)
                for i, item in enumerate(appended)
            ),
            degraded=degraded,
            timings_ms={
                "journal": _ms(journalled - started),
                "embed": _ms(perf_counter() - journalled),
            },
        )

    def import_(
        self,
        path: str | os.PathLike[str],
        *,
        format: str | None = None,
        progress: Progress | None = None,
    ) -> ImportReport:
        """Take in a file of turns, in any of the formats of docs/guide/importing.md.

        Items that cannot be read are reported with their place, and the rest is imported. Doing it
        again adds only what is missing.

        Raises:
            InvalidInput: the file cannot be used at all, or its format is not known.
            StoreError: the file of the memory could not be written; whole batches may be kept.
        """
        from smalti.interchange.load import load  # formats take long to load, and few writes import

        return load(
            Path(path),
            self._space,
            format=format,
            analyser=self._setup.analyser,
            now=self._setup.now(),
            default_offset=self._setup.utc_offset,
            embed=self._embed,
            progress=progress or _silent,
        )

    def _embed(self, seqs: list[int]) -> tuple[Degradation, ...]:
        """Vectors for turns; what could not be done, instead of an error: the turns are safe."""
        if not seqs:
            return ()
        try:
            embed_turns(self._space, self._setup.embedder(), seqs)
        except ModelError as error:
            return (Degradation.by("vector", error),)
        return ()

    # ------------------------------------------------------------------ reading

    def recall(
        self,
        query: str,
        *,
        k: int = 10,
        budget: int | None = None,
        filters: Mapping[str, Any] | None = None,
        now: Moment | None = None,
        diversity: float = 0.0,
        explain: bool = False,
        count_tokens: CountTokens = estimate_tokens,
    ) -> Recall:
        """The turns that best answer a query, with what it takes to judge them.

        Args:
            query: a question or some words; the first 2,000 characters count.
            k: at most so many turns.
            budget: at most so many tokens of context, by ``count_tokens``.
            filters: ``speaker``, ``role``, ``session`` (one or several) and ``since``, ``until``
                (half-open, on the time of saying).
            now: what "two weeks ago" in the query counts back from; by default the present.
            diversity: 0 for the best turns, towards 1 for turns unlike each other (MMR).
            explain: also give the parts that add up to each score.
            count_tokens: how many tokens a text costs; an estimate by default.

        Returns:
            Turns best first. Nothing relevant gives no turns and the reason. What did not work as
            well as it could (no model, turns without vectors) is in ``degraded``.

        Raises:
            InvalidInput: an unknown filter, or a value that does not fit.
        """
        request = RecallRequest(
            query=query,
            k=k,
            budget=budget,
            filters=Filters.of(filters, default_offset=self._setup.utc_offset),
            now=self._setup.now() if now is None else self._setup.moment(now),
            diversity=diversity,
            explain=explain,
            count_tokens=count_tokens,
        )
        return self._recaller.recall(request)

    def get(self, id: str) -> Turn:
        """The turn with this id or this external id.

        Raises:
            NotFound: there is none in this space.
        """
        turn = self._space.turn(id) or self._space.turn_by_external_id(id)
        if turn is None:
            raise NotFound("turn", id, hint="`turns()` and `smalti turns` list what there is")
        return turn

    def turns(self, *, session: str | None = None) -> Iterator[Turn]:
        """All turns, or those of a session, in journal order, read as you go."""
        return self._space.read_turns(session=session)

    def sessions(self) -> list[SessionInfo]:
        """Every session, in the order of its first turn."""
        return self._space.sessions()

    def spaces(self) -> list[str]:
        """The names of all spaces in the file."""
        return self._setup.store.spaces()

    def space(self, name: str) -> Memory:
        """Another space of the same file. Closing either closes the file for both.

        Raises:
            InvalidInput: not a usable name.
        """
        other = object.__new__(Memory)
        other._bind(self._setup, self._setup.store.space(name))
        return other

    def stats(self) -> Stats:
        """How much this space holds, and what its indexes were made with."""
        sessions = self._space.sessions()
        firsts = [s.first_said_at for s in sessions if s.first_said_at is not None]
        lasts = [s.last_said_at for s in sessions if s.last_said_at is not None]
        embedder = self._space.embedder()
        return Stats(
            space=self._space.name,
            turns=self._space.turn_count(),
            sessions=len(sessions),
            speakers=len({speaker for s in sessions for speaker in s.speakers}),
            first_said_at=min(firsts, default=None),
            last_said_at=max(lasts, default=None),
            unembedded=len(self._space.unembedded()),
            embedder=None if embedder is None else str(embedder),
            analyser=self._space.analyser(),
            bytes=self._setup.store.size(),
        )

    # ------------------------------------------------------------------ upkeep

    def reindex(self, *, all: bool = False, progress: Progress | None = None) -> ReindexReport:
        """Bring the indexes up to date: terms of another analyser, missing or foreign vectors.

        Recall by words keeps working meanwhile. Interrupted, it goes on where it stopped.

        Args:
            all: do everything anew, whatever its state.
            progress: called with the number of turns just done.
        """
        started = perf_counter()
        progress = progress or _silent
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
            timings_ms={"total": _ms(perf_counter() - started)},
        )

    def _all_seqs(self) -> list[int]:
        return [column.seq for column in self._space.columns(0)]

    def check(self) -> Health:
        """What is wrong with the file, and what could be better about its indexes."""
        return Health(tuple(self._setup.store.check()), tuple(self._notes()))

    def _notes(self) -> Iterator[Degradation]:
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

    def close(self) -> None:
        """Give the file back. Later calls raise ``StoreClosed``."""
        self._setup.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class _Setup:
    """What all spaces of an opened file share."""

    def __init__(
        self,
        *,
        path: Path,
        store: SqlStore,
        analyser: Analyser,
        embedder: Embedder | Literal["auto"] | None,
        utc_offset: int,
        clock: Clock | None,
    ) -> None:
        self.path = path
        self.store = store
        self.analyser = analyser
        self.utc_offset = utc_offset
        self._given = embedder
        self._clock = clock

    def now(self) -> Instant:
        """The present moment, at the offset of this memory."""
        if self._clock is not None:
            return self._clock()
        return Instant(Instant.of(datetime.now(UTC)).micros, self.utc_offset)

    def moment(self, value: Moment | None) -> Instant | None:
        """A moment as given by a caller."""
        return None if value is None else moment(value, self.utc_offset)

    def embedder(self) -> Embedder:
        """The embedder.

        Raises:
            ModelUnavailable: there is none.
        """
        if self._given is None:
            raise ModelUnavailable("this memory was opened without an embedder")
        return self._found if self._given == "auto" else self._given

    @cached_property
    def _found(self) -> Embedder:
        return find_embedder()


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 3)
