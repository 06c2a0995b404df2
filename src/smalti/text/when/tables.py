"""The language tables, read from ``data/`` and compiled once.

A table has *words* (class → forms, or class → value → forms) and *rules* (level → list of
``[pattern, operation, options]``). A pattern is a regular expression over word classes:
``the? shift unit=week`` matches an optional article, a word like "last" and the unit week. To run
such patterns fast, every set of classes that one word can have gets a private character, a
sentence becomes a string of these characters, and a class in a pattern becomes the set of all
characters whose words belong to it. So a word may be several things at once ("second"), and the
rules decide.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Any

import regex

from smalti.text.numerals import spelt

Senses = dict[str, Any]
Forms = dict[str | None, Senses]
"""What one form can mean: as written exactly so, or (``None``) in any case."""

LANGUAGES = ("en", "de", "es", "fr", "zh", "ja")
LEVELS = ("counts", "dates", "within", "clock", "ranges", "relations")
"""In this order; each level is repeated until nothing more is found."""

# Signs of tokens that no table lists: a word, a capitalised word inside a sentence, punctuation,
# the end of a sentence, a function word.
UNLISTED = {"x": "x", "X": "X", "punct": "p", "stop": ".", "fn": "f"}
_NEVER = "\uefff"
# Classes whose values can be asked for in a pattern, as in unit=week.
_KEYED = ("unit", "shift", "part", "edge")
# What the digit shapes and the operations make; a reduced node keeps the senses that later rules
# may want: a bare weekday is a day, and still a weekday.
MADE = (
    *("num", "ord", "date", "md", "clock", "decade", "year", "ym", "length", "time", "offset"),
    *("num year", "num decade", "num ord"),
    *("t_minute", "t_hour", "t_part", "t_day", "t_week", "t_third", "t_weekend", "t_month"),
    *("t_quarter", "t_season", "t_half", "t_year", "t_decade", "t_range", "t_unknown", "rec"),
    "t_lately",
    *("t_day wd", "t_day md", "t_day hol", "t_range hol", "t_month mon", "t_season season"),
    *("t_quarter quarter", "t_half halfyear", "t_unknown quarter", "t_unknown halfyear"),
    *("t_unknown wd", "t_unknown mon", "t_unknown hol", "t_unknown season", "t_unknown md"),
)  # fmt: skip
_TOKEN = re.compile(
    # A word of letters, a run of digits, one character of a script without spaces, one sign.
    r"\d+|[^\W\d_\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+|[^\s]|\n"
)
_MACRO = re.compile(r"\{(\w+)\}")
_ATOM = re.compile(r"[A-Za-z_]\w*(?:=-?\w+)?")


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of a table: where it applies and what it means."""

    pattern: re.Pattern[str]
    operation: str
    options: Mapping[str, Any]
    source: str


