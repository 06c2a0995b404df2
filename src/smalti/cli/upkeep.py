"""``smalti stats``, ``doctor``, ``reindex`` and ``export``: the file in good order."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from smalti.cli.exits import Exit
from smalti.cli.options import Settings, with_settings
from smalti.cli.output import answer, progress
from smalti.cli.render import (
    show_consolidation,
    show_health,
    show_reindex,
    show_settings,
    show_stats,
)

_STDOUT = "-"


@click.command()
@with_settings()
def stats(settings: Settings) -> Exit:
    """Tell how much a space holds, and what its indexes were made with."""
    with settings.open_existing() as memory:
        found = memory.stats()
    return answer(settings, found, lambda console: show_stats(console, found))


@click.command()
@with_settings()
def doctor(settings: Settings) -> Exit:
    """Check the file and its indexes; exit code 8 if something is wrong with the file.

    Notes tell what could be better, like turns without a vector, and how.
    """
    with settings.open_existing() as memory:
        health = memory.check()
    return answer(
        settings,
        {"healthy": health.healthy, "problems": health.problems, "notes": health.notes},
        lambda console: show_health(console, health),
        Exit.DONE if health.healthy else Exit.PROBLEMS,
    )


@click.command()
@click.option("--all", "everything", is_flag=True, help="Look at all there is.")
@with_settings()
def consolidate(settings: Settings, everything: bool) -> Exit:
    """Sum up and tidy what was learnt since the last time. Nothing is deleted.

    Events that belong together get a summary, concepts and records that are one become one. Done
    twice it changes nothing the second time.
    """
    with settings.open_existing() as memory, progress(settings, "consolidating") as advance:
        done = memory.consolidate(everything=everything, progress=advance)
    return answer(settings, done, lambda console: show_consolidation(console, done))


@click.command("settings")
@click.option("--set-policy", metavar="NAME", help="auto, ask or keep-both.")
@click.option(
    "--set-authorities",
    metavar="NAMES",
    help="Whose word goes first, like document,self,other,tool,assistant.",
)
@with_settings()
def settings_(settings: Settings, set_policy: str | None, set_authorities: str | None) -> Exit:
    """Show or change how a space settles contradictions, for all who open it from now on.

    $SMALTI_POLICY goes before the policy of a space.
    """
    changing = set_policy is not None or set_authorities is not None
    with settings.open() if changing else settings.open_existing() as memory:
        if changing:
            memory.configure(policy=set_policy, authorities=set_authorities)
        found = memory.settings()
    return answer(settings, found, lambda console: show_settings(console, found))


@click.command()
@click.option("--all", "everything", is_flag=True, help="Do everything anew.")
@with_settings()
def reindex(settings: Settings, everything: bool) -> Exit:
    """Bring the indexes up to date: missing vectors, or those of another model or analyser.

    Recall by words keeps working meanwhile. Interrupted, it goes on where it stopped.
    """
    with settings.open_existing() as memory, progress(settings, "reindexing") as advance:
        report = memory.reindex(all=everything, progress=advance)
    lacking = bool(report.degraded) and not settings.no_model
    code = Exit.MODEL if lacking else Exit.DONE
    return answer(settings, report, lambda console: show_reindex(console, report), code)


@click.command()
@click.argument("path")
@with_settings()
def export(settings: Settings, path: str) -> Exit:
    """Write everything a space knows as JSONL, to a file or, with "-", to standard output.

    Importing it into an empty space and exporting that gives the same bytes.
    """
    if path == _STDOUT:
        return _to_stdout(settings)
    if Path(path).resolve() == Path(settings.db).resolve():
        raise click.UsageError(f"{path} is the memory itself; export to another file")
    with settings.open_existing() as memory:
        written = memory.export(path)
    done = {"path": path, "written": written}
    return answer(settings, done, lambda console: console.print(f"{written:,} written to {path}"))


def _to_stdout(settings: Settings) -> Exit:
    from smalti.interchange.export import export_lines
    from smalti.store.sqlite import open_sqlite

    if settings.json:
        raise click.UsageError('--json and "-" both want standard output; export to a file')
    settings.open_existing().close()
    with closing(open_sqlite(settings.db)) as store:
        for line in export_lines(store.space(settings.space)):
            click.echo(line)
    return Exit.DONE
