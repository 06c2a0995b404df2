"""The journal of a space in SQL."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, false, func, insert, select

from smalti.model.errors import ExternalIdConflict
from smalti.model.processing import ProcessStatus
from smalti.model.time import Instant
from smalti.model.turn import Turn
from smalti.store import schema
from smalti.store.contract import Appended, LexicalHits, SessionInfo, TurnColumn, TurnEntry
from smalti.store.rows import to_row
from smalti.store.sql.handle import (
    CHUNK,
    Handle,
    chunks,
    equals,
    is_storable,
    lookup,
    read_noun,
)


class TurnRows(Handle):
    """Writing, reading and searching turns; see :class:`smalti.store.contract.Space`."""

    def append_turns(self, entries: Sequence[TurnEntry], analyser: str) -> list[Appended]:
        """Journal turns with their index terms, all or none, in order."""
        t = schema.turns.c
        with self._writing() as (connection, clock):
            clock.analyser = clock.analyser or analyser
            ids = [entry.turn.id for entry in entries]
            known = lookup(connection, clock.space, t.id, ids, t.seq)
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
        wanted: dict[str, Turn] = {}
        for entry in entries:
            if entry.turn.external_id is not None:
                wanted.setdefault(entry.turn.external_id, entry.turn)
        taken = lookup(connection, space, t.external_id, list(wanted), t.id)
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
        return self._turn_where(schema.turns.c.id, id)

    def turn_by_external_id(self, external_id: str) -> Turn | None:
        """The turn with this external id, or ``None``."""
        return self._turn_where(schema.turns.c.external_id, external_id)

    def turn_count(self) -> int:
        """How many turns there are."""
        t = schema.turns.c
        with self._store.reading() as connection:
            query = select(func.count()).where(t.space == self._id(connection))
            return connection.execute(query).scalar_one()

    def _turn_where(self, column: Any, value: str) -> Turn | None:
        with self._store.reading() as connection:
            query = self._of_space(connection, schema.turns).where(equals(column, value))
            row = connection.execute(query).mappings().one_or_none()
        return None if row is None else read_noun(Turn, row)

    def turns_at(self, seqs: Sequence[int]) -> dict[int, Turn]:
        """The turns at these sequence numbers; numbers without a turn are left out."""
        found: dict[int, Turn] = {}
        with self._store.reading() as connection:
            query = self._of_space(connection, schema.turns)
            for chunk in chunks(seqs):
                rows = connection.execute(query.where(schema.turns.c.seq.in_(chunk))).mappings()
                found.update((row["seq"], read_noun(Turn, row)) for row in rows)
        return found

    def read_turns(
        self, *, after: int = 0, session: str | None = None, speaker: str | None = None
    ) -> Iterator[Turn]:
        """All turns after a sequence number, in journal order, a page at a time."""
        t = schema.turns.c
        while True:
            with self._store.reading() as connection:
                query = self._of_space(connection, schema.turns).where(t.seq > after)
                for column, wanted in ((t.session, session), (t.speaker, speaker)):
                    if wanted is not None:
                        query = query.where(equals(column, wanted))
                rows = connection.execute(query.order_by(t.seq).limit(CHUNK)).mappings().all()
            if not rows:
                return
            yield from (read_noun(Turn, row) for row in rows)
            after = rows[-1]["seq"]

    def places(self, ids: Iterable[str]) -> dict[str, int]:
        """The sequence numbers of turns by their ids; ids without a turn are left out."""
        t = schema.turns.c
        wanted = [id for id in dict.fromkeys(ids) if is_storable(id)]
        with self._store.reading() as connection:
            return lookup(connection, self._id(connection), t.id, wanted, t.seq)

    def turns_before(self, seq: int, limit: int) -> list[Turn]:
        """The last turns of the same session before the turn at a sequence number, in order."""
        return self._beside(seq, limit, before=True)[::-1]

    def turns_after(self, seq: int, limit: int) -> list[Turn]:
        """The first turns of the same session after the turn at a sequence number, in order."""
        return self._beside(seq, limit, before=False)

    def _beside(self, seq: int, limit: int, *, before: bool) -> list[Turn]:
        """The turns of the same session on one side of a turn, the nearest first."""
        t = schema.turns.c
        with self._store.reading() as connection:
            space = self._id(connection)
            session = select(t.session).where(t.space == space, t.seq == seq).scalar_subquery()
            side, order = (t.seq < seq, t.seq.desc()) if before else (t.seq > seq, t.seq)
            query = self._of_space(connection, schema.turns).where(t.session == session, side)
            rows = connection.execute(query.order_by(order).limit(limit)).mappings().all()
        return [read_noun(Turn, row) for row in rows]

    def columns(self, after: int) -> list[TurnColumn]:
        """The columns of all turns after a sequence number, in order."""
        t = schema.turns.c
        with self._store.reading() as connection:
            query = (
                select(*(t[name] for name in TurnColumn._fields))
                .where(t.space == self._id(connection), t.seq > after)
                .order_by(t.seq)
            )
            return [TurnColumn._make(row) for row in connection.execute(query).all()]

    def sessions(self) -> list[SessionInfo]:
        """Every session, in the order of its first turn."""
        t = schema.turns.c
        with self._store.reading() as connection:
            alike = (t.session, t.speaker, t.said_at_offset)
            said = (func.min(t.said_at).label("first"), func.max(t.said_at).label("last"))
            query = (
                select(*alike, *said, func.count().label("turns"))
                .where(t.space == self._id(connection))
                .group_by(*alike)
                .order_by(func.min(t.seq))
            )
            rows = connection.execute(query).all()
        return _sessions(rows)

    def unprocessed(self, *, failed: bool = True) -> list[int]:
        """Sequence numbers of the turns that nobody has read for records yet, oldest first."""
        t, p = schema.turns.c, schema.processed.c
        joined = schema.turns.outerjoin(schema.processed, (p.space == t.space) & (p.id == t.id))
        again = p.status == ProcessStatus.FAILED.value if failed else false()
        with self._store.reading() as connection:
            query = (
                select(t.seq)
                .select_from(joined)
                .where(t.space == self._id(connection), p.id.is_(None) | again)
                .order_by(t.seq)
            )
            return list(connection.execute(query).scalars())

    def lexical(
        self, terms: Iterable[str], limit: int, among: NDArray[np.int64] | None = None
    ) -> LexicalHits:
        """Turns with at least one of the terms; if more than ``limit``, the likeliest ones."""
        distinct = list(dict.fromkeys(terms))
        with self._store.reading() as connection:
            space = self._id(connection)
            return self._store.dialect.search_terms(connection, space, distinct, limit, among)


def _differences(stored: Turn, given: Turn) -> tuple[str, ...]:
    names = ("text", "speaker", "said_at", "session")
    return tuple(name for name in names if getattr(stored, name) != getattr(given, name))


def _sessions(rows: Iterable[Any]) -> list[SessionInfo]:
    """Gather what each speaker said in each session at one offset, in the order it began."""
    gathered: dict[str, list[Any]] = {}
    for row in rows:
        gathered.setdefault(row.session, []).append(row)
    return [
        SessionInfo(
            session=session,
            turns=sum(row.turns for row in members),
            speakers=tuple(dict.fromkeys(row.speaker for row in members)),
            first_said_at=min(_instants(members, "first"), default=None),
            last_said_at=max(_instants(members, "last"), default=None),
        )
        for session, members in gathered.items()
    ]


def _instants(rows: Iterable[Any], name: str) -> Iterator[Instant]:
    for row in rows:
        micros = getattr(row, name)
        if micros is not None:
            yield Instant(micros, row.said_at_offset)
