"""``smalti demo``: the main job on a conversation that comes with the package."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from shlex import quote

import click
from rich.console import Console
from rich.text import Text

from smalti.cli.exits import Exit
from smalti.cli.options import Settings, with_settings
from smalti.cli.output import answer, progress
from smalti.cli.render import show_notes, size, states
from smalti.cli.screen import print_block, visible
from smalti.cli.show_records import edge, period
from smalti.demo.settling import Settling
from smalti.demo.tour import TOP, Asked, Learnt, Summary, Tour, run
from smalti.model.codec import to_data
from smalti.model.results import RecallItem

_SPACE = "demo"  # never mixed with what a file of yours may hold already
_WIDTH = 100
_SHOWN = 3  # turns of each recall, and below these only the evidence


@click.command()
@click.option("--db", metavar="FILE", help="Keep the memory in this file.  [default: a new one]")
@click.option("--keep", is_flag=True, help="Do not remove the file at the end.")
@with_settings("json", "no_model")
def demo(settings: Settings, db: str | None, keep: bool) -> Exit:
    """Show what is learnt from a year of shipped conversation, and recall with evidence.

    168 turns of two friends, an assistant, a boat and two cats are imported into a new file, and
    questions are asked whose evidence is known. Nothing is downloaded, and no key is needed.
    """
    with _file(db, keep) as path:
        settings = replace(settings, db=str(path), space=_SPACE)
        with settings.open() as memory, progress(settings, "importing a year of chat") as advance:
            tour = run(memory, advance)
        kept = str(path) if db or keep else None
        result = {"file": kept, **to_data(tour)}
        return answer(settings, result, lambda console: _show(console, tour, kept))


@contextmanager
def _file(db: str | None, keep: bool) -> Iterator[Path]:
    if db:
        yield Path(db)
    elif keep:
        yield Path(tempfile.mkdtemp(prefix="smalti-demo-")) / "demo.db"
    else:
        with tempfile.TemporaryDirectory(prefix="smalti-demo-") as folder:
            yield Path(folder) / "demo.db"


def _show(console: Console, tour: Tour, kept: str | None) -> None:
    _show_import(console, tour)
    show_notes(console, tour.degraded)
    if tour.learnt is not None:
        _show_learnt(console, tour.learnt)
    if tour.settling is not None:
        _show_settling(console, tour.settling)
    for number, scene in enumerate(tour.scenes, 1):
        _show_scene(console, number, scene)
    _show_summary(console, tour)
    _show_next(console, kept)


def _show_import(console: Console, tour: Tour) -> None:
    stats, seconds = tour.stats, tour.imported.timings_ms["total"] / 1000
    console.print(Text("A year of chat about a boat, two cats and a move", "bold"))
    stored = tour.imported.stored
    speed = f"{stored} turns in {seconds:.1f} s, {stored / seconds:,.0f} a second"
    first, last = (
        moment.local().date().isoformat() if moment else "undated"
        for moment in (stats.first_said_at, stats.last_said_at)
    )
    holds = f"{stats.turns} turns in {stats.sessions} sessions by {stats.speakers} speakers"
    console.print(f"  imported  {speed if stored else 'nothing new: all was there already'}")
    console.print(f"  holds     {holds}, {first} to {last}")
    meaning = any("vector" in scene.recall.path for scene in tour.scenes)
    how = f"by words and by meaning, {stats.embedder}" if meaning else "by words only"
    console.print(f"  recalls   {how}")
    console.print(f"  learnt    {states(stats.records)} records about {stats.entities:,} names")


def _show_learnt(console: Console, learnt: Learnt) -> None:
    console.print()
    console.print(Text("Some of what was learnt, and the words it rests on", "bold"))
    for why in learnt.known:
        record, [quote, *_] = why.record, why.quotes
        sentence = f"{visible(record.sentence)}  [{edge(record, why.names)}]"
        print_block(console, Text(sentence, "bold"), "  ", wrap=_WIDTH)
        held = period(record.valid)
        said = f"{visible(quote.turn.speaker)}: “{visible(quote.text)}”  ({held})"
        print_block(console, Text(said, "dim"), wrap=_WIDTH)
    console.print(Text("What it would ask", "bold"))
    for question in learnt.questions:
        print_block(console, Text(visible(question.question), "yellow"), "  ", wrap=_WIDTH)


def _show_settling(console: Console, settling: Settling) -> None:
    console.print()
    console.print(Text("What cannot all be true, noticed when it is saved", "bold"))
    for said in settling.turns:
        line = Text.assemble((f"{said.day}  ", "cyan"), (f"{said.speaker}: ", "bold"), said.text)
        print_block(console, line, "  ", wrap=_WIDTH)
        for item in said.items:
            if item.conflicts:
                relation = item.relation.value if item.relation else ""
                told = f"{item.outcome.value}, {relation}: {item.reason}"
                print_block(console, Text(visible(told), "yellow"), "              ", wrap=_WIDTH)
    for day, sentences in settling.held.items():
        known = "; ".join(sentences) or "nothing is known"
        console.print(Text.assemble("  where she lived on ", (day, "cyan"), f": {visible(known)}"))
    if settling.question:
        asked = Text(visible(f"? {settling.question}"), "yellow")
        print_block(console, asked, "  ", wrap=_WIDTH)
        outcome = "; ".join(f"{sentence}: {state}" for sentence, state in settling.settled.items())
        print_block(console, Text(visible(f"“{settling.answer}”  →  {outcome}")), wrap=_WIDTH)


def _show_scene(console: Console, number: int, scene: Asked) -> None:
    question = scene.question
    console.print()
    console.print(Text.assemble((f"{number:>2}  ", "dim"), (question.question, "bold cyan")))
    print_block(console, Text(question.shows, "dim"), wrap=_WIDTH)
    asked = [f"--{name} {value}" for name, value in question.filters.items()]
    asked += [f"--budget {question.budget}"] if question.budget else []
    if asked:
        print_block(console, Text(" ".join(asked), "dim"), wrap=_WIDTH)
    for item in scene.recall.items:
        proves = item.turn.external_id in question.evidence
        if proves or item.rank <= _SHOWN:
            _show_item(console, item, proves)
    print_block(console, Text(*_verdict(scene)), wrap=_WIDTH)


def _show_item(console: Console, item: RecallItem, proves: bool) -> None:
    turn = item.turn
    day = "undated" if turn.said_at is None else turn.said_at.local().date().isoformat()
    mark = ("✔" if proves else " ", "bold green")
    lead = Text.assemble("   ", mark, f" {item.rank:>2}  ", (f"{day}  ", "cyan"))
    said = Text.assemble((f"{visible(turn.speaker)}: ", "bold"), visible(turn.text))
    print_block(console, said, lead, _WIDTH)


def _verdict(scene: Asked) -> tuple[str, str]:
    """How the evidence fared, and in which style to say so."""
    good, bad = "green", "yellow"
    found, held = scene.found, scene.recall.held_back
    if not scene.ranks:
        if scene.complete:
            return f"nothing found, rightly: {scene.recall.reason}", good
        return "should have found nothing: it was never mentioned", bad
    parts = [f"evidence: {len(found)} of {len(scene.ranks)} in the top {TOP}"]
    missed = [id for id, rank in scene.ranks.items() if rank is None]
    parts += [f"missed {', '.join(missed)}"] if missed else []
    parts += [f"{scene.recall.tokens} tokens"] if scene.question.budget else []
    parts += [f"{count} {reason}" for reason, count in held.items()]
    return "; ".join(parts), good if scene.complete else bad


def _show_summary(console: Console, tour: Tour) -> None:
    console.print()
    console.print(Text(_score(tour.summary), "bold"))
    console.print(f"A recall took {tour.summary.median_ms:.0f} ms (median).")
    console.print(f"The file, with all indexes, has {size(tour.stats.bytes)}.")


def _score(summary: Summary) -> str:
    return (
        f"Evidence found for {summary.found} of {summary.questions} questions within the top "
        f"{TOP}, all of it for {summary.found_all}.\n"
        f"Of {summary.unanswerable} queries about what was never said, "
        f"{summary.left_empty} found nothing."
    )


def _show_next(console: Console, kept: str | None) -> None:
    file = quote(kept or "demo.db")
    again = f"smalti demo --db {file}"
    steps = {
        f'smalti recall --db {file} --space {_SPACE} "Who is Stoofpeer?"': "ask it yourself",
        "smalti import chat.jsonl": "your own conversations, into smalti.db",
        "smalti --help": "everything else",
    }
    if kept is None:
        steps = {again: "the same, kept in a file", **steps}
        steps.pop("smalti --help")
    console.print("\nGo on with")
    widest = max(map(len, steps))
    for command, what in steps.items():
        line = Text.assemble("  ", (command.ljust(widest), "cyan"), f"  {what}")
        console.print(line, soft_wrap=True)
