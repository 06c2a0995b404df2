"""``smalti mcp``: the memory as tools for agents, over the Model Context Protocol."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from smalti.cli.exits import Exit
from smalti.cli.options import Settings, with_settings
from smalti.cli.output import answer

if TYPE_CHECKING:
    from rich.console import Console


@click.command()
@click.option("--http", is_flag=True, help="Serve streamable HTTP, on this machine alone.")
@click.option("--port", type=click.IntRange(0, 65_535), metavar="N", help="With --http: the port.")
@click.option("--read-only", is_flag=True, help="Only the tools that change nothing.")
@click.option("--list", "listed", is_flag=True, help="Tell which tools there are, and end.")
@with_settings()
def mcp(settings: Settings, *, http: bool, port: int | None, read_only: bool, listed: bool) -> Exit:
    """Serve the memory to agents as tools, over the Model Context Protocol.

    It speaks over standard input and output, to the program that started it; with --http at the
    address that it tells on standard error. The memory file is created if it is not there.
    """
    if find_spec("mcp") is None:
        raise click.ClickException("this needs the extra: pip install 'smalti[mcp]'")
    if listed:
        return _list(settings, read_only=read_only)
    if settings.json:
        raise click.UsageError("--json goes with --list alone: standard output has the protocol")
    if port is not None and not http:
        raise click.UsageError("--port goes with --http")
    from smalti.serve.mcp.access import EVERYTHING
    from smalti.serve.mcp.tools import READ

    granted = frozenset({READ}) if read_only else EVERYTHING
    return _over_http(settings, granted, port) if http else _over_stdio(settings, granted)


def _list(settings: Settings, *, read_only: bool) -> Exit:
    from smalti.serve.mcp.server import shown
    from smalti.serve.mcp.tools import READ, TOOLS

    found = [shown(tool) for tool in TOOLS if tool.scope == READ or not read_only]
    tools = [one.model_dump(mode="json", by_alias=True, exclude_none=True) for one in found]
    return answer(settings, {"tools": tools}, lambda console: _show(console, tools))


def _show(console: Console, tools: list[dict[str, Any]]) -> None:
    from smalti.cli.screen import table

    rows = table("tool", "takes", "what it is for")
    for tool in tools:
        first = tool["description"].partition(". ")[0].rstrip(".")
        rows.add_row(tool["name"], ", ".join(tool["inputSchema"]["properties"]), first)
    console.print(rows)


def _over_stdio(settings: Settings, granted: frozenset[str]) -> Exit:
    from smalti.serve.mcp.access import Alone
    from smalti.serve.mcp.stdio import serve_stdio

    with settings.open() as memory:
        serve_stdio(Alone(memory, granted))
    return Exit.DONE


def _over_http(settings: Settings, granted: frozenset[str], port: int | None) -> Exit:
    from smalti.serve.mcp.http import LOOPBACK, PATH, PORT, http_app, listen, serve_http

    listening = listen(PORT if port is None else port)
    with listening, settings.open() as memory:
        number = listening.getsockname()[1]
        click.echo(f"http://{LOOPBACK}:{number}{PATH}", err=True)
        serve_http(http_app(memory, space=settings.space, granted=granted, port=number), listening)
    return Exit.DONE
