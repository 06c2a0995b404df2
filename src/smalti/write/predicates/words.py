"""How phrases and values are compared: by form, without knowing any grammar."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from smalti.text.analyse import normalise

_UNSPACED = frozenset({"zh", "ja", "th", "lo", "km", "my"})  # written without spaces between words
_NO_SPACES = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0eff]")
_NOT_IN_WORD = re.compile(r"[^\w\s'&-]+")
_PLURALS = (
    ("ies", "y"),
    *((f"{end}es", end) for end in ("sh", "ch", "ss", "x", "zz")),
    ("oes", "o"),
)
_NO_PLURAL = ("ss", "us", "is")
_SHORTEST = 3  # letters that a word has left without its plural ending
_DETERMINERS = frozenset(
    {
        "a", "an", "the", "my", "your", "his", "her", "its", "our", "their", "this", "that",
        "der", "die", "das", "den", "dem", "ein", "eine", "einen", "mein", "meine", "meinen",
        "el", "la", "los", "las", "un", "una", "mi", "mis", "su", "sus", "le", "les", "une", "du",
        "mon", "ma", "mes",
    }
)  # fmt: skip


def language_of(tag: str) -> str:
    """The primary part of a language tag: "zh-Hant" is "zh"."""
    return tag.casefold().partition("-")[0]


def phrase_keys(phrases: Sequence[str], language: str) -> list[str]:
    """The forms under which aliases are filed: normalised, words parted by single spaces.

    Thousands of them are filed at once, so ASCII is only casefolded (which is all that normalising
    would do to it) and the rest is normalised as one text.
    """
    others = "\n".join(phrase for phrase in phrases if not phrase.isascii())
    normal = iter(normalise(others).split("\n"))
    keys = [phrase.casefold() if phrase.isascii() else next(normal) for phrase in phrases]
    if language in _UNSPACED:
        keys = [key.replace(" ", "") for key in keys]
    return [key.replace("_", " ") for key in keys] if "_" in "".join(phrases) else keys


@lru_cache(maxsize=1 << 14)
def phrase_key(phrase: str, language: str) -> str:
    """The form under which one alias is looked up, whatever white space it has."""
    return phrase_keys([" ".join(phrase.split())], language)[0]


def longest(keys: Iterable[str], language: str) -> int:
    """How many lemmas a filed alias may take up: its words, or its characters without spaces."""
    if language in _UNSPACED:
        return max(map(len, keys), default=0)
    return max((key.count(" ") for key in keys), default=-1) + 1


@lru_cache(maxsize=4096)
def value_key(value: str) -> str:
    """The form in which values are compared: words in the singular, without determiners.

    Padded with spaces, so that a phrase stands in another one if its key does.
    """
    words = _NOT_IN_WORD.sub(" ", normalise(value)).split()
    while len(words) > 1 and words[0] in _DETERMINERS:
        words = words[1:]
    return f" {' '.join(map(_singular, words))} "


def mentions(value: str, phrase: str) -> bool:
    """Whether a value says a phrase: as whole words, or anywhere where no spaces are written."""
    inner, outer = value_key(phrase), value_key(value)
    if _NO_SPACES.search(inner):
        return inner.strip() in outer
    return bool(inner.strip()) and inner in outer


def same_value(one: str, other: str) -> bool:
    """Whether two values are the same words, and there are any."""
    return value_key(one) == value_key(other) and not value_key(one).isspace()


def _singular(word: str) -> str:
    if not word.endswith("s") or word.endswith(_NO_PLURAL) or len(word) <= _SHORTEST:
        return word
    for ending, stem in _PLURALS:
        if word.endswith(ending) and len(word) - len(ending) + len(stem) >= _SHORTEST:
            return word[: -len(ending)] + stem
    return word[:-1]
