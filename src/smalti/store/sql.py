"""The contract on SQLAlchemy Core. What differs between databases is left to a :class:`Dialect`."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import islice
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Engine, RowMapping, Select, delete, func, insert, select, update

from smalti.model.errors import EmbedderMismatch, ExternalIdConflict, InvalidInput, StoreClosed
from smalti.model.time import Instant
from smalti.model.turn import Turn
from smalti.models.embedder import EmbedderInfo, Vectors
from smalti.store import schema
from smalti.store.contract import (
    Appended,
    LexicalHits,
    SessionInfo,
    TurnColumn,
    TurnEntry,
    Watermark,
)
from smalti.store.rows import from_row, to_row

Noun = TypeVar("Noun")
Item = TypeVar("Item")

_CHUNK = 500  # rows a page, and parameters an IN list: below every database's limit
_MAX_NAME = 255


class Dialect(Protocol):
    """What a database does in its own way."""

    exclusive: bool
    """Whether there is only one connection, so that readers wait for the writer too."""

    def connect(self) -> Engine:
        """An engine on a database whose schema is up to date."""

    def begin_write(self, connection: Connection) -> None:
        """Begin a transaction that no other writer of the store can run beside."""

    def errors(self) -> AbstractContextManager[None]:
        """Turns the driver's errors into ours."""

    def index_terms(self, connection: Connection, space: int, rows: Rows) -> None:
        """Add the terms of turns (by sequence number) to the lexical index."""

    def unindex_terms(self, connection: Connection, space: int, seqs: Sequence[int]) -> None:
        """Take turns out of the lexical index."""

    def search_terms(
        self,
        connection: Connection,
        space: int,
        terms: Sequence[str],
        limit: int,
        among: NDArray[np.int64] | None,
    ) -> LexicalHits:
        """See :meth:`smalti.store.contract.Space.lexical`; ``terms`` are distinct."""

    def check(self, connection: Connection) -> list[str]:
        """What the database itself finds wrong."""

    def size(self) -> int:
        """Bytes on disk."""


Rows = Sequence[tuple[int, Sequence[str]]]


class SqlStore:
    """A :class:`~smalti.store.contract.Store` on any database SQLAlchemy speaks to."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._local = threading.local()
        self._closed = False
        # One writer at a time in this process: waiting here is fair, waiting in SQLite is not.
        self._write_lock = threading.RLock()
        with dialect.errors():
            self._engine = dialect.connect()

    def space(self, name: str) -> SqlSpace:
        """A handle bound to one space; creates nothing until the first write."""
        if not isinstance(name, str) or not 0 < len(name) <= _MAX_NAME:
            raise InvalidInput("space", name, f"must be 1 to {_MAX_NAME} characters")
        if any(c == "\0" or "\ud800" <= c <= "\udfff" for c in name):
            raise InvalidInput("space", name, "must not hold NUL or lone surrogates")
        return SqlSpace(self, name)

    def spaces(self) -> list[str]:
        """The names of all spaces that were written to, sorted."""
        with self.reading() as connection:
            return list(connection.scalars(select(schema.spaces.c.name).order_by("name")))

    def check(self) -> list[str]:
        """Everything found wrong; empty when all is well."""
        with self.reading() as connection:
            return self._dialect.check(connection)

    def size(self) -> int:
        """Bytes on disk."""
        return self._dialect.size()

    def close(self) -> None:
        """Give back every connection."""
        self._closed = True
        self._engine.dispose()

    @property
    def dialect(self) -> Dialect:
        """What this database does in its own way."""
        return self._dialect

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection with one consistent snapshot: the open transaction's, or a new one."""
        current = self._current()
        if current is not None:
            yield current
            return
        alone = self._write_lock if self._dialect.exclusive else nullcontext()
        with (
            alone,
            self._dialect.errors(),
            self._engine.connect() as connection,
            connection.begin(),
        ):
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """The one transaction idiom: outermost a transaction, inside it a savepoint."""
        current = self._current()
        if current is not None:
            with self._dialect.errors(), current.begin_nested():
                yield current
            return
        with self._write_lock, self._dialect.errors(), self._engine.connect() as connection:
            self._dialect.begin_write(connection)
            self._local.connection = connection
            try:
                with connection.begin():
                    yield connection
            finally:
                self._local.connection = None

    def _current(self) -> Connection | None:
        if self._closed:
            raise StoreClosed("this memory was closed", hint="Open a new one")
        connection: Connection | None = getattr(self._local, "connection", None)
        return connection


