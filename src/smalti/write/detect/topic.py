"""What two statements both speak of, and how much that tells.

A word that hardly anybody uses says more than one that everybody does: words that many statements
share weigh nothing or half (``data/topic.toml``), all others one. The names of those who speak
weigh nothing, nor does that of a person whom both are about: a person has many properties. Another
person counts where one statement is about him or names him as its value. A thing that both are
about counts.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

import regex

from smalti.text.analyse import Analyser
from smalti.write.detect.fillers import without_figures
from smalti.write.detect.marks import language_in
from smalti.write.detect.pair import Pair, Side

_UNSPACED = frozenset({"zh", "ja"})
_KANA_ONLY = regex.compile(r"\p{Hiragana}|^.$")


@dataclass(frozen=True, slots=True)
class Topic:
    """The words that two statements share, and their weight."""

    shared: frozenset[str]
    weight: float

    def __str__(self) -> str:
        return ", ".join(sorted(self.shared))


def topic(pair: Pair, *texts: str) -> Topic:
    """What the stored sentence has in common with the incoming one, and with further texts.

    What the stored turn says around its quote is left out: it is about something else.
    """
    stored, incoming = pair.stored.record.sentence, pair.incoming.record.sentence
    language = language_in(texts[0] if texts else incoming)
    heard = frozenset[str]().union(*(terms(text, language) for text in (incoming, *texts)))
    shared = (terms(stored, language) & heard) - _people(pair, language)
    told = frozenset(term for term in shared if weight(term, language))
    return Topic(told, sum(weight(term, language) for term in told))


def _people(pair: Pair, language: str) -> frozenset[str]:
    """The terms of names that tell nothing: of whoever is but mentioned."""
    stored, incoming = pair.stored, pair.incoming
    named = {stored.value, stored.subject, incoming.value, incoming.subject}
    if stored.subject == incoming.subject:
        named -= {stored.subject}
    people = pair.people | stored.people | incoming.people
    names = {stored.speaker, incoming.speaker} | (people - named)
    return frozenset[str]().union(*(terms(name, language) for name in names))


@lru_cache(maxsize=8192)
def terms(text: str, language: str) -> frozenset[str]:
    """The index terms of a text that may tell what it is about; its figures do not."""
    found = _analyser(language).terms(without_figures(text))
    if language in _UNSPACED:
        empty = frozenset(_tables()["empty"][language])
        return frozenset(t for t in found if not _KANA_ONLY.search(t) and not empty & set(t))
    return frozenset(term for term in found if len(term) > 1 and not term.isdigit())


def two_things(pair: Pair) -> bool:
    """Whether each statement is about something that the other one does not speak of.

    What was only noted of somebody's words ("portal: exam on 12 June") is about anything.
    """
    stored, incoming = pair.stored, pair.incoming
    if stored.record.subject == incoming.record.subject or _noted(stored) or _noted(incoming):
        return False
    language = language_in(incoming.record.sentence)
    return all(
        terms(one.subject, language) - terms(other.record.sentence, language)
        for one, other in ((stored, incoming), (incoming, stored))
    )


def _noted(side: Side) -> bool:
    return side.record.sentence.startswith((f"{side.subject}:", f"{side.subject}："))


def weight(term: str, language: str) -> float:
    """How much it tells that two statements share a term: 0, a half, or 1."""
    none, half = _light(language)
    return 0.0 if term in none else 0.5 if term in half else 1.0


@cache
def _light(language: str) -> tuple[frozenset[str], frozenset[str]]:
    tables = _tables()
    analyser = _analyser(language)
    none, half = (
        frozenset(analyser.terms(tables[name].get(language, ""))) for name in ("none", "half")
    )
    return none, half


@cache
def _analyser(language: str) -> Analyser:
    return Analyser(language)


@cache
def _tables() -> dict[str, dict[str, str]]:
    text = (resources.files("smalti.write.detect") / "data" / "topic.toml").read_text("utf-8")
    loaded: dict[str, dict[str, str]] = tomllib.loads(text)
    return loaded
