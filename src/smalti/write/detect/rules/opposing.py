"""Words that name values which exclude each other."""

from __future__ import annotations

from collections.abc import Sequence

from smalti.write.detect.rules.clauses import Clause
from smalti.write.detect.rules.words import Word

_DENYING = frozenset({"un", "non", "in", "im", "dis", "ir"})  # before the stem of a word
_SHORTEST = 4  # letters of a stem that one of these may stand before


def opposed(one: Word, other: Word) -> bool:
    """Whether two words name values that exclude each other."""
    if _negates(one.stem, other.stem) or _negates(other.stem, one.stem):
        return True
    a, b = one.entry.opposites, other.entry.opposites
    rows = a.keys() & b.keys()
    return bool(rows) and all(a[row] != b[row] for row in rows)


def turns(one: Clause, other: Clause) -> list[tuple[Word, Word]]:
    """Pairs of words of two clauses that exclude each other and have no counterpart."""
    return [
        (a, b)
        for a in one.content
        for b in other.content
        if opposed(a, b) and not says(other.content, a) and not says(one.content, b)
    ]


def _negates(one: str, other: str) -> bool:
    return len(other) >= _SHORTEST and one.endswith(other) and one[: -len(other)] in _DENYING


def says(words: Sequence[Word], word: Word) -> bool:
    """Whether one of some words is a given one, or on the same side."""
    return any(w.stem == word.stem or _same_side(w, word) for w in words)


def _same_side(one: Word, other: Word) -> bool:
    a, b = one.entry.opposites, other.entry.opposites
    return any(a[row] == b[row] for row in a.keys() & b.keys())
