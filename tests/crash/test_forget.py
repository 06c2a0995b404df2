"""Forgetting that is killed, and forgetting while others write and recall.

Run as a script, this file is the other process: ``forget`` forks a child for each path on stdin,
which erases and ends; ``recall`` opens a memory and recalls whenever it is told to.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event

import pytest

from smalti import Memory, NotFound
from smalti.model.errors import ModelUnavailable
from smalti.models.llm import Completion, Prompt
from smalti.testing import HashEmbedder

LIVES, SAID = 5, 3
SECRET = "zyxwolf"


def opened(path: Path) -> Memory:
    return Memory(path, embedder=HashEmbedder(32), model=None)


def fill(path: Path) -> None:
    """Plain turns of Ada, secret ones of Bo, all read for records."""
    with opened(path) as memory:
        for i in range(SAID):
            memory.add(f"I met Dana in town number {i}.", speaker="Ada", session=f"a{i}")
        for i in range(SAID):
            memory.add(f"My boss is Zyxwolf Number{i}.", speaker="Bo", session=f"b{i}")


def secrets(memory: Memory) -> tuple[int, int]:
    """How many secret turns and records there are."""
    turns = sum("Zyxwolf" in turn.text for turn in memory.turns())
    return turns, sum("Zyxwolf" in record.sentence for record in memory.records(state=None))


def remains(path: Path) -> list[str]:
    """The files beside the memory, and itself, that hold the secret."""
    return [f.name for f in path.parent.iterdir() if SECRET in f.read_bytes().lower().decode("l1")]


@contextmanager
def process(task: str) -> Iterator[subprocess.Popen[str]]:
    """This file as another process; it has loaded its code."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-W", "error", __file__, task]
    worker = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1)
    try:
        assert hear(worker) == "ready"
        yield worker
    finally:
        worker.kill()
        worker.communicate()


def tell(worker: subprocess.Popen[str], line: object) -> None:
    assert worker.stdin is not None
    worker.stdin.write(f"{line}\n")
    worker.stdin.flush()


def hear(worker: subprocess.Popen[str]) -> str:
    assert worker.stdout is not None
    return worker.stdout.readline().strip()


@pytest.mark.slow
def test_a_killed_forget_has_erased_all_or_nothing_and_can_be_finished(tmp_path: Path) -> None:
    full = tmp_path / "full" / "memory.db"
    full.parent.mkdir()
    fill(full)
    outcomes = set()
    with process("forget") as worker:
        unhindered = tmp_path / "unhindered.db"
        unhindered.write_bytes(full.read_bytes())
        tell(worker, unhindered)
        hear(worker)
        started = time.monotonic()
        assert hear(worker) == "ended"
        takes = time.monotonic() - started
        for life in range(LIVES):
            folder = tmp_path / str(life)
            folder.mkdir()
            path = folder / "memory.db"
            path.write_bytes(full.read_bytes())
            tell(worker, path)
            child = int(hear(worker))
            time.sleep(random.uniform(0.0, takes))
            with suppress(ProcessLookupError):  # it may have been quicker this time
                os.kill(child, signal.SIGKILL)
            assert hear(worker) == "ended"
            with opened(path) as memory:
                turns, records = secrets(memory)
                assert (turns, records) in ((SAID, SAID), (0, 0))
                assert len(memory.erasures()) == (turns == 0)
                assert memory.check().problems == ()
                outcomes.add(turns)
                if turns:
                    memory.forget(source="Bo")
                else:
                    memory.compact()
                assert memory.erasures()[-1].compacted
                assert len(memory.recall("Dana in town", k=50).items) == SAID
            assert remains(path) == []
    assert outcomes


