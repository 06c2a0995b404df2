"""kill -9 at any moment: what was acknowledged is there, and the file is sound."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import pytest

from crash.processes import Worker, started
from smalti import Memory

LIVES, IMPORTS = 15, 8
LINES = 4_000  # eight batches


def one_life(nursery: Worker, *arguments: object, most: int, longest: float) -> list[str]:
    """Let a child acknowledge some lines and live on a little, kill it, and give its lines."""
    nursery.tell(*arguments)
    (word, child) = nursery.hear()
    assert word == "child"
    acknowledged = [nursery.hear()[0] for _ in range(random.randint(0, most))]
    time.sleep(random.uniform(0.0, longest))
    os.kill(int(child), signal.SIGKILL)
    while (words := nursery.hear())[0] != "ended":
        acknowledged += words
    assert words[1] in ("-9", "0")
    return acknowledged


@pytest.mark.slow
def test_every_acknowledged_turn_survives_the_death_of_its_writer(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    acknowledged: list[str] = []
    with started(("nursery", "add")) as (nursery,):
        for life in range(LIVES):
            acknowledged += one_life(nursery, path, f"life-{life}", most=20, longest=0.1)
            with Memory(path, embedder=None, extract=False) as memory:
                there = [turn.id for turn in memory.turns()]
                assert memory.check().problems == ()
                # At most the turn under way when it died is there beside what it told of.
                assert set(acknowledged) <= set(there)
                assert len(there) <= len(acknowledged) + life + 1
                assert [id for id in there if id in set(acknowledged)] == acknowledged
                memory.add(f"written after death {life}", session="survivor")
                acknowledged = [turn.id for turn in memory.turns()]
                assert memory.recall(f"death {life}").items
    assert len(acknowledged) > LIVES


@pytest.mark.slow
def test_an_import_that_was_killed_leaves_whole_batches_and_can_be_taken_up(
    tmp_path: Path,
) -> None:
    source = tmp_path / "diary.jsonl"
    source.write_text("".join(f'{{"text": "note {i}", "id": "n{i}"}}\n' for i in range(LINES)))
    path = tmp_path / "memory.db"
    unfinished = 0
    with started(("nursery", "import")) as (nursery,):
        for _ in range(IMPORTS):
            heard = one_life(nursery, path, source, most=4, longest=0.2)
            acknowledged = int(heard[-1]) if heard else 0
            with Memory(path, embedder=None, extract=False) as memory:
                texts = [turn.text for turn in memory.turns()]
                assert len(texts) >= acknowledged
                assert texts == [f"note {i}" for i in range(len(texts))]
                assert memory.check().problems == ()
            if 0 < len(texts) < LINES:
                unfinished += 1
            if len(texts) == LINES:
                path.unlink()
    assert unfinished > 0
    with Memory(path, embedder=None, extract=False) as memory:
        report = memory.import_(source)
        assert (report.stored + report.duplicates, report.faults) == (LINES, ())
        assert [turn.text for turn in memory.turns()] == [f"note {i}" for i in range(LINES)]
        assert memory.check().problems == ()
