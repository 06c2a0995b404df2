"""What contradicts turns: one way from their evidence over open conflicts to the other side's."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from sqlalchemy import BindParameter, Select, bindparam, case, literal, select

from smalti.model.conflict import Conflict, ConflictStatus
from smalti.model.time import Instant
from smalti.store import schema
from smalti.store.sql.handle import Handle, chunks

_WHENEVER = 2**63 - 1  # microseconds


class ConflictRows(Handle):
    """Open conflicts by the turns they lie between; see :class:`smalti.store.contract.Space`."""

    def contradicting(
        self, seqs: Iterable[int], known_at: Instant | None = None
    ) -> list[tuple[int, int]]:
        """These turns with those on which the other side of an open conflict rests."""
        until = _WHENEVER if known_at is None else known_at.micros
        found: set[tuple[int, int]] = set()
        with self._store.reading() as connection:
            space = self._id(connection)
            for chunk in chunks(seqs):
                given = {"space": space, "seqs": chunk, "until": until}
                rows = connection.execute(_across(), given)
                found.update((row[0], row[1]) for row in rows)
        return sorted(found)


@cache
def _across() -> Select[Any]:
    here, there, hit = (schema.turns.alias(name) for name in ("here", "there", "hit"))
    mine, other = schema.evidence.alias("mine"), schema.evidence.alias("other")
    k, c = schema.noun_keys.c, schema.conflicts.c
    space: BindParameter[Any] = bindparam("space")
    side = case((c.stored == mine.c.record, c.incoming), else_=c.stored)
    joined = (
        mine.join(here, (here.c.space == mine.c.space) & (here.c.id == mine.c.turn))
        .join(
            schema.noun_keys,
            (k.space == mine.c.space)
            & (k.noun == schema.NOUNS[Conflict].table.name)
            & (k.key == literal("record ") + mine.c.record),
        )
        .join(schema.conflicts, (c.space == mine.c.space) & (c.id == k.id))
        .join(other, (other.c.space == mine.c.space) & (other.c.record == side))
        .join(there, (there.c.space == mine.c.space) & (there.c.id == other.c.turn))
    )
    # Without this list a database begins with all evidence of the space.
    seqs: BindParameter[Any] = bindparam("seqs", expanding=True)
    hits = select(hit.c.id).where(hit.c.space == space, hit.c.seq.in_(seqs))
    wanted = (
        mine.c.space == space,
        mine.c.turn.in_(hits),
        mine.c.turn != other.c.turn,
        c.status == ConflictStatus.OPEN.value,
        c.found_at <= bindparam("until"),
    )
    return select(here.c.seq, there.c.seq).select_from(joined).where(*wanted)
