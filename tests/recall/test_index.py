from __future__ import annotations

from dataclasses import fields

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from smalti import Memory
from smalti.recall.index import UNDATED, Snapshot, TurnIndex
from smalti.store.sqlite import open_sqlite
from smalti.testing import FrozenClock, HashEmbedder
from smalti.text.analyse import Analyser
from smalti.write.drafts import Defaults, drafts_from
from smalti.write.ingest import embed_turns, journal, reanalyse
from smalti.write.journal import number

ANALYSER = Analyser()
EMBEDDER = HashEmbedder(16)

turn_mappings = st.fixed_dictionaries(
    {
        "text": st.sampled_from(["kestrel", "was it a kestrel?", "heron and 3 owls", "no bird"]),
        "speaker": st.sampled_from(["Ada", "Bo", "Cy"]),
        "session": st.sampled_from(["s1", "s2", "s3"]),
        "said_at": st.sampled_from([None, "2026-01-01", "2026-01-02T03:04:05+09:00"]),
    }
)
# What can happen to a space between two looks at it.
steps = st.one_of(
    st.tuples(st.just("add"), st.lists(turn_mappings, min_size=1, max_size=4)),
    st.tuples(st.just("embed"), st.just(None)),
    st.tuples(st.just("re-embed"), st.just(None)),
    st.tuples(st.just("reanalyse"), st.just(None)),
    st.tuples(st.just("look"), st.just(None)),
)


def same(left: Snapshot, right: Snapshot) -> bool:
    return all(
        np.array_equal(a, b) if isinstance(a, np.ndarray) else a == b
        for a, b in ((getattr(left, f.name), getattr(right, f.name)) for f in fields(Snapshot))
    )


@settings(max_examples=40, deadline=None)
@given(st.lists(steps, max_size=12))
def test_an_index_kept_up_to_date_equals_one_read_afresh(history: list[tuple[str, object]]) -> None:
    store = open_sqlite(":memory:")
    space = store.space("x")
    kept = TurnIndex(space)
    now = FrozenClock()
    for step, value in history:
        now.tick()
        if step == "add":
            drafts = drafts_from(value, Defaults())  # type: ignore[arg-type]
            journal(space, list(number(drafts, now())), ANALYSER)
        elif step == "embed":
            embed_turns(space, EMBEDDER, space.unembedded())
        elif step == "re-embed":
            embed_turns(space, EMBEDDER, [column.seq for column in space.columns(0)])
        elif step == "reanalyse":
            reanalyse(space, Analyser("de"))
        kept.refresh()
    assert same(kept.refresh(), TurnIndex(space).refresh())
    store.close()


def test_neighbours_are_those_of_the_session_in_journal_order() -> None:
    with Memory(":memory:", embedder=None, extract=False) as memory:
        for text, session in [("a", "s1"), ("b", "s2"), ("c", "s1"), ("d", "s2"), ("e", "s1")]:
            memory.add(f"bird {text}", session=session)
        snapshot = TurnIndex(memory._space).refresh()
    assert snapshot.previous.tolist() == [-1, -1, 0, 1, 2]
    assert snapshot.next.tolist() == [2, 3, 4, -1, -1]


def test_an_older_snapshot_is_not_touched_by_later_writes() -> None:
    with Memory(":memory:", embedder=HashEmbedder(), extract=False) as memory:
        memory.add(["one bird", "two birds"])
        index = TurnIndex(memory._space)
        before = index.refresh()
        copies = {f.name: np.copy(getattr(before, f.name)) for f in fields(Snapshot)}
        memory.add([f"bird number {i}" for i in range(50)])
        assert len(index.refresh()) == 52
    assert all(np.array_equal(getattr(before, name), copy) for name, copy in copies.items())


def test_an_unknown_time_of_saying_stays_unknown() -> None:
    with Memory(":memory:", embedder=None, extract=False) as memory:
        memory.add("undated bird", said_at=None)
        assert TurnIndex(memory._space).refresh().said_at.tolist() == [UNDATED]
