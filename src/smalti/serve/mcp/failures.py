"""Errors as an agent can act on them: what happened, in which argument, what to do instead."""

from __future__ import annotations

import logging
from typing import Any

from smalti.model.errors import InvalidInput, NotFound, SmaltiError

_log = logging.getLogger(__name__)

_PREFIXES = ("turns[0].", "filters.")  # where the library has an argument of a tool
# Where the ids come from, by the kind of thing that was not found.
_SOURCES = {
    "turn": "recall and search give the ids of turns",
    "record": "recall, ask, history and remember give the ids of records",
    "conflict": "conflicts lists them with their ids",
    "question": "clarify lists them with their ids",
    "entity": "Nothing is known under this name; recall finds what was said",
}


def failure(error: SmaltiError) -> dict[str, Any]:
    """The error as JSON: ``code``, ``message``, and where it helps ``field`` and ``fix``."""
    told = {"code": error.code, "message": error.message}
    if isinstance(error, InvalidInput):
        told["field"] = _name(error.field)
    hint = _SOURCES.get(error.kind, error.hint) if isinstance(error, NotFound) else error.hint
    if hint:
        told["fix"] = hint
    return told


def unexpected(name: str, error: Exception) -> dict[str, Any]:
    """An error that nobody foresaw: it goes to the log, and nothing of it to the client."""
    _log.error("%s failed", name, exc_info=error)
    return {
        "code": "unexpected",
        "message": "an unexpected error; the log of the server has it",
        "fix": "Try another way, and tell the user",
    }


def in_words(told: dict[str, Any]) -> str:
    """The error in a line or two."""
    field = (
        f" ({told['field']})" if "field" in told and told["field"] not in told["message"] else ""
    )
    fix = f"\n{told['fix']}" if "fix" in told else ""
    return f"Error{field}: {told['message']}{fix}"


def _name(field: str) -> str:
    for prefix in _PREFIXES:
        field = field.removeprefix(prefix)
    return field
