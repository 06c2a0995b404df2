"""The word tables of the rule judges, read from ``data/`` and compiled once."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import regex

from smalti.text.analyse import Analyser

_DATA = "smalti.write.detect.rules"


@dataclass(frozen=True)
class Lexicon:
    """Which words mean the same, are kinds of one another, exclude each other, or say little."""

    analyser: Analyser
    same: Mapping[str, frozenset[int]]
    kinds: Mapping[str, frozenset[str]]
    opposites: Mapping[str, Mapping[int, int]]
    labels: Mapping[str, Mapping[int, int]]
    generic: frozenset[str]
    persons: frozenset[str]
    phrases: regex.Pattern[str]

    def key(self, word: str) -> str:
        """The form under which a word or phrase is filed: its stems, joined."""
        return key_of(self.analyser, word)


@dataclass(frozen=True)
class Forms:
    """How a language says what must, may and must not be, and under which condition."""

    not_negative: regex.Pattern[str]
    exempt: regex.Pattern[str]
    permit: regex.Pattern[str]
    negative: regex.Pattern[str]
    may: regex.Pattern[str]
    conditions: Mapping[str, str]
    finite: frozenset[str]
    verb: regex.Pattern[str]
    joins: frozenset[str]
    phrasal: frozenset[str]
    not_once: frozenset[str]
    openers: frozenset[str]
    fillers: frozenset[str]
    deeds: frozenset[str]
    figures: Mapping[str, frozenset[str]]
    universal: regex.Pattern[str]
    orders: tuple[tuple[str, int, regex.Pattern[str]], ...]
    only_who: tuple[regex.Pattern[str], ...]
    only_when: tuple[regex.Pattern[str], ...]


def key_of(analyser: Analyser, word: str) -> str:
    return " ".join(_stem(analyser, part) for part in word.split())


@cache
def _stem(analyser: Analyser, word: str) -> str:
    terms = analyser.terms(word)
    return terms[-1] if terms else word.casefold()


@cache
def lexicon(language: str = "en") -> Lexicon:
    """The words of a language."""
    raw = _read(f"{language}_words")
    analyser = Analyser(language)
    rows = [_split(row) for row in raw["same"]]
    same: dict[str, set[int]] = {}
    for number, row in enumerate(rows):
        for word in row:
            same.setdefault(key_of(analyser, word), set()).add(number)
    kinds: dict[str, set[str]] = {}
    for row in raw["kinds"]:
        head, *members = _split(row)
        for word in members:
            kinds.setdefault(key_of(analyser, word), set()).add(key_of(analyser, head))
    everything = [word for row in rows for word in row]
    everything += [w for name in ("opposites", "labels") for row in raw[name] for w in _split(row.replace("|", ","))]
    phrases = sorted({w for w in everything if " " in w or "-" in w}, key=len, reverse=True)
    return Lexicon(
        analyser,
        {word: frozenset(found) for word, found in same.items()},
        {word: frozenset(found) for word, found in kinds.items()},
        _sides(analyser, raw["opposites"]),
        _sides(analyser, raw["labels"]),
        frozenset(key_of(analyser, word) for word in raw["generic"].split()),
        frozenset(key_of(analyser, word) for word in raw["persons"].split()),
        regex.compile(r"(?<![\w-])(?:" + "|".join(map(_loose, phrases)) + r")(?![\w-])"),
    )


@cache
def forms(language: str = "en") -> Forms:
    """The forms of a language."""
    raw = _read(language)
    return Forms(
        *(_any(raw[name]) for name in ("not_negative", "exempt", "permit", "negative", "may")),
        conditions={phrase: kind for kind, phrases in raw["conditions"].items() for phrase in phrases},
        finite=frozenset(raw["words"]["finite"]),
        verb=regex.compile(r"\b(?:" + "|".join(map(regex.escape, raw["words"]["finite"])) + r")\b"),
        joins=frozenset(raw["words"]["joins"]),
        phrasal=frozenset(raw["words"]["phrasal"]),
        not_once=frozenset(raw["words"]["not_once"]),
        openers=frozenset(raw["words"]["openers"]),
        fillers=frozenset(raw["words"]["fillers"]),
        deeds=frozenset(key_of(lexicon(language).analyser, word) for word in raw["words"]["deeds"].split()),
        figures={
            name: frozenset(key_of(lexicon(language).analyser, word) for word in words.split())
            for name, words in raw["figures"].items()
        },
        universal=_any(raw["universal"]["every"]),
        orders=tuple(
            (name, 1 if pattern[0] == "+" else -1, regex.compile(pattern[2:]))
            for name, patterns in raw["orders"].items()
            for pattern in patterns
        ),
        only_who=tuple(regex.compile(pattern) for pattern in raw["only"]["who"]),
        only_when=tuple(regex.compile(pattern) for pattern in raw["only"]["when"]),
    )


def _loose(phrase: str) -> str:
    return regex.sub(r"\\?[ -]", "[ -]", regex.escape(phrase)) + "(?:s|ed|es|d)?"


def _sides(analyser: Analyser, rows: Sequence[str]) -> dict[str, dict[int, int]]:
    found: dict[str, dict[int, int]] = {}
    for number, row in enumerate(rows):
        for side, words in enumerate(row.split("|")):
            for word in _split(words):
                found.setdefault(key_of(analyser, word), {})[number] = side
    return found


def _split(row: str) -> list[str]:
    return [word.strip() for word in row.split(",")]


def _any(patterns: Sequence[str]) -> regex.Pattern[str]:
    return regex.compile("|".join(f"(?:{pattern})" for pattern in patterns))


def _read(name: str) -> dict[str, Any]:
    path = resources.files(_DATA) / "data" / f"{name}.toml"
    return tomllib.loads(path.read_text("utf-8"))
