"""What SQLite does in its own way: one file (or memory), WAL, FTS5, and its error codes.

The lexical index is an FTS5 table that tokenises at white space only, because the terms come from
:mod:`smalti.text.analyse`. Each term is prefixed with its space's id, so a query cannot match, and
a document frequency cannot count, anything of another space.
"""

from __future__ import annotations

import itertools
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    QueuePool,
    StaticPool,
    bindparam,
    create_engine,
    event,
    func,
    text,
)
from sqlalchemy.exc import DatabaseError

from smalti.model import errors
from smalti.store import migrations, schema
from smalti.store.contract import LexicalHits
from smalti.store.sql import Rows, SqlStore

MEMORY = ":memory:"
APPLICATION_ID = 0x536D6C74  # "Smlt", in the file's header
BACKUP = "schema-"  # how the label of a copy begins that is made before an upgrade
_BUSY_TIMEOUT = 30.0  # seconds a writer waits for another process
_LOG_TIMEOUT = 5.0  # seconds that cutting the log waits for readers
_CHUNK = 500  # parameters in one IN list
_SEQ_BITS = 40  # of a rowid: space id above, sequence number below

LEXICAL_DDL = r"""
CREATE VIRTUAL TABLE lexical USING fts5(
    terms, detail=none, columnsize=0,
    tokenize="ascii tokenchars '!#$%&()*+,-./:;<=>?@[\]^_{|}~'"
)
"""
_TRUNCATE_LOG = "PRAGMA wal_checkpoint(TRUNCATE)"
LEXICAL_TERMS_DDL = "CREATE VIRTUAL TABLE lexical_terms USING fts5vocab(lexical, row)"

_CHECK = "Check the permissions of file and folder"
# Primary result codes (https://sqlite.org/rescode.html) to our errors, with what to do.
_ERRORS: dict[int, tuple[type[errors.StoreError], str]] = {
    sqlite3.SQLITE_PERM: (errors.StoreReadOnly, _CHECK),
    sqlite3.SQLITE_BUSY: (errors.StoreBusy, "Another process is writing; try again"),
    sqlite3.SQLITE_LOCKED: (errors.StoreBusy, "Another connection is writing; try again"),
    sqlite3.SQLITE_READONLY: (errors.StoreReadOnly, _CHECK),
    sqlite3.SQLITE_IOERR: (errors.StoreUnusable, "The disk reported an error"),
    sqlite3.SQLITE_CORRUPT: (errors.StoreUnusable, "Restore a backup, or salvage with `.recover`"),
    sqlite3.SQLITE_FULL: (errors.StoreFull, "Free some space and try again"),
    sqlite3.SQLITE_CANTOPEN: (errors.StoreUnusable, "Check that the folder exists and is yours"),
    sqlite3.SQLITE_NOTADB: (errors.StoreUnusable, "The file is not a SQLite database"),
}


def open_sqlite(path: str | os.PathLike[str]) -> SqlStore:
    """The store in a file, created if it is not there; ``":memory:"`` for one that is not kept.

    Raises:
        StoreUnusable: not a database, a foreign database, or its folder does not exist.
        SchemaTooNew: written by a newer Smalti.
        StoreBusy: another process is creating or migrating it and does not finish.
    """
    return SqlStore(SqliteDialect(str(path)))


