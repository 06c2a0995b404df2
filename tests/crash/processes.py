"""Starting, steering and ending the processes of the crash tests."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

WORKERS = Path(__file__).with_name("workers.py")


class Worker:
    """A process that runs one of the tasks of ``workers.py``."""

    def __init__(self, *task: object) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-W", "error", str(WORKERS), *map(str, task)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def hear(self) -> list[str]:
        """The words of the next line; empty when the process has ended."""
        return _open(self._process.stdout).readline().split()

    def tell(self, *words: object) -> None:
        """Send it a line."""
        stdin = _open(self._process.stdin)
        stdin.write("\t".join(map(str, words)) + "\n")
        stdin.flush()

    def finish(self) -> list[str]:
        """Close its input, wait, and give the rest of what it says, line by line."""
        said, complaints = self._process.communicate()
        assert self._process.returncode == 0, complaints
        assert complaints == ""
        return said.splitlines()

    def stop(self) -> None:
        """End it if it is still running, and give back its pipes."""
        if self._process.poll() is None:
            self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            _open(pipe).close()
        self._process.wait()


@contextmanager
def started(*tasks: tuple[object, ...]) -> Iterator[list[Worker]]:
    """Workers that have loaded their code and wait; none is left when the block ends."""
    workers = [Worker(*task) for task in tasks]
    try:
        for worker in workers:
            assert worker.hear() == ["ready"], worker.finish()
        yield workers
    finally:
        for worker in workers:
            worker.stop()


def _open(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe
