"""A handle bound to one space, and the space's clock while a transaction holds it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from sqlalchemy import ColumnElement, Connection, Select, false, insert, select, update

from smalti.model.errors import InvalidInput, StoreUnusable
from smalti.models.embedder import EmbedderInfo
from smalti.store import schema
from smalti.store.contract import Watermark
from smalti.store.rows import Row, from_row
from smalti.store.sql.dialect import Dialect

Item = TypeVar("Item")

CHUNK = 500  # rows a page, and parameters an IN list: below every database's limit


class Transactions(Protocol):
    """What a handle needs of its store."""

    @property
    def dialect(self) -> Dialect:
        """What this database does in its own way."""

    @property
    def in_write(self) -> bool:
        """Whether this thread is in a transaction that writes."""

    def reading(self) -> AbstractContextManager[Connection]:
        """A connection with one consistent snapshot."""

    def holding(self) -> AbstractContextManager[None]:
        """One snapshot for all that this thread reads meanwhile."""

    def writing(self) -> AbstractContextManager[Connection]:
        """A transaction, or a savepoint inside one."""


class Handle:
    """What every part of a space shares: its name, its id, its clock."""

    def __init__(self, store: Transactions, name: str) -> None:
        self._store = store
        self._name = name
        self._known_id: int | None = None

    @property
    def name(self) -> str:
        """The name it was opened by."""
        return self._name

    @contextmanager
    def atomic(self) -> Iterator[None]:
        """One transaction around several calls; nested uses are savepoints."""
        with self._store.writing():
            yield

    @contextmanager
    def reading(self) -> Iterator[None]:
        """One snapshot for all that this thread reads meanwhile."""
        with self._store.holding():
            yield

    @contextmanager
    def _writing(self) -> Iterator[tuple[Connection, Clock]]:
        """A transaction that holds the space's clock; what was taken from it is kept at the end."""
        with self._store.writing() as connection:
            clock = Clock.read(connection, self._name)
            yield connection, clock
            clock.write(connection)

    def _id(self, connection: Connection) -> int:
        """The space's id, or one that no row has while nothing was written yet."""
        if self._known_id is None:
            row = space_row(connection, self._name)
            if row is None:
                return -1
            if self._store.in_write:  # a space that is taken back may leave its id to another
                return int(row.id)
            self._known_id = row.id
        return self._known_id

    def watermark(self) -> Watermark:
        """How far the space has come."""
        with self._store.reading() as connection:
            row = space_row(connection, self._name)
        return Watermark() if row is None else Watermark(row.generation, row.seq)

    def _of_space(self, connection: Connection, table: Any) -> Select[Any]:
        return select(table).where(table.c.space == self._id(connection))


class Clock:
    """The counters of one space while a transaction holds them."""

    def __init__(self, row: Any) -> None:
        self.space: int = row.id
        self.generation: int = row.generation
        self.analyser: str | None = row.analyser
        self.embedder = embedder_of(row)
        self._seq: int = row.seq

    @classmethod
    def read(cls, connection: Connection, name: str) -> Clock:
        """The clock of a space, which is created if this is the first write to it."""
        row = space_row(connection, name, lock=True)
        if row is None:
            connection.execute(insert(schema.spaces), {"name": name, "seq": 0, "generation": 0})
            row = space_row(connection, name, lock=True)
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


def space_row(connection: Connection, name: str, *, lock: bool = False) -> Any:
    """The row of a space, or ``None`` while nothing was written to it."""
    query = select(schema.spaces).where(schema.spaces.c.name == name)
    if lock:
        query = query.with_for_update()
    return connection.execute(query).one_or_none()


def embedder_of(row: Any) -> EmbedderInfo | None:
    """The embedder noted in a space's row."""
    return None if row.embedder is None else EmbedderInfo(row.embedder, row.dimension)


def chunks(items: Iterable[Item]) -> Iterator[list[Item]]:
    """The items in lists short enough for one statement."""
    iterator = iter(items)
    while chunk := list(islice(iterator, CHUNK)):
        yield chunk


def read_noun(
    cls: type[Item], row: Row, elsewhere: Mapping[str, Any] = MappingProxyType({})
) -> Item:
    """The noun of a row.

    Raises:
        StoreUnusable: the row does not hold one; names the row.
    """
    try:
        noun: Item = from_row(cls, row, elsewhere=elsewhere)
    except (ValueError, TypeError, OverflowError, InvalidInput) as error:
        where = f"{cls.__name__.lower()} {row.get('id', row.get('seq'))!r}"
        raise StoreUnusable(f"{where} is damaged: {error}", hint="Restore a backup") from error
    return noun


def equals(column: ColumnElement[Any], text: str) -> ColumnElement[bool]:
    """The condition that a column holds this text; never true for one no database could hold."""
    return column == text if is_storable(text) else false()


def is_storable(text: str) -> bool:
    """Whether a database could hold this text: one without lone surrogates."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def lookup(
    connection: Connection, space: int, key: Any, keys: Sequence[Any], value: Any
) -> dict[Any, Any]:
    """From key column to value column, for the keys that exist in the space."""
    table = key.table
    found: dict[Any, Any] = {}
    for chunk in chunks(keys):
        query = select(key, value).where(table.c.space == space, key.in_(chunk))
        found.update((row[0], row[1]) for row in connection.execute(query))
    return found
