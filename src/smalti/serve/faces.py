"""The other faces of the server, ``/mcp`` and the console, where what they need is installed.

Loading them takes longer than all of REST, so a server that has just started answers REST first,
and lets requests to the other faces wait a moment.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from importlib import import_module
from importlib.util import find_spec

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import RedirectResponse

from smalti.serve.beside import beside
from smalti.serve.hub import Hub, Lane
from smalti.serve.settings import ServeSettings

_log = logging.getLogger("smalti.serve.faces")
_MCP = "smalti.serve.mcp.http"
_CONSOLE = "smalti.serve.console"
_CONSOLE_PAGES = f"{_CONSOLE}.routes"


def mount_faces(app: FastAPI) -> None:
    """Mount the faces that the settings want; before the app starts, or within :func:`later`."""
    for module in _wanted(app.state.settings):
        _MOUNTS[module](app)


def _wanted(settings: ServeSettings) -> Iterator[str]:
    if settings.mcp and _installed("mcp", "smalti.serve.mcp", _MCP):
        yield _MCP
    if settings.console and _installed("jinja2", _CONSOLE, _CONSOLE_PAGES):
        yield _CONSOLE_PAGES


def _installed(*modules: str) -> bool:
    return all(find_spec(name) is not None for name in modules)


def _mount_mcp(app: FastAPI) -> None:
    from smalti.serve.mcp.http import mount_mcp

    mount_mcp(app)


def _mount_console(app: FastAPI) -> None:
    from smalti.serve.console import mount_console

    mount_console(app)
    app.add_route("/", _to_console, include_in_schema=False)


async def _to_console(_request: Request) -> RedirectResponse:
    return RedirectResponse("/console/")


_MOUNTS = {_MCP: _mount_mcp, _CONSOLE_PAGES: _mount_console}


@asynccontextmanager
async def later(app: FastAPI) -> AsyncIterator[None]:
    """Mount the faces once the app has started; ``app.state.faces`` is set when they are there."""
    app.state.faces = asyncio.Event()
    async with beside(lambda stop: _serve(app, stop)):
        yield


async def _serve(app: FastAPI, stop: asyncio.Event) -> None:
    """Load, mount, and stay for as long as the app does: what is entered here is left here."""
    hub: Hub = app.state.hub
    async with AsyncExitStack() as stack:
        try:
            for module in _wanted(app.state.settings):
                await hub.run(Lane.FACES, lambda name=module: import_module(name))  # type: ignore[misc]
            before = len(app.state.lifespans)
            mount_faces(app)
            for begin in app.state.lifespans[before:]:
                await stack.enter_async_context(begin())
        except Exception as error:  # noqa: BLE001 - REST goes on without them
            _log.error("a face cannot be served: %s: %s", type(error).__name__, error)
        app.state.faces.set()
        await stop.wait()
