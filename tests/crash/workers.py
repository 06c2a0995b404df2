"""What the processes of the crash tests do; run as a script, steered over stdin and stdout."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

from smalti import Memory


def say(*words: object) -> None:
    """One line on stdout, written at once and whole."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def add(path: str, name: str, amount: str) -> None:
    """Add so many turns, one write each, once told to begin."""
    with Memory(path, embedder=None, extract=False) as memory:
        say("ready")
        sys.stdin.readline()
        for i in range(int(amount)):
            say(*memory.add(f"{name} wrote number {i}", session=name).ids)


def recall(path: str) -> None:
    """Recall and read, over and over, until stdin is closed."""
    with Memory(path, embedder=None, extract=False) as memory:
        say("ready")
        os.set_blocking(0, False)
        seen = 0
        while sys.stdin.buffer.read(1) != b"":
            found = memory.recall("who wrote number 7?", k=5)
            assert all("number" in item.turn.text for item in found.items)
            turns = sum(1 for _ in memory.turns())
            assert turns >= seen
            assert memory.stats().turns >= turns
            seen = turns
            time.sleep(0.02)  # leave the machine to the writers
        say("seen", seen)


def nursery(work: Callable[..., None]) -> None:
    """Fork a child for each line of arguments on stdin, and tell how it ended.

    Forking saves loading all code again for each of many short lives.
    """
    say("ready")
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            work(*line.rstrip("\n").split("\t"))
            os._exit(0)
        say("child", child)
        _, status = os.waitpid(child, 0)
        say("ended", os.waitstatus_to_exitcode(status))


def add_forever(path: str, name: str) -> None:
    """Add turn after turn, telling the id of each once it is acknowledged."""
    memory = Memory(path, embedder=None, extract=False)
    for i in count():
        (id,) = memory.add(f"{name} wrote number {i}", session=name).ids
        say(id)


def import_file(path: str, source: str) -> None:
    """Import a file, telling how many turns are acknowledged after each batch."""
    done = 0

    def progress(turns: int) -> None:
        nonlocal done
        done += turns
        say(done)

    Memory(path, embedder=None, extract=False).import_(source, progress=progress)


def sleep_forever(path: str) -> None:
    """Consolidate over and over, telling of each person that is done."""
    with Memory(path, embedder=None, model=None) as memory:
        while True:
            memory.consolidate(everything=True, progress=lambda _: say("person"))
            say("slept")


def create_together(folder: str, rounds: str) -> None:
    """Several processes create one new file at once, many times over."""
    for i in range(int(rounds)):
        path = Path(folder) / f"{i}.db"
        gate, opener = os.pipe()
        children = []
        for number in range(3):
            child = os.fork()
            if child == 0:
                os.close(opener)
                os.read(gate, 1)  # returns for all at once when the parent closes its end
                with Memory(path, embedder=None, extract=False) as memory:
                    memory.add(f"child {number}", said_at=None)
                os._exit(0)
            children.append(child)
        os.close(gate)
        os.close(opener)
        codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
        say(path.name, *codes)


if __name__ == "__main__":
    _, task, *arguments = sys.argv
    if task == "nursery":
        works: dict[str, Callable[..., None]] = {
            "add": add_forever,
            "import": import_file,
            "sleep": sleep_forever,
        }
        nursery(works[arguments[0]])
    else:
        tasks: dict[str, Callable[..., None]] = {
            "add": add,
            "recall": recall,
            "create": create_together,
        }
        tasks[task](*arguments)
