"""``smalti add`` and ``smalti import``: what was said goes into the journal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from smalti.cli.exits import Exit
from smalti.cli.options import Settings, with_settings
from smalti.cli.output import answer, progress
from smalti.cli.render import show_imports, show_notes, show_receipt
from smalti.cli.show_records import show_learnt
from smalti.interchange.faults import head_of, parse_json
from smalti.model.errors import InvalidInput
from smalti.model.results import Fault, ImportReport

if TYPE_CHECKING:
    from rich.console import Console

_STDIN = "-"
_only_journal = click.option(
    "--no-extract",
    is_flag=True,
    envvar="SMALTI_NO_EXTRACT",
    show_envvar=True,
    help="Only journal; `smalti process` learns from it later.",
)


@click.command()
@click.argument("texts", nargs=-1, metavar="TEXT...")
@click.option("--speaker", metavar="NAME", help="Who says it.  [default: the role]")
@click.option(
    "--role",
    metavar="ROLE",
    default="user",
    show_default=True,
    help="Whose authority it has: user, assistant, tool, document or system.",
)
@click.option(
    "--session", metavar="NAME", default="default", show_default=True, help="The conversation."
)
@click.option(
    "--said-at",
    metavar="WHEN",
    default="now",
    show_default=True,
    help='ISO 8601, like 2026-03-01T09:30+01:00, or "unknown".',
)
@click.option("--external-id", metavar="ID", help="Your own id of the turn; only with one turn.")
@click.option("--jsonl", is_flag=True, help="Each line of standard input is a turn as JSON.")
@_only_journal
@with_settings()
def add(
    settings: Settings,
    *,
    texts: tuple[str, ...],
    session: str,
    speaker: str | None,
    role: str,
    said_at: str,
    external_id: str | None,
    jsonl: bool,
    no_extract: bool,
) -> Exit:
    """Journal what was said, verbatim and durably, and learn from it.

    Each TEXT is one turn. With "-", or when something is piped in, each line of standard input
    is one. All turns are kept, or none if one of them is invalid. The same turn twice is one turn.
    """
    turns = _turns_from(texts, jsonl)
    if external_id is not None:
        if len(turns) != 1 or jsonl:
            raise click.UsageError("--external-id needs exactly one turn of text")
        turns = [{"text": turns[0], "external_id": external_id}]
    with settings.open() as memory:
        receipt = memory.add(
            turns,
            session=session,
            speaker=speaker,
            role=role,
            said_at=None if said_at == "unknown" else said_at,
            extract=not no_extract,
        )

    def show(console: Console) -> None:
        show_receipt(console, receipt)
        show_learnt(console, receipt)
        show_notes(console, receipt.degraded)

    return answer(settings, receipt, show)


def _turns_from(texts: tuple[str, ...], jsonl: bool) -> list[Any]:
    piped = not texts and not sys.stdin.isatty()
    if texts != (_STDIN,) and not piped:
        if jsonl or _STDIN in texts:
            raise click.UsageError('"-" and --jsonl read standard input and go without other TEXT')
        turns: list[Any] = list(texts)
    else:
        lines = _lines(sys.stdin.buffer.read())
        turns = list(_json_turns(lines)) if jsonl else [line for _, line in lines]
    if not turns:
        raise click.UsageError("there is no TEXT, and nothing in standard input")
    return turns


def _lines(data: bytes) -> Iterator[tuple[int, str]]:
    """Numbered lines that are not blank, without their ends."""
    for number, raw in enumerate(data.split(b"\n"), 1):
        try:
            line = raw.decode("utf-8-sig" if number == 1 else "utf-8").removesuffix("\r")
        except UnicodeDecodeError as error:
            fix = "Convert it to UTF-8"
            raise InvalidInput(f"line {number}", raw, "is not UTF-8", fix=fix) from error
        if line.strip():
            yield number, line


def _json_turns(lines: Iterable[tuple[int, str]]) -> Iterator[Any]:
    for number, line in lines:
        try:
            yield parse_json(line)
        except InvalidInput as error:
            raise InvalidInput(f"line {number}", line, error.problem) from error


@click.command("import")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--format", metavar="NAME", help="The format.  [default: told from the content]")
@_only_journal
@with_settings()
def import_(
    settings: Settings, *, paths: tuple[str, ...], format: str | None, no_extract: bool
) -> Exit:
    """Take in files of turns, in many formats, and learn from them.

    JSON Lines, transcripts of messengers, Markdown, LoCoMo, LongMemEval, the data exports of
    ChatGPT and Claude, and Smalti's own export. What cannot be read is listed with its place, and
    the rest is imported; then the exit code is 3. Doing it again adds only what is missing.
    """
    alone = len(paths) == 1
    if alone:
        head_of(Path(paths[0]))  # a mistyped path must not leave an empty memory behind
    with settings.open() as memory, progress(settings, "importing") as advance:
        take = partial(memory.import_, format=format, extract=not no_extract, progress=advance)
        reports = [take(path) if alone else _one_of(take, path) for path in paths]
    code = Exit.PARTLY if any(report.faults for report in reports) else Exit.DONE
    return answer(settings, _sum(reports), lambda console: show_imports(console, reports), code)


def _sum(reports: list[ImportReport]) -> dict[str, Any]:
    return {
        "stored": sum(report.stored for report in reports),
        "duplicates": sum(report.duplicates for report in reports),
        "records": sum(report.records for report in reports),
        "faults": sum(len(report.faults) for report in reports),
        "reports": reports,
        "degraded": list(dict.fromkeys(note for report in reports for note in report.degraded)),
        "timings_ms": {"total": round(sum(r.timings_ms.get("total", 0) for r in reports), 3)},
    }


def _one_of(take: Callable[[str], ImportReport], path: str) -> ImportReport:
    """Import one of several files; if it cannot be used at all, the others still can."""
    try:
        return take(path)
    except InvalidInput as error:
        return ImportReport(path, "", 0, 0, (Fault(path, str(error)),))
