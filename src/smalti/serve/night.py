"""Consolidating every space on a schedule."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

from smalti.model.time import Instant
from smalti.serve.hub import Hub, Lane
from smalti.serve.keys import present
from smalti.serve.names import space_named

_log = logging.getLogger("smalti.serve.night")
_MICROS_AN_HOUR = 3_600_000_000


class Night:
    """Consolidates all spaces every so many hours, counted from the start of the server."""

    def __init__(self, hub: Hub, hours: float) -> None:
        self._hub = hub
        self._hours = hours
        self._stop = asyncio.Event()
        self._last: Instant | None = None
        self._failed = 0
        self._spaces = 0
        self._next = self._after(present())

    async def run(self) -> None:
        """Work until :meth:`stop`."""
        while not self._stop.is_set():
            with suppress(TimeoutError):
                wait = max(0.0, (self._next.micros - present().micros) / 1e6)
                await asyncio.wait_for(self._stop.wait(), wait)
                return
            await self._consolidate()

    def stop(self) -> None:
        """Finish the space at hand."""
        self._stop.set()

    def told(self) -> dict[str, Any]:
        """When it was and will be, and how many spaces it went well for."""
        return {
            "every_hours": self._hours,
            "last": None if self._last is None else str(self._last),
            "next": str(self._next),
            "spaces": self._spaces,
            "failed": self._failed,
        }

    async def _consolidate(self) -> None:
        self._spaces = self._failed = 0
        for space in await self._hub.run(Lane.LONG, self._hub.spaces):
            if self._stop.is_set():
                break
            try:
                await self._hub.run(Lane.LONG, lambda name=space: self._one(name))  # type: ignore[misc]
                self._spaces += 1
            except Exception as error:  # noqa: BLE001 - one space must not keep the others from it
                self._failed += 1
                _log.warning("a space was not consolidated: %s", type(error).__name__)
        self._last = present()
        self._next = self._after(self._last)

    def _one(self, space: str) -> None:
        self._hub.memory(space_named(space)).consolidate()

    def _after(self, moment: Instant) -> Instant:
        return Instant(moment.micros + int(self._hours * _MICROS_AN_HOUR))
