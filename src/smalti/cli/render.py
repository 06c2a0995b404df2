"""How nouns and results look to people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from smalti.cli.screen import print_block, print_fields, table, visible
from smalti.model.lifecycle import State
from smalti.model.results import (
    Consolidation,
    Degradation,
    Fault,
    Health,
    ImportReport,
    Recall,
    RecallItem,
    Receipt,
    ReindexReport,
    Stats,
)
from smalti.model.settings import SpaceSettings
from smalti.model.time import Instant
from smalti.model.turn import Role, Turn

if TYPE_CHECKING:
    from smalti.store.contract import SessionInfo

_SHOWN = 20  # items of a long list; all of them are in the JSON answer
_SPEAKING = (Role.USER, Role.ASSISTANT)  # whose role goes without saying


def when(moment: Instant | None) -> str:
    """Date, time and offset as they were for the speaker."""
    if moment is None:
        return "undated"
    return moment.local().isoformat(sep=" ", timespec="minutes").replace("+00:00", "Z")


def size(count: int) -> str:
    """A number of bytes as people say it."""
    amount = float(count)
    for unit in ("bytes", "KiB", "MiB"):
        if amount < 1024:
            return f"{amount:,.0f} {unit}" if unit == "bytes" else f"{amount:,.1f} {unit}"
        amount /= 1024
    return f"{amount:,.1f} GiB"


def show_turn(console: Console, turn: Turn, lead: str = "") -> None:
    """Who, when and where, with the ids to get it by; under that what was said."""
    role = "" if turn.role in _SPEAKING else f" ({turn.role.value})"
    places = [f"session {turn.session}", turn.id, turn.external_id or ""]
    head = Text.assemble(
        (lead, "bold green"),
        (f"{when(turn.said_at)}  ", "cyan"),
        (visible(turn.speaker) + role, "bold"),
        ("  " + visible("  ".join(filter(None, places))), "dim"),
    )
    console.print(head, soft_wrap=not console.is_terminal)
    print_block(console, visible(turn.text))
    for shown in turn.attachments:
        print_block(console, Text(visible(f"[{shown.kind}: {shown.caption}]"), "italic"))


def show_whole_turn(console: Console, turn: Turn) -> None:
    """Everything that is known of one turn."""
    fields = {
        "id": turn.id,
        "external id": turn.external_id,
        "speaker": turn.speaker,
        "role": turn.role.value,
        "said at": when(turn.said_at),
        "session": turn.session,
        "recorded at": when(turn.recorded_at),
        **{f"metadata.{name}": value for name, value in turn.metadata.items()},
    }
    print_fields(console, fields)
    console.print()
    print_block(console, visible(turn.text), "")
    for shown in turn.attachments:
        print_block(console, Text(visible(f"[{shown.kind}: {shown.caption}]"), "italic"), "")


def show_notes(console: Console, degraded: Iterable[Degradation]) -> None:
    """What did not work as well as it could, and how to mend it."""
    for note in degraded:
        hint = f". {note.hint}" if note.hint else ""
        line = Text(visible(f"note: {note.part}: {note.reason}{hint}"), "yellow")
        console.print(line, soft_wrap=not console.is_terminal)


def show_receipt(console: Console, receipt: Receipt) -> None:
    """What became of each turn."""
    for item in receipt.items[:_SHOWN]:
        tail = f"  {item.reason}" if item.reason else ""
        console.print(f"{item.outcome.value:<9} {item.id or '-'}{tail}")
    show_rest(console, len(receipt.items))


def show_rest(console: Console, count: int) -> None:
    """How many items of a list were not shown."""
    if count > _SHOWN:
        console.print(f"… and {count - _SHOWN:,} more (--json lists all)")


def show_imports(console: Console, reports: list[ImportReport]) -> None:
    """What the import of each file did."""
    for report in reports:
        show_import(console, report)


def show_import(console: Console, report: ImportReport) -> None:
    """What an import did, and what it could not read."""
    parts = [f"{report.stored:,} stored"]
    parts += [f"{report.duplicates:,} already there"] if report.duplicates else []
    parts += [_plural(report.records, "record")] if report.records else []
    parts += [_plural(len(report.faults), "fault")] if report.faults else []
    how = f"  ({report.format}, {took(report.timings_ms)})" if report.format else ""
    console.print(Text(visible(f"{report.source}: {', '.join(parts)}{how}"), "bold"))
    show_faults(console, report.faults)
    show_notes(console, report.degraded)


def show_faults(console: Console, faults: tuple[Fault, ...]) -> None:
    """Where each fault stands and what it is."""
    for fault in faults[:_SHOWN]:
        print_block(console, Text(visible(f"{fault.where}: {fault.problem}"), "red"), "  ")
    show_rest(console, len(faults))


def show_recall(console: Console, found: Recall, explain: bool = False) -> None:
    """The turns with their evidence, then how they were found."""
    for item in found.items:
        show_turn(console, item.turn, f"{item.rank:>2}  {item.score:.3f}  ")
        for one in item.standing:
            if one.over or one.state is not State.CURRENT:
                mark = one.state.value if one.state is not State.CURRENT else "not then"
                style = "dim" if one.over else "yellow"
                print_block(console, Text(visible(f"{mark}: {one.sentence}"), style))
    if found.reason:
        console.print(f"Nothing found: {found.reason}.")
    if explain and found.items:
        show_parts(console, found.items)
    budget = f" of {found.budget:,}" if found.budget else ""
    facts = [
        f"path {found.path}",
        f"{found.tokens:,}{budget} tokens",
        *(f"{count:,} {reason}" for reason, count in found.held_back.items()),
        took(found.timings_ms),
    ]
    console.print(Text(" · ".join(facts), "dim"))
    if explain:
        steps = ", ".join(f"{name} {ms:.1f} ms" for name, ms in found.timings_ms.items())
        console.print(Text(f"steps: {steps}", "dim"))
    show_notes(console, found.degraded)


def show_prompt(console: Console, found: Recall) -> None:
    """What to put before a language model, and nothing else; no line is wrapped."""
    for line in found.text.splitlines():
        console.print(Text(visible(line)), soft_wrap=True)


def show_parts(console: Console, items: tuple[RecallItem, ...]) -> None:
    """What adds up to each score."""
    names = list(dict.fromkeys(name for item in items for name in item.parts))
    numbers = ("rank", "score", "cosine", *names)
    parts = table("rank", "score", *names, "cosine", "matched", numbers=numbers)
    for item in items:
        parts.add_row(
            str(item.rank),
            f"{item.score:.3f}",
            *(f"{item.parts.get(name, 0.0):.3f}" for name in names),
            "-" if item.cosine is None else f"{item.cosine:.3f}",
            visible(" ".join(item.matched)),
        )
    console.print(parts)


def show_sessions(console: Console, sessions: list[SessionInfo]) -> None:
    """One row a session."""
    if not sessions:
        console.print("This space holds no turns yet.")
        return
    rows = table("session", "turns", "first", "last", "speakers", numbers=("turns",))
    for one in sessions:
        speakers = visible(", ".join(one.speakers))
        first, last = when(one.first_said_at), when(one.last_said_at)
        rows.add_row(visible(one.session), f"{one.turns:,}", first, last, speakers)
    console.print(rows)


def show_names(console: Console, names: list[str]) -> None:
    """One name a line."""
    for name in names:
        console.print(visible(name))


def show_stats(console: Console, stats: Stats) -> None:
    """How much a space holds."""
    fields = {
        "space": stats.space,
        "turns": f"{stats.turns:,}",
        "sessions": f"{stats.sessions:,}",
        "speakers": f"{stats.speakers:,}",
        "first said": when(stats.first_said_at),
        "last said": when(stats.last_said_at),
        "not read yet": f"{stats.unread:,}",
        "without a vector": f"{stats.unembedded:,}",
        "records": states(stats.records),
        "entities": f"{stats.entities:,}",
        "embedder": stats.embedder or "none yet",
        "analyser": stats.analyser or "none yet",
        "file": size(stats.bytes),
    }
    print_fields(console, fields)


def states(records: Mapping[str, int]) -> str:
    """How many records there are, and in which states."""
    each = ", ".join(f"{count:,} {state}" for state, count in records.items())
    return f"{sum(records.values()):,}" + (f" ({each})" if each else "")


def show_health(console: Console, health: Health) -> None:
    """What is wrong with the store, then what could be better."""
    for problem in health.problems:
        console.print(Text(visible(f"problem: {problem}"), "red"))
    if health.healthy:
        console.print(Text("The file is in order.", "green"))
    show_notes(console, health.notes)


def show_reindex(console: Console, report: ReindexReport) -> None:
    """What was made anew."""
    console.print(
        f"{report.analysed:,} analysed, {report.embedded:,} embedded ({took(report.timings_ms)})"
    )
    show_notes(console, report.degraded)


def show_consolidation(console: Console, done: Consolidation) -> None:
    """What was summed up and tidied."""
    for item in done.items:
        print_block(console, f"{item.outcome.value}: {visible(item.reason)} ({item.id})")
    nodes, edges = (after - before for before, after in (done.nodes, done.edges))
    console.print(
        f"{_plural(done.read, 'changed record')} read, {done.examined:,} of their groups examined, "
        f"{_plural(len(done.items), 'thing')} done; {nodes:+,} nodes, {edges:+,} edges "
        f"({took(done.timings_ms)})"
    )
    show_notes(console, done.degraded)


def show_settings(console: Console, found: SpaceSettings) -> None:
    """How a space settles what cannot all be true."""
    console.print(f"policy       {found.policy.value}")
    console.print(f"authorities  {', '.join(one.value for one in found.authorities)}")


def took(timings_ms: Mapping[str, float]) -> str:
    """The time of all steps together."""
    total = sum(timings_ms.values())
    return f"{total:,.1f} ms" if total < 1000 else f"{total / 1000:,.1f} s"


def _plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}" + ("" if count == 1 else "s")
