"""Texts in a form in which numbers are looked for."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

# Signs that are written in several ways, one for one so that positions stay what they are.
_SIGNS = str.maketrans(
    {"−": "-", "﹣": "-", "‐": "-", "‑": "-", "’": "'", "⁄": "/", "∕": "/"}
    | dict.fromkeys("\u00a0\u2007\u2009\u202f", "\u00a0")
)


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
