"""Taking out what is to be forgotten, and keeping a note that it was."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import (
    Connection,
    RowMapping,
    Table,
    Text,
    delete,
    false,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)

from smalti.store import schema
from smalti.store.contract import Erasure
from smalti.store.rows import to_row
from smalti.store.sql.handle import chunks, is_storable, lookup, read_noun
from smalti.store.sql.log import LogRows
from smalti.store.sql.nouns import place_of

Noun = TypeVar("Noun")

_TOKENS = re.compile(r"""[^\s"'“”‘’,.:;()\[\]{}]+""")
_FEW = 12  # ids up to which the database is quicker at passing over what names none of them
# What refers to a row goes with it by the foreign keys; counted before, so that a receipt can tell.
_OF_RECORD = ((schema.evidence, "record"), (schema.record_steps, "record"))
_OF_TURN = ((schema.evidence, "turn"), (schema.processed, "id"))


class ErasureRows(LogRows):
    """Erasing; see :class:`smalti.store.contract.Space`."""

    def holding(self, cls: type[Noun], ids: Iterable[str]) -> list[Noun]:
        """The nouns of this class that name one of these ids anywhere, in the order stored."""
        wanted = frozenset(ids)
        table = place_of(cls).table
        if not wanted:
            return []
        texts = [column for column in table.c if isinstance(column.type, Text)]
        with self._store.reading() as connection:
            space = self._id(connection)
            query = select(table.c.seq, *texts).where(table.c.space == space)
            if len(wanted) <= _FEW:
                may_name = self._store.dialect.holds
                ids = sorted(filter(is_storable, wanted))
                query = query.where(or_(false(), *(may_name(t, id) for id in ids for t in texts)))
            rows = connection.execute(query.order_by(table.c.seq))
            seqs = [row[0] for row in rows if _names(row[1:], wanted)]
            found: list[Noun] = []
            for chunk in chunks(seqs):
                of_chunk = self._of_space(connection, table).where(table.c.seq.in_(chunk))
                mappings = connection.execute(of_chunk.order_by(table.c.seq)).mappings().all()
                found += self._nouns(connection, cls, mappings)
        return found

    def remove(self, nouns: Iterable[Any]) -> Mapping[str, int]:
        """Take nouns out, with their keys and whatever refers to them; rows removed by table."""
        by_class: dict[type, list[tuple[Any, ...]]] = defaultdict(list)
        for noun in nouns:
            row = to_row(noun)
            by_class[type(noun)].append(tuple(row[name] for name in place_of(type(noun)).key))
        removed: Counter[str] = Counter()
        if not by_class:
            return removed
        with self._writing() as (connection, clock):
            for cls in reversed(schema.NOUNS):  # each before those it refers to
                removed.update(_remove(connection, clock.space, cls, by_class.get(cls, ())))
            _drop_derived(connection, clock.space)
            clock.tick()
        return removed

    def remove_turns(self, ids: Iterable[str]) -> Mapping[str, int]:
        """Take turns out, with index terms, vectors, evidence and notes; rows by table."""
        removed: Counter[str] = Counter()
        t = schema.turns
        with self._writing() as (connection, clock):
            space = clock.space
            for chunk in chunks(id for id in dict.fromkeys(ids) if is_storable(id)):
                seqs = list(lookup(connection, space, t.c.id, chunk, t.c.seq).values())
                self._store.dialect.unindex_terms(connection, space, seqs)
                removed["lexical"] += len(seqs)
                removed.update(_count(connection, space, _OF_TURN, chunk))
                removed["vectors"] += _delete(connection, space, schema.vectors, "turn_seq", seqs)
                removed["turns"] += _delete(connection, space, t, "id", chunk)
            _drop_derived(connection, space)
            clock.tick()
            clock.generation += 1
        return +removed

    def annotate(self, id: str, metadata: Mapping[str, Any]) -> None:
        """Put other metadata in place of those of a turn."""
        t = schema.turns
        with self._writing() as (connection, clock):
            of_turn = (t.c.space == clock.space, t.c.id == id)
            text = json.dumps(dict(metadata), ensure_ascii=False)
            connection.execute(update(t).where(*of_turn).values(metadata=text))
            clock.tick()

    def empty(self) -> Mapping[str, int]:
        """Take out everything but the notes of what was erased; rows removed by table."""
        removed: Counter[str] = Counter()
        t = schema.turns.c
        with self._writing() as (connection, clock):
            space = clock.space
            seqs = list(connection.scalars(select(t.seq).where(t.space == space)))
            self._store.dialect.unindex_terms(connection, space, seqs)
            removed["lexical"] = len(seqs)
            for table in reversed(schema.metadata.sorted_tables):
                if "space" in table.c and table is not schema.erasures:
                    gone = connection.execute(delete(table).where(table.c.space == space))
                    removed[table.name] = gone.rowcount
            clock.analyser = clock.embedder = None
            clock.tick()
            clock.generation += 1
        return +removed

    def note_erasure(self, erasure: Erasure) -> None:
        """Keep a note of what was erased; the same id again replaces it."""
        table = schema.erasures
        with self._writing() as (connection, clock):
            of_id = (table.c.space == clock.space, table.c.id == erasure.id)
            connection.execute(delete(table).where(*of_id))
            connection.execute(insert(table), clock.place(to_row(erasure), clock.tick()))

    def erasures(self) -> list[Erasure]:
        """The notes of what was erased, in order."""
        with self._store.reading() as connection:
            query = self._of_space(connection, schema.erasures).order_by(schema.erasures.c.seq)
            rows: Sequence[RowMapping] = connection.execute(query).mappings().all()
        return [read_noun(Erasure, row) for row in rows]


