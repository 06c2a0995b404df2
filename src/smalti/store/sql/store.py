"""One database: its connections, and the one way to begin a transaction."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from sqlalchemy import Connection, delete, func, insert, select

from smalti.model.access import ApiKey
from smalti.model.errors import InvalidInput, StoreClosed
from smalti.store import schema
from smalti.store.contract import Compaction
from smalti.store.rows import from_row, to_row
from smalti.store.sql.dialect import Dialect
from smalti.store.sql.erasing import mark_compacted
from smalti.store.sql.space import SqlSpace

_MAX_NAME = 255  # characters of a space's name


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
        self._require_open()
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
        self._require_open()
        return self._dialect.size()

    def probe(self, seconds: float) -> None:
        """Find out whether it could be written to now, waiting at most so long."""
        self._require_open()
        with self._dialect.errors():
            self._dialect.probe(seconds)

    def api_keys(self) -> list[ApiKey]:
        """All keys, in the order they were made."""
        with self.reading() as connection:
            query = select(schema.api_keys).order_by(schema.api_keys.c.id)
            return [from_row(ApiKey, row) for row in connection.execute(query).mappings()]

    def put_key(self, key: ApiKey) -> None:
        """Keep a key; the same id again replaces it."""
        table = schema.api_keys
        with self.writing() as connection:
            connection.execute(delete(table).where(table.c.id == key.id))
            connection.execute(insert(table), to_row(key))

    def waiting(self) -> dict[str, int]:
        """How many turns wait to be read, by space."""
        spaces, queue = schema.spaces.c, schema.queue
        with self.reading() as connection:
            query = (
                select(spaces.name, func.count())
                .join(queue, queue.c.space == spaces.id)
                .group_by(spaces.name)
                .order_by(spaces.name)
            )
            return {row[0]: row[1] for row in connection.execute(query)}

    def compact(self) -> Compaction:
        """Rewrite the database so that no byte of what was removed is left in it."""
        if self.in_write:
            raise InvalidInput("compact", "in a transaction", "rewrites the file", fix="End it")
        with self._write_lock, self._dialect.errors():
            before = self._dialect.size()
            backups = tuple(self._dialect.delete_backups())
            with self._engine.connect() as connection:
                reason = self._dialect.compact(connection)
            if not reason:
                with self.writing() as connection:
                    mark_compacted(connection)
            return Compaction(not reason, before, self._dialect.size(), backups, reason)

    def close(self) -> None:
        """Give back every connection."""
        self._closed = True
        self._engine.dispose()

    @property
    def dialect(self) -> Dialect:
        """What this database does in its own way."""
        return self._dialect

    @property
    def in_write(self) -> bool:
        """Whether this thread is in a transaction that writes."""
        return self._current() is not None

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection with one consistent snapshot: the open transaction's, or a new one."""
        current = self._current() or getattr(self._local, "held", None)
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
    def holding(self) -> Iterator[None]:
        """One snapshot for all that this thread reads meanwhile; it writes nothing in it."""
        before = getattr(self._local, "held", None)
        with self.reading() as connection:
            self._local.held = connection
            try:
                yield
            finally:
                self._local.held = before

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """The one transaction idiom: outermost a transaction, inside it a savepoint."""
        current = self._current()
        if current is not None:
            with self._dialect.errors():
                self._dialect.require_transaction(current)
                with current.begin_nested():
                    yield current
            return
        with self._write_lock, self._dialect.errors(), self._engine.connect() as connection:
            self._dialect.begin_write(connection)
            self._local.connection = connection
            try:
                with connection.begin():
                    yield connection
                    self._dialect.require_transaction(connection)
            finally:
                self._local.connection = None

    def _require_open(self) -> None:
        if self._closed:
            raise StoreClosed("this memory was closed", hint="Open a new one")

    def _current(self) -> Connection | None:
        self._require_open()
        connection: Connection | None = getattr(self._local, "connection", None)
        return connection
