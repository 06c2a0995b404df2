"""Listening, answering, and stopping in good order."""

from __future__ import annotations

import json
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import uvicorn

from smalti.model.errors import InvalidInput
from smalti.serve.accounts import log as requests_log
from smalti.serve.app import create_app
from smalti.serve.hub import Hub
from smalti.serve.patience import patient
from smalti.serve.settings import ServeSettings

if TYPE_CHECKING:
    from types import FrameType

# Every SQLite call gives the interpreter away, and a recall that has many of them would wait out
# this time again and again while a turn is read; by default it is five times as long.
_SWITCH_SECONDS = 0.001
_BACKLOG = 2048  # connections that may wait to be accepted
_HEADER_BYTES = 64 * 1024
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def listen(settings: ServeSettings) -> socket.socket:
    """A socket at the address of the settings.

    Raises:
        InvalidInput: the address is not of this machine, or the port is taken or not allowed.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((settings.host.strip("[]"), settings.port))
        listening.listen(_BACKLOG)
    except (OSError, OverflowError) as error:
        listening.close()
        where = f"{settings.host}:{settings.port}"
        reason = getattr(error, "strerror", None) or str(error)
        problem = f"cannot be used: {reason}"
        raise InvalidInput("port", where, problem, fix="Take another") from error
    return listening


def require_keys(settings: ServeSettings, hub: Hub) -> None:
    """Nobody beyond this machine gets in without a key.

    Raises:
        InvalidInput: it is to listen elsewhere, and there is no key.
    """
    if not settings.is_local and hub.keys.is_open:
        raise InvalidInput(
            "host", settings.host, "can be reached from elsewhere, and no key is made yet",
            fix="Make one with `smalti keys add`, or listen at 127.0.0.1",
        )  # fmt: skip


def run(
    settings: ServeSettings, hub: Hub, listening: socket.socket, started: Callable[[str], object]
) -> None:
    """Answer until SIGINT or SIGTERM; requests under way and the turn being read are finished.

    Args:
        settings: as :func:`listen` was told.
        hub: is not closed here.
        listening: closed at the end.
        started: called with the address once requests are answered.
    """
    host, port = listening.getsockname()[:2]
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    config = uvicorn.Config(
        create_app(settings, hub, faces_later=True),
        http=patient(settings.body_seconds),
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="on",
        timeout_keep_alive=settings.idle_seconds,
        timeout_graceful_shutdown=settings.shutdown_seconds,
        h11_max_incomplete_event_size=_HEADER_BYTES,
    )
    sys.setswitchinterval(_SWITCH_SECONDS)
    server = _Server(config, lambda: started(address))
    with listening:
        server.run(sockets=[listening])


class _Server(uvicorn.Server):
    """Tells when it answers, and takes a signal as a wish and no more: it ends as if told so."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], object]) -> None:
        super().__init__(config)
        self._tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        if self.started:
            self._tell()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End in good order at the first signal, at once at the second."""

        def end(number: int, frame: FrameType | None) -> None:
            self.handle_exit(number, frame)

        before = {number: signal.signal(number, end) for number in _SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


class _Lines(logging.Formatter):
    """One JSON object a line; requests come as such already."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        if record.name == requests_log.name:
            return record.getMessage()
        told = {
            "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        return json.dumps(told, ensure_ascii=False)


def log_to_stderr(*, quiet: bool = False) -> None:
    """Write the log to standard error, one JSON object a line; ``quiet`` leaves requests out."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    for name in ("smalti.serve", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
        logger.setLevel(logging.WARNING if quiet or name == "uvicorn" else logging.INFO)
