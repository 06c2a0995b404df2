"""Quantities written as a pair: blood pressures ("130/80 mmHg") and heights (5'11")."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import regex

from smalti.text.numerals import Kind, Number
from smalti.text.quantities.draft import Draft
from smalti.text.quantities.units import Unit, known_units
from smalti.text.quantities.words import comparator_before, comparator_behind

_PAIR = r"(?P<{0}>[0-9]{{2,3}}(?:\.[0-9])?)\s?/\s?(?P<{1}>[0-9]{{1,3}}(?:\.[0-9])?)"
_UNIT = r"\s?(?:mm\s?Hg|kPa)\b"
_PRESSURE = regex.compile(
    rf"(?<![0-9/.,]){_PAIR.format('top', 'bottom')}(?:{_UNIT})?(?![0-9/])"
    r"(?:\s?(?:-|–|to|and|bis|und|a|y|à|et|~|至|到|から)\s?"
    rf"{_PAIR.format('top2', 'bottom2')}(?![0-9/]))?"
    rf"(?P<unit>{_UNIT})?",
    regex.I,
)
_MEASURED = regex.compile(
    r"\bBP\b|mm\s?Hg|kPa\b|blood pressure|blutdruck|\bRR\b|tensi[oó]n|presi[oó]n"
    r"|血压|血壓|血圧|혈압",
    regex.I,
)
_BETWEEN = regex.compile(r"\b(?:between|from|zwischen|von|entre|de)\s$", regex.I)
_HEIGHT = regex.compile(
    r"(?<![0-9'])(?P<feet>[3-8])\s?(?:['′]\s?(?P<inches>1[01]|[0-9])\s?(?:\"|''|″|”)"
    r"|(?:ft|feet|foot)\s?(?P<inches>1[01]|[0-9])\s?in\b)"
)
_SIDE = regex.compile(
    r"(?P<top>systol|収縮期|收缩|收縮|最高|上の)|(?P<bottom>diastol|拡張期|舒张|舒張|最低|下の)",
    regex.I,
)


def read_pairs(text: str) -> Iterator[Draft]:
    """The drafts of pairs in narrowed, masked text, in order."""
    found = [*_pressures(text), *_heights(text)]
    yield from sorted(found, key=lambda draft: draft.start)


def _pressures(text: str) -> Iterator[Draft]:
    for match in _PRESSURE.finditer(text):
        top, bottom = Decimal(match["top"]), Decimal(match["bottom"])
        unit = known_units()["kilopascal" if "kPa" in match.group() else "millimeter_Hg"]
        in_mmhg = top * unit.factor / known_units()["millimeter_Hg"].factor
        if not (_MEASURED.search(text, 0, match.end()) and 60 <= in_mmhg <= 300 and bottom < top):
            continue
        start, end, comparator = match.start(), match.end(), "="
        if match["top2"]:
            if between := _BETWEEN.search(text, max(0, start - 10), start):
                start = between.start()
        elif before := comparator_before(text, start):
            comparator, start = before
        elif behind := comparator_behind(text, end):
            comparator, end = behind
        slash = match.end("top")
        yield _pressure(match, "top", (start, slash), comparator, unit)
        yield _pressure(match, "bottom", (slash, end), comparator, unit)


def _pressure(
    match: regex.Match[str], side: str, span: tuple[int, int], comparator: str, unit: Unit
) -> Draft:
    value, upper = Decimal(match[side]), match[f"{side}2"]
    return Draft(
        Number(*match.span(side), value, Kind.DIGITS),
        *span,
        value,
        upper=Decimal(upper) if upper and Decimal(upper) > value else None,
        comparator=comparator,
        unit=unit,
        dimension=_PRESSURE_OF[side],
        certain=True,
    )


_PRESSURE_OF = {"top": "pressure:systolic", "bottom": "pressure:diastolic"}


def pressure_side(text: str, start: int, end: int) -> str:
    """Which of the two pressures a single reading is, by the words near it; "" if they say no."""
    sentence = max((text.rfind(stop, 0, start) for stop in ".;。\n"), default=-1) + 1
    sides = list(_SIDE.finditer(text, max(sentence, start - 60), start))
    if not sides and (behind := _SIDE.match(text, end + 1)):
        sides = [behind]
    return _PRESSURE_OF[sides[-1].lastgroup or ""] if sides else ""


def _heights(text: str) -> Iterator[Draft]:
    for match in _HEIGHT.finditer(text):
        inches = 12 * int(match["feet"]) + int(match["inches"])
        source = Number(*match.span(), Decimal(inches), Kind.DIGITS)
        yield Draft(source, *match.span(), source.value, unit=known_units()["inch"], certain=True)
