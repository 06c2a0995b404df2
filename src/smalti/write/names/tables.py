"""The word tables of this package."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Any

import regex


@cache
def table(name: str) -> dict[str, Any]:
    """One table: alphabets, context, east_asian, given, kin or parts."""
    path = resources.files("smalti.write.names") / "data" / f"{name}.json"
    loaded: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return loaded


@cache
def lists(name: str) -> list[list[str]]:
    """A table that is a list of groups: exonyms."""
    path = resources.files("smalti.write.names") / "data" / f"{name}.json"
    loaded: list[list[str]] = json.loads(path.read_text("utf-8"))
    return loaded


@cache
def word_set(name: str, part: str) -> frozenset[str]:
    """A list of a table as a set."""
    return frozenset(table(name)[part])


def longest_first(words: Iterable[str]) -> str:
    """An alternation of literal words."""
    return "|".join(map(regex.escape, sorted(words, key=len, reverse=True)))


def bounded(patterns: Iterable[str]) -> str:
    """An alternation of patterns that begin and end at the edge of a word if it is a Latin one."""
    parts = []
    for pattern in sorted(patterns, key=len, reverse=True):
        start = r"(?<![\p{Latin}])" if regex.match(r"[\p{Latin}(]", pattern) else ""
        end = r"(?![\p{Latin}])" if regex.search(r"[\p{Latin})?\]]$", pattern) else ""
        parts.append(f"{start}(?:{pattern}){end}")
    return "|".join(parts)


def occurrences(text: str, name: str) -> list[tuple[int, int]]:
    """Where a name stands in a text, in any case; Latin letters and digits only as whole words.

    Without a pattern made for the name: compiling one for each pair would cost more than all the
    rest of a comparison.
    """
    folded, wanted = text.lower(), name.lower()
    if len(folded) != len(text) or len(wanted) != len(name):
        folded, wanted = text, name  # lowering İ adds a character; positions matter more
    found: list[tuple[int, int]] = []
    start = folded.find(wanted) if wanted else -1
    while start >= 0:
        end = start + len(wanted)
        if not (_run_on(folded, start) or _run_on(folded, end)):
            found.append((start, end))
        start = folded.find(wanted, end)
    return found


def _run_on(text: str, at: int) -> bool:
    """Whether a Latin word goes on across a position."""
    return 0 < at < len(text) and _LATIN.fullmatch(text[at - 1 : at + 1]) is not None


_LATIN = regex.compile(r"[\p{Latin}\p{M}0-9]{2}")