class SqlSpace:
    """A :class:`~smalti.store.contract.Space` of a :class:`SqlStore`."""

    def __init__(self, store: SqlStore, name: str) -> None:
        self._store = store
        self._name = name

    @property
    def name(self) -> str:
        """The name it was opened by."""
        return self._name

    @contextmanager
    def atomic(self) -> Iterator[None]:
        """One transaction around several calls; nested uses are savepoints."""
        with self._store.writing():
            yield

    # ------------------------------------------------------------------ the clock of the space

    @contextmanager
    def _writing(self) -> Iterator[tuple[Connection, _Clock]]:
        """A transaction that holds the space's clock; what was taken from it is kept at the end."""
        with self._store.writing() as connection:
            clock = _Clock.read(connection, self._name)
            yield connection, clock
            clock.write(connection)

    def _id(self, connection: Connection) -> int:
        """The space's id, or one that no row has while nothing was written yet."""
        row = _space_row(connection, self._name)
        return -1 if row is None else row.id

    def watermark(self) -> Watermark:
        """How far the space has come."""
        with self._store.reading() as connection:
            row = _space_row(connection, self._name)
        return Watermark() if row is None else Watermark(row.generation, row.seq)

    # ------------------------------------------------------------------ turns

    def append_turns(self, entries: Sequence[TurnEntry], analyser: str) -> list[Appended]:
        """Journal turns with their index terms, all or none, in order."""
        t = schema.turns.c
        with self._writing() as (connection, clock):
            clock.analyser = clock.analyser or analyser
            ids = [entry.turn.id for entry in entries]
            known = _lookup(connection, clock.space, t.id, ids, t.seq)
            self._refuse_taken_external_ids(connection, clock.space, entries)
            appended, rows, terms = [], [], []
            for entry in entries:
                turn = entry.turn
                new = turn.id not in known
                if new:
                    known[turn.id] = clock.tick()
                    features = {"length": len(entry.terms), "asks": entry.asks}
                    rows.append(clock.place(to_row(turn), known[turn.id]) | features)
                    terms.append((known[turn.id], entry.terms))
                appended.append(Appended(turn.id, known[turn.id], new))
            if rows:
                connection.execute(insert(schema.turns), rows)
                self._store.dialect.index_terms(connection, clock.space, terms)
        return appended

    def _refuse_taken_external_ids(
        self, connection: Connection, space: int, entries: Sequence[TurnEntry]
    ) -> None:
        t = schema.turns.c
        wanted = {e.turn.external_id: e.turn for e in entries if e.turn.external_id is not None}
        taken = _lookup(connection, space, t.external_id, list(wanted), t.id)
        for entry in entries:
            turn = entry.turn
            if turn.external_id is None:
                continue
            owner = taken.setdefault(turn.external_id, turn.id)
            if owner != turn.id:
                stored = self.turn(owner) or wanted[turn.external_id]
                raise ExternalIdConflict(turn.external_id, owner, _differences(stored, turn))

    def turn(self, id: str) -> Turn | None:
        """The turn with this id, or ``None``."""
        return self._turn_where(schema.turns.c.id == id)

    def turn_by_external_id(self, external_id: str) -> Turn | None:
        """The turn with this external id, or ``None``."""
        return self._turn_where(schema.turns.c.external_id == external_id)

    def turn_count(self) -> int:
        """How many turns there are."""
        t = schema.turns.c
        with self._store.reading() as connection:
            query = select(func.count()).where(t.space == self._id(connection))
            return connection.execute(query).scalar_one()

    def _turn_where(self, condition: Any) -> Turn | None:
        with self._store.reading() as connection:
            query = self._of_space(connection, schema.turns).where(condition)
            row = connection.execute(query).mappings().one_or_none()
        return None if row is None else _turn(row)

    def turns_at(self, seqs: Sequence[int]) -> dict[int, Turn]:
        """The turns at these sequence numbers; numbers without a turn are left out."""
        found: dict[int, Turn] = {}
        with self._store.reading() as connection:
            query = self._of_space(connection, schema.turns)
            for chunk in _chunks(seqs):
                rows = connection.execute(query.where(schema.turns.c.seq.in_(chunk))).mappings()
                found.update((row["seq"], _turn(row)) for row in rows)
        return found

    def read_turns(self, *, after: int = 0, session: str | None = None) -> Iterator[Turn]:
        """All turns after a sequence number, in journal order, a page at a time."""
        t = schema.turns.c
        while True:
            with self._store.reading() as connection:
                query = self._of_space(connection, schema.turns).where(t.seq > after)
                if session is not None:
                    query = query.where(t.session == session)
                rows = connection.execute(query.order_by(t.seq).limit(_CHUNK)).mappings().all()
            if not rows:
                return
            yield from map(_turn, rows)
            after = rows[-1]["seq"]

    def columns(self, after: int) -> list[TurnColumn]:
        """The columns of all turns after a sequence number, in order."""
        t = schema.turns.c
        with self._store.reading() as connection:
            query = (
                select(t.seq, t.session, t.speaker, t.role, t.said_at, t.length, t.asks)
                .where(t.space == self._id(connection), t.seq > after)
                .order_by(t.seq)
            )
            return [TurnColumn(*row) for row in connection.execute(query)]

    def sessions(self) -> list[SessionInfo]:
        """Every session, in the order of its first turn."""
        t = schema.turns.c
        with self._store.reading() as connection:
            query = (
                select(t.session, t.speaker, t.said_at, t.said_at_offset)
                .where(t.space == self._id(connection))
                .order_by(t.seq)
            )
            rows = connection.execute(query).all()
        return _sessions(rows)

    def lexical(
        self, terms: Iterable[str], limit: int, among: NDArray[np.int64] | None = None
    ) -> LexicalHits:
        """Turns with at least one of the terms; if more than ``limit``, the likeliest ones."""
        distinct = list(dict.fromkeys(terms))
        with self._store.reading() as connection:
            space = self._id(connection)
            return self._store.dialect.search_terms(connection, space, distinct, limit, among)

    # ------------------------------------------------------------------ index upkeep

    def analyser(self) -> str | None:
        """The analyser that made the index terms of this space."""
        with self._store.reading() as connection:
            row = _space_row(connection, self._name)
        return None if row is None else row.analyser

    def reanalyse(self, entries: Iterable[tuple[str, Sequence[str]]], analyser: str) -> None:
        """Replace the index terms of turns (by id), and note which analyser made them."""
        t = schema.turns
        with self._writing() as (connection, clock):
            for chunk in _chunks(entries):
                known = _lookup(connection, clock.space, t.c.id, [id for id, _ in chunk], t.c.seq)
                rows = [(known[id], terms) for id, terms in chunk if id in known]
                seqs = [seq for seq, _ in rows]
                self._store.dialect.unindex_terms(connection, clock.space, seqs)
                self._store.dialect.index_terms(connection, clock.space, rows)
                for seq, terms in rows:
                    connection.execute(
                        update(t)
                        .where(t.c.space == clock.space, t.c.seq == seq)
                        .values(length=len(terms))
                    )
            clock.analyser = analyser
            clock.generation += 1

    def embedder(self) -> EmbedderInfo | None:
        """The model whose vectors this space holds, or ``None`` before the first."""
        with self._store.reading() as connection:
            row = _space_row(connection, self._name)
        return None if row is None else _embedder(row)

    def use_embedder(self, info: EmbedderInfo) -> None:
        """From now on vectors of this model; those of another one are dropped."""
        v = schema.vectors
        with self._writing() as (connection, clock):
            if clock.embedder not in (None, info):
                connection.execute(delete(v).where(v.c.space == clock.space))
                clock.generation += 1
            clock.embedder = info

    def put_vectors(self, info: EmbedderInfo, seqs: Sequence[int], vectors: Vectors) -> None:
        """Store one vector a turn, replacing what the turn had. The first call names the model."""
        v = schema.vectors
        with self._writing() as (connection, clock):
            if clock.embedder not in (None, info):
                raise EmbedderMismatch(str(clock.embedder), str(info))
            clock.embedder = info
            for chunk in _chunks(seqs):
                old = delete(v).where(v.c.space == clock.space, v.c.turn_seq.in_(chunk))
                clock.generation += connection.execute(old).rowcount > 0
            rows = [
                clock.place(
                    {"turn_seq": seq, "vector": vector.astype("<f4").tobytes()}, clock.tick()
                )
                for seq, vector in zip(seqs, vectors, strict=True)
            ]
            if rows:
                connection.execute(insert(v), rows)

    def vectors(self, after: int, limit: int) -> tuple[NDArray[np.int64], Vectors, int]:
        """At most ``limit`` vectors stored after a point of the clock, in that order."""
        v = schema.vectors.c
        with self._store.reading() as connection:
            query = (
                select(v.turn_seq, v.vector, v.seq)
                .where(v.space == self._id(connection), v.seq > after)
                .order_by(v.seq)
                .limit(limit)
            )
            rows = connection.execute(query).all()
        if not rows:
            return np.empty(0, np.int64), np.empty((0, 0), np.float32), after
        seqs = np.fromiter((row[0] for row in rows), np.int64, len(rows))
        matrix = np.frombuffer(b"".join(row[1] for row in rows), "<f4").reshape(len(rows), -1)
        return seqs, matrix.astype(np.float32, copy=False), rows[-1][2]

    def unembedded(self) -> list[int]:
        """Sequence numbers of the turns that have no vector, oldest first."""
        t, v = schema.turns.c, schema.vectors.c
        with self._store.reading() as connection:
            has_vector = select(v.seq).where(v.space == t.space, v.turn_seq == t.seq).exists()
            query = select(t.seq).where(t.space == self._id(connection), ~has_vector)
            return list(connection.scalars(query.order_by(t.seq)))

    # ------------------------------------------------------------------ the other nouns

    def put(self, noun: Any) -> None:
        """Store one noun other than a turn; the same id again replaces it."""
        place = schema.NOUNS[type(noun)]
        row = to_row(noun, without=_elsewhere(place))
        with self._writing() as (connection, clock):
            row = clock.place(row, clock.tick())
            key = [place.table.c.space == clock.space] + [
                place.table.c[name] == row[name] for name in place.key
            ]
            values = {name: value for name, value in row.items() if name not in place.key}
            if not connection.execute(update(place.table).where(*key).values(values)).rowcount:
                connection.execute(insert(place.table), row)
            if place.child is not None:
                _put_children(connection, clock.space, place.child, noun)

    def one(self, cls: type[Noun], id: str) -> Noun | None:
        """The noun of this class with this id, or ``None``."""
        place = schema.NOUNS[cls]
        with self._store.reading() as connection:
            query = self._of_space(connection, place.table).where(place.table.c.id == id)
            row = connection.execute(query).mappings().one_or_none()
            return None if row is None else self._noun(connection, cls, row)

    def every(self, cls: type[Noun]) -> Iterator[Noun]:
        """All nouns of this class, in the order they were stored, a page at a time."""
        table = schema.NOUNS[cls].table
        after = 0
        while True:
            with self._store.reading() as connection:
                query = self._of_space(connection, table).where(table.c.seq > after)
                rows = (
                    connection.execute(query.order_by(table.c.seq).limit(_CHUNK)).mappings().all()
                )
                nouns = [self._noun(connection, cls, row) for row in rows]
            if not rows:
                return
            yield from nouns
            after = rows[-1]["seq"]

    def _noun(self, connection: Connection, cls: type[Noun], row: RowMapping) -> Noun:
        child = schema.NOUNS[cls].child
        elsewhere = {}
        if child is not None:
            query = (
                self._of_space(connection, child.table)
                .where(child.table.c[child.parent] == row["id"])
                .order_by(child.table.c.position)
            )
            found = connection.execute(query).mappings()
            elsewhere[child.field] = tuple(from_row(child.cls, part) for part in found)
        noun: Noun = from_row(cls, row, elsewhere=elsewhere)
        return noun

    def _of_space(self, connection: Connection, table: Any) -> Select[Any]:
        return select(table).where(table.c.space == self._id(connection))


