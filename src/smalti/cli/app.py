"""The ``smalti`` command: finds its subcommands when asked for, and answers for how they end."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

import click

from smalti import __version__
from smalti.cli.exits import MEANINGS, Exit, exit_for
from smalti.cli.output import report_failure


class Entry(NamedTuple):
    """Where a command is written, and its line in ``smalti --help``."""

    home: str
    summary: str


# Told here and not only in the modules, so that `smalti --help` imports none of them.
SECTIONS: dict[str, dict[str, Entry]] = {
    "Write": {
        "add": Entry("smalti.cli.write:add", "Journal what was said, verbatim and durably."),
        "import": Entry("smalti.cli.write:import_", "Take in files of turns, in many formats."),
    },
    "Learn": {
        "explain": Entry(
            "smalti.cli.know:explain", "Show what each stage of a write makes of a text."
        ),
        "process": Entry("smalti.cli.know:process", "Read the turns that nobody has read yet."),
        "assert": Entry("smalti.cli.know:assert_", "State something without any extraction."),
        "records": Entry("smalti.cli.know:records", "List what was learnt."),
        "why": Entry("smalti.cli.know:why", "Show the way from what was said to a record."),
        "history": Entry("smalti.cli.know:history", "Show all that was ever recorded in a slot."),
        "timeline": Entry("smalti.cli.know:timeline", "Show what is known, in the order it began."),
        "entities": Entry("smalti.cli.know:entities", "List everybody and everything known."),
        "merge": Entry("smalti.cli.know:merge", "Make two entities one."),
        "unmerge": Entry("smalti.cli.know:unmerge", "Take a merge back."),
        "questions": Entry("smalti.cli.know:questions", "List what is worth asking."),
        "answer": Entry("smalti.cli.know:answer_", "Answer a question."),
        "agenda": Entry("smalti.cli.agenda:agenda", "Ask what is to be found out."),
        "graph": Entry("smalti.cli.graph:graph", "Look at what hangs together."),
    },
    "Settle": {
        "conflicts": Entry("smalti.cli.settle:conflicts", "List statements that cannot both hold."),
        "resolve": Entry("smalti.cli.settle:resolve", "Decide a conflict."),
        "undo": Entry("smalti.cli.settle:undo", "Take the decision of a conflict back."),
        "correct": Entry("smalti.cli.settle:correct", "Put a record right: it was never true."),
        "retract": Entry("smalti.cli.settle:retract", "Take a record back."),
        "recheck": Entry("smalti.cli.settle:recheck", "Judge again what no judge could tell."),
    },
    "Read": {
        "ask": Entry("smalti.cli.ask:ask", "Answer a question, with what the answer rests on."),
        "recall": Entry("smalti.cli.read:recall", "Find the turns that best answer a query."),
        "get": Entry("smalti.cli.read:get", "Show one turn by its id or external id."),
        "turns": Entry("smalti.cli.read:turns", "List turns in the order they were journalled."),
        "sessions": Entry("smalti.cli.read:sessions", "List the sessions of a space."),
        "spaces": Entry("smalti.cli.read:spaces", "List the spaces in the file."),
    },
    "Keep": {
        "stats": Entry("smalti.cli.upkeep:stats", "Tell how much a space holds."),
        "doctor": Entry("smalti.cli.upkeep:doctor", "Check the file and its indexes."),
        "consolidate": Entry("smalti.cli.upkeep:consolidate", "Sum up and tidy what was learnt."),
        "settings": Entry(
            "smalti.cli.upkeep:settings_", "Show or change how a space settles contradictions."
        ),
        "reindex": Entry("smalti.cli.upkeep:reindex", "Bring the indexes up to date."),
        "export": Entry("smalti.cli.upkeep:export", "Write everything a space knows as JSONL."),
        "forget": Entry("smalti.cli.forget:forget", "Erase one thing and all that rests on it."),
        "compact": Entry("smalti.cli.forget:compact", "Leave nothing in the file that was erased."),
    },
    "Serve": {
        "serve": Entry("smalti.cli.serve:serve", "Serve the memory over HTTP."),
        "keys": Entry(
            "smalti.cli.serve:keys", "List the keys of a server, add one, or revoke one."
        ),
        "mcp": Entry("smalti.cli.mcp:mcp", "Serve the memory to agents as tools."),
    },
    "Try": {
        "demo": Entry(
            "smalti.cli.demo:demo", "Show what is learnt from a year of shipped conversation."
        ),
        "bench": Entry("smalti.cli.bench:bench", "Measure recall and speed, on your machine."),
    },
}
COMMANDS: dict[str, Entry] = {
    name: entry for section in SECTIONS.values() for name, entry in section.items()
}

_EPILOG = "\b\nExit codes:\n" + "\n".join(
    f"  {code:<4} {meaning}" for code, meaning in MEANINGS.items()
)


class App(click.Group):
    """A group whose commands are imported when they are used, and whose errors are told plainly."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, imported now."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module, _, attribute = entry.home.partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by section, without importing them."""
        widest = max(map(len, COMMANDS))
        for section, entries in SECTIONS.items():
            with formatter.section(section):
                formatter.write_dl([(n.ljust(widest), e.summary) for n, e in entries.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. A reader who has had enough (``| head``) ends it quietly."""
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # Python flushes once more at its end, and that must find an open door.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return Exit.DONE
        return code

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run and exit; what goes wrong is told in one message, with a code of the table."""
        try:
            code = super().main(args, prog_name, complete_var, False, **extra)
        except Exception as error:
            if not standalone_mode or _wants_traceback(error):
                raise
            report_failure(error, sys.argv[1:] if args is None else args)
            code = exit_for(error)
        if standalone_mode:
            sys.exit(code if isinstance(code, int) else Exit.DONE)
        return code


def _wants_traceback(error: Exception) -> bool:
    return exit_for(error) is Exit.UNEXPECTED and os.environ.get("SMALTI_DEBUG") == "1"


@click.command(
    cls=App,
    name="smalti",
    epilog=_EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="smalti")
def app() -> None:
    """Long-term memory for LLM agents: who said what, when, kept verbatim in one file.

    Every command takes --db FILE (or SMALTI_DB) and --space NAME (or SMALTI_SPACE), and answers
    in one JSON object with --json. `smalti COMMAND --help` tells the rest.
    """