def test_another_process_recalls_nothing_of_it_any_more(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    fill(path)
    with process("recall") as worker, opened(path) as memory:
        tell(worker, path)
        assert hear(worker) == str(SAID)
        memory.forget(source="Bo")
        tell(worker, path)
        assert hear(worker) == "0"
        assert remains(path) == []


def test_forgetting_while_others_recall(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    fill(path)
    done = Event()

    def recall() -> int:
        rounds = 0
        with opened(path) as memory:
            while not done.is_set():
                after = bool(memory.erasures())  # before the recall: it may come in between
                found = [item.turn.text for item in memory.recall("boss Zyxwolf", k=50).items]
                assert not (after and any("Zyxwolf" in text for text in found))
                rounds += 1
        return rounds

    with ThreadPoolExecutor(2) as readers, opened(path) as memory:
        reading = [readers.submit(recall) for _ in range(2)]
        try:
            memory.forget(source="Bo")
            time.sleep(0.2)
        finally:
            done.set()
        assert all(one.result() > 0 for one in reading)
        memory.compact()
        assert remains(path) == []


def test_forgetting_while_others_write(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    fill(path)
    done = Event()

    def write(name: str) -> int:
        with opened(path) as memory:
            count = 0
            while not done.is_set() and count < 200:
                memory.add(f"My boss is Zyxwolf Extra{count}.", speaker=name, session=name)
                count += 1
        return count

    with ThreadPoolExecutor(2) as writers, opened(path) as memory:
        writing = [writers.submit(write, name) for name in ("Bo", "Cy")]
        try:
            for _ in range(6):
                with suppress(NotFound):  # where Bo has said nothing since the last time
                    memory.forget(source="Bo")
                time.sleep(0.05)
        finally:
            done.set()
        counts = [one.result() for one in writing]
        assert all(counts)
        assert memory.check().problems == ()
        left = list(memory.turns())
        assert sum(turn.speaker == "Cy" for turn in left) == counts[1]
        if any(turn.speaker == "Bo" for turn in left):
            memory.forget(source="Bo")
        memory.forget(source="Cy")
        assert secrets(memory) == (0, 0)
        assert memory.check().problems == ()
        assert remains(path) == []


class Interrupted:
    """A model that is out of reach, after somebody else has erased what it was to read."""

    name = "interrupted"

    def __init__(self, path: Path) -> None:
        self._path = path

    def complete(self, prompt: Prompt) -> Completion:
        """Erase what Bo said, and fail."""
        with opened(self._path) as other, suppress(NotFound):  # where that was done before
            other.forget(source="Bo")
        raise ModelUnavailable("out of reach")

    async def complete_async(self, prompt: Prompt) -> Completion:
        """The same, awaited."""
        return self.complete(prompt)


def test_nothing_is_made_of_a_turn_that_is_erased_while_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with Memory(path, embedder=None, model=Interrupted(path)) as memory:
        memory.add(
            [
                {"text": "My boss is Zyxwolf Quandary.", "speaker": "Bo"},
                {"text": "She lives in Oslo.", "speaker": "Ada"},
                {"text": "My sister Lena is 34.", "speaker": "Ada"},
            ]
        )
        assert [turn.speaker for turn in memory.turns()] == ["Ada", "Ada"]
        assert "Zyxwolf" not in repr(list(memory.records(state=None)))
        assert any("Lena" in record.sentence for record in memory.records(state=None))
        assert memory.check().problems == ()
        memory.compact()
        assert remains(path) == []


# ---------------------------------------------------------------------- the other process


def say(word: object) -> None:
    """One line on stdout, written at once and whole."""
    os.write(1, f"{word}\n".encode())


def forget() -> None:
    """Fork a child for each path, which forgets what Bo said, and tell when it has ended."""
    with opened(Path(":memory:")) as memory:  # loads all code once
        memory.add("My boss is Dana.", speaker="Bo")
        memory.forget(source="Bo")
    say("ready")
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            opened(Path(line.strip())).forget(source="Bo")
            os._exit(0)
        say(child)
        os.waitpid(child, 0)
        say("ended")


def recall() -> None:
    """Tell how many secret turns a recall finds, each time a line comes in."""
    say("ready")
    with opened(Path(sys.stdin.readline().strip())) as memory:
        for _ in range(2):
            found = memory.recall("boss Zyxwolf", k=50).items
            say(sum("Zyxwolf" in item.turn.text for item in found))
            sys.stdin.readline()


if __name__ == "__main__":
    {"forget": forget, "recall": recall}[sys.argv[1]]()
