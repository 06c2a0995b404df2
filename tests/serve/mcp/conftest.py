from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

import anyio
import httpx2
import pytest
import uvicorn
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult
from starlette.applications import Starlette

from smalti import Memory
from smalti.serve.mcp.access import Alone
from smalti.serve.mcp.http import listen
from smalti.serve.mcp.server import build_server
from smalti.testing import FrozenClock

Result = TypeVar("Result")


class Agent:
    """Calls tools in this process, through the official client."""

    def __init__(self, memory: Memory, *granted: str) -> None:
        access = Alone(memory, frozenset(granted)) if granted else Alone(memory)
        self._server = build_server(access)

    def do(self, work: Callable[[Client], Awaitable[Result]]) -> Result:
        """Something with a connected client."""
        return talk_with(self._server, work)

    def call(self, tool: str, **arguments: Any) -> CallToolResult:
        """A call as it was answered."""
        return self.do(lambda client: client.call_tool(tool, arguments))

    def ask(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The structured content of a call that succeeds."""
        result = self.call(tool, **arguments)
        assert not result.is_error, text_of(result)
        assert isinstance(result.structured_content, dict)
        return result.structured_content

    def fail(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The error of a call that fails."""
        result = self.call(tool, **arguments)
        assert result.is_error, text_of(result)
        assert isinstance(result.structured_content, dict)
        error: dict[str, Any] = result.structured_content["error"]
        assert error["message"] in text_of(result)
        return error


def talk_with(
    server: Any, work: Callable[[Client], Awaitable[Result]], mode: str = "auto"
) -> Result:
    """Do something with a client that is connected to a server."""

    async def talk() -> Result:
        async with Client(server, mode=mode) as client:
            return await work(client)

    return anyio.run(talk)


def talk_over_http(
    url: str,
    work: Callable[[Client], Awaitable[Result]],
    *,
    mode: str = "auto",
    headers: dict[str, str] | None = None,
) -> Result:
    """Do something with a client that sends headers."""

    async def talk() -> Result:
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as http,
            Client(streamable_http_client(url, http_client=http), mode=mode) as client,
        ):
            return await work(client)

    return anyio.run(talk)


def text_of(result: CallToolResult) -> str:
    """The one text block of a result."""
    [block] = result.content
    assert block.type == "text"
    return block.text


@contextmanager
def serving(app: Starlette) -> Iterator[str]:
    """An app on a port of this machine; gives the address of its tools."""
    listening = listen(0)
    config = uvicorn.Config(app, log_level="warning", lifespan="on", ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=partial(server.run, sockets=[listening]))
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


def fill(memory: Memory) -> None:
    """Some statements, two of which cannot both hold, and a turn that nobody reads."""
    said: Any = {"said_at": "2026-03-01T10:00:00+01:00", "session": "tea"}
    memory.assert_("Ada", "lives_in", "Oslo", since="2025-05-01", **said)
    memory.assert_("Ada", "born_in", "Lyon", **said)
    memory.assert_("Ada", "born_in", "Rome", speaker="Tom", said_at="2026-03-02T10:00:00Z")
    memory.add("My ticket is ERR-7731", speaker="Ada", extract=False, **said)


@pytest.fixture
def told(clock: FrozenClock) -> Iterator[Memory]:
    """A memory that was told some things."""
    with Memory(":memory:", embedder=None, model=None, clock=clock) as memory:
        fill(memory)
        yield memory


@pytest.fixture
def agent(told: Memory) -> Agent:
    return Agent(told)
