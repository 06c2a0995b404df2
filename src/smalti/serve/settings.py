"""What a server is told: which memory, where it listens, what it bears."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from ipaddress import ip_address
from typing import Any, Self

from smalti.model.errors import InvalidInput

PREFIX = "SMALTI_SERVE_"
_LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]", "::1"})
_MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """What a server is told.

    Attributes:
        db: the memory file.
        host: where it listens; anything but a loopback address needs a key in the file.
        port: 0 takes a free one.
        hosts: names under which it may be called, beside those of this machine; by default any
            name where it listens beyond this machine, as nothing is open there without a key.
        max_body: bytes of a request.
        max_import: bytes of a file that is sent to be imported.
        rate: requests a minute for each key, 0 for any number.
        body_seconds: how long the head of a request may take to arrive, and its body again.
        idle_seconds: how long an idle connection is kept.
        shutdown_seconds: how long requests in progress may take to end after a signal to stop.
        writers: how many writes and readings are worked on at the same time.
        readers: how many other verbs are.
        spaces_kept: how many spaces keep their indexes in memory.
        consolidate_hours: how often every space is consolidated, 0 for never.
        no_model: recall by words only.
        warm: whether what first requests need is loaded once the server answers; without it the
            first of each waits for what it needs, and less memory is taken.
        console: whether the web pages are served.
        mcp: whether ``/mcp`` is served.
    """

    db: str = "smalti.db"
    host: str = "127.0.0.1"
    port: int = 7625
    hosts: tuple[str, ...] = ()
    max_body: int = 4 * _MIB
    max_import: int = 64 * _MIB
    rate: int = 6000
    body_seconds: float = 20.0
    idle_seconds: int = 10
    shutdown_seconds: int = 20
    writers: int = 1
    readers: int = 4
    spaces_kept: int = 64
    consolidate_hours: float = 0.0
    no_model: bool = False
    warm: bool = True
    console: bool = True
    mcp: bool = True

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            if getattr(self, name) < least:
                raise InvalidInput(name, getattr(self, name), f"must be at least {least}")
        if self.port > 65_535:
            raise InvalidInput("port", self.port, "must be at most 65535")

    @classmethod
    def of(cls, given: Mapping[str, Any], environ: Mapping[str, str] = os.environ) -> Self:
        """What was given (``None`` where nothing was), else ``SMALTI_SERVE_…``, else the default.

        Raises:
            InvalidInput: names the variable, its value and the fix.
        """
        found: dict[str, Any] = {}
        for field in fields(cls):
            value = given.get(field.name)
            variable = "SMALTI_DB" if field.name == "db" else PREFIX + field.name.upper()
            if value is None and environ.get(variable):
                value = _read(variable, environ[variable], _READERS[str(field.type)])
            if value is not None:
                found[field.name] = value
        return cls(**found)

    @property
    def is_local(self) -> bool:
        """Whether nobody but this machine can reach it."""
        if self.host in _LOCAL_NAMES:
            return True
        try:
            return ip_address(self.host.strip("[]")).is_loopback
        except ValueError:
            return False

    def knows_host(self, host: str) -> bool:
        """Whether a request may name this host: the ``Host`` header with or without its port."""
        name = _without_port(host).lower()
        if name in _LOCAL_NAMES or name == self.host.lower() or name in self.hosts:
            return True
        return not self.is_local and not self.hosts


_LEAST: Mapping[str, float] = {
    "port": 0, "max_body": 1024, "max_import": 1024, "rate": 0, "body_seconds": 0.1,
    "idle_seconds": 1, "shutdown_seconds": 0, "writers": 1, "readers": 1, "spaces_kept": 1,
    "consolidate_hours": 0,
}  # fmt: skip


def _truth(text: str) -> bool:
    known = {"1": True, "true": True, "yes": True, "on": True}
    known |= {"0": False, "false": False, "no": False, "off": False}
    return known[text.strip().lower()]


def _names(text: str) -> tuple[str, ...]:
    return tuple(part.strip().lower() for part in text.split(",") if part.strip())


# By how the type is written above.
_READERS: Mapping[str, Callable[[str], Any]] = {
    "str": str,
    "int": int,
    "float": float,
    "bool": _truth,
    "tuple[str, ...]": _names,
}


def _read(variable: str, text: str, reader: Callable[[str], Any]) -> Any:
    try:
        return reader(text)
    except (ValueError, KeyError) as error:
        wanted = {_truth: "yes or no", int: "a whole number", float: "a number"}.get(reader, "")
        raise InvalidInput(variable, text, "cannot be read", fix=f"Give {wanted}") from error


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]
