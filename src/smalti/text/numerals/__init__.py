"""Numbers in running text: digits, number words and Chinese and Japanese numerals.

Three readers look at the same text and hand over candidates; the longest at a place wins:

* ``digits``: grouping ("1,247", "1.247,50", "1 247"), full-width and other Unicode digits, vulgar
  fractions ("1½", "3/4"), "3rd", "12k";
* ``words``: English, German, Spanish and French, with ordinals and fractions ("two thirds"), also
  behind digits ("2.5 million");
* ``han``: Han numerals, alone or mixed with digits ("三百二十", "2万5千"), "三四" as a range,
  "第三" as an ordinal, "半" as a half.

What a number is *of*, and whether it is a quantity at all ("Room 12", "十分"), is for the caller to
say. Values are decimals: 1,184.50 stays exactly that, and two large sums that differ in the last
digit stay different, which floats do not promise.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from smalti.text.language import guess_language
from smalti.text.numerals.digits import read_digits
from smalti.text.numerals.forms import spelt
from smalti.text.numerals.han import han_value, is_range, read_han
from smalti.text.numerals.narrow import narrow
from smalti.text.numerals.number import Kind, Number
from smalti.text.numerals.words import read_words

__all__ = [
    "Kind",
    "Number",
    "find_numbers",
    "guess_language",
    "han_value",
    "is_range",
    "narrow",
    "parse_number",
    "spelt",
]


def find_numbers(text: str, language: str | None = None) -> list[Number]:
    """All numbers of a text, in order and without overlaps.

    The language (see ``guess_language``) is guessed if it is not given.
    """
    plain = narrow(text)
    if language is None:
        language = guess_language(plain)
    found = [
        *read_digits(plain, language),
        *read_words(plain, language),
        *read_han(plain, language),
    ]
    found.sort(key=lambda number: (number.start, -number.end))
    kept: list[Number] = []
    for number in found:
        if not kept or number.start >= kept[-1].end:
            kept.append(number)
        if len(kept) > 1 and _is_scaled(plain, *kept[-2:]):
            scale, digits = kept.pop(), kept.pop()
            kept.append(replace(digits, end=scale.end, value=digits.value * scale.value))
    return kept


def _is_scaled(text: str, digits: Number, scale: Number) -> bool:
    """Whether a word multiplies the digits before it: "2.5 million", "5 mil", "3 dozen"."""
    return (
        digits.kind is Kind.DIGITS
        and scale.kind is Kind.WORD
        and not (digits.ordinal or scale.ordinal)
        and text[digits.end : scale.start] in (" ", "\u00a0", "-")
        and text[scale.start : scale.end].isalpha()
        and scale.value in _SCALES
    )


_SCALES = frozenset({12, 100, 10**3, 10**6, 10**9, 10**12})


def parse_number(text: str) -> Decimal | None:
    """The value of a text that is one number and nothing else: "3", "三", "three"."""
    match find_numbers(text):
        case [number] if (
            text[number.start : number.end] == text.strip()
            and not number.ordinal
            and number.upper is None
        ):
            return number.value
    return None
