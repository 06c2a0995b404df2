"""The lane of open conflicts: what contradicts a find is found with it.

A question names the topic of a contradiction and seldom the words of both sides: "Have I worked
with Michael?" finds the weeks of work with him and not "I've never met Michael". Where the two were
recognised as contradicting each other, the records are the key from one turn to the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from smalti.model.conflict import Conflict, ConflictStatus
from smalti.model.record import Record
from smalti.model.time import Instant
from smalti.recall.filters import Mask
from smalti.recall.index import Snapshot
from smalti.recall.rank import Ranking, Scores, reranked
from smalti.store.contract import Space

HITS = 10
"""Turns of a ranking whose other sides are looked for."""

SHARE = 0.95
"""What the other side gets of the score of the turn it contradicts, if it has less itself."""

_LIMIT = 200  # records of the hits, and conflicts of these


def with_other_sides(
    space: Space,
    snapshot: Snapshot,
    ranking: Ranking,
    *,
    keep: Mask,
    known_at: Instant | None = None,
) -> Ranking:
    """The ranking with the other side of each open conflict near the turn it contradicts.

    Only turns of ``keep`` are lifted, and of conflicts found after ``known_at`` nothing is known.
    What they gain is the part "conflict". Without an open conflict the ranking is as it was.
    """
    best = ranking.rows[:HITS].tolist()
    seqs = snapshot.seqs[best].tolist()
    turns = {turn.id: seq for seq, turn in space.turns_at(seqs).items()}
    pairs = list(_pairs(space, list(turns), known_at))
    if not pairs:
        return ranking
    others = _rows(space, snapshot, {other for _, other in pairs})
    row_of = dict(zip(seqs, best, strict=True))
    gain: Scores = np.zeros(len(snapshot), np.float32)
    for turn, other in pairs:
        row = others.get(other)
        if row is not None and keep[row]:
            lent = SHARE * ranking.score[row_of[turns[turn]]] - ranking.score[row]
            gain[row] = max(gain[row], lent)
    return reranked(ranking, "conflict", gain) if gain.any() else ranking


def _rows(space: Space, snapshot: Snapshot, turns: Iterable[str]) -> dict[str, int]:
    """The rows of turns by their ids; turns that are not in the snapshot are left out."""
    places = space.places(turns)
    rows, inside = snapshot.rows_of(np.fromiter(places.values(), np.int64, len(places)))
    found = zip(places, rows.tolist(), inside.tolist(), strict=True)
    return {id: row for id, row, there in found if there}


def _pairs(
    space: Space, turns: Sequence[str], known_at: Instant | None
) -> Iterator[tuple[str, str]]:
    """Turns with the turns that the records contradict which rest on them."""
    mine = {r.id: r for r in space.meeting(Record, [f"turn {id}" for id in turns], _LIMIT)}
    found = space.meeting(Conflict, [f"record {id}" for id in mine], _LIMIT)
    open_ = [one for one in found if _was_open(one, known_at)]
    sides = {side for one in open_ for side in (one.stored, one.incoming)}
    records = mine | dict(space.several(Record, sorted(sides - mine.keys())))
    for one in open_:
        for side, other in ((one.stored, one.incoming), (one.incoming, one.stored)):
            yield from _across(records, side, other, set(turns))


def _across(
    records: Mapping[str, Record], side: str, other: str, turns: set[str]
) -> Iterator[tuple[str, str]]:
    if side in records and other in records:
        for here in records[side].evidence:
            for there in records[other].evidence:
                if here.turn in turns and there.turn != here.turn:
                    yield here.turn, there.turn


def _was_open(conflict: Conflict, known_at: Instant | None) -> bool:
    known = known_at is None or conflict.found_at.micros <= known_at.micros
    return known and conflict.status is ConflictStatus.OPEN
