"""``smalti bench``: measure recall and speed, on your machine and on your files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from smalti.cli.bench_qa import qa
from smalti.cli.bench_report import FILE, embedder, publish, reported, say
from smalti.cli.bench_serve import serve

_data = click.option("--data", type=FILE, required=True, help="The benchmark's own file.")
_folder = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    required=True,
    help="The benchmark's own folder.",
)
_talks = click.option("--limit", type=click.IntRange(min=1), help="Only the first so many talks.")
_limit = click.option(
    "--limit", type=click.IntRange(min=1), help="Only the first so many questions."
)


@click.group()
def bench() -> None:
    """Measure recall and speed, on your machine and on your files."""


@bench.command(short_help="Turns that answer questions about long talks.")
@_data
@click.option("--audit", type=FILE, help="A corrected key to score with as well.")
@click.option("--tune", is_flag=True, help="Choose the weights anew, one conversation left out.")
@_limit
@reported
def locomo(
    data: Path, audit: Path | None, tune: bool, limit: int | None, as_json: bool, out: Path | None
) -> None:
    """LoCoMo: are the turns found that answer questions about long conversations?"""
    from smalti.bench import locomo

    found = locomo.run(data, embedder=embedder(), audit=audit, tune=tune, limit=limit, say=say)
    publish(found, as_json, out)


@bench.command(short_help="Turns and sessions that a question needs.")
@_data
@_limit
@reported
def longmemeval(data: Path, limit: int | None, as_json: bool, out: Path | None) -> None:
    """LongMemEval: are the turns and sessions found that a question needs?"""
    from smalti.bench import longmemeval

    publish(longmemeval.run(data, embedder=embedder(), limit=limit, say=say), as_json, out)


@bench.command(short_help="Turns that BEAM's questions were made from.")
@_folder
@_talks
@reported
def beam(data: Path, limit: int | None, as_json: bool, out: Path | None) -> None:
    """BEAM: are the turns found that its questions were made from, both sides of contradictions?"""
    from smalti.bench import beam

    publish(beam.measured(data, embedder=embedder(), limit=limit, say=say), as_json, out)


@bench.command(short_help="Sessions that HaluMem's questions rest on.")
@_data
@_talks
@reported
def halumem(data: Path, limit: int | None, as_json: bool, out: Path | None) -> None:
    """HaluMem: are the sessions found that its questions rest on?"""
    from smalti.bench import halumem

    publish(halumem.measured(data, embedder=embedder(), limit=limit, say=say), as_json, out)


@bench.command()
@click.option(
    "--sizes", default="1000,10000,100000", show_default=True, help="Turns, with commas between."
)
@click.option("--data", type=FILE, help="Draw from the turns of this file; else invented ones.")
@click.option(
    "--embed-limit",
    type=click.IntRange(min=0),
    default=2000,
    show_default=True,
    help="Turns of each size that are really embedded.",
)
@reported
def scale(sizes: str, data: Path | None, embed_limit: int, as_json: bool, out: Path | None) -> None:
    """Speed and memory at several sizes. Depends on the machine."""
    from smalti.bench import scale

    found = scale.run(
        _sizes(sizes), embedder=embedder(), data=data, embed_limit=embed_limit, say=say
    )
    publish(found, as_json, out)


@bench.command(short_help="Ways to choose the turns that a query is compared with.")
@click.option(
    "--data", type=FILE, required=True, multiple=True, help="Draw from these turns; repeatable."
)
@click.option(
    "--sizes", default="1000,10000,100000", show_default=True, help="Vectors, with commas between."
)
@click.option(
    "--hnsw-limit",
    type=click.IntRange(min=0),
    default=100_000,
    show_default=True,
    help="Larger sizes are measured without HNSW, which takes long to build.",
)
@click.option(
    "--queries",
    type=click.IntRange(min=1),
    default=200,
    show_default=True,
    help="So many questions at the most.",
)
@reported
def route(
    data: tuple[Path, ...], sizes: str, as_json: bool, out: Path | None, **given: Any
) -> None:
    """Routing: what it loses against comparing all turns, and what it saves."""
    from smalti.bench import route
    from smalti.models.find import find_embedder

    found = route.run(_sizes(sizes), data=data, embedder=find_embedder(), say=say, **given)
    publish(found, as_json, out)


@bench.command(short_help="Communities, centrality and neighbours of large graphs.")
@click.option(
    "--nodes",
    type=click.IntRange(min=2),
    default=100_000,
    show_default=True,
    help="Of the random clustered graph.",
)
@click.option(
    "--edges",
    type=click.IntRange(min=1),
    default=1_000_000,
    show_default=True,
    help="Of the random clustered graph.",
)
@click.option(
    "--neighbours",
    type=click.IntRange(min=1),
    default=20_000,
    show_default=True,
    help="Nodes with vectors, of which one is added and removed.",
)
@reported
def graph(nodes: int, edges: int, neighbours: int, as_json: bool, out: Path | None) -> None:
    """The memory graph: how long Leiden, PageRank and edits take. Depends on the machine."""
    from smalti.bench import graph

    publish(graph.scale(nodes, edges, neighbours), as_json, out)


@bench.command(short_help="Time words against the intervals they mean.")
@_data
@reported
def dates(data: Path, as_json: bool, out: Path | None) -> None:
    """Dates: are time words found, and resolved against the moment of speaking?"""
    from smalti.bench import dates

    publish(dates.run(data), as_json, out)


@bench.command(short_help="Pairs of names: the same, different, or to be asked.")
@_data
@reported
def names(data: Path, as_json: bool, out: Path | None) -> None:
    """Names: do two mentions mean the same one? False merges are counted apart."""
    from smalti.bench import names

    publish(names.run(data), as_json, out)


@bench.command(short_help="Statements against the records made of talks.")
@_data
@click.option(
    "--set",
    "kind",
    type=click.Choice(["conversations", "halumem"]),
    help="What kind of file it is; told from its content otherwise.",
)
@click.option("--limit", type=click.IntRange(min=1), help="Only the first so many items.")
@click.option(
    "--model",
    metavar="SETTING",
    help="Read with this language model, or none; by default what SMALTI_MODEL names.",
)
@click.option("--rows", type=FILE, help="Keep what is found, item by item, in this file.")
@click.option("--resume", is_flag=True, help="Do not read again what is in the file of rows.")
@click.option(
    "--sample", type=click.IntRange(min=0), default=0, help="Show so many records, drawn at random."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Which records are drawn.")
@click.option("--sheet", type=FILE, help="Write the sample here, to be judged by hand.")
@click.option("--verdicts", type=FILE, help="A sheet that was filled in: gives precision.")
@click.option("--misses", is_flag=True, help="List the statements that no record covers.")
@reported
def extract(
    data: Path,
    model: str | None,
    misses: bool,
    as_json: bool,
    out: Path | None,
    **given: Any,
) -> None:
    """Extraction: are statements in a record afterwards, and does each say what was said?"""
    from smalti.bench.extraction import run as extraction
    from smalti.bench.extraction.data import Set
    from smalti.models.find_model import find_model

    kind = given.pop("kind")
    options = extraction.Options(kind=None if kind is None else Set(kind), **given)
    found = extraction.run(data, model=find_model(model), options=options, say=say)
    shown = found if misses else found | {"misses": [], "interferences": []}
    publish(found, as_json, out, shown)


@bench.command(short_help="What cannot be true together, caught at save, and nothing else.")
@click.option(
    "--data",
    type=click.Path(path_type=Path, exists=True),
    help="A folder of guidelines or of talks, or a file of conversations, pairs or events.",
)
@click.option("--policy", default="auto", show_default=True, help="What is done about them.")
@click.option("--without", multiple=True, metavar="JUDGE", help="Leave a judge out; repeatable.")
@click.option("--ablations", is_flag=True, help="Every policy too, and each judge left out.")
@click.option(
    "--judge",
    type=click.Choice(["local", "llm"]),
    default="local",
    show_default=True,
    help="Whether the language model that SMALTI_MODEL names takes part.",
)
@click.option(
    "--scale",
    metavar="SIZES",
    help="Instead, time checks in stores of so many records, as 1000,10000.",
)
@click.option("--rows", type=FILE, help="Keep what is found, case by case; go on from there.")
@click.option("--limit", type=click.IntRange(min=1), help="Only the first so many cases.")
@click.option(
    "--misses", type=click.IntRange(min=0), default=0, help="Show so many cases that went wrong."
)
@reported
def conflicts(
    data: Path | None,
    scale: str | None,
    judge: str,
    misses: int,
    as_json: bool,
    out: Path | None,
    **given: Any,
) -> None:
    """Conflicts: is what cannot be true together caught at save, and nothing else?"""
    from smalti.bench.conflicts import run as conflicts
    from smalti.bench.conflicts import scale as scaled
    from smalti.bench.conflicts.stand import Variant
    from smalti.model.policy import Policy

    if (data is None) == (scale is None):
        raise click.UsageError("Give either --data or --scale.")
    if data is None:
        publish(scaled.run(_sizes(scale or ""), say=say), as_json, out)
        return
    variant = Variant(Policy.named(given.pop("policy")), tuple(given.pop("without")))
    options = conflicts.Options(variant=variant, **given)
    found = conflicts.run(data, embedder=embedder(), model=_model(judge), options=options, say=say)
    publish(found, as_json, out, found | {"misses": found["misses"][:misses]})


@bench.command(short_help="Questions that an agenda needs.")
@click.option(
    "--runs",
    type=click.IntRange(min=1),
    default=50,
    show_default=True,
    help="Simulated respondents for each row.",
)
@reported
def agenda(runs: int, as_json: bool, out: Path | None) -> None:
    """Agendas: how many questions until 90 % is covered, and how many at the least?"""
    from smalti.bench import agenda

    publish(agenda.run(runs=runs, say=say), as_json, out)


@bench.command(short_help="Scores that are kept against scores computed anew.")
@click.option("--data", type=FILE, help="A file of cases in exact fractions.")
@click.option(
    "--sizes",
    default="1000,10000,100000",
    show_default=True,
    help="Numbers of units, with commas between.",
)
@click.option(
    "--edits",
    type=click.IntRange(min=1),
    default=10_000,
    show_default=True,
    help="So many random edits are compared with full computation.",
)
@reported
def ncs(data: Path | None, sizes: str, edits: int, as_json: bool, out: Path | None) -> None:
    """Scores under edits: do those that are kept equal those computed anew?"""
    from smalti.bench import ncs

    publish(ncs.run(data, _sizes(sizes), edits=edits, say=say), as_json, out)


bench.add_command(qa)
bench.add_command(serve)


def _model(judge: str) -> Any:
    """The language model that takes part, if one is to."""
    from smalti.model.errors import ModelUnavailable
    from smalti.models.find_model import find_model

    found = find_model() if judge == "llm" else None
    if judge == "llm" and found is None:
        raise ModelUnavailable("no language model is configured", hint="Set SMALTI_MODEL")
    return found


def _sizes(text: str) -> list[int]:
    from smalti.model.errors import InvalidInput

    sizes = [int(part) if part.strip().isdecimal() else 0 for part in text.split(",")]
    if min(sizes) < 1:
        raise InvalidInput("sizes", text, "must be whole numbers above 0 with commas between")
    return sizes
