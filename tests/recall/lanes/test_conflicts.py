"""What contradicts a find is found with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from smalti.memory import Memory
from smalti.model.conflict import Conflict, ConflictStatus
from smalti.model.record import Record
from smalti.model.time import Instant
from smalti.model.turn import TurnDraft
from smalti.recall.index import Snapshot, TurnIndex
from smalti.recall.lanes.conflicts import SHARE, with_other_sides
from smalti.recall.rank import Ranking
from smalti.store.contract import Space
from smalti.store.sqlite import open_sqlite
from smalti.write.keys import keys_of

BORN = "Ada was born in Oslo."
OTHER = "Ada was born in Rome."


@pytest.fixture
def space(tmp_path: Path) -> Iterator[Space]:
    file = tmp_path / "memory.db"
    with Memory(file, embedder=None) as memory:
        memory.add([TurnDraft(text, "Ada", session=text) for text in (BORN, "Hi.", OTHER)])
    store = open_sqlite(file)
    yield store.space("default")
    store.close()


def ranking_of(*scores: float) -> Ranking:
    score = np.array(scores, np.float32)
    rows = np.flatnonzero(score > 0)
    return Ranking(rows[np.argsort(-score[rows], kind="stable")], score, {"lexical": score})


def lifted(
    space: Space, ranking: Ranking, keep: list[bool] | None = None, known_at: Instant | None = None
) -> Ranking:
    snapshot = turns(space)
    mask = np.array(keep or [True] * len(snapshot))
    return with_other_sides(space, snapshot, ranking, keep=mask, known_at=known_at)


def turns(space: Space) -> Snapshot:
    return TurnIndex(space).refresh()


def the_conflict(space: Space) -> Conflict:
    found = list(space.every(Conflict))
    assert [one.status for one in found] == [ConflictStatus.OPEN], list(space.every(Record))
    return found[0]


def test_the_other_side_of_an_open_conflict_comes_after_its_find(space: Space) -> None:
    the_conflict(space)
    found = lifted(space, ranking_of(0.8, 0.5, 0.0))
    assert found.rows.tolist() == [0, 2, 1]
    assert found.score[2] == pytest.approx(SHARE * 0.8)
    assert np.allclose(found.score, sum(found.parts.values()))


def test_a_side_that_ranks_well_by_itself_stays_where_it_is(space: Space) -> None:
    before = ranking_of(0.8, 0.5, 0.79)
    assert lifted(space, before) is before


def test_a_conflict_that_is_settled_lifts_nothing(space: Space) -> None:
    settled = replace(the_conflict(space), status=ConflictStatus.RESOLVED)
    space.put(settled, keys_of(settled))
    before = ranking_of(0.8, 0.5, 0.0)
    assert lifted(space, before) is before


def test_a_turn_that_is_filtered_out_is_not_lifted(space: Space) -> None:
    before = ranking_of(0.8, 0.5, 0.0)
    assert lifted(space, before, keep=[True, True, False]) is before


def test_a_conflict_found_later_was_not_known_then(space: Space) -> None:
    earlier = Instant(the_conflict(space).found_at.micros - 1)
    before = ranking_of(0.8, 0.5, 0.0)
    assert lifted(space, before, known_at=earlier) is before
