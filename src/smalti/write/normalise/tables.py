"""The word tables of grounding and normalising: one TOML file a language, read once."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Any

import regex

Pattern = regex.Pattern[str]

UNSPACED = frozenset({"zh", "ja", "ko"})
"""Languages whose words are not cut at blanks here: Korean particles stick to their nouns."""


@cache
def table(name: str) -> dict[str, Any]:
    """A whole table. A language without one has an empty one."""
    path = resources.files("smalti.write.normalise") / "data" / f"{name}.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


@cache
def words(name: str, *keys: str) -> frozenset[str]:
    """The words of a list, which are written apart by blanks; none where there is no such list."""
    found: Any = table(name)
    for key in keys:
        found = found.get(key, {})
    return frozenset(found.split()) if found else frozenset()


@cache
def phrases(name: str, *keys: str) -> tuple[str, ...]:
    """The phrases of a list, which are written apart by commas, longest first."""
    found: Any = table(name)
    for key in keys:
        found = found.get(key, {})
    parts = (part.strip() for part in found.split(",")) if found else ()
    return tuple(sorted((part for part in parts if part), key=len, reverse=True))


@cache
def any_of(name: str, *keys: str) -> Pattern | None:
    """A pattern for any of the phrases of a list; Latin ones only as whole words."""
    return whole(phrases(name, *keys))


def whole(wanted: Iterable[str]) -> Pattern | None:
    """A pattern for any of some phrases, or ``None`` if there are none."""
    parts = [_bounded(phrase) for phrase in wanted]
    return regex.compile("|".join(parts), regex.IGNORECASE) if parts else None


def _bounded(phrase: str) -> str:
    start = r"(?<![\p{Latin}\p{N}])" if regex.match(r"[\p{Latin}\p{N}]", phrase) else ""
    end = r"(?![\p{Latin}\p{N}])" if regex.search(r"[\p{Latin}\p{N}]$", phrase) else ""
    return f"{start}{regex.escape(phrase)}{end}"
