"""The words of a sentence, as the rule judges compare them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import regex

from smalti.text.analyse import normalise
from smalti.write.detect.rules.tables import Lexicon

_WORD = regex.compile(r"[\p{L}\p{M}]+(?:['’]\p{L}+)*\d*|\d+(?:[.,]\d+)*|[^\s\w]")
_LITTLE = 0.25
_NAME = 1.3


@dataclass(frozen=True, slots=True)
class Word:
    """A word or fixed phrase; ``stem`` is empty for function words and punctuation."""

    text: str
    low: str
    start: int
    end: int
    stem: str
    root: str
    same: frozenset[int]
    kinds: frozenset[str]
    weight: float

    @property
    def content(self) -> bool:
        return bool(self.stem)


def words_of(text: str, lexicon: Lexicon, amounts: Sequence[tuple[int, int]] = ()) -> list[Word]:
    """The words, punctuation marks included; those of amounts say nothing of their own."""
    return [
        replace(w, stem="", root="", same=frozenset(), kinds=frozenset(), weight=0.0)
        if any(start <= w.start < end for start, end in amounts)
        else w
        for w in _all_words(text, lexicon)
    ]


def _all_words(text: str, lexicon: Lexicon) -> list[Word]:
    low = text.casefold().replace("’", "'")
    if len(low) != len(text):
        low = text.lower() if len(text.lower()) == len(text) else text
    found, at = [], 0
    for match in lexicon.phrases.finditer(low):
        found += _plain(text, low, at, match.start(), lexicon)
        found.append(_word(text, low, match.start(), match.end(), lexicon))
        at = match.end()
    return found + _plain(text, low, at, len(text), lexicon)


def _plain(text: str, low: str, start: int, end: int, lexicon: Lexicon) -> list[Word]:
    return [_word(text, low, m.start(), m.end(), lexicon) for m in _WORD.finditer(text, start, end)]


def _word(text: str, low: str, start: int, end: int, lexicon: Lexicon) -> Word:
    whole = low[start:end]
    key = _key(whole, lexicon)
    same = lexicon.same.get(key, frozenset())
    stem = key if _is_content(whole, lexicon) or " " in key or key in lexicon.opposites else ""
    return Word(
        text[start:end], whole, start, end, stem, _root(stem), same, lexicon.kinds.get(key, frozenset()),
        _weight(text, start, whole, key, lexicon) if stem else 0.0,
    )  # fmt: skip


_ENDING = regex.compile(r"(?<=.{4})(?:iti|ti|i|ur|anc|enc|ment|ation|at|er|or|ist|ful|al|ic|iv|abl|ous|ent|ant)$")


def _root(stem: str) -> str:
    """What is left without an ending that makes a noun or an adjective: frail and frailty."""
    return _ENDING.sub("", stem)


def _key(whole: str, lexicon: Lexicon) -> str:
    return lexicon.key(whole.replace("-", " "))


def _is_content(whole: str, lexicon: Lexicon) -> bool:
    return whole[0].isalpha() and bool(lexicon.analyser.terms(whole))


def _weight(text: str, start: int, whole: str, key: str, lexicon: Lexicon) -> float:
    if key in lexicon.generic or all(part in lexicon.generic for part in key.split()):
        return _LITTLE
    inside = start > 0 and text[start - 1] == " " and text[start - 2 : start - 1] not in {".", ":"}
    named = any(c.isdigit() for c in whole) or (text[start].isupper() and inside)
    return _NAME if named else 1.0


def similar(one: Word, other: Word) -> float:
    """How far two words mean the same, in [0, 1]."""
    if one.stem == other.stem:
        return 1.0
    if one.same & other.same or (one.root == other.root and len(one.root) > 3):
        return 0.9
    if other.stem in one.kinds or one.stem in other.kinds:
        return 0.7
    return 0.0


def covered(these: Iterable[Word], by: Sequence[Word]) -> float:
    """The share of the weight of some words that others account for; 1 for no words."""
    total = held = 0.0
    for word in these:
        if word.content:
            total += word.weight
            held += word.weight * max((similar(word, other) for other in by if other.content), default=0.0)
    return held / total if total else 1.0


def shared(these: Iterable[Word], by: Sequence[Word]) -> float:
    """The weight of the different words that are accounted for."""
    best: dict[str, float] = {}
    for word in these:
        if word.content:
            value = word.weight * max((similar(word, o) for o in by if o.content), default=0.0)
            best[word.stem] = max(best.get(word.stem, 0.0), value)
    return sum(best.values())


__all__ = ["Word", "covered", "normalise", "shared", "similar", "words_of"]
