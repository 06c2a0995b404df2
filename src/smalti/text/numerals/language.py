"""Texts in a form in which numbers are looked for, and the language they are probably in."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache

import regex

from smalti.text.numerals.number import table

# Signs that are written in several ways, one for one so that positions stay what they are.
_SIGNS = str.maketrans(
    {"−": "-", "﹣": "-", "‐": "-", "‑": "-", "’": "'", "⁄": "/", "∕": "/"}
    | dict.fromkeys("\u00a0\u2007\u2009\u202f", "\u00a0")
)
_SCRIPTS = (
    ("ja", regex.compile(r"[\p{Hiragana}\p{Katakana}]")),
    ("ko", regex.compile(r"\p{Hangul}")),
    ("zh", regex.compile(r"\p{Han}")),
)
_LATIN_WORD = regex.compile(r"[\p{Latin}\p{M}']+")
_ENOUGH = 2000  # characters that are looked at


def narrow(text: str) -> str:
    """The text with full-width forms and foreign digits in ASCII, every character in its place."""
    if text.isascii():
        return text
    return "".join(map(_narrow, text.translate(_SIGNS)))


@lru_cache(maxsize=1 << 14)
def _narrow(character: str) -> str:
    if character.isascii():
        return character
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    if "\uff01" <= character <= "\uff5e":  # the full-width block; "㎏" is left to the unit table
        return unicodedata.normalize("NFKC", character)
    return character


def guess_language(text: str) -> str:
    """Which reading of numbers fits: en, de, es, fr, zh, ja, ko, or "" where nothing tells.

    Scripts decide first, then function words; a tie tells nothing.
    """
    text = text[:_ENOUGH]
    if not text.isascii():
        for language, script in _SCRIPTS:
            if script.search(text):
                return language
    words = [word.casefold() for word in _LATIN_WORD.findall(text)]
    votes = {language: sum(word in cues for word in words) for language, cues in _cues().items()}
    best = max(votes.values())
    leading = [language for language, count in votes.items() if count == best]
    return leading[0] if best and len(leading) == 1 else ""


@cache
def _cues() -> dict[str, frozenset[str]]:
    told_apart = table()["only_in"].keys()
    return {
        language: frozenset(words) | (table()["atoms"][language].keys() - told_apart)
        for language, words in table()["function_words"].items()
    }