class _Clock:
    """The counters of one space while a transaction holds them."""

    def __init__(self, row: Any) -> None:
        self.space: int = row.id
        self.generation: int = row.generation
        self.analyser: str | None = row.analyser
        self.embedder = _embedder(row)
        self._seq: int = row.seq

    @classmethod
    def read(cls, connection: Connection, name: str) -> _Clock:
        """The clock of a space, which is created if this is the first write to it."""
        row = _space_row(connection, name, lock=True)
        if row is None:
            connection.execute(insert(schema.spaces), {"name": name, "seq": 0, "generation": 0})
            row = _space_row(connection, name, lock=True)
        return cls(row)

    def write(self, connection: Connection) -> None:
        """Keep what was taken."""
        info = self.embedder
        values = {
            "seq": self._seq,
            "generation": self.generation,
            "analyser": self.analyser,
            "embedder": info.name if info else None,
            "dimension": info.dimension if info else None,
        }
        of_space = schema.spaces.c.id == self.space
        connection.execute(update(schema.spaces).where(of_space).values(values))

    def tick(self) -> int:
        """The next number of the space's sequence."""
        self._seq += 1
        return self._seq

    def place(self, row: dict[str, Any], seq: int) -> dict[str, Any]:
        """The row with its place: the space and the sequence number."""
        return {"space": self.space, "seq": seq, **row}


