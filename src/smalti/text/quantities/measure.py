"""One number and what belongs to it: sign, currency, magnitude, unit, half, rate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

import regex

from smalti.text.numerals import Kind, find_numbers
from smalti.text.quantities.draft import Draft
from smalti.text.quantities.masks import hidden_before
from smalti.text.quantities.special import pressure_side
from smalti.text.quantities.units import COUNT, read_sign, read_sign_behind, read_unit
from smalti.text.quantities.words import comparator_inside, counted_rate_behind, rate_behind


def measured(text: str, language: str) -> Iterator[Draft]:
    """The numbers of narrowed, masked text with what belongs to them, in order."""
    end = 0
    for number in find_numbers(text, language):
        if number.start < end or hidden_before(text, number.start):
            continue  # part of the unit before: "mL/min/1.73 m²"
        draft = Draft(number, number.start, number.end, number.value, upper=number.upper)
        if not number.ordinal:
            draft = _rated(text, _with_unit(text, _signed(text, draft), language), language)
        end = draft.end
        yield draft


def _signed(text: str, draft: Draft) -> Draft:
    """With a minus sign or word in front of it, or in front of its currency sign."""
    match = _MINUS.search(text, max(0, draft.start - 8), draft.start)
    if match is None:
        return draft
    return replace(draft, start=match.start("minus"), number=-draft.number)


_MINUS = regex.compile(
    r"(?:(?:^|(?<=[\s(,;:、，。]))(?P<minus>-)|(?P<minus>\bminus\s|零下|マイナス|氷点下|영하\s?))$",
    regex.I,
)


def _with_unit(text: str, draft: Draft, language: str) -> Draft:
    """With its unit."""
    if sign := read_sign(text, draft.start, language):
        return _magnified(text, replace(draft, unit=sign[0], start=sign[1]))
    draft = _half_more(text, _loosely(text, draft))
    found = read_sign_behind(text, _magnitude_end(text, draft.end), language)
    if found:
        draft = replace(_magnified(text, draft), unit=found[0], end=found[1])
    elif found := read_unit(text, _past_adjective(text, draft.end), language):
        draft = replace(draft, unit=found[0], end=found[1])
    elif draft.source.kind is not Kind.HAN and _MILLION.match(text, draft.end):
        return replace(draft, number=draft.number * 1_000_000, end=draft.end + 1, certain=True)
    return _with_side(text, _half_more(text, draft))


def _past_adjective(text: str, end: int) -> int:
    """Where the unit would start: "five consecutive minutes"."""
    match = _ADJECTIVE.match(text, end)
    return match.end() if match else end


_ADJECTIVE = regex.compile(
    r"\s(?:working|business|consecutive|full|whole|calendar|more|additional|further|extra|straight"
    r"|solid|long|weitere[nr]?|volle[nr]?)(?=\s)"
)
_MAGNITUDES = {"k": 3, "m": 6, "mm": 6, "mio": 6, "mln": 6, "b": 9, "bn": 9, "mrd": 9}
_MAGNITUDE = regex.compile(
    rf"[ \u00a0]?(?P<size>{'|'.join(sorted(_MAGNITUDES, key=len)[::-1])})\.?(?!\p{{L}})", regex.I
)
_MILLION = regex.compile(r"M(?=\s\p{Ll})")


def _magnified(text: str, draft: Draft) -> Draft:
    """With the thousands and millions that prices are given in: $5k, 3 Mio. €."""
    match = _MAGNITUDE.match(text, draft.end)
    if match is None:
        return draft
    size = Decimal(10) ** _MAGNITUDES[match["size"].casefold()]
    return replace(draft, number=draft.number * size, end=match.end())


def _magnitude_end(text: str, end: int) -> int:
    match = _MAGNITUDE.match(text, end)
    return match.end() if match else end


def _loosely(text: str, draft: Draft) -> Draft:
    """With the "+" of "10+ years" or the 多 of 三十多岁."""
    if text[draft.end : draft.end + 1] == "+" and not text[draft.end + 1 : draft.end + 2].isdigit():
        return replace(draft, comparator=">=", end=draft.end + 1, certain=True)
    inside = comparator_inside(text, draft.end)
    if inside is None or (draft.source.kind is not Kind.HAN and draft.number % 10 != 0):
        return draft
    comparator, end = inside
    scale = _HAN_SCALES.get(text[end : end + 1])  # 五十多万
    if scale:
        draft, end = replace(draft, number=draft.number * scale), end + 1
    return replace(draft, comparator=comparator, end=end, certain=True)


_HAN_SCALES = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}


_HALF_UNIT = regex.compile(
    r"[个個]半(?=小时|小時|月|钟头|星期|世纪)|半(?![\p{Han}])"
    r"|\s(?:and a half|y medi[ao]|et demie?)\b"
)


def _half_more(text: str, draft: Draft) -> Draft:
    """With the half of "两个半小时", "1時間半" and "an hour and a half", and the 八 of 一米八."""
    match = _HALF_UNIT.match(text, draft.end)
    if match is not None and draft.upper is None:
        return replace(draft, number=draft.number + Decimal("0.5"), end=match.end())
    match = _TENTHS.match(text, draft.end)
    if match is not None and draft.unit.name in ("meter", "CNY", "jin"):
        tenths = Decimal("一二三四五六七八九".index(match.group()) + 1) / 10
        return replace(draft, number=draft.number + tenths, end=match.end())
    return draft


_TENTHS = regex.compile(r"[一二三四五六七八九](?![一二三四五六七八九十百千万个個\p{N}])")


def _with_side(text: str, draft: Draft) -> Draft:
    if draft.unit.name != "millimeter_Hg":
        return draft
    return replace(draft, dimension=pressure_side(text, draft.start, draft.end))


def _rated(text: str, draft: Draft, language: str) -> Draft:
    """With the period or amount it is meant for."""
    is_measured = draft.unit != COUNT or _TIMES.search(text, draft.start, draft.end)
    if is_measured or _PER_WORD.match(text, draft.end):
        found = rate_behind(text, draft.end, language)
    else:
        found = None
    if found is None and (not is_measured or text.startswith(" of ", draft.end)):
        found = counted_rate_behind(text, draft.end, language)
    return replace(draft, per=found[0], end=found[1], certain=True) if found else draft


_TIMES = regex.compile(r"(?:once|twice|thrice|\p{L}mal)$", regex.I)
_PER_WORD = regex.compile(r"\s?(?:/|per\b|pro\b)", regex.I)
