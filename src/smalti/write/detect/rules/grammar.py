"""How a language says what must, may and must not be; read from ``data/<language>_grammar.toml``.

Only languages that put spaces between words can be added by tables alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import regex

from smalti.write.detect.rules.lexicon import lexicon, read_table

_SUFFIX = "_grammar.toml"


@dataclass(frozen=True, eq=False)
class Grammar:
    """The forms of a language.

    Attributes:
        words: sets of words by what they are for.
        names: the days of the week and the months in order.
        stems: sets of words by their keys.
        patterns: regular expressions over text in small letters.
        conditions: what opens a condition, and its kind.
        verbs: any finite verb that is known.
        figures: words that say which figure of a thing is meant, by key.
        units: names of units that the unit table does not have.
        orders: what puts one thing before another: the family, whether it comes first, and how.
        only: what says that somebody or some case alone is meant.
    """

    words: Mapping[str, frozenset[str]]
    names: Mapping[str, tuple[str, ...]]
    stems: Mapping[str, frozenset[str]]
    patterns: Mapping[str, regex.Pattern[str]]
    conditions: Mapping[str, str]
    verbs: regex.Pattern[str]
    figures: Mapping[str, frozenset[str]]
    units: Mapping[str, tuple[str, int]]
    orders: tuple[tuple[str, bool, regex.Pattern[str]], ...]
    only: tuple[tuple[str, regex.Pattern[str]], ...]


@cache
def languages() -> frozenset[str]:
    """The languages that there are tables for."""
    data = resources.files("smalti.write.detect.rules") / "data"
    names = (path.name for path in data.iterdir())
    return frozenset(name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX))


@cache
def grammar(language: str) -> Grammar:
    """The forms of a language; there must be tables for it."""
    raw = read_table(f"{language}_grammar")
    words = {name: frozenset(row) for name, row in raw["words"].items()}
    finite = words["helping"] | words["verbs"]
    return Grammar(
        words | {"finite": finite},
        {name: tuple(raw["words"][name]) for name in ("week", "year")},
        {name: _keys(language, row) for name, row in raw["stems"].items()},
        {name: _any(row) for name, row in raw["patterns"].items()},
        {phrase: kind for kind, row in raw["conditions"].items() for phrase in row},
        regex.compile(rf"\b(?:{'|'.join(map(regex.escape, sorted(finite)))})\b"),
        {name: _keys(language, row) for name, row in raw["figures"].items()},
        {name: (unit, times) for name, (unit, times) in raw["units"].items()},
        tuple(_orders(raw["orders"])),
        tuple((kind, regex.compile(row)) for kind, rows in raw["only"].items() for row in rows),
    )


def _keys(language: str, words: str) -> frozenset[str]:
    return frozenset(map(lexicon(language).key, words.split()))


def _orders(raw: Mapping[str, Any]) -> Iterator[tuple[str, bool, regex.Pattern[str]]]:
    for family, sides in raw.items():
        yield family, True, _any(sides["earlier"])
        yield family, False, _any(sides["later"])


def _any(patterns: Sequence[str]) -> regex.Pattern[str]:
    if len(patterns) == 1:
        return regex.compile(patterns[0])
    return regex.compile("|".join(f"(?:{pattern})" for pattern in patterns))
