"""What a store promises. Every backend passes the same suite (tests/store/contract.py).

A :class:`Store` is one file or database; a :class:`Space` is a handle bound to one space of it.
There is no call that takes a space's name beside a query, so no call can forget it.

**Atomicity.** Each method that writes is one transaction: all of it is durable when the method
returns, or none of it is there. ``atomic()`` makes several calls one transaction; nested uses are
savepoints. Readers see a consistent snapshot and never wait for the writer.

**Erasing.** What is removed is overwritten where it lay. Copies that a database keeps for itself (a
log, free pages, segments of an index, backups of its own) are gone when :meth:`Store.compact` has
said so.

**The clock of a space.** Every stored item gets the next number of its space's sequence, in commit
order: whoever has read up to ``n`` has missed nothing that ends below ``n``. ``generation`` changes
whenever a turn, its terms or its vector was removed or replaced; caches of them are then rebuilt.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from smalti.model.access import ApiKey, Queued, Reply
from smalti.model.lifecycle import State
from smalti.model.record import Edge, Record, RecordStep
from smalti.model.time import Instant
from smalti.model.turn import Turn
from smalti.models.embedder import EmbedderInfo, Vectors

Noun = TypeVar("Noun")


@dataclass(frozen=True, slots=True)
class TurnEntry:
    """A turn to journal, the index terms of its searchable text, and whether it is a question."""

    turn: Turn
    terms: tuple[str, ...]
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Appended:
    """What became of one entry: its sequence number, and whether it is new."""

    id: str
    seq: int
    new: bool


@dataclass(frozen=True, slots=True)
class Watermark:
    """How far a space has come. Equal watermarks mean nothing changed in between."""

    generation: int = 0
    seq: int = 0


class TurnColumn(NamedTuple):
    """What ranking and filtering need of a turn, without its text."""

    seq: int
    session: str
    speaker: str
    role: str
    said_at: int | None  # microseconds since 1970, UTC
    said_at_offset: int | None  # minutes east of UTC where it was said
    length: int  # index terms
    asks: bool


@dataclass(frozen=True, slots=True)
class LexicalHits:
    """Turns that hold at least one of the terms asked for, and what BM25 needs to score them.

    ``counts[i, j]`` says how often turn ``seqs[i]`` holds ``terms[j]``; ``frequency[j]`` in how
    many turns of this space ``terms[j]`` occurs. Shapes ``(n,)``, ``(n, t)``, ``(t,)``.
    ``complete`` is false when turns were left out because there were more than the limit.
    """

    seqs: NDArray[np.int64]
    terms: tuple[str, ...]
    counts: NDArray[np.float32]
    frequency: NDArray[np.int64]
    complete: bool


@dataclass(frozen=True, slots=True)
class SessionInfo:
    """One session of a space."""

    session: str
    turns: int
    speakers: tuple[str, ...]
    first_said_at: Instant | None
    last_said_at: Instant | None


@dataclass(frozen=True, slots=True)
class Totals:
    """The turns of a space in numbers.

    ``unembedded`` have no vector; ``unread`` were read for records by nobody yet, or in vain.
    """

    turns: int
    sessions: int
    speakers: int
    first_said_at: Instant | None
    last_said_at: Instant | None
    unembedded: int
    unread: int


@dataclass(frozen=True, slots=True)
class Erasure:
    """That something was erased: how much of what, when, and why. It holds no erased text.

    ``target`` is the kind of thing that was to be forgotten, ``ids`` the ids of the turns and
    records that went, ``removed`` how many of each noun. ``compacted`` says that no copy of it is
    left in the file either, see :meth:`Store.compact`.
    """

    id: str
    target: str
    at: Instant
    ids: tuple[str, ...] = ()
    removed: dict[str, int] = field(default_factory=dict)
    reason: str = ""
    compacted: bool = False


@dataclass(frozen=True, slots=True)
class Compaction:
    """What compacting did: bytes on disk before and after, and which backups were deleted.

    ``done`` is false where somebody else's open transaction or a full disk kept some of it from
    being done; ``reason`` then says what did.
    """

    done: bool
    before: int
    after: int
    backups: tuple[str, ...] = ()
    reason: str = ""


class Space(Protocol):
    """A handle on one space. A space that was never written to reads as empty."""

    @property
    def name(self) -> str:
        """The name it was opened by."""

    def atomic(self) -> AbstractContextManager[None]:
        """One transaction around several calls; nested uses are savepoints.

        Raises:
            StoreBusy: another writer held the lock for longer than the busy timeout.
        """

    def reading(self) -> AbstractContextManager[None]:
        """One snapshot for all that this thread reads meanwhile; it writes nothing in it."""

    def append_turns(self, entries: Sequence[TurnEntry], analyser: str) -> list[Appended]:
        """Journal turns with their index terms, all or none, in order.

        The first write notes the analyser that made the terms. A turn whose id is already there
        is left as it is (``new`` is false).

        Raises:
            ExternalIdConflict: an external id belongs to a turn with another id.
        """

    def turn(self, id: str) -> Turn | None:
        """The turn with this id, or ``None``."""

    def turn_by_external_id(self, external_id: str) -> Turn | None:
        """The turn with this external id, or ``None``."""

    def turn_count(self) -> int:
        """How many turns there are."""

    def turns_at(self, seqs: Sequence[int]) -> dict[int, Turn]:
        """The turns at these sequence numbers; numbers without a turn are left out."""

    def read_turns(
        self, *, after: int = 0, session: str | None = None, speaker: str | None = None
    ) -> Iterator[Turn]:
        """All turns after a sequence number, in journal order, streamed."""

    def places(self, ids: Iterable[str]) -> dict[str, int]:
        """The sequence numbers of turns by their ids; ids without a turn are left out."""

    def turns_before(self, seq: int, limit: int) -> list[Turn]:
        """The last turns of the same session before the turn at a sequence number, in order."""

    def turns_after(self, seq: int, limit: int) -> list[Turn]:
        """The first turns of the same session after the turn at a sequence number, in order."""

    def columns(self, after: int) -> list[TurnColumn]:
        """The columns of all turns after a sequence number, in order."""

    def sessions(self) -> list[SessionInfo]:
        """Every session, in the order of its first turn."""

    def totals(self) -> Totals:
        """How many turns there are, counted where they lie; see :meth:`sessions` for each."""

    def watermark(self) -> Watermark:
        """How far the space has come."""

    def lexical(
        self, terms: Iterable[str], limit: int, among: NDArray[np.int64] | None = None
    ) -> LexicalHits:
        """Turns with at least one of the terms; if more than ``limit``, the likeliest ones.

        ``among`` says that only these sequence numbers matter. Others may still be returned, but
        they do not use up the limit when ``among`` is not longer than it.
        """

    def embedder(self) -> EmbedderInfo | None:
        """The model whose vectors this space holds, or ``None`` before the first."""

    def use_embedder(self, info: EmbedderInfo) -> None:
        """From now on vectors of this model; those of another one are dropped."""

    def put_vectors(self, info: EmbedderInfo, seqs: Sequence[int], vectors: Vectors) -> None:
        """Store one vector a turn, replacing what the turn had. The first call names the model.

        Turns that are not there (any more) are passed over.

        Raises:
            EmbedderMismatch: the space holds vectors of another model or dimension.
        """

    def vectors(self, after: int, limit: int) -> tuple[NDArray[np.int64], Vectors, int]:
        """At most ``limit`` vectors stored after a point of the clock, in that order.

        Returns:
            turn numbers of shape ``(n,)``, vectors of shape ``(n, dimension)``, and the point
            reached, to pass as the next ``after``; ``n`` is 0 when there are no more.
        """

    def unprocessed(self, *, failed: bool = True) -> list[int]:
        """Sequence numbers of the turns that nobody has read for records yet, oldest first.

        With ``failed`` also of those whose reading failed.
        """

    def unembedded(self) -> list[int]:
        """Sequence numbers of the turns that have no vector, oldest first."""

    def reanalyse(self, entries: Iterable[tuple[str, Sequence[str]]], analyser: str) -> None:
        """Replace the index terms of turns (by id), and note which analyser made them."""

    def analyser(self) -> str | None:
        """The analyser that made the index terms of this space, or ``None`` if none is noted."""

    def put(self, noun: Any, keys: Iterable[str] | None = None) -> None:
        """Store one noun other than a turn; the same id again replaces it, in its place.

        ``keys`` are what :meth:`meeting` finds it by; they replace those it had, and ``None``
        leaves these as they are. The log nouns (record steps, merges) are only ever added: see
        docs/design.md.
        """

    def put_all(self, nouns: Iterable[tuple[Any, Iterable[str] | None]]) -> None:
        """Store several nouns with their keys, all or none; quicker than one by one."""

    def meeting(self, cls: type[Noun], keys: Iterable[str], limit: int = 100) -> list[Noun]:
        """The nouns of this class that have one of the keys, those that share the most first.

        Among equals the one stored first comes first.
        """

    def one(self, cls: type[Noun], id: str) -> Noun | None:
        """The noun of this class with this id, or ``None``."""

    def several(self, cls: type[Noun], ids: Sequence[str]) -> dict[str, Noun]:
        """The nouns of this class with these ids, turns as well; missing ones are left out."""

    def counts(self, cls: type[Any], field: str) -> dict[str, int]:
        """How many nouns of this class there are, by the value of a field that is text."""

    def every(
        self,
        cls: type[Noun],
        after: int = 0,
        *,
        having: Mapping[str, str] = ...,
    ) -> Iterator[Noun]:
        """All nouns of this class that were first stored after a point of the clock, in order.

        Read as you go; the first ones do not wait for the rest.

        Args:
            cls: which nouns.
            after: that point.
            having: only those of which these fields, texts or enums, are just this.
        """

    def steps(
        self, records: Iterable[str], *, moved_after: Instant | None = None
    ) -> list[RecordStep]:
        """All steps of these records (by id), in the order of the log.

        With ``moved_after`` only those of records that took a step after that moment; the others
        stood at that moment as they stand now.
        """

    def known(
        self, moment: Instant, states: Collection[State], *, having: Mapping[str, str] = ...
    ) -> Iterator[Record]:
        """The records stored by a moment that may have been in one of these states at it.

        Left out is what is in another state now and took no step since. Read as you go, in the
        order they were stored; ``having`` is that of :meth:`every`.
        """

    def contradicting(
        self, seqs: Iterable[int], known_at: Instant | None = None
    ) -> list[tuple[int, int]]:
        """Pairs of sequence numbers: one of these turns, and another one that contradicts it.

        A record that rests on the one is in an open conflict with one that rests on the other.
        Conflicts are found by their keys ``record ID``. Those of after ``known_at`` do not count.
        """

    def touching(self, ids: Iterable[str]) -> list[Edge]:
        """The edges that begin or end at one of these, in the order they were stored."""

    def keep(self, name: str, content: bytes) -> None:
        """Keep what follows from the nouns, so that it need not be worked out again.

        The same name again replaces it. It is not exported, and gone as soon as a generation begins
        or a noun is removed, so that it holds nothing that was erased.
        """

    def kept(self, name: str) -> bytes | None:
        """What was kept under a name in this generation, or ``None``."""

    # ------------------------------------------------------------------ erasing

    def holding(self, cls: type[Noun], ids: Iterable[str]) -> list[Noun]:
        """The nouns of this class that name one of these ids anywhere, in the order stored.

        An id counts where it stands alone or between spaces, brackets, quotes or punctuation. All
        nouns of the class are looked through.
        """

    def remove(self, nouns: Iterable[Any]) -> Mapping[str, int]:
        """Take nouns out, with their keys and whatever refers to them; rows removed by table.

        Nouns that are not there are passed over.
        """

    def remove_turns(self, ids: Iterable[str]) -> Mapping[str, int]:
        """Take turns out, with index terms, vectors, evidence and notes; rows removed by table.

        Begins a generation. Records are left as they are, but for their evidence.
        """

    def annotate(self, id: str, metadata: Mapping[str, Any]) -> None:
        """Put other metadata in place of those of a turn; nothing else of a turn ever changes."""

    def empty(self) -> Mapping[str, int]:
        """Take out everything but the notes of what was erased; rows removed by table.

        The space keeps its name and its clock, which begins a generation.
        """

    def note_erasure(self, erasure: Erasure) -> None:
        """Keep a note of what was erased; the same id again replaces it."""

    def erasures(self) -> list[Erasure]:
        """The notes of what was erased, in order."""

    # ------------------------------------------------------------------ serving

    def enqueue(self, turns: Iterable[str], at: Instant) -> int:
        """Let turns wait to be read, in this order; how many did not wait already.

        Turns that are not there are passed over. A turn that is erased waits no longer.
        """

    def queued(self, limit: int, *, after: str | None = None) -> list[Queued]:
        """The first turns that wait, in order; or the first behind one of them."""

    def waits(self, turn: str) -> Queued | None:
        """Since when a turn waits, or ``None`` if it does not."""

    def dequeue(self, turns: Iterable[str]) -> None:
        """These turns wait no longer."""

    def claim(self, reply: Reply, *, before: Instant) -> Reply | None:
        """Note that a request is worked on; what is known of it already, or ``None``.

        What was noted before a moment is dropped first.
        """

    def put_reply(self, reply: Reply) -> None:
        """Keep what was replied to a request.

        It may tell what is stored, so it is gone when anything of the space is erased.
        """

    def drop_reply(self, key: str) -> None:
        """A request came to nothing; it may be made again."""


class Store(Protocol):
    """One file or database with any number of spaces."""

    def space(self, name: str) -> Space:
        """A handle bound to one space; creates nothing until the first write.

        Raises:
            InvalidInput: not a usable name.
        """

    def spaces(self) -> list[str]:
        """The names of all spaces that were written to, sorted."""

    def check(self) -> list[str]:
        """Everything found wrong with the file or database; empty when all is well."""

    def size(self) -> int:
        """Bytes on disk."""

    def probe(self, seconds: float) -> None:
        """Find out whether it could be written to now, waiting at most so long for other writers.

        Raises:
            StoreBusy: another writer holds it.
            StoreUnusable: the file was removed or replaced since it was opened, or is damaged.
        """

    def api_keys(self) -> list[ApiKey]:
        """All keys, in the order they were made."""

    def put_key(self, key: ApiKey) -> None:
        """Keep a key; the same id again replaces it."""

    def waiting(self) -> dict[str, int]:
        """How many turns wait to be read, by space; spaces without any are left out."""

    def compact(self) -> Compaction:
        """Rewrite the file or database so that no byte of what was removed is left in it.

        Other writers wait meanwhile. Marks the notes of all erasures as compacted once it is done.

        Raises:
            StoreBusy: another writer held the lock for longer than the busy timeout.
        """

    def close(self) -> None:
        """Give back every connection; later calls raise ``StoreClosed``."""
