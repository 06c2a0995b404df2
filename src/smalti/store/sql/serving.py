"""What a server keeps in a space: which turns wait to be read, and what was replied."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import delete, insert, select, update

from smalti.model.access import Queued, Reply
from smalti.model.time import Instant
from smalti.store import schema
from smalti.store.rows import from_row, to_row
from smalti.store.sql.handle import Handle, chunks, is_storable, lookup


class ServingRows(Handle):
    """Queue and replies; see :class:`smalti.store.contract.Space`."""

    def enqueue(self, turns: Iterable[str], at: Instant) -> int:
        """Let turns wait to be read, in this order; how many did not wait already."""
        wanted = [id for id in dict.fromkeys(turns) if is_storable(id)]
        t, q = schema.turns.c, schema.queue.c
        with self._writing() as (connection, clock):
            there = lookup(connection, clock.space, t.id, wanted, t.seq)
            waiting = lookup(connection, clock.space, q.turn, wanted, q.seq)
            rows = [
                clock.place(to_row(Queued(id, at)), clock.tick())
                for id in wanted
                if id in there and id not in waiting
            ]
            if rows:
                connection.execute(insert(schema.queue), rows)
        return len(rows)

    def queued(self, limit: int, *, after: str | None = None) -> list[Queued]:
        """The first turns that wait, in order; or the first behind one of them."""
        q = schema.queue.c
        with self._store.reading() as connection:
            query = self._of_space(connection, schema.queue)
            if after is not None and is_storable(after):
                seqs = lookup(connection, self._id(connection), q.turn, [after], q.seq)
                query = query.where(q.seq > seqs.get(after, 0))
            rows = connection.execute(query.order_by(q.seq).limit(limit)).mappings()
            return [from_row(Queued, row) for row in rows]

    def waits(self, turn: str) -> Queued | None:
        """Since when a turn waits, or ``None`` if it does not."""
        if not is_storable(turn):
            return None
        with self._store.reading() as connection:
            query = self._of_space(connection, schema.queue).where(schema.queue.c.turn == turn)
            row = connection.execute(query).mappings().one_or_none()
            return None if row is None else from_row(Queued, row)

    def dequeue(self, turns: Iterable[str]) -> None:
        """These turns wait no longer."""
        q = schema.queue.c
        with self._writing() as (connection, clock):
            for chunk in chunks(id for id in turns if is_storable(id)):
                of_chunk = (q.space == clock.space, q.turn.in_(chunk))
                connection.execute(delete(schema.queue).where(*of_chunk))

    def claim(self, reply: Reply, *, before: Instant) -> Reply | None:
        """Note that a request is worked on; what is known of it already, or ``None``."""
        table, r = schema.replies, schema.replies.c
        with self._writing() as (connection, clock):
            of_space = r.space == clock.space
            connection.execute(delete(table).where(of_space, r.at < before.micros))
            query = select(table).where(of_space, r.key == reply.key)
            found = connection.execute(query).mappings().one_or_none()
            if found is None:
                connection.execute(insert(table), {"space": clock.space, **to_row(reply)})
                return None
            known: Reply = from_row(Reply, found)
            return known

    def put_reply(self, reply: Reply) -> None:
        """Keep what was replied to a request."""
        table, r = schema.replies, schema.replies.c
        with self._writing() as (connection, clock):
            of_key = (r.space == clock.space, r.key == reply.key)
            row = to_row(reply)
            if not connection.execute(update(table).where(*of_key).values(row)).rowcount:
                connection.execute(insert(table), {"space": clock.space, **row})

    def drop_reply(self, key: str) -> None:
        """A request came to nothing; it may be made again."""
        r = schema.replies.c
        with self._writing() as (connection, clock):
            connection.execute(delete(schema.replies).where(r.space == clock.space, r.key == key))
