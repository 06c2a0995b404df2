"""How a command ends: its exit codes, and what is said about an error.

This table is the only one. The help and the guide are made from it.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import click

from smalti.model.errors import InvalidInput, ModelError, NotFound, SmaltiError, StoreError

_SHOWN = 200  # characters of a refused value repeated in JSON


class Exit(IntEnum):
    """What a command reports to the shell."""

    DONE = 0
    UNEXPECTED = 1
    USAGE = 2
    PARTLY = 3
    INVALID = 4
    NOT_FOUND = 5
    STORE = 6
    MODEL = 7
    PROBLEMS = 8
    INTERRUPTED = 130


MEANINGS: dict[Exit, str] = {
    Exit.DONE: "done; also when nothing was found, with the reason",
    Exit.UNEXPECTED: "an unexpected error: please report it",
    Exit.USAGE: "the command line was not understood",
    Exit.PARTLY: "done in part: some items of an import could not be read",
    Exit.INVALID: "a value or a file cannot be used as input",
    Exit.NOT_FOUND: "there is no such id in this space",
    Exit.STORE: "the memory file cannot be used, or is not there",
    Exit.MODEL: "a model cannot be used, and the command needs it",
    Exit.PROBLEMS: "doctor found problems",
    Exit.INTERRUPTED: "interrupted; what was journalled is kept",
}

# The first class that fits decides.
_BY_ERROR: tuple[tuple[type[Exception], Exit], ...] = (
    (NotFound, Exit.NOT_FOUND),
    (StoreError, Exit.STORE),
    (ModelError, Exit.MODEL),
    (SmaltiError, Exit.INVALID),
    (click.ClickException, Exit.USAGE),
    (click.Abort, Exit.INTERRUPTED),
    (Exception, Exit.UNEXPECTED),
)


def exit_for(error: Exception) -> Exit:
    """The code a command ends with after this error."""
    return next(code for kind, code in _BY_ERROR if isinstance(error, kind))


def describe(error: Exception) -> dict[str, Any]:
    """The error as JSON: ``code``, ``message``, ``hint``; of a refused value also which it was."""
    if isinstance(error, SmaltiError):
        told = _told(error.code, error.message, error.hint or "")
        if isinstance(error, InvalidInput):
            told |= {"field": error.field, "value": _plain(error.value)}
        return told
    if isinstance(error, click.ClickException):
        return _told("usage", error.format_message(), _help_hint(error))
    if isinstance(error, click.Abort):
        hint = "What was journalled is kept. Run the command again to go on"
        return _told("interrupted", "interrupted", hint)
    hint = "Please report it. SMALTI_DEBUG=1 shows where it happened"
    return _told("unexpected", f"unexpected error: {type(error).__name__}: {error}", hint)


def _told(code: str, message: str, hint: str) -> dict[str, Any]:
    return {"code": code, "message": message, "hint": hint}


def _help_hint(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    return f"Try `{context.command_path if context else 'smalti'} --help`"


def _plain(value: object) -> Any:
    """The value as JSON can say it, and not at any length."""
    if value is None or isinstance(value, bool | int | float):
        return value
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