class Table:
    """A language: its words at once, its rules and patterns compiled when first asked for."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.options: Mapping[str, Any] = _read(language)
        self._patterns: dict[str, regex.Pattern[str] | None] = {}
        self._shared = _read(self.options["family"])
        entries = _entries(language, self.options)
        self.forms: dict[str, list[tuple[tuple[str, ...], Forms]]] = {}
        for tokens, forms in entries.items():
            self.forms.setdefault(tokens[0], []).append((tokens, forms))
        for listed in self.forms.values():
            listed.sort(key=lambda entry: -len(entry[0]))
        self.signs = _signs(entries)
        core = {*self._shared["core"], *self.options.get("core", ())}
        self.core = frozenset(sign for keys, sign in self.signs.items() if keys & core)

    def sign(self, senses: Senses) -> str:
        """The character that stands for a set of classes."""
        return self.signs[keys_of(senses)]

    @cached_property
    def rules(self) -> dict[str, list[Rule]]:
        """The rules of each level, those of the language before the shared ones."""
        own, shared = self.options["rules"], self._shared["rules"]
        return {
            level: [self._rule(line) for line in (*own.get(level, ()), *shared.get(level, ()))]
            for level in LEVELS
        }

    def pattern(self, name: str) -> regex.Pattern[str] | None:
        """What is sought in running text: verbs of the past and the future, a birth."""
        if name not in self._patterns:
            source = self.options["text"].get(name)
            self._patterns[name] = source and regex.compile(
                source, regex.VERBOSE | regex.IGNORECASE
            )
        return self._patterns[name]

    def _rule(self, line: list[Any]) -> Rule:
        pattern, operation, *options = line
        macros = self._shared.get("macros", {}) | self.options.get("macros", {})
        source = pattern
        while found := _MACRO.search(pattern):
            inner = f"(?:{macros[found[1]]})"
            pattern = pattern[: found.start()] + inner + pattern[found.end() :]
        compiled = _ATOM.sub(lambda atom: self._charset(atom[0]), pattern)
        return Rule(
            re.compile(re.sub(r"\s", "", compiled)),
            operation,
            options[0] if options else {},
            source,
        )

    def _charset(self, atom: str) -> str:
        """The signs of all words that belong to a class or group."""
        if atom == "nx":  # an unknown word, where nouns are put side by side ("Sunday roast")
            return "[xX]" if self.options.get("noun_compounds") else _NEVER
        names = set(self._shared["groups"].get(atom, atom).split())
        found = [sign for keys, sign in self.signs.items() if keys & names]
        found += [sign for name, sign in UNLISTED.items() if name in names and sign not in found]
        return f"[{''.join(sorted(found))}]" if found else _NEVER


def tokens_of(text: str) -> Iterator[re.Match[str]]:
    """The tokens of a folded text; white space is none."""
    return _TOKEN.finditer(text)


@cache
def table(language: str) -> Table:
    """The table of a language, read once."""
    return Table(language)


def keys_of(senses: Senses) -> frozenset[str]:
    """The classes, and for some of them the class with its value."""
    return frozenset(senses) | {f"{name}={senses[name]}" for name in _KEYED if name in senses}


def expand(form: str) -> Iterator[str]:
    """Alternatives in braces written out: ``next{e|en}`` is "nexte" and "nexten"."""
    found = re.search(r"\{([^{}]*)\}", form)
    if found is None:
        yield form
        return
    for one in found[1].split("|"):
        yield from expand(form[: found.start()] + one + form[found.end() :])


def _read(name: str) -> dict[str, Any]:
    source = resources.files("smalti.text.when") / "data" / f"{name}.toml"
    return tomllib.loads(source.read_text("utf-8"))


def _entries(language: str, data: Mapping[str, Any]) -> dict[tuple[str, ...], Forms]:
    """Every form of a language as tokens, with what it can mean."""
    exact: dict[tuple[str, ...], dict[str | None, Senses]] = {}
    for name, value, form in _listed(language, data):
        plain = form.removeprefix("=")
        tokens = tuple(match[0] for match in tokens_of(plain.lower()))
        written = plain if form.startswith("=") else None
        exact.setdefault(tokens, {}).setdefault(written, {}).setdefault(name, value)
    return {
        tokens: {written: forms.get(None, {}) | senses for written, senses in forms.items()}
        for tokens, forms in exact.items()
    }


def _listed(language: str, data: Mapping[str, Any]) -> Iterator[tuple[str, Any, str]]:
    for name, listed in data["words"].items():
        for value, forms in listed.items() if isinstance(listed, dict) else [(True, listed)]:
            for form in str(forms).split(","):
                for one in expand(form.strip() or ","):
                    yield name, _value(value), one
    for number, form in spelt(language):
        yield "num", number, form
    for value, forms in data.get("numbers", {}).items():
        for form in forms.split(","):
            yield "num", float(value) if "." in value else int(value), form.strip()
    for name in data.get("functions", "").split():
        yield "fn", True, name


def _value(text: Any) -> Any:
    return int(text) if isinstance(text, str) and re.fullmatch(r"-?\d+", text) else text


def _signs(entries: Mapping[tuple[str, ...], Forms]) -> dict[frozenset[str], str]:
    sets = {keys_of(senses) for forms in entries.values() for senses in forms.values()}
    sets |= {frozenset(one.split()) for one in MADE}
    signs = {keys: chr(0xE000 + index) for index, keys in enumerate(sorted(sets, key=sorted))}
    return signs | {frozenset({"fn"}): UNLISTED["fn"]}