def mark_compacted(connection: Connection) -> None:
    """Note that no copy of anything erased so far is left."""
    connection.execute(update(schema.erasures).values(compacted=True))


def _drop_derived(connection: Connection, space: int) -> None:
    """What follows from the nouns may hold what was erased of them; it is worked out again.

    So may replies that were given.
    """
    for table in (schema.derived, schema.replies):
        connection.execute(delete(table).where(table.c.space == space))


def _names(texts: Iterable[str | None], wanted: frozenset[str]) -> bool:
    return any(
        text in wanted or not wanted.isdisjoint(_TOKENS.findall(text)) for text in texts if text
    )


def _remove(
    connection: Connection, space: int, cls: type, keys: Sequence[tuple[Any, ...]]
) -> Counter[str]:
    """Remove the nouns of one class by their keys; rows by table."""
    place = schema.NOUNS[cls]
    counted: Counter[str] = Counter()
    for chunk in chunks(keys):
        columns = [place.table.c[name] for name in place.key]
        if place.key == ("id",):
            ids = [key[0] for key in chunk]
            of_chunk = columns[0].in_(ids)
            if place.child is not None:
                counted.update(_count(connection, space, _OF_RECORD, ids))
            named = (schema.noun_keys.c.noun == place.table.name, schema.noun_keys.c.id.in_(ids))
            of_keys = delete(schema.noun_keys).where(schema.noun_keys.c.space == space, *named)
            counted["noun_keys"] += connection.execute(of_keys).rowcount
        else:
            of_chunk = tuple_(*columns).in_(chunk)
        of_space = place.table.c.space == space
        gone = connection.execute(delete(place.table).where(of_space, of_chunk))
        counted[place.table.name] += gone.rowcount
    return +counted


def _count(
    connection: Connection, space: int, tables: Iterable[tuple[Table, str]], ids: list[str]
) -> Mapping[str, int]:
    counted: Counter[str] = Counter()
    for table, column in tables:
        query = select(func.count()).where(table.c.space == space, table.c[column].in_(ids))
        counted[table.name] = connection.execute(query).scalar_one()
    return counted


def _delete(
    connection: Connection, space: int, table: Table, column: str, values: Sequence[Any]
) -> int:
    condition = (table.c.space == space, table.c[column].in_(values))
    return connection.execute(delete(table).where(*condition)).rowcount
