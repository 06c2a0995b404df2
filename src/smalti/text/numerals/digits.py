"""Numbers in digits."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from decimal import Decimal

import regex

from smalti.text.numerals.number import Kind, Number

_MONEY_BEFORE = regex.compile(r"(?:[€$£¥₩₹]|EUR|USD|CHF|GBP)\s?$")
_MONEY_AFTER = regex.compile(
    r"\s?(?:[€$£¥₩₹]|(?:EUR|USD|CHF|GBP|Euros?|francs?|dollars?)\b)", regex.I
)
_VULGAR = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"
_DIGITS = regex.compile(
    rf"""
    (?<![\p{{Latin}}\p{{Cyrillic}}\p{{Greek}}_0-9]) (?<!\p{{L}}[-.]) (?<![0-9][.,:'])
    (?P<body>
        [0-9]{{1,3}}(?:[,.'\u00a0\x20][0-9]{{3}})+(?:[.,][0-9]+)?(?![0-9]|[.,'][0-9])
      | [0-9]{{1,2}}(?:,[0-9]{{2}})+,[0-9]{{3}}(?:\.[0-9]+)?(?![0-9])
      | [0-9]+(?:[.,][0-9]+)?
      | (?<![^\s(~<>=≤≥])\.[0-9]+
    )
    (?: [ ]?(?P<vulgar>[{_VULGAR}])
      | (?=(?P<slash>(?:[ ][0-9]{{1,2}})?/[0-9]{{1,2}})(?![0-9/]))
      | (?P<thousand>k(?![\p{{L}}0-9]))
      | (?P<ordinal>(?:st|nd|rd|th|ème|eme|\.?[ºª])(?![\p{{L}}0-9]))
    )?
    | (?P<only>[{_VULGAR}])
    """,
    regex.VERBOSE,
)
# "3e étage", "1er"; "der 3. Platz": forms that would be something else in another language
_ORDINAL_MARK = {
    "fr": (regex.compile(r"(?:er|ère|re|e)(?!\p{L})"), regex.compile("")),
    "de": (
        regex.compile(r"\.(?=\s\p{L})"),
        regex.compile(r"\b(?:der|die|das|dem|den|des|zum|zur|im|am|jede[rsnm]?)\s$", regex.I),
    ),
}
_DENOMINATORS = frozenset({2, 3, 4, 5, 6, 7, 8, 10, 12, 16})
_LONG = 15  # digits before a fraction
_COMMA_DECIMAL = frozenset({"de", "es", "fr"})


def read_digits(text: str, language: str) -> Iterator[Number]:
    """Candidates in narrowed text; they do not overlap."""
    for match in _DIGITS.finditer(text):
        start, end = match.span()
        ordinal, share = match["ordinal"] is not None, False
        if match["only"]:
            value = _vulgar(match["only"])
        else:
            value = _grouped(match["body"], language, _is_money(text, match))
            if match["vulgar"]:
                value += _vulgar(match["vulgar"])
            elif match["thousand"]:
                value *= 1000
            elif match["slash"]:
                fraction = _slash(match["body"], match["slash"])
                if fraction is not None:
                    value, end = fraction, match.end("slash")
                    share = text.startswith(" of ", end)
            elif not ordinal and (mark := _ordinal_mark(text, start, end, language)):
                ordinal, end = True, mark
        yield Number(start, end, value, Kind.DIGITS, ordinal=ordinal, share=share)


def _is_money(text: str, match: regex.Match[str]) -> bool:
    before = text[max(0, match.start() - 5) : match.start()]
    return bool(_MONEY_BEFORE.search(before) or _MONEY_AFTER.match(text, match.end("body")))


def _grouped(body: str, language: str, money: bool) -> Decimal:
    """Digits with separators.

    A single separator before three digits may group or be a decimal point: a price has no
    thousandths, otherwise the language decides.
    """
    body = body.replace("\u00a0", "").replace(" ", "").replace("'", "")
    last = max(body.rfind(","), body.rfind("."))
    if last < 0:
        return Decimal(body)
    mark, whole, rest = body[last], body[:last], body[last + 1 :]
    groups = mark in whole
    if not groups and len(rest) == 3 and whole.isdigit() and len(whole) <= 3 and int(whole):
        groups = money or mark != ("," if language in _COMMA_DECIMAL else ".")
    whole = whole.replace(",", "").replace(".", "")
    return Decimal(whole + rest if groups else f"{whole}.{rest}")


def _vulgar(sign: str) -> Decimal:
    top, _, bottom = unicodedata.normalize("NFKC", sign).partition("⁄")
    return Decimal(top) / Decimal(bottom)


def _slash(body: str, slash: str) -> Decimal | None:
    """The value of "3/4" and "1 3/4"; ``None`` for "24/7", "140/90" and their like."""
    middle, _, bottom = slash.partition("/")
    whole, top = (body, middle.strip()) if middle else ("0", body)
    if not (whole.isdigit() and top.isdigit()) or int(bottom) not in _DENOMINATORS:
        return None
    if len(whole) > _LONG or len(top) > len(bottom):
        return None
    if not 0 < int(top) < int(bottom):
        return None
    return Decimal(whole) + Decimal(top) / Decimal(bottom)


def _ordinal_mark(text: str, start: int, end: int, language: str) -> int | None:
    """Where the ordinal mark behind the digits ends, in languages whose marks are ambiguous."""
    if language not in _ORDINAL_MARK:
        return None
    mark, before = _ORDINAL_MARK[language]
    found = mark.match(text, end)
    if found is None or not before.search(text[max(0, start - 8) : start]):
        return None
    return int(found.end())
