"""Reading what was only journalled: turns wait in the store, and one thread reads them in turn."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from smalti.memory import Memory
from smalti.memory.within import read, space_of
from smalti.model.processing import Processed
from smalti.model.record import Record
from smalti.model.time import Instant
from smalti.serve.hub import Hub, Lane

_log = logging.getLogger("smalti.serve.queue")
_BATCH = 4  # turns read together: what a stop has to wait for
_LOOK_SECONDS = 5.0  # how often it is looked for what other processes queued
_MOST = 1000  # records of one turn
_PAUSES = (1.0, 5.0, 30.0, 60.0)  # seconds after failures of the store, one after the other


@dataclass(frozen=True, slots=True)
class Item:
    """How the reading of a turn stands.

    ``status`` is "queued", "done", "degraded" (read, but not by the model asked for), "failed"
    (``reason`` says why) or "unread". ``records`` are the ids of what rests on the turn.
    """

    turn: str
    status: str
    reason: str = ""
    queued_at: Instant | None = None
    read_at: Instant | None = None
    records: tuple[str, ...] = ()


def item(memory: Memory, id: str) -> Item:
    """How the reading of a turn stands.

    Raises:
        NotFound: there is no such turn in this space.
    """
    turn, space = memory.get(id), space_of(memory)
    waiting = space.waits(turn.id)
    noted = space.one(Processed, turn.id)
    status = "unread" if noted is None else noted.status.value
    return Item(
        turn=turn.id,
        status="queued" if waiting else status,
        reason="" if noted is None else noted.reason,
        queued_at=waiting.queued_at if waiting else None,
        read_at=None if noted is None else noted.at,
        records=tuple(one.id for one in space.meeting(Record, [f"turn {turn.id}"], _MOST)),
    )


def replayable(memory: Memory, turns: Iterable[str] | None) -> list[str]:
    """Of these turns those that are not read; by default those whose reading failed."""
    space = space_of(memory)
    unread = space.unprocessed()
    if turns is None:
        never = set(space.unprocessed(failed=False))
        failed = space.turns_at([seq for seq in unread if seq not in never])
        return [failed[seq].id for seq in sorted(failed)]
    places = space.places(turns)
    return [id for id, seq in places.items() if seq in set(unread)]


class Backlog:
    """Reads the turns that wait, space by space, a few at a time, until it is told to stop.

    What waits is in the store: a stop, even kill -9, loses none of it, and the next start goes on.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._news = asyncio.Event()
        self._stopping = False
        self._failures = 0

    def tell(self) -> None:
        """Something was queued. Call it in the thread of the event loop."""
        self._news.set()

    async def run(self) -> None:
        """Work until :meth:`stop`."""
        while not self._stopping:
            self._news.clear()
            try:
                worked = await self._round()
                self._failures = 0
            except Exception as error:  # noqa: BLE001 - what waits must not wait for ever
                _log.warning("reading is put off: %s", getattr(error, "code", type(error).__name__))
                await self._pause(_PAUSES[min(self._failures, len(_PAUSES) - 1)])
                self._failures += 1
                continue
            if not worked:
                await self._pause(_LOOK_SECONDS)

    def stop(self) -> None:
        """Finish the batch at hand; the rest stays queued."""
        self._stopping = True
        self._news.set()

    async def _round(self) -> bool:
        """A batch of every space; whether there was anything."""
        spaces = await self._hub.run(Lane.QUEUE, self._hub.store.waiting)
        for space in spaces:
            if self._stopping:
                break
            await self._hub.run(Lane.QUEUE, lambda name=space: self._read(name))  # type: ignore[misc]
        return bool(spaces)

    def _read(self, space: str) -> None:
        memory = self._hub.memory(space)
        handle = space_of(memory)
        turns = [one.turn for one in handle.queued(_BATCH)]
        read(memory, turns)
        handle.dequeue(turns)

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), seconds)
