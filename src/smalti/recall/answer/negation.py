"""Whether words deny: what a record or a sentence says no to."""

from __future__ import annotations

from collections.abc import Iterable

import regex

from smalti.text.analyse import normalise

_NEGATED = regex.compile(
    r"\b(?:not|no|never|nobody|nothing|neither|nor|without|\w+n['’]t)\b|[不没無未别]|ない|ません",
    regex.IGNORECASE,
)
_CLAUSE = regex.compile(r"[,;，；、]|\bbut\b", regex.IGNORECASE)
_STEM = 3  # letters of a word that its index term shares with it


def negated(text: str) -> bool:
    """Whether a text holds a word that denies."""
    return bool(_NEGATED.search(text))


def denied(text: str, terms: Iterable[str]) -> bool:
    """Whether the clause of a text that holds most of some index terms denies them.

    In "I don't eat meat, I'm a vegetarian" the vegetarian is not denied.
    """
    asked = [term[: max(_STEM, len(term) - 1)] for term in terms]

    def held(clause: str) -> int:
        folded = normalise(clause)
        return sum(stem in folded for stem in asked)

    return negated(max(_CLAUSE.split(text), key=held))
