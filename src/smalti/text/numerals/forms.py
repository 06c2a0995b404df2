"""How numbers are written in words, for tables that list them: the reader turned round."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from smalti.text.numerals.number import table
from smalti.text.numerals.words import ARTICLES, read_words

_MOST = 100
_FRENCH = range(10, _MOST, 10), range(1, 20)  # dix-sept, soixante-douze
_OTHERS = range(20, _MOST, 10), range(1, 10)
_JOINTS = {
    "en": ("{ten}-{one}", "{ten} {one}"),
    "de": ("{one}und{ten}",),
    "es": ("{ten} y {one}",),
    "fr": ("{ten}-{one}", "{ten} et {one}", "{ten}-et-{one}"),
}


def spelt(language: str) -> Iterator[tuple[int, str]]:
    """The numbers from 0 to 100 with every spelling in words that the reader reads as them.

    Articles ("un", "eine") and words for a dozen are left out; languages that do not write numbers
    in such words have none.
    """
    if language not in _JOINTS:
        return
    atoms = {word: value for word, value in table()["atoms"][language].items() if value <= _MOST}
    plain = {word: value for word, value in atoms.items() if word not in ARTICLES | _DOZENS}
    yield from ((value, word) for word, value in plain.items())
    upper, lower = _FRENCH if language == "fr" else _OTHERS
    tens = {word: value for word, value in plain.items() if value in upper}
    ones = {word: value for word, value in atoms.items() if value in lower}
    for ten, more in tens.items():
        for one, value in ones.items():
            for joint in _JOINTS[language]:
                text = joint.format(ten=ten, one=one)
                if _is_read(text, more + value, language):
                    yield more + value, text


_DOZENS = frozenset(
    {"dozen", "half-dozen", "dutzend", "docena", "docenas", "douzaine", "douzaines"}
)


def _is_read(text: str, value: int, language: str) -> bool:
    whole = (0, len(text), Decimal(value))
    return any((n.start, n.end, n.value) == whole for n in read_words(text, language))
