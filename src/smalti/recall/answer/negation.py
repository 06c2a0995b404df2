"""Whether words deny: what a record or a sentence says no to."""

from __future__ import annotations

from collections.abc import Iterable

import regex

from smalti.text.analyse import normalise

_NEGATED = regex.compile(
    r"\b(?:not|no|never|nobody|nothing|neither|nor|without|\w+n['’]t)\b|[不没無未别]|ない|ません",
    regex.IGNORECASE,
)
_STOPPED = regex.compile(
    r"\b(?:stopp(?:ed|ing)|stops?(?= \w+ing)|quit(?:s|ting)?|g[ai]ven? up|giving up)\b"
    r"|戒|やめ|辞め",
    regex.IGNORECASE,
)
_FORMER = regex.compile(r"\bused to\b", regex.IGNORECASE)
_OF_THE_PAST = regex.compile(r"^\W*(?:did|was|were|had|has|have)\b|\buse to\b", regex.IGNORECASE)
# "Doesn't she live in Oslo?" asks whether she does.
_ASKING = regex.compile(r"^\W*\w+n['’]t\b|\bor not\b", regex.IGNORECASE)
_CONTRAST = regex.compile(
    r";|；|\b(?:but|while|whereas|although|though|however)\b|但是?|不过|(?:です|ます|た|る)が、",
    regex.IGNORECASE,
)
_CLAUSE = regex.compile(r"[,;，；、]|\bbut\b", regex.IGNORECASE)
_STEM = 3  # letters of a word that its index term shares with it


def negated(text: str) -> bool:
    """Whether a text holds a word that denies."""
    return bool(_NEGATED.search(text))


def asks_no(question: str) -> bool:
    """Whether a question asks if something is not so, or has stopped."""
    return says_no(_ASKING.sub("", question))


def says_no(text: str) -> bool:
    """Whether a text tells that something is not so, or has stopped."""
    return negated(text) != bool(_STOPPED.search(text))


def denied(text: str, terms: Iterable[str], question: str = "") -> bool:
    """Whether the clause of a text that holds most of some index terms denies them.

    In "I don't eat meat, I'm a vegetarian" the vegetarian is not denied. What has stopped is, and
    what used to be where a question asks for how it is.
    """
    asked = stems(terms)
    clause = max(_CLAUSE.split(text), key=lambda part: len(_held(part, asked)))
    former = _FORMER.search(clause) and not _OF_THE_PAST.search(question)
    return negated(clause) != bool(_STOPPED.search(clause) or former)


def contrasted(text: str, terms: Iterable[str]) -> bool:
    """Whether a text holds some index terms only on both sides of a "but"."""
    asked = stems(terms)
    return all(_held(part, asked) != _held(text, asked) for part in _CONTRAST.split(text))


def stems(terms: Iterable[str]) -> list[str]:
    """The beginnings that index terms share with the words they come from."""
    return [term[: max(_STEM, len(term) - 1)] for term in terms]


def _held(text: str, asked: Iterable[str]) -> set[str]:
    folded = normalise(text)
    return {stem for stem in asked if stem in folded}
