"""Counting the turns of a space where they lie, each number from an index."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table, distinct, func, select

from smalti.model.processing import ProcessStatus
from smalti.model.time import Instant
from smalti.store import schema
from smalti.store.contract import Totals
from smalti.store.sql.handle import Handle


class CountRows(Handle):
    """Totals; see :class:`smalti.store.contract.Space`."""

    def totals(self) -> Totals:
        """How many turns there are, counted where they lie."""
        t, p = schema.turns, schema.processed
        with self._store.reading() as connection:
            space = self._id(connection)
            turns = _count(connection, t, space)
            read = _count(connection, p, space, p.c.status != ProcessStatus.FAILED.value)
            return Totals(
                turns=turns,
                sessions=_distinct(connection, t, space, t.c.session),
                speakers=_distinct(connection, t, space, t.c.speaker),
                first_said_at=_said_at(connection, space, last=False),
                last_said_at=_said_at(connection, space, last=True),
                unembedded=turns - _count(connection, schema.vectors, space),
                unread=turns - read,
            )


def _count(connection: Connection, table: Table, space: int, *only: Any) -> int:
    query = select(func.count()).select_from(table).where(table.c.space == space, *only)
    return connection.execute(query).scalar_one()


def _distinct(connection: Connection, table: Table, space: int, column: Any) -> int:
    query = select(func.count(distinct(column))).where(table.c.space == space)
    return connection.execute(query).scalar_one()


def _said_at(connection: Connection, space: int, *, last: bool) -> Instant | None:
    """The first or the last moment at which something was said; of equal ones by the offset."""
    t = schema.turns.c
    most = func.max if last else func.min
    end = select(most(t.said_at)).where(t.space == space).scalar_subquery()
    query = select(most(t.said_at_offset), end).where(t.space == space, t.said_at == end)
    offset, micros = connection.execute(query).one()
    return None if micros is None else Instant(micros, offset)
