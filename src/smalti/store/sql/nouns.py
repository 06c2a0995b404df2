"""Every other noun of a space: put, one, every, and those that meet under a key."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    RowMapping,
    Select,
    Table,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from smalti.model.errors import InvalidInput
from smalti.model.record import Edge
from smalti.model.turn import Turn
from smalti.store import schema
from smalti.store.rows import Row, plain_rows, to_row
from smalti.store.sql.handle import (
    CHUNK,
    Clock,
    Handle,
    chunks,
    equals,
    is_storable,
    lookup,
    read_noun,
)

Noun = TypeVar("Noun")

_FIRST_PAGE = 64  # nouns: who wants only the first ones does not wait for a whole chunk
_ANY: Mapping[str, str] = MappingProxyType({})


class NounRows(Handle):
    """Storing and reading nouns by class; see :class:`smalti.store.contract.Space`."""

    def put(self, noun: Any, keys: Iterable[str] | None = None) -> None:
        """Store one noun other than a turn; the same id again replaces it."""
        self.put_all([(noun, keys)])

    def put_all(self, nouns: Iterable[tuple[Any, Iterable[str] | None]]) -> None:
        """Store several nouns with their keys, all or none; quicker than one by one."""
        batches: dict[type, _Batch] = {}
        for noun, keys in nouns:
            place = place_of(type(noun))
            batches.setdefault(type(noun), _Batch(place)).add(noun, keys)
        if not batches:
            return
        with self._writing() as (connection, clock):
            for cls in schema.NOUNS:  # each comes after those it refers to
                if cls in batches:
                    batches[cls].write(connection, clock)

    def one(self, cls: type[Noun], id: str) -> Noun | None:
        """The noun of this class with this id, or ``None``."""
        place = place_of(cls)
        if place.key != ("id",):
            raise InvalidInput("class", cls.__name__, "has no ids", fix="Read them with every()")
        if not is_storable(id):
            return None
        with self._store.reading() as connection:
            given = {"space": self._id(connection), "id": id}
            rows = connection.execute(_one(place.table), given).mappings().all()
            return next(iter(self._nouns(connection, cls, rows)), None)

    def several(self, cls: type[Noun], ids: Sequence[str]) -> dict[str, Noun]:
        """The nouns of this class with these ids, turns as well; missing ones are left out."""
        table = schema.turns if cls is Turn else place_of(cls).table
        wanted = [id for id in dict.fromkeys(ids) if is_storable(id)]
        with self._store.reading() as connection:
            rows = list(_rows(connection, self._id(connection), table, wanted))
            if cls is Turn:
                return {row["id"]: read_noun(cls, row) for row in rows}
            nouns = self._nouns(connection, cls, rows)
        return {row["id"]: noun for row, noun in zip(rows, nouns, strict=True)}

    def meeting(self, cls: type[Noun], keys: Iterable[str], limit: int = 100) -> list[Noun]:
        """The nouns of this class that have one of the keys, those that share the most first."""
        table = place_of(cls).table
        wanted = [key for key in dict.fromkeys(keys) if is_storable(key)]
        if not wanted:
            return []
        with self._store.reading() as connection:
            space = self._id(connection)
            given = {"space": space, "noun": table.name, "keys": wanted}
            shared = Counter(connection.execute(_sharing(), given).scalars())
            seqs = lookup(connection, space, table.c.id, list(shared), table.c.seq)
            first = sorted(seqs, key=lambda id: (-shared[id], seqs[id]))[:limit]
            rows = {row["id"]: row for row in _rows(connection, space, table, first)}
            return self._nouns(connection, cls, [rows[id] for id in first])

    def counts(self, cls: type[Any], field: str) -> dict[str, int]:
        """How many nouns of this class there are, by the value of a field that is text."""
        table = place_of(cls).table
        with self._store.reading() as connection:
            query = (
                select(table.c[field], func.count())
                .where(table.c.space == self._id(connection))
                .group_by(table.c[field])
                .order_by(table.c[field])
            )
            return {row[0]: row[1] for row in connection.execute(query)}

    def every(
        self,
        cls: type[Noun],
        after: int = 0,
        *,
        having: Mapping[str, str] = _ANY,
    ) -> Iterator[Noun]:
        """All nouns of this class first stored after a point of the clock, a page at a time."""
        table = place_of(cls).table
        return self._paged(
            cls, [equals(table.c[name], text) for name, text in having.items()], after
        )

    def _paged(
        self, cls: type[Noun], only: Sequence[ColumnElement[bool]], after: int = 0
    ) -> Iterator[Noun]:
        """The nouns that meet some conditions, in the order they were stored."""
        table, size = place_of(cls).table, _FIRST_PAGE
        while True:
            with self._store.reading() as connection:
                query = self._of_space(connection, table).where(table.c.seq > after, *only)
                rows = plain_rows(connection.execute(query.order_by(table.c.seq).limit(size)))
                nouns = self._nouns(connection, cls, rows)
            if not rows:
                return
            yield from nouns
            after, size = rows[-1]["seq"], min(size * 2, CHUNK)

    def touching(self, ids: Iterable[str]) -> list[Edge]:
        """The edges that begin or end at one of these, in the order they were stored."""
        table = place_of(Edge).table
        rows: dict[int, RowMapping] = {}
        with self._store.reading() as connection:
            of_space = self._of_space(connection, table)
            for chunk in chunks(id for id in dict.fromkeys(ids) if is_storable(id)):
                for end in (table.c.source, table.c.target):
                    found = connection.execute(of_space.where(end.in_(chunk))).mappings()
                    rows.update((row["seq"], row) for row in found)
        return [read_noun(Edge, rows[seq]) for seq in sorted(rows)]

    def _nouns(self, connection: Connection, cls: type[Noun], rows: Sequence[Row]) -> list[Noun]:
        """The nouns of some rows, with their children."""
        child = place_of(cls).child
        if child is None or not rows:
            return [read_noun(cls, row) for row in rows]
        parts: dict[str, list[Any]] = defaultdict(list)
        for ids in chunks(row["id"] for row in rows):
            given = {"space": self._id(connection), "ids": ids}
            for part in plain_rows(connection.execute(_children(child), given)):
                parts[part[child.parent]].append(read_noun(child.cls, part))
        return [read_noun(cls, row, {child.field: tuple(parts[row["id"]])}) for row in rows]


def place_of(cls: type) -> schema.NounTable:
    """Where the nouns of a class are kept.

    Raises:
        InvalidInput: it is no noun, or the turn, which only the journal writes.
    """
    if cls not in schema.NOUNS:
        known = ", ".join(noun.__name__ for noun in schema.NOUNS)
        raise InvalidInput("class", cls.__name__, "is not stored so", fix=f"Known: {known}")
    return schema.NOUNS[cls]


# Statements that every write needs many times: composing them takes longer than running them.


@cache
def _one(table: Table) -> Select[Any]:
    return select(table).where(table.c.space == bindparam("space"), table.c.id == bindparam("id"))


@cache
def _sharing() -> Select[Any]:
    """Ids, one row for each key they share. Counted in SQL, SQLite would walk all ids in order."""
    k = schema.noun_keys.c
    keys: BindParameter[Any] = bindparam("keys", expanding=True)
    given = (k.space == bindparam("space"), k.noun == bindparam("noun"), k.key.in_(keys))
    return select(k.id).where(*given)


@cache
def _with_ids(table: Table) -> Select[Any]:
    ids: BindParameter[Any] = bindparam("ids", expanding=True)
    return select(table).where(table.c.space == bindparam("space"), table.c.id.in_(ids))


def _rows(connection: Connection, space: int, table: Table, ids: list[str]) -> Iterator[Row]:
    for chunk in chunks(ids):
        given = {"space": space, "ids": chunk}
        yield from plain_rows(connection.execute(_with_ids(table), given))


@cache
def _children(child: schema.Child) -> Select[Any]:
    ids: BindParameter[Any] = bindparam("ids", expanding=True)
    parent = child.table.c[child.parent]
    query = select(child.table).where(child.table.c.space == bindparam("space"), parent.in_(ids))
    return query.order_by(child.table.c.position)


class _Batch:
    """Nouns of one class that are stored together; of those with one key the last counts."""

    def __init__(self, place: schema.NounTable) -> None:
        self._place = place
        self._nouns: dict[tuple[Any, ...], Any] = {}
        self._keys: dict[str, tuple[str, ...]] = {}

    def add(self, noun: Any, keys: Iterable[str] | None) -> None:
        """One more noun."""
        self._nouns[tuple(getattr(noun, name) for name in self._place.key)] = noun
        if keys is not None:
            self._keys[noun.id] = tuple(dict.fromkeys(keys))

    def write(self, connection: Connection, clock: Clock) -> None:
        """Update what is there, insert what is not, and put children and keys anew."""
        table = self._place.table
        without = () if self._place.child is None else (self._place.child.field,)
        known = self._known(connection, clock.space)
        new = []
        for key, noun in self._nouns.items():
            seq = clock.tick()  # also when a noun is replaced: the space has changed
            row = to_row(noun, without=without)
            if key in known:
                connection.execute(update(table).where(*self._is(clock.space, row)).values(row))
            else:
                new.append(clock.place(row, seq))
        if new:
            connection.execute(insert(table), new)
        known_ids = [key[0] for key in known]
        self._write_children(connection, clock.space, known_ids)
        self._write_keys(connection, clock.space, known_ids)

    def _known(self, connection: Connection, space: int) -> set[tuple[Any, ...]]:
        """The keys of those that are stored already."""
        columns = [self._place.table.c[name] for name in self._place.key]
        first = self._place.key[0]
        found: set[tuple[Any, ...]] = set()
        for values in chunks({getattr(noun, first) for noun in self._nouns.values()}):
            of_space = self._place.table.c.space == space
            query = select(*columns).where(of_space, columns[0].in_(values))
            found.update(tuple(row) for row in connection.execute(query))
        plain = {tuple(_plain(part) for part in key): key for key in self._nouns}
        return {plain[key] for key in found if key in plain}

    def _is(self, space: int, row: Mapping[str, Any]) -> list[ColumnElement[bool]]:
        table = self._place.table
        return [table.c.space == space, *(table.c[name] == row[name] for name in self._place.key)]

    def _write_children(self, connection: Connection, space: int, known: list[str]) -> None:
        child = self._place.child
        if child is None:
            return
        table, parent = child.table, child.table.c[child.parent]
        for ids in chunks(known):
            connection.execute(delete(table).where(table.c.space == space, parent.in_(ids)))
        rows = [
            {"space": space, child.parent: noun.id, "position": position, **to_row(part)}
            for noun in self._nouns.values()
            for position, part in enumerate(getattr(noun, child.field))
        ]
        if rows:
            connection.execute(insert(table), rows)

    def _write_keys(self, connection: Connection, space: int, known: list[str]) -> None:
        table, noun = schema.noun_keys, self._place.table.name
        for ids in chunks(id for id in known if id in self._keys):
            condition = (table.c.space == space, table.c.noun == noun, table.c.id.in_(ids))
            connection.execute(delete(table).where(*condition))
        rows = [
            {"space": space, "noun": noun, "key": key, "id": id}
            for id, keys in self._keys.items()
            for key in keys
        ]
        if rows:
            connection.execute(insert(table), rows)


def _plain(part: Any) -> Any:
    """A part of a key as it is stored."""
    return part.value if isinstance(part, Enum) else part
