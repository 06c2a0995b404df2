"""Many processes and threads on one file: no error, nothing lost, nothing twice."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Barrier

import pytest

from crash.processes import Worker, started
from smalti import Memory
from smalti.model.results import Outcome
from smalti.recall.engine import LEXICAL_LIMIT

WRITERS, WRITES, READERS = 8, 200, 2


@pytest.mark.slow
def test_eight_processes_write_while_two_read(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    writing = [("add", path, f"writer-{i}", WRITES) for i in range(WRITERS)]
    reading = [("recall", path)] * READERS
    with started(*writing, *reading) as workers:
        writers, readers = workers[:WRITERS], workers[WRITERS:]
        for writer in writers:
            writer.tell("begin")
        acknowledged = [writer.finish() for writer in writers]
        seen = [reader.finish() for reader in readers]
    with Memory(path, embedder=None, extract=False) as memory:
        for i, ids in enumerate(acknowledged):
            turns = list(memory.turns(session=f"writer-{i}"))
            assert [turn.id for turn in turns] == ids
            assert [turn.text for turn in turns] == [
                f"writer-{i} wrote number {j}" for j in range(WRITES)
            ]
        assert memory.stats().turns == WRITERS * WRITES
        assert memory.check().problems == ()
        assert len(memory.recall("number", k=LEXICAL_LIMIT).items) == LEXICAL_LIMIT
    for (last,) in seen:
        assert 0 < int(last.removeprefix("seen ")) <= WRITERS * WRITES


@pytest.mark.slow
def test_processes_may_create_one_file_together(tmp_path: Path) -> None:
    rounds = 8
    worker = Worker("create", tmp_path, rounds)
    try:
        endings = worker.finish()
    finally:
        worker.stop()
    assert endings == [f"{i}.db 0 0 0" for i in range(rounds)]
    for i in range(rounds):
        with Memory(tmp_path / f"{i}.db", embedder=None, extract=False) as memory:
            texts = sorted(turn.text for turn in memory.turns())
            assert texts == ["child 0", "child 1", "child 2"]
            assert memory.check().problems == ()


@pytest.mark.parametrize("shared", [True, False], ids=["one memory", "a memory each"])
def test_one_sentence_from_eight_threads_is_one_turn(tmp_path: Path, shared: bool) -> None:
    path = tmp_path / "memory.db"
    together = Barrier(8)
    with ExitStack() as stack:
        amount = 1 if shared else 8
        memories = [
            stack.enter_context(Memory(path, embedder=None, extract=False)) for _ in range(amount)
        ]

        def say(thread: int) -> Outcome:
            together.wait()
            receipt = memories[thread % amount].add(
                "I live in Lisbon.", speaker="Ada", session="s", said_at="2026-03-01"
            )
            return receipt.items[0].outcome

        with ThreadPoolExecutor(8) as threads:
            outcomes = list(threads.map(say, range(8)))
        assert outcomes.count(Outcome.STORED) == 1
        assert outcomes.count(Outcome.DUPLICATE) == 7
        assert [turn.text for turn in memories[0].turns()] == ["I live in Lisbon."]


def test_threads_write_and_recall_on_one_memory_in_memory() -> None:
    with Memory(":memory:", embedder=None, extract=False) as memory:

        def work(thread: int) -> None:
            for i in range(25):
                memory.add(f"thread {thread} note {i}", session=f"s{thread}")
                found = memory.recall(f"thread {thread} note {i}", k=100)
                assert f"thread {thread} note {i}" in [item.turn.text for item in found.items]

        with ThreadPoolExecutor(6) as threads:
            list(threads.map(work, range(6)))
        assert memory.stats().turns == 150
        assert memory.check().problems == ()