class SqliteDialect:
    """A :class:`~smalti.store.sql.Dialect` for SQLite 3.35 or newer with FTS5."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._place = Path(path).absolute()  # wherever the process goes afterwards
        self.exclusive = path == MEMORY
        self._opened: tuple[int, int] | None = None  # which file it is, whatever its name

    # ------------------------------------------------------------------ opening

    def connect(self) -> Engine:
        """An engine on a file whose schema is up to date."""
        uri = self._uri()
        engine = create_engine(
            "sqlite://",
            creator=lambda: sqlite3.connect(
                uri, uri=True, timeout=_BUSY_TIMEOUT, check_same_thread=False
            ),
            poolclass=StaticPool if self.exclusive else QueuePool,
        )
        event.listen(engine, "connect", _configure)
        event.listen(engine, "begin", _begin)
        try:
            with engine.connect() as connection:
                with connection.begin():
                    self.is_ours(connection)  # before anything is changed
                if not self._read_only():
                    _use_wal(connection)
                migrations.prepare(self, engine, connection)
            self._opened = self._file()
        except BaseException:
            engine.dispose()
            raise
        return engine

    def _file(self) -> tuple[int, int] | None:
        if self.exclusive:
            return None
        found = self._place.stat()
        return found.st_dev, found.st_ino

    def _uri(self) -> str:
        if self.exclusive:
            return "file::memory:"
        if "\0" in self._path:
            raise errors.StoreUnusable(f"{self._path!r} holds a NUL character")
        file = self._place
        try:
            self._refuse_bad_place(file)
        except PermissionError as error:
            raise errors.StoreReadOnly(f"{self._path}: {error.strerror}", hint=_CHECK) from error
        if not self._read_only():
            return file.as_uri()
        # Who may not write to the folder cannot make the files that WAL readers share. If a writer
        # has made them they serve; otherwise nothing is in them, and the file is all there is.
        shared = Path(f"{file}-wal").exists() or os.access(file.parent, os.W_OK)
        return f"{file.as_uri()}?mode=ro{'' if shared else '&immutable=1'}"

    def _refuse_bad_place(self, file: Path) -> None:
        if file.is_dir():
            raise errors.StoreUnusable(f"{self._path} is a folder", hint="Name a file in it")
        if not file.parent.is_dir():
            raise errors.StoreUnusable(
                f"the folder of {self._path} does not exist", hint="Create it first"
            )
        if not file.exists() and not os.access(file.parent, os.W_OK):
            raise errors.StoreReadOnly(f"{self._path} cannot be created", hint=_CHECK)

    def _read_only(self) -> bool:
        file = self._place
        if self.exclusive or not file.exists():
            return False
        return not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK))

    def is_ours(self, connection: Connection) -> bool | None:
        """Whether the file is a Smalti store; ``None`` when it is still empty.

        Raises:
            StoreUnusable: it is another application's database.
        """
        if _pragma(connection, "application_id") == APPLICATION_ID:
            return True
        if connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar_one():
            raise errors.StoreUnusable(
                f"{self._path} is a database of another application", hint="Name another file"
            )
        return None

    def create(self, connection: Connection) -> None:
        """All tables of the present schema, in an open transaction."""
        schema.metadata.create_all(connection)
        connection.exec_driver_sql(LEXICAL_DDL)
        connection.exec_driver_sql(LEXICAL_TERMS_DDL)
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")

    def backup(self, engine: Engine, label: str) -> str | None:
        """Copy the file beside itself; the copy's path, or ``None`` for a store in memory."""
        if self.exclusive:
            return None
        name = f"{self._place}.{label}-{time.strftime('%Y%m%dT%H%M%S')}"
        names = (f"{name}{f'-{n}' if n else ''}.bak" for n in itertools.count())
        target = next(name for name in names if not Path(name).exists())
        with engine.connect() as connection:
            _driver(connection).execute("VACUUM INTO ?", (target,))
        return target

    # ------------------------------------------------------------------ transactions and errors

    def begin_write(self, connection: Connection) -> None:
        """Take the write lock at once: a reader that turns writer later could not wait for it."""
        self._require_place()
        connection.execution_options(smalti_begin="BEGIN IMMEDIATE")

    def _require_place(self) -> None:
        """SQLite writes on into a file that was deleted, and all of that would be lost."""
        if self._opened is None:
            return
        try:
            same = self._file() == self._opened
        except OSError:
            same = False
        if not same:
            raise errors.StoreUnusable(
                f"{self._path} was removed or replaced while it was open",
                hint="Put the file back, or start anew",
            )

    def require_transaction(self, connection: Connection) -> None:
        """SQLite takes back a whole transaction on a full disk; nothing may go on after that."""
        if not _driver(connection).in_transaction:
            raise errors.StoreFull(
                f"{self._path}: the transaction was taken back as a whole",
                hint="Free some space and write all of it again",
            )

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Turns the driver's errors into ours, by result code."""
        try:
            yield
        except (DatabaseError, sqlite3.Error) as error:
            cause, code = _first_cause(error)
            kind, hint = _ERRORS.get(code & 0xFF, (errors.StoreError, None))
            raise kind(f"{self._path}: {cause}", hint=hint) from error

    def holds(self, column: ColumnElement[str], text: str) -> ColumnElement[bool]:
        """By `instr`, which compares bytes: LIKE knows no case and stops at NUL."""
        return func.instr(column, text) > 0

    def check(self, connection: Connection) -> list[str]:
        """SQLite's own checks of pages, indexes and foreign keys, and index against journal."""
        found = [row[0] for row in connection.exec_driver_sql("PRAGMA integrity_check")]
        problems = [line for line in found if line != "ok"]
        for table, row, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
            problems.append(f"row {row} of {table} refers to a missing row of {parent}")
        page = connection.exec_driver_sql("PRAGMA page_size").scalar_one()
        if not self.exclusive and self._place.stat().st_size % page:
            problems.append("the file ends within a page: it was cut off")
        turns = f"SELECT (space << {_SEQ_BITS}) | seq FROM turns"
        terms = "SELECT rowid FROM lexical"
        for one, other, told in (
            (turns, terms, "turns are missing from the lexical index; run `smalti reindex --all`"),
            (terms, turns, "entries of the lexical index belong to no turn"),
        ):
            count = f"SELECT count(*) FROM ({one} EXCEPT {other})"
            if number := connection.exec_driver_sql(count).scalar_one():
                problems.append(f"{number} {told}")
        return problems

    def size(self) -> int:
        """Bytes of the file and its write-ahead log."""
        files = (self._place, Path(f"{self._place}-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def probe(self, seconds: float) -> None:
        """Take the write lock and give it back, on a connection of its own."""
        if self.exclusive:
            return
        self._require_place()
        if self._read_only():
            raise errors.StoreReadOnly(f"{self._path} cannot be written", hint=_CHECK)
        with closing(sqlite3.connect(self._uri(), uri=True, timeout=seconds)) as connection:
            connection.isolation_level = None
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("SELECT count(*) FROM spaces")
            connection.execute("ROLLBACK")

    # ------------------------------------------------------------------ erasing

    def compact(self, connection: Connection) -> str:
        """Merge the index into one segment, rewrite all pages, and cut the log to nothing.

        FTS5 keeps the terms of a deleted row in its older segments until they are merged, SQLite
        may keep parts of moved rows in pages in use, and the log keeps pages as they were.
        """
        driver = _driver(connection)
        driver.execute("INSERT INTO lexical (lexical) VALUES ('optimize')")
        driver.execute("VACUUM")
        if self.exclusive or _cut_log(driver):
            return ""
        return "another connection is reading an older state of the file"

    def delete_backups(self) -> list[str]:
        """Delete the copies that were made beside the file before upgrades."""
        if self.exclusive:
            return []
        file = self._place
        copies = [
            copy
            for copy in file.parent.iterdir()
            if copy.name.startswith(f"{file.name}.{BACKUP}") and copy.suffix == ".bak"
        ]
        for copy in copies:
            copy.unlink()
        return [str(copy) for copy in copies]

    # ------------------------------------------------------------------ the lexical index

    def index_terms(self, connection: Connection, space: int, rows: Rows) -> None:
        """Add the terms of turns to the FTS5 table."""
        values = [
            {"rowid": _rowid(space, seq), "terms": " ".join(_token(space, term) for term in terms)}
            for seq, terms in rows
        ]
        if values:
            connection.execute(
                text("INSERT INTO lexical (rowid, terms) VALUES (:rowid, :terms)"), values
            )

    def unindex_terms(self, connection: Connection, space: int, seqs: Sequence[int]) -> None:
        """Take turns out of the FTS5 table."""
        values = [{"rowid": _rowid(space, seq)} for seq in seqs]
        if values:
            connection.execute(text("DELETE FROM lexical WHERE rowid = :rowid"), values)

    def search_terms(
        self,
        connection: Connection,
        space: int,
        terms: Sequence[str],
        limit: int,
        among: NDArray[np.int64] | None,
    ) -> LexicalHits:
        """Match the rarest terms first, until the limit is spent.

        Turns that hold only the commonest of many terms are the ones left out: they would score
        lowest. If even the rarest term is over the limit, its newest turns are taken. A short list
        of turns that matter is simply read.
        """
        column = {_token(space, term): j for j, term in enumerate(terms)}
        frequency = _frequencies(connection, list(column))
        chosen = _rarest(frequency, limit)
        listed = among is not None and len(among) <= limit
        rows: Sequence[Any] = ()
        if chosen and among is not None and listed:
            rows = _listed(connection, [_rowid(space, seq) for seq in among.tolist()])
        elif chosen:
            rows = _matching(connection, chosen, limit + 1)
        more = not listed and len(rows) > limit
        seqs, counts = _count(rows if listed else rows[:limit], column)
        return LexicalHits(
            seqs=seqs,
            terms=tuple(terms),
            counts=counts,
            frequency=np.array([frequency.get(term, 0) for term in column], np.int64),
            complete=listed or (len(chosen) == len(frequency) and not more),
        )


# ASCII that the tokenizer of LEXICAL_DDL takes for a separator.
_CUTTING = dict.fromkeys([*range(33), *map(ord, "\"'`"), 127], "_")


def _token(space: int, term: str) -> str:
    """A term of one space as FTS5 keeps it: whatever could cut it in two is replaced."""
    return f"{space}:{term.translate(_CUTTING)}"


def _count(
    rows: Sequence[Any], column: dict[str, int]
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """How often each row holds each term; rows that hold none are left out."""
    lines = []
    for _, indexed in rows:
        line = [0] * len(column)
        for term in indexed.split(" "):
            if term in column:
                line[column[term]] += 1
        lines.append(line)
    counts = np.array(lines, np.float32).reshape(len(lines), len(column))
    seqs = np.array([rowid & ((1 << _SEQ_BITS) - 1) for rowid, _ in rows], np.int64)
    held = counts.any(axis=1)
    return seqs[held], counts[held]


def _rowid(space: int, seq: int) -> int:
    return space << _SEQ_BITS | seq


def _frequencies(connection: Connection, terms: list[str]) -> dict[str, int]:
    """In how many turns each term occurs; terms that do not occur are left out."""
    query = text("SELECT term, doc FROM lexical_terms WHERE term IN :terms")
    query = query.bindparams(bindparam("terms", expanding=True))
    return {row.term: row.doc for row in connection.execute(query, {"terms": terms})}


def _rarest(frequency: dict[str, int], limit: int) -> list[str]:
    chosen: list[str] = []
    spent = 0
    for term in sorted(frequency, key=lambda t: (frequency[t], t)):
        spent += frequency[term]
        if chosen and spent > limit:
            break
        chosen.append(term)
    return chosen


def _listed(connection: Connection, rowids: list[int]) -> list[Any]:
    query = text("SELECT rowid, terms FROM lexical WHERE rowid IN :rowids")
    query = query.bindparams(bindparam("rowids", expanding=True))
    return [
        row
        for start in range(0, len(rowids), _CHUNK)
        for row in connection.execute(query, {"rowids": rowids[start : start + _CHUNK]})
    ]


def _matching(connection: Connection, terms: list[str], limit: int) -> Sequence[Any]:
    expression = " OR ".join(f'"{term}"' for term in terms)
    query = text(
        "SELECT rowid, terms FROM lexical WHERE lexical MATCH :expression "
        "ORDER BY rowid DESC LIMIT :limit"
    )
    return connection.execute(query, {"expression": expression, "limit": limit}).all()


# ---------------------------------------------------------------------- connections


def _configure(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # we say when a transaction begins, see _begin
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")  # what is removed is overwritten with zeros
    connection.execute("PRAGMA synchronous = FULL")  # an acknowledged turn survives a power cut


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("smalti_begin", "BEGIN"))


def _use_wal(connection: Connection) -> None:
    """Switch the file to write-ahead logging, once in its life.

    SQLite does not wait for other processes here, so this does.
    """
    deadline = time.monotonic() + _BUSY_TIMEOUT
    driver = _driver(connection)
    while True:
        try:
            mode = driver.execute("PRAGMA journal_mode").fetchone()[0]
            if mode == "delete":
                driver.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise DatabaseError("PRAGMA journal_mode", {}, error) from error
            time.sleep(0.02)
        except sqlite3.DatabaseError as error:
            raise DatabaseError("PRAGMA journal_mode", {}, error) from error


def _cut_log(driver: sqlite3.Connection) -> bool:
    """Copy the log into the file and cut it to nothing, unless somebody reads from it for long."""
    driver.execute(f"PRAGMA busy_timeout = {int(_LOG_TIMEOUT * 1000)}")
    try:
        busy: int = driver.execute(_TRUNCATE_LOG).fetchone()[0]
    finally:
        driver.execute(f"PRAGMA busy_timeout = {int(_BUSY_TIMEOUT * 1000)}")
    return not busy


def _first_cause(error: BaseException) -> tuple[BaseException, int]:
    """The error that began it, as cleaning up after a full disk fails too, and its result code."""
    found: tuple[BaseException, int] = (error, 0)
    seen: BaseException | None = error
    while seen is not None:
        own = getattr(seen, "orig", seen)
        code = getattr(own, "sqlite_errorcode", None)
        if code is not None and code & 0xFF in _ERRORS:
            found = (own, code)
        elif seen is error:
            found = (own, code or 0)
        seen = seen.__context__
    return found


def _driver(connection: Connection) -> sqlite3.Connection:
    """The driver's own connection, for what SQLite does outside transactions only."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def _pragma(connection: Connection, name: str) -> Any:
    return connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
