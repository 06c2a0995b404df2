"""Serving over standard input and output: nothing but the protocol goes to standard output."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

import anyio
from mcp.server.stdio import stdio_server

from smalti.serve.mcp.server import build_server

if TYPE_CHECKING:
    from smalti.serve.mcp.access import Access


def serve_stdio(access: Access) -> None:
    """Serve one client until it closes standard input. Logs go to standard error."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    anyio.run(_serve, access)


async def _serve(access: Access) -> None:
    server = build_server(access)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())
