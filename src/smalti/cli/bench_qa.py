"""``smalti bench qa``: questions asked of memories, and what their answers are worth."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from smalti.cli.bench_report import FILE, embedder, publish, reported, say


@click.command("qa", short_help="Questions answered, and the answers judged.")
@click.option(
    "--data",
    type=click.Path(path_type=Path, exists=True),
    required=True,
    help="The benchmark's own file or folder.",
)
@click.option(
    "--set",
    "kind",
    type=click.Choice(["locomo", "longmemeval", "halumem", "beam", "touchstone", "memconflict"]),
    help="What kind of data it is; told from its content otherwise.",
)
@click.option(
    "--reader",
    default="offline",
    show_default=True,
    metavar="SETTING",
    help="Who answers: memory by itself, or this language model.",
)
@click.option(
    "--judge",
    default="rules",
    show_default=True,
    metavar="SETTING",
    help="Who judges: rules, or this language model.",
)
@click.option(
    "--arm",
    "arms",
    multiple=True,
    type=click.Choice(["smalti", "bm25", "full-context", "no-memory"]),
    help="What the reader is given; repeatable. All that the reader allows otherwise.",
)
@click.option("--audit", type=FILE, help="A corrected key to judge by as well (LoCoMo).")
@click.option("--probe", is_flag=True, help="Judge made-up answers too: does the judge err?")
@click.option("--rows", type=FILE, help="Keep what each stage finds in this file.")
@click.option("--resume", is_flag=True, help="Use what is in the file of rows.")
@click.option(
    "--keep",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep filled memories in this folder: a later run only asks.",
)
@click.option("--talks", type=click.IntRange(min=1), help="Only the first so many talks.")
@click.option("--limit", type=click.IntRange(min=1), help="Only so many questions of each talk.")
@click.option(
    "-k",
    "turns",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="Turns that a reader is given at most.",
)
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    default=4_000,
    show_default=True,
    help="Tokens that a reader is given at most.",
)
@click.option(
    "--full-budget",
    type=click.IntRange(min=1),
    default=100_000,
    show_default=True,
    help="Tokens of the whole talk; of a longer one the last turns.",
)
@reported
def qa(
    data: Path,
    reader: str,
    judge: str,
    as_json: bool,
    out: Path | None,
    **given: Any,
) -> None:
    """Questions and answers: is what memory answers right, and withheld where nothing is known?"""
    from smalti.bench.qa.context import Budget
    from smalti.bench.qa.run import Options, run
    from smalti.models.find_model import find_model

    budget = Budget(given.pop("turns"), given.pop("budget"), given.pop("full_budget"))
    options = Options(budget=budget, **given)
    found = run(
        data,
        embedder=embedder(),
        reader=None if reader == "offline" else find_model(reader),
        judge=None if judge == "rules" else find_model(judge),
        options=options,
        say=say,
    )
    publish(found, as_json, out)
