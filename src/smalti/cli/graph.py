"""``smalti graph``: what lies around one, between two, and in the middle of everything."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from smalti.cli.exits import Exit
from smalti.cli.options import Settings, with_settings
from smalti.cli.output import answer
from smalti.cli.show_graph import show_around, show_landscape, show_path

if TYPE_CHECKING:
    from smalti.graph.property_graph import PropertyGraph
    from smalti.memory import Memory

_GRAPHML = ".graphml"


@click.command()
@click.argument("name", required=False)
@click.argument("other", required=False)
@click.option(
    "--depth",
    type=click.IntRange(0, 9),
    default=2,
    show_default=True,
    metavar="N",
    help="Steps to take from the one that is named.",
)
@click.option(
    "--limit",
    type=click.IntRange(1),
    default=15,
    show_default=True,
    metavar="N",
    help="The most of each step, of central ones and of communities.",
)
@click.option(
    "--export",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write it to a file, .graphml or .json, instead of showing it.",
)
@with_settings()
def graph(
    settings: Settings,
    *,
    name: str | None,
    other: str | None,
    depth: int,
    limit: int,
    file: Path | None,
) -> Exit:
    """Look at what hangs together: around one NAME, between two, or everything.

    A NAME is that of a person or thing, or the id of a record. With two, show a shortest way
    between them; with none, the communities and who is central.
    """
    with settings.open_existing() as memory:
        if name is not None and other is not None:
            if file is not None:
                raise click.UsageError("--export writes what lies around one, or everything")
            return _path(settings, memory, name, other)
        if file is not None:
            part = (
                memory.graph()
                if name is None
                else memory.around(name, depth=depth, per_hop=limit).graph
            )
            return _export(settings, part, file)
        if name is not None:
            return _around(settings, memory, name, depth, limit)
        return _landscape(settings, memory, limit)


def _path(settings: Settings, memory: Memory, name: str, other: str) -> Exit:
    found = memory.path(name, other)
    labels = {} if found is None else memory.labels(found.nodes)
    data = {"path": found, "labels": labels}
    return answer(settings, data, lambda console: show_path(console, found, labels))


def _around(settings: Settings, memory: Memory, name: str, depth: int, limit: int) -> Exit:
    found = memory.around(name, depth=depth, per_hop=limit)
    return answer(settings, found, lambda console: show_around(console, found))


def _landscape(settings: Settings, memory: Memory, limit: int) -> Exit:
    communities, central = memory.communities(limit=limit), memory.central(limit=limit)
    data = {"communities": communities, "central": central}
    return answer(settings, data, lambda console: show_landscape(console, communities, central))


def _export(settings: Settings, part: PropertyGraph, file: Path) -> Exit:
    from smalti.graph.export import cytoscape, graphml

    if file.suffix == _GRAPHML:
        content = graphml(part)
    elif file.suffix == ".json":
        content = (json.dumps(cytoscape(part), ensure_ascii=False) + "\n").encode()
    else:
        raise click.UsageError(f"{file} must end in {_GRAPHML} or .json")
    try:
        file.write_bytes(content)
    except OSError as error:
        raise click.UsageError(f"{file} cannot be written: {error.strerror}") from error
    done: dict[str, Any] = {"path": str(file), "nodes": len(part.nodes), "edges": len(part.edges)}
    told = f"{done['nodes']:,} nodes and {done['edges']:,} edges written to {file}"
    return answer(settings, done, lambda console: console.print(told))
