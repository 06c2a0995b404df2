"""What is derived from the turns of a space: vectors, and which analyser made the terms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import delete, insert, select, update

from smalti.model.errors import EmbedderMismatch, InvalidInput
from smalti.models.embedder import EmbedderInfo, Vectors
from smalti.store import schema
from smalti.store.sql.handle import Handle, chunks, embedder_of, lookup, space_row


class IndexRows(Handle):
    """Upkeep of the indexes; see :class:`smalti.store.contract.Space`."""

    def analyser(self) -> str | None:
        """The analyser that made the index terms of this space."""
        with self._store.reading() as connection:
            row = space_row(connection, self._name)
        return None if row is None else row.analyser

    def reanalyse(self, entries: Iterable[tuple[str, Sequence[str]]], analyser: str) -> None:
        """Replace the index terms of turns (by id), and note which analyser made them."""
        t = schema.turns
        with self._writing() as (connection, clock):
            for chunk in chunks(entries):
                known = lookup(connection, clock.space, t.c.id, [id for id, _ in chunk], t.c.seq)
                rows = [(known[id], terms) for id, terms in chunk if id in known]
                seqs = [seq for seq, _ in rows]
                self._store.dialect.unindex_terms(connection, clock.space, seqs)
                self._store.dialect.index_terms(connection, clock.space, rows)
                for seq, terms in rows:
                    connection.execute(
                        update(t)
                        .where(t.c.space == clock.space, t.c.seq == seq)
                        .values(length=len(terms))
                    )
            clock.analyser = analyser
            clock.generation += 1

    def embedder(self) -> EmbedderInfo | None:
        """The model whose vectors this space holds, or ``None`` before the first."""
        with self._store.reading() as connection:
            row = space_row(connection, self._name)
        return None if row is None else embedder_of(row)

    def use_embedder(self, info: EmbedderInfo) -> None:
        """From now on vectors of this model; those of another one are dropped."""
        v = schema.vectors
        with self._writing() as (connection, clock):
            if clock.embedder not in (None, info):
                connection.execute(delete(v).where(v.c.space == clock.space))
                clock.generation += 1
            clock.embedder = info

    def put_vectors(self, info: EmbedderInfo, seqs: Sequence[int], vectors: Vectors) -> None:
        """Store one vector a turn, replacing what the turn had. The first call names the model."""
        v, t = schema.vectors, schema.turns
        with self._writing() as (connection, clock):
            if clock.embedder not in (None, info):
                raise EmbedderMismatch(str(clock.embedder), str(info))
            if len(seqs) and vectors.shape != (len(seqs), info.dimension):
                raise InvalidInput(
                    "vectors", vectors.shape, f"must be {(len(seqs), info.dimension)}"
                )
            clock.embedder = info
            for chunk in chunks(seqs):
                old = delete(v).where(v.c.space == clock.space, v.c.turn_seq.in_(chunk))
                clock.generation += connection.execute(old).rowcount > 0
            there = lookup(connection, clock.space, t.c.seq, seqs, t.c.seq)  # not erased meanwhile
            rows = [
                clock.place(
                    {"turn_seq": seq, "vector": vector.astype("<f4").tobytes()}, clock.tick()
                )
                for seq, vector in zip(seqs, vectors, strict=True)
                if seq in there
            ]
            if rows:
                connection.execute(insert(v), rows)

    def vectors(self, after: int, limit: int) -> tuple[NDArray[np.int64], Vectors, int]:
        """At most ``limit`` vectors stored after a point of the clock, in that order."""
        v = schema.vectors.c
        with self._store.reading() as connection:
            query = (
                select(v.turn_seq, v.vector, v.seq)
                .where(v.space == self._id(connection), v.seq > after)
                .order_by(v.seq)
                .limit(limit)
            )
            rows = connection.execute(query).all()
        if not rows:
            return np.empty(0, np.int64), np.empty((0, 0), np.float32), after
        seqs = np.fromiter((row[0] for row in rows), np.int64, len(rows))
        matrix = np.frombuffer(b"".join(row[1] for row in rows), "<f4").reshape(len(rows), -1)
        return seqs, matrix.astype(np.float32, copy=False), rows[-1][2]

    def keep(self, name: str, content: bytes) -> None:
        """Keep what follows from the nouns, so that it need not be worked out again."""
        d = schema.derived
        with self._writing() as (connection, clock):
            connection.execute(delete(d).where(d.c.space == clock.space, d.c.name == name))
            row = {"name": name, "generation": clock.generation, "content": content}
            connection.execute(insert(d), {"space": clock.space, **row})

    def kept(self, name: str) -> bytes | None:
        """What was kept under a name in this generation, or ``None``."""
        d = schema.derived.c
        with self._store.reading() as connection:
            row = space_row(connection, self._name)
            if row is None:
                return None
            query = select(d.content).where(d.space == row.id, d.name == name)
            content: bytes | None = connection.scalar(query.where(d.generation == row.generation))
        return content

    def unembedded(self) -> list[int]:
        """Sequence numbers of the turns that have no vector, oldest first."""
        t, v = schema.turns.c, schema.vectors.c
        with self._store.reading() as connection:
            has_vector = select(v.seq).where(v.space == t.space, v.turn_seq == t.seq).exists()
            query = select(t.seq).where(t.space == self._id(connection), ~has_vector)
            return list(connection.scalars(query.order_by(t.seq)))
