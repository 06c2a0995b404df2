"""How long a client may take to say what it wants."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol


class Patient(H11Protocol):
    """HTTP/1.1 where the head of each request has to arrive in time.

    The server itself waits for ever for the end of a head that has begun, so that a few clients
    could hold all its connections. (Bodies have a limit of their own, see the middleware.)
    """

    seconds: ClassVar[float] = 20.0
    _head: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Take it in, and wait on where the head is not whole."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._forget()
        super().connection_lost(exc)

    def _watch(self) -> None:
        if self._is_answering():
            self._forget()
        elif self._head is None:
            self._head = self.loop.call_later(self.seconds, self._give_up)

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _forget(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _give_up(self) -> None:
        self._head = None
        if not self._is_answering() and not self.transport.is_closing():
            self.transport.close()


def patient(seconds: float) -> type[Patient]:
    """The protocol with this many seconds for each head."""
    return type("PatientFor", (Patient,), {"seconds": seconds})
