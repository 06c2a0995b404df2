"""Numbers as a language writes them out, up to what dates need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

_DIGITS = {
    sign: number
    for number, signs in enumerate(
        ["〇零○", "一壱", "二弐两兩", "三参", "四", "五", "六", "七", "八", "九"]
    )
    for sign in signs
}
_POWERS = {"十": 10, "百": 100, "千": 1000}
_TENS = {"廿": 20, "卅": 30}
HAN_DIGITS = frozenset(_DIGITS) | frozenset(_POWERS) | frozenset(_TENS)
"""Characters that Chinese and Japanese numerals are made of."""


def han_number(text: str) -> int:
    """The value of a numeral: 二十五 is 25, 一九八四 and 二〇二六 are read digit by digit."""
    if not any(sign in _POWERS or sign in _TENS for sign in text):
        return int("".join(str(_DIGITS[sign]) for sign in text))
    total, pending = 0, 0
    for sign in text:
        if sign in _POWERS:
            total += (pending or 1) * _POWERS[sign]
            pending = 0
        elif sign in _TENS:
            total += _TENS[sign]
        else:
            pending = pending * 10 + _DIGITS[sign]
    return total + pending


def is_vague(text: str) -> bool:
    """Whether two digits side by side mean "two or three": 两三, 七八."""
    first, second = (_DIGITS.get(sign, -9) for sign in text)
    return 1 <= first == second - 1


def number_words(spec: Mapping[str, Any]) -> Iterator[tuple[float, str]]:
    """The number words that a table describes.

    Args:
        spec: ``ones`` (the words for 0, 1, 2 …), ``tens`` (value → word), ``join`` (how a ten and
            a one go together) and ``more`` (value → forms, separated by commas).
    """
    ones = spec.get("ones", "").split()
    yield from enumerate(ones)
    for value, ten in spec.get("tens", {}).items():
        yield int(value), ten
        for number, one in enumerate(ones[1:10], 1):
            for form in spec["join"]:
                yield int(value) + number, form.format(ten=ten, one=one)
    for value, forms in spec.get("more", {}).items():
        for form in forms.split(","):
            yield float(value) if "." in value else int(value), form.strip()
