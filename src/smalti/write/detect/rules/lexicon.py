"""Which words mean the same, are kinds of one another, exclude each other, or say little.

The words stand in ``data/<language>_words.toml``, filed by their stems.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

import regex

from smalti.text.analyse import Analyser

_ENDINGS = "(?:s|ed|es|d|ing)?"  # that a word of a fixed phrase may have


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of a word or phrase.

    Attributes:
        same: numbers of the rows of words for the same thing.
        kinds: what it is a kind of, by key.
        opposites: for each row of values that exclude each other, the side it is on.
        labels: for each row of names of cases, the side it is on.
        generic: so common in rules that sharing it says little.
        person: somebody by what they are or do.
    """

    same: frozenset[int] = frozenset()
    kinds: frozenset[str] = frozenset()
    opposites: Mapping[int, int] = field(default_factory=dict)
    labels: Mapping[int, int] = field(default_factory=dict)
    generic: bool = False
    person: bool = False


_UNKNOWN = Entry()


@dataclass(frozen=True, eq=False)
class Lexicon:
    """The words of a language; ``phrases`` finds those that count as one."""

    analyser: Analyser
    entries: Mapping[str, Entry]
    irregular: Mapping[str, str]
    phrases: regex.Pattern[str]

    def key(self, word: str) -> str:
        """The form under which a word or phrase is filed: its stems, joined by spaces."""
        return key_of(self.analyser, self.irregular, word)

    def entry(self, key: str) -> Entry:
        """What is known of a word by its key."""
        return self.entries.get(key, _UNKNOWN)

    def means(self, word: str) -> bool:
        """Whether a word is no mere function word."""
        return bool(self.analyser.terms(word))


def key_of(analyser: Analyser, irregular: Mapping[str, str], word: str) -> str:
    """The stems of a word or phrase; irregular forms count as their base."""
    parts = word.casefold().replace("-", " ").split()
    return " ".join(_stem(analyser, irregular.get(part, part)) for part in parts)


@cache
def _stem(analyser: Analyser, word: str) -> str:
    terms = analyser.terms(word)
    return terms[-1] if terms else word


@cache
def lexicon(language: str) -> Lexicon:
    """The words of a language; there must be tables for it."""
    raw = read_table(f"{language}_words")
    analyser = Analyser(language)
    irregular = dict(pair.split("=") for pair in raw["irregular"].split())
    filing = _Filing(analyser, irregular)
    filing.rows("same", raw["same"])
    filing.kinds(raw["kinds"])
    filing.sides("opposites", raw["opposites"])
    filing.sides("labels", raw["labels"])
    filing.flag("generic", raw["generic"])
    filing.flag("person", raw["persons"])
    return Lexicon(analyser, filing.entries(), irregular, _phrases(filing.phrases))


def read_table(name: str) -> dict[str, Any]:
    """One of the tables of this package."""
    path = resources.files("smalti.write.detect.rules") / "data" / f"{name}.toml"
    return tomllib.loads(path.read_text("utf-8"))


class _Filing:
    """Collects what the rows of a table say of each word."""

    def __init__(self, analyser: Analyser, irregular: Mapping[str, str]) -> None:
        self._analyser, self._irregular = analyser, irregular
        self._found: dict[str, dict[str, Any]] = {}
        self.phrases: set[str] = set()

    def rows(self, name: str, rows: Sequence[str]) -> None:
        for number, row in enumerate(rows):
            for word in _split(row):
                self._of(word).setdefault(name, set()).add(number)

    def kinds(self, rows: Sequence[str]) -> None:
        for row in rows:
            head, *members = _split(row)
            for word in members:
                self._of(word).setdefault("kinds", set()).add(self._key(head))

    def sides(self, name: str, rows: Sequence[str]) -> None:
        for number, row in enumerate(rows):
            for side, words in enumerate(row.split("|")):
                for word in _split(words):
                    self._of(word).setdefault(name, {})[number] = side

    def flag(self, name: str, words: str) -> None:
        for word in words.split():
            self._of(word)[name] = True

    def entries(self) -> dict[str, Entry]:
        return {
            key: Entry(
                frozenset(said.get("same", ())),
                frozenset(said.get("kinds", ())),
                said.get("opposites", {}),
                said.get("labels", {}),
                said.get("generic", False),
                "person" in said or "person" in self._found.get(key.split()[-1], {}),
            )
            for key, said in self._found.items()
        }

    def _of(self, word: str) -> dict[str, Any]:
        if " " in word or "-" in word:
            self.phrases.add(word)
        return self._found.setdefault(self._key(word), {})

    def _key(self, word: str) -> str:
        return key_of(self._analyser, self._irregular, word)


def _split(row: str) -> list[str]:
    return [word.strip() for word in row.split(",")]


def _phrases(phrases: Iterable[str]) -> regex.Pattern[str]:
    longest_first = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
    return regex.compile(rf"(?<![\w-])(?:{'|'.join(map(_inflected, longest_first))})(?![\w-])")


def _inflected(phrase: str) -> str:
    """A phrase whose first and last word may have an ending."""
    first, *rest = (regex.escape(part) for part in regex.split(r"[ -]", phrase))
    return f"{first}{_ENDINGS}[ -]{'[ -]'.join(rest)}{_ENDINGS}"
