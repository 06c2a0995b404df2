"""What ranking needs of every turn of a space, in NumPy arrays that grow with the journal.

The database stays the truth. An index remembers how far it has read (the space's watermark) and
takes in what other threads and processes have written since, before each recall. Searching all
vectors exactly is then one matrix product.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from smalti.model.time import Instant
from smalti.model.turn import Role
from smalti.models.embedder import EmbedderInfo, Vectors
from smalti.store.contract import Space, TurnColumn, Watermark
from smalti.text.analyse import normalise

Rows = NDArray[np.int64]
UNDATED = np.iinfo(np.int64).min
_VECTORS_A_PAGE = 4096
_GROWTH = 1.25
_MICROS_A_MINUTE = 60_000_000
_MICROS_A_DAY = 86_400_000_000
_EPOCH_DAY = date(1970, 1, 1).toordinal()
_COLUMNS = ("seq", "session", "speaker", "role", "said_at", "said_on", "length", "asks", "previous")


@dataclass(frozen=True)
class Snapshot:
    """All turns of a space at one moment; row ``i`` of every array is the same turn.

    What follows from all of them is worked out once, when it is first asked for.

    Attributes:
        seqs: sequence numbers, ascending, shape ``(n,)``.
        sessions, speakers, roles: codes; ``names`` gives the code of each name by column.
        said_at: microseconds since 1970, ``UNDATED`` where unknown.
        said_on: the speaker's calendar day as a proleptic ordinal (1 January of year 1 is 1);
            ``UNDATED`` where unknown.
        lengths: index terms of the turn.
        asks: whether the turn ends with a question.
        previous, next: rows of the neighbours in the session, -1 where there is none.
        vectors: shape ``(n, dimension)``; ``None`` if the space has no vectors.
        has_vector: which turns have one.
        embedder: the model that made the vectors.
        generation: changes when anything of the former snapshots was removed or replaced.
    """

    seqs: Rows
    sessions: Rows
    speakers: Rows
    roles: Rows
    said_at: Rows
    said_on: Rows
    lengths: Rows
    asks: NDArray[np.bool_]
    previous: Rows
    next: Rows
    names: dict[str, dict[str, int]]
    vectors: Vectors | None
    has_vector: NDArray[np.bool_]
    embedder: EmbedderInfo | None
    generation: int = 0

    def __len__(self) -> int:
        return len(self.seqs)

    @cached_property
    def embedded(self) -> int:
        """How many turns have a vector."""
        return int(self.has_vector.sum())

    @cached_property
    def years(self) -> range:
        """The years in which something was said, from the first to the last, by UTC."""
        dated = self.said_at[self.said_at != UNDATED]
        if not len(dated):
            return range(0)
        first, last = (Instant(int(at)).utc().year for at in (dated.min(), dated.max()))
        return range(first, last + 1)

    @cached_property
    def first_names(self) -> frozenset[str]:
        """The first words of the speakers' names, in one spelling: whom a question may name."""
        return frozenset(first_word(name) for name in self.names["speaker"])

    @cached_property
    def users(self) -> tuple[str, ...]:
        """The names of those who have spoken as users, in the order they began to speak."""
        code = self.names["role"].get(Role.USER.value, -1)
        spoke = np.bincount(self.speakers[self.roles == code], minlength=len(self.names["speaker"]))
        return tuple(name for name, code in self.names["speaker"].items() if spoke[code])

    @cached_property
    def session_lengths(self) -> NDArray[np.float32]:
        """The index terms of each session, by its code."""
        sessions = len(self.names["session"])
        return np.bincount(self.sessions, self.lengths, sessions).astype(np.float32)

    @cached_property
    def runs(self) -> Rows | None:
        """The first row of each session where every session is one run of rows, else ``None``.

        So it is where sessions were journalled one after the other. What is asked of each session
        is then read in the order of memory.
        """
        starts = np.flatnonzero(np.diff(self.sessions, prepend=-1))
        alone = len(np.unique(self.sessions[starts])) == len(starts)
        after = np.ones(len(self), np.bool_)
        after[starts] = False
        before = np.where(after, np.arange(-1, len(self) - 1), -1)
        return starts if alone and np.array_equal(before, self.previous) else None

    def rows_of(self, seqs: Rows) -> tuple[Rows, NDArray[np.bool_]]:
        """Rows of sequence numbers, and which of the numbers are in this snapshot."""
        rows = np.searchsorted(self.seqs, seqs)
        inside = rows < len(self.seqs)
        inside[inside] = self.seqs[rows[inside]] == seqs[inside]
        return rows, inside


