"""How questions are asked in a language: rules and words, read from ``data/*.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

import regex

from smalti.model.answer import AnswerType, Intent, Order, Side

LANGUAGES = ("en", "zh", "ja")

Pattern = regex.Pattern[str]


@dataclass(frozen=True, slots=True)
class Rule:
    """Questions in which one of the patterns is found have this intent."""

    intent: Intent
    wants: AnswerType
    patterns: tuple[Pattern, ...]

    def matches(self, folded: str) -> bool:
        """Whether a casefolded question is of this kind."""
        return any(pattern.search(folded) for pattern in self.patterns)


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one language, the first that matches decides, and its words by use.

    ``shape`` are words that only shape a question; ``me`` those by which whoever asks speaks of
    themselves. ``before`` and ``after`` find the event that time is counted from, as ``anchor``.
    ``between`` finds two events with a length of time between them, as ``first`` and ``last``.
    ``hints`` are words that an answer would hold, by how it is asked for: years where somebody is
    "how old"; ``slots`` the predicates that words ask for which are no phrase of the vocabulary.
    ``beside`` tells that an answer lies before or after a day that is named with an event;
    ``order`` whether the first or the last of several is meant. ``units`` are the units of
    properties, ``many`` the words that stand where a number would, and ``related`` the words that
    stand for others: what is of a kind, for the name of the kind. ``frames`` are words around what
    is asked that say nothing of it: "is it true that". ``kinds`` are the words for what fills a
    property, by its name, and ``values`` those for values of a form: 法语 is a language.
    """

    rules: tuple[Rule, ...]
    shape: frozenset[str]
    me: tuple[str, ...]
    before: tuple[Pattern, ...]
    after: tuple[Pattern, ...]
    hints: tuple[tuple[Pattern, str], ...] = ()
    between: tuple[Pattern, ...] = ()
    slots: tuple[tuple[Pattern, tuple[str, ...]], ...] = ()
    beside: tuple[tuple[Side, Pattern], ...] = ()
    order: tuple[tuple[Order, Pattern], ...] = ()
    units: tuple[tuple[Pattern, str], ...] = ()
    many: Pattern | None = None
    related: tuple[tuple[Pattern, str], ...] = ()
    frames: tuple[Pattern, ...] = ()
    kinds: Mapping[str, str] = field(default_factory=dict)
    values: tuple[tuple[Pattern, str], ...] = ()

    def predicates(self, folded: str) -> list[str]:
        """The predicates that a casefolded question asks for by such words."""
        found = (names for pattern, names in self.slots if pattern.search(folded))
        return [name for names in found for name in names]

    def words_for(self, predicate: str, value: str) -> str:
        """The words by which a question asks for such a value of a property."""
        formed = (said for pattern, said in self.values if pattern.search(value))
        return " ".join([self.kinds.get(predicate, ""), *formed])

    def kind_of(self, folded: str) -> tuple[Intent, AnswerType]:
        """What a casefolded question wants; a text about anything if no rule knows it."""
        for rule in self.rules:
            if rule.matches(folded):
                return rule.intent, rule.wants
        return Intent.LOOKUP, AnswerType.TEXT


@cache
def rules_of(language: str) -> Rules:
    """The rules of a language; those of English for one that has none."""
    name = language if language in LANGUAGES else "en"
    text = (resources.files("smalti.recall.plan") / "data" / f"{name}.toml").read_text("utf-8")
    data = tomllib.loads(text)
    words = data["words"]
    return Rules(
        rules=tuple(
            Rule(Intent(one["intent"]), AnswerType(one["wants"]), _compiled(one["patterns"]))
            for one in data["rule"]
        ),
        shape=frozenset(words["shape"]),
        me=tuple(words["me"]),
        before=_compiled(words["before"]),
        after=_compiled(words["after"]),
        between=_compiled(words.get("between", [])),
        slots=tuple((regex.compile(p), tuple(names)) for p, names in data.get("slots", {}).items()),
        hints=_pairs(data, "hints"),
        beside=tuple((Side(side), p) for p, side in _pairs(data, "beside")),
        order=tuple((Order(which), p) for p, which in _pairs(data, "order")),
        units=_pairs(data, "units"),
        many=regex.compile(words["many"]),
        related=_pairs(data, "related"),
        frames=_compiled(words.get("frames", [])),
        kinds=data.get("kinds", {}),
        values=_pairs(data, "values"),
    )


def _pairs(data: dict[str, Any], name: str) -> tuple[tuple[Pattern, str], ...]:
    return tuple((regex.compile(pattern), said) for pattern, said in data.get(name, {}).items())


def _compiled(patterns: list[str]) -> tuple[Pattern, ...]:
    return tuple(regex.compile(pattern) for pattern in patterns)
