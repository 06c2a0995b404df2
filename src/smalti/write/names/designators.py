"""What tells things of one name apart: numbers, ids, versions, letters, generations."""

from __future__ import annotations

from collections import Counter

import regex

from smalti.write.names.in_full import number_of, numeral_form
from smalti.write.names.parts import Name
from smalti.write.names.spelling import scan_slip

_LETTERED = regex.compile(r"[0-9] (?:[a-z]|bis|ter|quater)(?![^ ])")
_GROUPED = regex.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")


def other_numbers(a: Name, b: Name) -> str:
    """Numbers that differ: Room 12, Room 21; 1.4, 1.40; Ward II, Ward III."""
    one, other = _numbers(a), _numbers(b)
    if one == other or not one or not other:
        return ""  # a number on one side only is a matter of part and whole
    if not Counter(one) - Counter(other) or not Counter(other) - Counter(one):
        return ""
    if numeral_form(a, b) or scan_slip(a, b) or trailing_zero(a, b) or _regrouped(a, b):
        return ""
    return f"{' '.join(one)} / {' '.join(other)}"


def _numbers(name: Name) -> list[str]:
    """Digits in order, then numerals in words or Roman ones; a lone I, V or X is a letter."""
    found = [_GROUPED.sub("", number) for number in name.numbers]
    if name.kind == "person":
        return found
    words = name.words[1:] if len(name.words) > 1 else ()
    spelt = (number_of(word) for word in words if len(word) > 1 and word.isalpha())
    return found + [number for number in spelt if number.isdigit()]


def trailing_zero(a: Name, b: Name) -> str:
    """Versions that may be one: 2 and 2.0, 1.4 and 1.4.0; 1.4 and 1.40 are two."""
    one, other = ([regex.sub(r"(?:\.0)+$", "", n) for n in name.numbers] for name in (a, b))
    letters = [[word for word in name.words if word.isalpha()] for name in (a, b)]
    alike = one == other and letters[0] == letters[1] and a.numbers != b.numbers
    return f"{' '.join(a.numbers)} / {' '.join(b.numbers)}" if alike else ""


def _regrouped(a: Name, b: Name) -> bool:
    """Long numbers grouped in another way: DE12 5001 0517, DE1250010517."""
    one, other = ("".join(name.numbers) for name in (a, b))
    return one == other and len(one) >= _LONG


_LONG = 6  # digits; "Room 1 2" and "Room 12" are too short to be one number in groups


def has_other_digits(a: Name, b: Name) -> bool:
    """Whether a digit of one has no counterpart in the other, however the names are spelt."""
    if _regrouped(a, b):
        return False
    return [n.lstrip("0") for n in a.numbers] != [n.lstrip("0") for n in b.numbers]


def other_letters(a: Name, b: Name) -> str:
    """Letters that differ: Block A, Block B; 12a, 12b; 4, 4b."""
    if a.letters == b.letters:
        return ""
    if not (a.letters and b.letters) and not (a.numbers == b.numbers != () and _numbered(a, b)):
        return ""
    return f"{' '.join(a.letters)} / {' '.join(b.letters)}"


def _numbered(a: Name, b: Name) -> bool:
    """Whether the letter belongs to a number: 4b."""
    return any(_LETTERED.search(name.normal) for name in (a, b))


def other_generation(a: Name, b: Name) -> str:
    """Jr. and Sr., II and III."""
    if a.generation == b.generation or not a.generation or not b.generation:
        return ""
    return f"{a.generation} / {b.generation}"


def one_generation(a: Name, b: Name) -> str:
    """Jr. on one side only: the father has the same name."""
    return a.generation or b.generation if a.generation != b.generation else ""
