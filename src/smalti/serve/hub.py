"""One opened memory file, a memory for each of its spaces, and the threads that verbs run in."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from enum import Enum
from typing import TypeVar

from anyio import CapacityLimiter, to_thread

from smalti.memory import Memory
from smalti.memory.within import store_of
from smalti.serve.keys import Keyring, present
from smalti.serve.names import space_named
from smalti.store.contract import Store

Result = TypeVar("Result")


class Lane(Enum):
    """Which threads a verb may take, so that slow ones do not keep quick ones waiting."""

    READ = "read"
    WRITE = "write"
    LONG = "long"  # import, export, consolidation: minutes
    QUEUE = "queue"  # reading what waits
    ACCESS = "access"  # looking at keys, which everybody waits for
    FACES = "faces"  # loading what is mounted after the start
    CHECK = "check"  # health and metrics, whatever else goes on


class Hub:
    """One opened store with a memory for each space, shared by all threads.

    Memories are kept with their indexes, the least used ones let go. A space comes into being with
    its first write; until then it reads as empty.
    """

    def __init__(
        self, memory: Memory, *, kept: int = 64, readers: int = 4, writers: int = 1
    ) -> None:
        """Take over an opened memory of any space; :meth:`close` closes it.

        Args:
            memory: opened by the caller.
            kept: how many spaces keep their indexes.
            readers: how many reading verbs are worked on at the same time.
            writers: how many writing ones; one writes at a time whatever this says.
        """
        self._memory = memory
        self._kept = kept
        self._lock = threading.Lock()
        self._memories: OrderedDict[str, Memory] = OrderedDict()
        self._threads = {Lane.READ: readers, Lane.WRITE: writers, Lane.LONG: 1}
        self._limits: dict[Lane, CapacityLimiter] = {}
        self._on_queued: Callable[[], object] = lambda: None
        self.store: Store = store_of(memory)
        self.keys = Keyring(self.store)

    def memory(self, space: str) -> Memory:
        """The memory of a space.

        Raises:
            InvalidInput: not a usable name.
            StoreClosed: the hub was closed.
        """
        name = space_named(space)
        with self._lock:
            found = self._memories.get(name)
            if found is None:
                found = self._memories[name] = self._memory.space(name)
            self._memories.move_to_end(name)
            while len(self._memories) > self._kept:
                self._memories.popitem(last=False)
            return found

    @property
    def any_memory(self) -> Memory:
        """A memory of some space, for what all spaces share."""
        return self._memory

    async def run(self, lane: Lane, work: Callable[[], Result]) -> Result:
        """Do something in a worker thread of a lane; it is finished even if nobody waits for it."""
        limit = self._limits.get(lane)
        if limit is None:
            limit = self._limits[lane] = CapacityLimiter(self._threads.get(lane, 1))
        return await to_thread.run_sync(work, limiter=limit)

    def enqueue(self, space: str, turns: Iterable[str]) -> int:
        """Let turns wait to be read; how many did not wait already. From any thread."""
        queued = self.store.space(space).enqueue(turns, present())
        if queued:
            self._on_queued()
        return queued

    def when_queued(self, tell: Callable[[], object]) -> None:
        """Have something called, in any thread, whenever turns were queued."""
        self._on_queued = tell

    def spaces(self) -> list[str]:
        """The names of all spaces that were written to, sorted."""
        return self._memory.spaces()

    def close(self) -> None:
        """Give the file back; later calls raise ``StoreClosed``."""
        self._memory.close()
