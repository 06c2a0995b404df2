"""Words written short or in figures, and the same words in full. Evidence, or "" for no."""

from __future__ import annotations

from functools import cache

import regex

from smalti.text.numerals import parse_number
from smalti.write.names.parts import Name
from smalti.write.names.scripts import scripts, transcribed, without_marks
from smalti.write.names.tables import table

_ORDINAL_MARKS = frozenset({"st", "nd", "rd", "th"})
_ORDINALS = {
    word: f"{number} th"
    for number, word in enumerate(
        [
            *("first", "second", "third", "fourth", "fifth", "sixth"),
            *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
        ],
        1,
    )
}
_ROMAN = {
    ten + one: 10 * tens + ones
    for tens, ten in enumerate(["", "x"])
    for ones, one in enumerate(["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"])
    if ten + one
} | {"xx": 20}


def abbreviated(a: Name, b: Name) -> str:
    """Usual abbreviations, umlauts written out or not: Ma. for María, Müllerstr., Muellerstraße."""
    if a.words == b.words:
        return ""
    one, other = (" ".join(_in_full(name)) for name in (a, b))
    alike = without_marks(one) == without_marks(other) or transcribed(one) == transcribed(other)
    return f"{a.core} / {b.core}" if alike else ""


def _in_full(name: Name) -> list[str]:
    """The words with abbreviations written out; "St" is a saint in front and a street behind."""
    short = table("given")["abbreviations"]
    words = [short.get(word, word) for word in name.words]
    if len(words) > 1 and name.words[-1] == "st":
        words[-1] = "street"
    return [word + "aße" if word.endswith("str") and len(word) > 5 else word for word in words]


def numeral_form(a: Name, b: Name) -> str:
    """One number written in two ways: Ward 3, Ward III, Unit 07, Terminal Two, 4th Street."""
    one, other = (_figures(name) for name in (a, b))
    return f"{a.core} / {b.core}" if a.words != b.words and one == other else ""


def _figures(name: Name) -> list[str]:
    """The words with every numeral in figures; "4 th" and "fourth" alike."""
    text = " ".join(_ORDINALS.get(word, word) for word in _in_full(name))
    words = text.split()
    return ["th" if word in _ORDINAL_MARKS else number_of(word) for word in words]


@cache
def number_of(word: str) -> str:
    """A word that is a numeral as digits without leading zeros, any other word as it is."""
    if word.isdigit() and word.isascii():
        return word.lstrip("0") or "0"
    if word in _ROMAN:
        return str(_ROMAN[word])
    value = parse_number(word) if scripts(word) == {"latin"} and len(word) > 2 else None
    return f"{value:f}" if value is not None else word


_SLIPS = ((regex.compile("rn"), "m"), (regex.compile("vv"), "w"), (regex.compile("cl"), "d"))


def letter_slip(a: Name, b: Name) -> str:
    """Letters that a scanner takes for one: Rnarket, Market."""
    one, other = (without_marks(name.core) for name in (a, b))
    return f"{a.core} / {b.core}" if one != other and _scanned(one) == _scanned(other) else ""


def _scanned(text: str) -> str:
    for pattern, letter in _SLIPS:
        text = pattern.sub(letter, text)
    return text
