"""Sleep that is killed at any moment, and sleep beside a writer."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path

import pytest

from crash.processes import started
from crash.test_kill import one_life
from smalti import Memory
from smalti.model.lifecycle import State

PEOPLE, LIVES = 5, 6


def opened(path: Path) -> Memory:
    return Memory(path, embedder=None, model=None)


def live(memory: Memory, person: int, day: int) -> None:
    """Somebody bakes on a day of May."""
    memory.add(
        f"I baked bread number {day} today.",
        speaker=f"Person{chr(65 + person)}",
        said_at=f"2026-05-{day:02}T10:00:00Z",
    )


def view(memory: Memory) -> list[tuple[str, State]]:
    return sorted((one.sentence, one.state) for one in memory.records(state=None))


@pytest.mark.slow
def test_a_sleep_that_was_killed_is_finished_by_the_next(tmp_path: Path) -> None:
    path, other = tmp_path / "killed.db", tmp_path / "undisturbed.db"
    with started(("nursery", "sleep")) as (nursery,):
        for life in range(LIVES):
            with opened(path) as one, opened(other) as two:
                for person in range(PEOPLE):
                    for memory in (one, two):
                        live(memory, person, life + 1)
            one_life(nursery, path, most=PEOPLE, longest=random.uniform(0, 0.2))
            with opened(path) as memory:
                assert memory.check().problems == ()
    with opened(path) as one, opened(other) as two:
        one.consolidate()
        two.consolidate()
        current = [
            [record.sentence for record in memory.records(kind="summary")] for memory in (one, two)
        ]
        assert sorted(current[0]) == sorted(current[1])
        assert len(current[0]) == PEOPLE
        assert one.consolidate().items == ()


@pytest.mark.slow
def test_sleep_beside_a_writer_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with opened(path) as memory:
        live(memory, 0, 1)
    with started(("nursery", "sleep")) as (nursery,):
        nursery.tell(path)
        (word, child) = nursery.hear()
        assert word == "child"
        with opened(path) as memory:
            for day in range(2, 20):
                live(memory, day % 2, day)
        os.kill(int(child), signal.SIGKILL)
        with opened(path) as memory:
            memory.consolidate()
            found = [record.sentence for record in memory.records(kind="summary")]
            assert len(found) == 2
            assert all("from 2026-05-0" in sentence for sentence in found)
            assert len(list(memory.records(kind="event"))) == 19
            assert memory.check().problems == ()
