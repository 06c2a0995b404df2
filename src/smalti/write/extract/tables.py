"""Word lists and patterns as data: one JSON file a language, patterns compiled once."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

import regex

Pattern = regex.Pattern[str]


@cache
def _file(name: str) -> dict[str, list[str]]:
    text = resources.files("smalti.write.extract").joinpath("data", f"{name}.json")
    loaded: dict[str, list[str]] = json.loads(text.read_text("utf-8"))
    return loaded


@cache
def words(name: str, key: str) -> frozenset[str]:
    """The words of one list of a language file. An entry may hold several, apart by blanks."""
    return frozenset(word for entry in _file(name)[key] for word in entry.split())


@cache
def phrases(name: str, key: str) -> tuple[str, ...]:
    """The entries of one list, longest first, so that the longest match wins."""
    return tuple(sorted(_file(name)[key], key=len, reverse=True))


@cache
def pattern(name: str, key: str, *, anchored: bool = False) -> Pattern:
    """One pattern that matches any of the patterns in a list, ignoring case."""
    body = "|".join(f"(?:{entry})" for entry in _file(name)[key])
    return regex.compile(rf"^(?:{body})" if anchored else body, regex.IGNORECASE)


@cache
def pairs(name: str, key: str) -> dict[str, str]:
    """A list of "from=to" entries as a mapping."""
    return dict(entry.split("=", 1) for entry in _file(name)[key])
