"""The graph that is kept up to date is the graph that is worked out anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smalti import Memory
from smalti.graph.association import AssociationGraph
from smalti.graph.standing import standing
from smalti.network import GraphIndex
from smalti.store.contract import Watermark
from smalti.testing import FrozenClock, HashEmbedder

SAID = (
    "I work at Lumen. Bram lives in Oslo.",
    "I work at Lumen in Oslo.",
    "Bram lives in Oslo.",
    "Bram lives in Bergen now.",
    "My sister Cleo plays the harp in Oslo.",
    "Cleo plays the harp.",
    "I like red tea.",
    "I like green tea.",
)


@pytest.fixture
def memory(clock: FrozenClock) -> Iterator[Memory]:
    with Memory(":memory:", embedder=HashEmbedder(), model=None, clock=clock) as opened:
        yield opened


def say(memory: Memory, number: int, speaker: str = "Ada") -> str:
    said = memory.add(SAID[number], speaker=speaker, said_at=f"2026-02-{number + 1:02}T10:00:00Z")
    return said.ids[0]


def afresh(memory: Memory) -> AssociationGraph:
    """Worked out from what is stored, by an index that never saw it grow."""
    memory._space.keep("graph", b"")
    with memory._space.atomic():
        index = GraphIndex(memory._space, memory._recaller.turns)
        index._restore = index._reset  # type: ignore[method-assign]
        return index.refresh()


def test_entities_of_one_turn_are_associated_and_so_are_records_of_like_turns(
    memory: Memory,
) -> None:
    say(memory, 0)
    say(memory, 6)
    say(memory, 7)
    labels = memory.labels(memory._graph.refresh().ids)
    pairs = {tuple(sorted((labels[e.source], labels[e.target]))) for e in memory._associations()}
    assert ("Bram", "Lumen") in pairs
    assert ("Ada likes green tea", "Ada likes red tea") in pairs
    assert ("Ada likes green tea", "Bram lives in Oslo") not in pairs


acts = st.lists(
    st.one_of(
        st.tuples(st.just("say"), st.integers(0, len(SAID) - 1)),
        st.tuples(st.sampled_from(("forget", "look", "sleep", "reopen")), st.integers(0, 9)),
    ),
    max_size=12,
)


@settings(max_examples=25)
@given(acts=acts)
def test_kept_up_to_date_is_as_worked_out_anew(acts: list[tuple[str, int]]) -> None:
    with Memory(":memory:", embedder=HashEmbedder(), model=None) as memory:
        said: list[str] = []
        for act, number in acts:
            if act == "say":
                said.append(say(memory, number))
            elif act == "forget" and said:
                id = said.pop(number % len(said))
                if memory._space.turn(id) is not None:
                    memory.forget(turn=id)
            elif act == "look":
                memory._graph.refresh()
            elif act == "sleep":
                memory._graph.keep()
            elif act == "reopen":
                memory.__dict__.pop("_graph", None)
        grown = memory._graph.refresh()
        found, drift = memory._graph.standing(exact=True)
        anew = afresh(memory)
        assert grown == anew
        assert drift == 0
        full = standing(anew)
        assert found.version == full.version
        assert np.array_equal(found.community, full.community)
        assert np.array_equal(found.within, full.within)


def test_what_was_kept_is_used_by_the_next_process(tmp_path: Path, clock: FrozenClock) -> None:
    options = {"embedder": HashEmbedder(), "model": None, "clock": clock}
    with Memory(tmp_path / "m.db", **options) as memory:  # type: ignore[arg-type]
        for number in range(4):
            say(memory, number)
        memory.consolidate()
    with Memory(tmp_path / "m.db", **options) as memory:  # type: ignore[arg-type]
        memory._graph._restore()
        assert memory._graph._read > 0
        say(memory, 4)
        assert memory._graph.refresh() == afresh(memory)


def test_nothing_kept_survives_forgetting(memory: Memory) -> None:
    turn = say(memory, 0)
    memory.consolidate()
    assert memory._space.kept("graph")
    memory.forget(turn=turn)
    assert memory._space.kept("graph") is None
    assert memory.central() == []
    assert memory.communities() == []


def test_a_memory_without_vectors_has_its_entities_associated(clock: FrozenClock) -> None:
    with Memory(":memory:", embedder=None, model=None, clock=clock) as memory:
        say(memory, 0)
        assert (
            "Lumen"
            in memory.labels(
                id for id, _ in memory._graph.neighbours(memory.entity("Bram").id)
            ).values()
        )


def test_an_empty_memory_has_an_empty_graph(memory: Memory) -> None:
    assert memory.graph().nodes == ()
    assert (memory.central(), memory.communities()) == ([], [])


class Racing:
    """A space to which somebody writes after its watermark was read."""

    def __init__(self, memory: Memory) -> None:
        self._memory, self._space = memory, memory._space
        self.writes: list[int] = []

    def watermark(self) -> Watermark:
        found = self._space.watermark()
        if self.writes:
            say(self._memory, self.writes.pop())
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._space, name)


def test_what_somebody_writes_meanwhile_is_taken_in_once(memory: Memory) -> None:
    say(memory, 0)
    space = Racing(memory)
    index = GraphIndex(space, memory._recaller.turns)
    space.writes = [1, 2]
    for _ in range(3):
        index.refresh()
    assert index.refresh() == afresh(memory)