class TurnIndex:
    """Keeps the :class:`Snapshot` of one space up to date. Safe to share between threads."""

    def __init__(self, space: Space) -> None:
        self._space = space
        self._lock = threading.Lock()
        self._at = Watermark()
        self._last_seq = 0
        self._reset()

    def refresh(self) -> Snapshot:
        """The space as it is now; reads only what is new since the last call."""
        with self._lock:
            now = self._space.watermark()
            if now.generation != self._at.generation:
                self._reset()
            if now != self._at:
                self._take_turns(self._space.columns(self._last_seq))
                self._take_vectors()
                self._snapshot = self._assemble(now.generation)
                self._at = now
            return self._snapshot

    def _reset(self) -> None:
        self._at = Watermark()
        self._last_seq = 0
        self._last_vector = 0
        self._has_vector = Growing(np.bool_)
        self._codes: dict[str, dict[str, int]] = {"session": {}, "speaker": {}, "role": {}}
        self._last_of_session: dict[int, int] = {}
        self._columns = {name: Growing(np.int64) for name in _COLUMNS}
        self._vectors: Growing | None = None
        self._snapshot = self._assemble()

    def _take_turns(self, columns: Sequence[TurnColumn]) -> None:
        if not columns:
            return
        first = len(self._columns["seq"])
        sessions = self._encode("session", [c.session for c in columns])
        said_at = [UNDATED if c.said_at is None else c.said_at for c in columns]
        said_on = [_day(c.said_at, c.said_at_offset) for c in columns]
        self._columns["seq"].extend([c.seq for c in columns])
        self._columns["session"].extend(sessions)
        self._columns["speaker"].extend(self._encode("speaker", [c.speaker for c in columns]))
        self._columns["role"].extend(self._encode("role", [c.role for c in columns]))
        self._columns["said_at"].extend(said_at)
        self._columns["said_on"].extend(said_on)
        self._columns["length"].extend([c.length for c in columns])
        self._columns["asks"].extend([c.asks for c in columns])
        self._columns["previous"].extend(self._link(sessions, first))
        self._last_seq = columns[-1].seq

    def _encode(self, column: str, values: list[str]) -> list[int]:
        codes = self._codes[column]
        return [codes.setdefault(value, len(codes)) for value in values]

    def _link(self, sessions: list[int], first: int) -> list[int]:
        """For each new row the row before it in its session."""
        before = []
        for row, session in enumerate(sessions, first):
            before.append(self._last_of_session.get(session, -1))
            self._last_of_session[session] = row
        return before

    def _take_vectors(self) -> None:
        while True:
            seqs, vectors, reached = self._space.vectors(self._last_vector, _VECTORS_A_PAGE)
            if not len(seqs):
                break
            if self._vectors is None:
                self._vectors = Growing(np.float32, vectors.shape[1])
            if self._vectors.array.shape[1] != vectors.shape[1]:
                break  # the model was changed just now; the next refresh reads everything anew
            self._vectors.grow(len(self._columns["seq"]))
            self._has_vector.grow(len(self._columns["seq"]))
            rows = np.searchsorted(self._columns["seq"].array, seqs)
            known = rows < len(self._vectors)  # a turn journalled meanwhile waits for its columns
            if not known.all():
                break
            at = slice(rows[0], rows[-1] + 1) if (np.diff(rows) == 1).all() else rows
            self._vectors.array[at] = vectors  # a slice when it can be: twice as fast
            self._has_vector.array[rows] = True
            self._last_vector = reached
        if self._vectors is not None:
            self._vectors.grow(len(self._columns["seq"]))

    def _assemble(self, generation: int = 0) -> Snapshot:
        self._has_vector.grow(len(self._columns["seq"]))
        arrays = {name: column.array for name, column in self._columns.items()}
        previous = arrays["previous"]
        following = np.full(len(previous), -1, np.int64)
        linked = np.flatnonzero(previous >= 0)
        following[previous[linked]] = linked
        return Snapshot(
            seqs=arrays["seq"],
            sessions=arrays["session"],
            speakers=arrays["speaker"],
            roles=arrays["role"],
            said_at=arrays["said_at"],
            said_on=arrays["said_on"],
            lengths=arrays["length"],
            asks=arrays["asks"] != 0,
            previous=previous,
            next=following,
            names={column: dict(codes) for column, codes in self._codes.items()},
            vectors=None if self._vectors is None else self._vectors.array,
            has_vector=self._has_vector.array,
            embedder=self._space.embedder() if self._vectors is not None else None,
            generation=generation,
        )


def first_word(name: str) -> str:
    """The first part of a name, by which somebody is called, in one spelling."""
    return next(iter(normalise(name).split()), "")


def _day(said_at: int | None, offset: int | None) -> int:
    if said_at is None or offset is None:
        return UNDATED
    return (said_at + offset * _MICROS_A_MINUTE) // _MICROS_A_DAY + _EPOCH_DAY


class Growing:
    """An array that grows at its end; rows already handed out keep their place in memory."""

    def __init__(self, dtype: Any, width: int | None = None) -> None:
        self._size = 0
        self._store = np.zeros((0,) if width is None else (0, width), dtype)

    def __len__(self) -> int:
        return self._size

    @property
    def array(self) -> NDArray[Any]:
        """The filled part, as a view."""
        return self._store[: self._size]

    def grow(self, size: int) -> None:
        """Make room; new rows are zero. The first growth is exact: most indexes load once."""
        if size > len(self._store):
            room = size if not len(self._store) else int(size * _GROWTH)
            larger = np.zeros((room, *self._store.shape[1:]), self._store.dtype)
            larger[: self._size] = self.array
            self._store = larger
        self._size = max(self._size, size)

    def extend(self, values: Sequence[int]) -> None:
        """Add values at the end."""
        start = self._size
        self.grow(start + len(values))
        self._store[start : self._size] = values