def _space_row(connection: Connection, name: str, *, lock: bool = False) -> Any:
    query = select(schema.spaces).where(schema.spaces.c.name == name)
    if lock:
        query = query.with_for_update()
    return connection.execute(query).one_or_none()


def _embedder(row: Any) -> EmbedderInfo | None:
    return None if row.embedder is None else EmbedderInfo(row.embedder, row.dimension)


def _lookup(
    connection: Connection, space: int, key: Any, keys: Sequence[Any], value: Any
) -> dict[Any, Any]:
    """From key column to value column, for the keys that exist in the space."""
    table = key.table
    found: dict[Any, Any] = {}
    for chunk in _chunks(keys):
        query = select(key, value).where(table.c.space == space, key.in_(chunk))
        found.update((row[0], row[1]) for row in connection.execute(query))
    return found


def _put_children(connection: Connection, space: int, child: schema.Child, noun: Any) -> None:
    table = child.table
    connection.execute(
        delete(table).where(table.c.space == space, table.c[child.parent] == noun.id)
    )
    rows = [
        {"space": space, child.parent: noun.id, "position": position, **to_row(part)}
        for position, part in enumerate(getattr(noun, child.field))
    ]
    if rows:
        connection.execute(insert(table), rows)


def _elsewhere(place: schema.NounTable) -> tuple[str, ...]:
    return () if place.child is None else (place.child.field,)


def _turn(row: RowMapping) -> Turn:
    turn: Turn = from_row(Turn, row)
    return turn


def _differences(stored: Turn, given: Turn) -> tuple[str, ...]:
    names = ("text", "speaker", "said_at", "session")
    return tuple(name for name in names if getattr(stored, name) != getattr(given, name))


def _sessions(rows: Iterable[Any]) -> list[SessionInfo]:
    """Gather rows of (session, speaker, said_at, offset) in journal order."""
    gathered: dict[str, list[Any]] = {}
    for row in rows:
        gathered.setdefault(row.session, []).append(row)
    return [
        SessionInfo(
            session=session,
            turns=len(members),
            speakers=tuple(dict.fromkeys(row.speaker for row in members)),
            first_said_at=min(times) if times else None,
            last_said_at=max(times) if times else None,
        )
        for session, members in gathered.items()
        for times in [
            [Instant(m.said_at, m.said_at_offset) for m in members if m.said_at is not None]
        ]
    ]


def _chunks(items: Iterable[Item]) -> Iterator[list[Item]]:
    iterator = iter(items)
    while chunk := list(islice(iterator, _CHUNK)):
        yield chunk
