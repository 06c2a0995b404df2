"""Which memory a request is for, and what it may do there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import anyio.to_thread

from smalti.serve.mcp.tools import READ, WRITE

if TYPE_CHECKING:
    from smalti.memory import Memory

Result = TypeVar("Result")
EVERYTHING = frozenset({READ, WRITE})


class Access(Protocol):
    """Leads to the memory that a request is for; over stdio ``request`` is ``None``."""

    def scopes(self, request: Any) -> frozenset[str]:
        """What the request may do in its space: read, write."""

    async def run(self, request: Any, scope: str, verb: Callable[[Memory], Result]) -> Result:
        """Do something of a scope with the memory of the request, in a worker thread."""


@dataclass(frozen=True, slots=True)
class Alone:
    """One memory, for whoever can reach this process."""

    memory: Memory
    granted: frozenset[str] = EVERYTHING

    def scopes(self, request: Any) -> frozenset[str]:
        """What was granted to all."""
        return self.granted

    async def run(self, request: Any, scope: str, verb: Callable[[Memory], Result]) -> Result:
        """Do it with the one memory there is."""
        return await anyio.to_thread.run_sync(partial(verb, self.memory))
