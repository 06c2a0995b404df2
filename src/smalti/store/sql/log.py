"""The log of what became of records, and records as they stood at a moment of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from sqlalchemy import BindParameter, Select, bindparam, select

from smalti.model.lifecycle import State
from smalti.model.record import Record, RecordStep
from smalti.model.time import Instant
from smalti.store import schema
from smalti.store.rows import Row, plain_rows
from smalti.store.sql.handle import chunks, equals, is_storable, read_noun
from smalti.store.sql.nouns import NounRows

_ANY: Mapping[str, str] = MappingProxyType({})


class LogRows(NounRows):
    """Reading the log of records; see :class:`smalti.store.contract.Space`."""

    def steps(
        self, records: Iterable[str], *, moved_after: Instant | None = None
    ) -> list[RecordStep]:
        """The steps of records in the order of the log; or of those that moved after a moment."""
        query = _steps() if moved_after is None else _late_steps()
        after = {} if moved_after is None else {"after": moved_after.micros}
        rows: dict[int, Row] = {}
        with self._store.reading() as connection:
            space = self._id(connection)
            for ids in chunks(id for id in dict.fromkeys(records) if is_storable(id)):
                given = {"space": space, "ids": ids} | after
                found = plain_rows(connection.execute(query, given))
                rows.update((row["seq"], row) for row in found)
        return [read_noun(RecordStep, rows[seq]) for seq in sorted(rows)]

    def known(
        self, moment: Instant, states: Collection[State], *, having: Mapping[str, str] = _ANY
    ) -> Iterator[Record]:
        """The records that were there at a moment and may have been in one of some states then."""
        r, s = schema.records.c, schema.record_steps.c
        later = (s.space == r.space, s.record == r.id, s.at > moment.micros)
        only = [equals(r[name], text) for name, text in having.items()]
        only.append(r.recorded_at <= moment.micros)
        if len(states) < len(State):
            stands = r.state.in_(sorted(state.value for state in states))
            only.append(stands | select(s.seq).where(*later).exists())
        return self._paged(Record, only)


@cache
def _steps() -> Select[Any]:
    s = schema.record_steps.c
    ids: BindParameter[Any] = bindparam("ids", expanding=True)
    return select(schema.record_steps).where(s.space == bindparam("space"), s.record.in_(ids))


@cache
def _late_steps() -> Select[Any]:
    late = schema.record_steps.alias("late")
    of_record = (late.c.space == bindparam("space"), late.c.at > bindparam("after"))
    moved = select(late.c.record).where(
        *of_record, late.c.record.in_(bindparam("ids", expanding=True))
    )
    s = schema.record_steps.c
    return select(schema.record_steps).where(s.space == bindparam("space"), s.record.in_(moved))
