"""Every other noun of a space: put, one, every, and those that meet under a key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from sqlalchemy import Connection, RowMapping, delete, func, insert, select, update

from smalti.model.errors import InvalidInput
from smalti.store import schema
from smalti.store.rows import to_row
from smalti.store.sql.handle import CHUNK, Handle, equals, read_noun

Noun = TypeVar("Noun")


class NounRows(Handle):
    """Storing and reading nouns by class; see :class:`smalti.store.contract.Space`."""

    def put(self, noun: Any, keys: Iterable[str] | None = None) -> None:
        """Store one noun other than a turn; the same id again replaces it."""
        place = place_of(type(noun))
        row = to_row(noun, without=_elsewhere(place))
        with self._writing() as (connection, clock):
            seq = clock.tick()  # also when a noun is replaced: the space has changed
            key = [place.table.c[name] == row[name] for name in place.key]
            known = update(place.table).where(place.table.c.space == clock.space, *key)
            if not connection.execute(known.values(row)).rowcount:
                connection.execute(insert(place.table), clock.place(row, seq))
            if place.child is not None:
                _put_children(connection, clock.space, place.child, noun)
            if keys is not None:
                _put_keys(connection, clock.space, place.table.name, noun.id, keys)

    def one(self, cls: type[Noun], id: str) -> Noun | None:
        """The noun of this class with this id, or ``None``."""
        place = place_of(cls)
        if place.key != ("id",):
            raise InvalidInput("class", cls.__name__, "has no ids", fix="Read them with every()")
        with self._store.reading() as connection:
            query = self._of_space(connection, place.table).where(equals(place.table.c.id, id))
            row = connection.execute(query).mappings().one_or_none()
            return None if row is None else self._noun(connection, cls, row)

    def meeting(self, cls: type[Noun], keys: Iterable[str], limit: int = 100) -> list[Noun]:
        """The nouns of this class that have one of the keys, those that share the most first."""
        table, k = place_of(cls).table, schema.noun_keys.c
        wanted = list(dict.fromkeys(keys))
        if not wanted:
            return []
        with self._store.reading() as connection:
            space = self._id(connection)
            shared = (
                select(k.id, func.count().label("shared"))
                .where(k.space == space, k.noun == table.name, k.key.in_(wanted))
                .group_by(k.id)
                .subquery()
            )
            query = (
                self._of_space(connection, table)
                .join(shared, shared.c.id == table.c.id)
                .order_by(shared.c.shared.desc(), table.c.seq)
                .limit(limit)
            )
            rows = connection.execute(query).mappings().all()
            return [self._noun(connection, cls, row) for row in rows]

    def every(self, cls: type[Noun]) -> Iterator[Noun]:
        """All nouns of this class, in the order they were stored, a page at a time."""
        table = place_of(cls).table
        after = 0
        while True:
            with self._store.reading() as connection:
                query = self._of_space(connection, table).where(table.c.seq > after)
                rows = connection.execute(query.order_by(table.c.seq).limit(CHUNK)).mappings().all()
                nouns = [self._noun(connection, cls, row) for row in rows]
            if not rows:
                return
            yield from nouns
            after = rows[-1]["seq"]

    def _noun(self, connection: Connection, cls: type[Noun], row: RowMapping) -> Noun:
        child = place_of(cls).child
        elsewhere: dict[str, Any] = {}
        if child is not None:
            query = (
                self._of_space(connection, child.table)
                .where(child.table.c[child.parent] == row["id"])
                .order_by(child.table.c.position)
            )
            found = connection.execute(query).mappings()
            elsewhere[child.field] = tuple(read_noun(child.cls, part) for part in found)
        return read_noun(cls, row, elsewhere)


def place_of(cls: type) -> schema.NounTable:
    """Where the nouns of a class are kept.

    Raises:
        InvalidInput: it is no noun, or the turn, which only the journal writes.
    """
    if cls not in schema.NOUNS:
        known = ", ".join(noun.__name__ for noun in schema.NOUNS)
        raise InvalidInput("class", cls.__name__, "is not stored so", fix=f"Known: {known}")
    return schema.NOUNS[cls]


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


def _put_keys(connection: Connection, space: int, noun: str, id: str, keys: Iterable[str]) -> None:
    k = schema.noun_keys.c
    connection.execute(delete(schema.noun_keys).where(k.space == space, k.noun == noun, k.id == id))
    rows = [{"space": space, "noun": noun, "key": key, "id": id} for key in dict.fromkeys(keys)]
    if rows:
        connection.execute(insert(schema.noun_keys), rows)


def _elsewhere(place: schema.NounTable) -> tuple[str, ...]:
    return () if place.child is None else (place.child.field,)
