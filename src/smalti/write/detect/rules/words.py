"""The words of a sentence, and how far they account for those of another one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import regex

from smalti.write.detect.rules.lexicon import Entry, Lexicon

_WORD = regex.compile(r"[\p{L}\p{M}]+(?:['’]\p{L}+)*\d*|\d+(?:[.,]\d+)*|[^\s\w]")
_LITTLE, _NAME = 0.25, 1.3  # weights of generic words and of names, beside 1 for others
_SAME, _KIND = 0.9, 0.7  # how far a synonym, or a kind, counts as the word itself
_ROOT = 4  # letters that a root must have to tell something
_LONG = 9  # letters that long words must share to be forms of one
_ENDING = regex.compile(
    r"(?<=.{4})(?:iti|ti|i|ur|anc|enc|ment|ation|at|er|or|ist|ful|al|ic|iv|abl|ous|ent|ant)$"
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word or fixed phrase.

    ``stem`` is its key in the lexicon, empty for function words, punctuation and the words of
    figures (``figure``), which say nothing of their own. ``root`` is the stem without an ending
    that makes a noun or an adjective: frail and frailty.
    """

    text: str
    low: str
    start: int
    end: int
    stem: str
    root: str
    entry: Entry
    weight: float
    figure: bool = False

    @property
    def content(self) -> bool:
        """Whether it says something."""
        return bool(self.stem)


def words_of(text: str, lexicon: Lexicon, figures: Sequence[tuple[int, int]] = ()) -> list[Word]:
    """The words of a text, punctuation marks included; ``figures`` are the spans of amounts."""
    return [
        replace(word, stem="", root="", entry=Entry(), weight=0.0, figure=True)
        if any(start <= word.start < end for start, end in figures)
        else word
        for word in _all_words(text, lexicon)
    ]


def lowered(text: str) -> str:
    """The text in small letters, every character in its place."""
    low = text.casefold()
    return (low if len(low) == len(text) else text.lower()[: len(text)]).replace("’", "'")


def _all_words(text: str, lexicon: Lexicon) -> list[Word]:
    low = lowered(text)
    found: list[Word] = []
    at = 0
    for phrase in lexicon.phrases.finditer(low):
        found += _plain(text, low, at, phrase.start(), lexicon)
        found.append(_word(text, low, phrase.start(), phrase.end(), lexicon))
        at = phrase.end()
    return found + _plain(text, low, at, len(text), lexicon)


def _plain(text: str, low: str, start: int, end: int, lexicon: Lexicon) -> list[Word]:
    return [_word(text, low, m.start(), m.end(), lexicon) for m in _WORD.finditer(text, start, end)]


def _word(text: str, low: str, start: int, end: int, lexicon: Lexicon) -> Word:
    whole = low[start:end]
    key = lexicon.key(whole)
    entry = lexicon.entry(key)
    says = whole[:1].isalpha() and lexicon.means(whole)
    stem = key if says or " " in key or entry.opposites else ""
    root = _ENDING.sub("", stem)
    weight = _weight(text, start, whole, key, lexicon) if stem else 0.0
    return Word(text[start:end], whole, start, end, stem, root, entry, weight)


def _weight(text: str, start: int, whole: str, key: str, lexicon: Lexicon) -> float:
    if lexicon.entry(key).generic or all(lexicon.entry(part).generic for part in key.split()):
        return _LITTLE
    inside = start > 0 and text[start - 1] == " " and text[start - 2 : start - 1] not in {".", ":"}
    named = any(c.isdigit() for c in whole) or (text[start].isupper() and inside)
    return _NAME if named else 1.0


# --- comparing -----------------------------------------------------------------------------------


def similar(one: Word, other: Word) -> float:
    """How far two words mean the same, in [0, 1]."""
    if one.stem == other.stem:
        return 1.0
    if one.entry.same & other.entry.same or (one.root == other.root and len(one.root) >= _ROOT):
        return _SAME
    if _akin(one.stem, other.stem):
        return _SAME
    return _KIND if other.stem in one.entry.kinds or one.stem in other.entry.kinds else 0.0


def _akin(one: str, other: str) -> bool:
    """Whether two long words differ in their ends alone: echocardiogram, echocardiography."""
    short = min(len(one), len(other)) - 2
    return short >= _LONG and one[:short] == other[:short] and abs(len(one) - len(other)) <= 3


@dataclass(frozen=True, eq=False)
class Bag:
    """Words that others are looked for in."""

    words: tuple[Word, ...]

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(word.stem for word in self.words)

    @cached_property
    def _roots(self) -> frozenset[str]:
        return frozenset(word.root for word in self.words if len(word.root) >= _ROOT)

    @cached_property
    def _rows(self) -> frozenset[int]:
        return frozenset().union(*(word.entry.same for word in self.words))

    @cached_property
    def _kinds(self) -> frozenset[str]:
        return frozenset().union(*(word.entry.kinds for word in self.words))

    @cached_property
    def _long(self) -> tuple[str, ...]:
        return tuple(stem for stem in self._stems if len(stem) > _LONG)

    def holds(self, word: Word) -> float:
        """How far the nearest of the words means the same as one, in [0, 1]."""
        if word.stem in self._stems:
            return 1.0
        if word.entry.same & self._rows or word.root in self._roots:
            return _SAME
        if any(_akin(word.stem, stem) for stem in self._long):
            return _SAME
        return _KIND if word.entry.kinds & self._stems or word.stem in self._kinds else 0.0


def bag(words: Iterable[Word]) -> Bag:
    """A bag of the words that say something."""
    return Bag(tuple(word for word in words if word.content))


def covered(these: Iterable[Word], by: Bag | Iterable[Word]) -> float:
    """The share of the weight of some words that others account for; 1 where there is none."""
    held = by if isinstance(by, Bag) else bag(by)
    total = met = 0.0
    for word in these:
        if word.content:
            total += word.weight
            met += word.weight * held.holds(word)
    return met / total if total else 1.0


def shared(these: Iterable[Word], by: Bag | Iterable[Word]) -> float:
    """The weight of the different words that others account for."""
    held = by if isinstance(by, Bag) else bag(by)
    best: dict[str, float] = {}
    for word in these:
        if word.content:
            best[word.stem] = max(best.get(word.stem, 0.0), word.weight * held.holds(word))
    return sum(best.values())


def weighty(words: Iterable[Word]) -> list[Word]:
    """The words that tell something of the subject: neither function words nor generic ones."""
    return [word for word in words if word.weight >= 1]


def telling(words: Iterable[Word]) -> tuple[Word, ...]:
    """The words that say something."""
    return tuple(word for word in words if word.content)
