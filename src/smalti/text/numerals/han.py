"""Numbers in Han numerals, alone or mixed with digits."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from functools import cache

import regex

from smalti.text.numerals.number import Kind, Number, table

_LONGEST = 24  # signs; a longer run is a line drawn with 一 or the like
_ORDINAL_BEHIND = regex.compile(r"(?:番目|つ目|個目|人目|回目|年目|日目|番め)")
_SHARE = regex.compile(
    r"(?P<bottom>[0-9]+|[一二三四五六七八九十百千万两]+)(?:分之|分の)"
    r"(?P<top>[0-9]+(?:\.[0-9]+)?|[一二三四五六七八九十百千万两]+)"
)
_HALF = regex.compile(
    r"半分|一半|半(?=年|日|天|月|个|個|小时|小時|時間|斤|公斤|キロ|里|米|升|杯|数|克|片|包|碗|瓶|盒|袋|吨)"
)


def read_han(text: str, language: str) -> Iterator[Number]:
    """Candidates in narrowed text; the longest at a place is the right one."""
    if text.isascii():
        return
    for match in _SHARE.finditer(text):
        yield from _share(match)
    for match in _HALF.finditer(text):
        whole = match.group() != "半"
        yield Number(*match.span(), Decimal("0.5"), Kind.HAN, share=whole)
    for match in _decimal().finditer(text):
        before = _value(match["whole"])
        if before is not None:
            value = before + Decimal(f"0.{_figures(match['part'])}")
            yield Number(*match.span(), value, Kind.HAN)
    for match in _numeral().finditer(text):
        if len(match["body"]) > _LONGEST or _words().match(text, match.start()):
            continue
        if _words_around(text, match.start()):
            continue
        yield from _number(match, language)


def han_value(text: str) -> int | None:
    """The value of a numeral, 二十五 or 二〇二六; ``None`` if it is none, or no whole number."""
    value = _value(text)
    return None if value is None or value != int(value) else int(value)


def is_range(text: str) -> bool:
    """Whether a numeral means "two or three": 两三, 七八."""
    return _pair(text) is not None


def _share(match: regex.Match[str]) -> Iterator[Number]:
    """三分之一, 3分の1, 百分之三十."""
    bottom, top = _value(match["bottom"]), _value(match["top"])
    if bottom and top is not None:
        yield Number(*match.span(), top / bottom, Kind.HAN, share=True)


def _number(match: regex.Match[str], language: str) -> Iterator[Number]:
    (start, end), body = match.span(), match["body"]
    ordinal = match["nth"] is not None
    upper = None
    if pair := _pair(body):
        value, upper = pair
    else:
        read = _value(body, colloquial=language == "zh")
        if read is None:
            return
        value = read
    if not ordinal and (mark := _ORDINAL_BEHIND.match(match.string, end)):
        ordinal, end = True, mark.end()
    yield Number(start, end, value, Kind.HAN, upper=upper, ordinal=ordinal)


def _pair(body: str) -> tuple[Decimal, Decimal] | None:
    """Two neighbours side by side are a range: 三四, 五六百, 二十三四."""
    match = _neighbours().fullmatch(body)
    if match is None:
        return None
    head, first, second, tail = match.groups()
    low, high = (_value(head + digit + tail) for digit in (first, second))
    if low is None or high is None or high - low <= 0 or _digit(second) != _digit(first) + 1:
        return None
    return low, high


def _digit(character: str) -> int:
    return int(_digits()[character])


def _value(body: str, *, colloquial: bool = False) -> Decimal | None:
    """The value of a numeral; ``None`` if it is none.

    ``colloquial``: in Chinese the last unit may be left out, 三百二 is 320 and 两万五 25,000.
    """
    total, section, current, smallest = Decimal(0), Decimal(0), "", 0
    skipped = False
    for part in _parts().findall(body):
        if part in _large():
            total += (section + Decimal(current or ("0" if section else "1"))) * _large()[part]
            section, current, smallest = Decimal(0), "", _large()[part]
        elif part in _small():
            section += Decimal(current or "1") * _small()[part]
            current, smallest = "", _small()[part]
        else:
            figure = "".join(_digits().get(character, character) for character in part)
            if current and (smallest or "." in current or "." in figure):
                return None
            skipped = figure.startswith("0")
            current += figure.replace(",", "")
    if current.count(".") > 1:
        return None
    rest = Decimal(current or "0")
    if colloquial and smallest >= 100 and not skipped and len(current) == 1:
        rest *= smallest // 10
    return total + section + rest


def _words_around(text: str, position: int) -> bool:
    """Whether the numeral belongs to a word that begins before it: 统一, 周三."""
    return any(
        text.startswith(word, position - shift)
        for word, shift in _inner_words()
        if position >= shift and text[position] == word[shift]
    )


# --- compiled tables -----------------------------------------------------------------------------


@cache
def _digits() -> dict[str, str]:
    """Each numeral sign with its digit; the table lists them in groups that end in the digit."""
    return {sign: group[-1] for group in table()["han"]["digits"].split() for sign in group[:-1]}


@cache
def _small() -> dict[str, int]:
    return dict(table()["han"]["small"])


@cache
def _large() -> dict[str, int]:
    """Ten thousand and up; the Korean ones only stand behind digits."""
    return {**table()["han"]["large"], **table()["han"]["behind_digits"]}


@cache
def _parts() -> regex.Pattern[str]:
    figures = "".join(_digits())
    return regex.compile(
        rf"[0-9][0-9,]*(?:\.[0-9]+)?|[{figures}]+|[{''.join(_small() | _large())}]"
    )


@cache
def _numeral() -> regex.Pattern[str]:
    """Anything that holds a Han sign; digits alone are read elsewhere, unless counted off by 第."""
    figures, units = "".join(_digits()), "".join(_small() | table()["han"]["large"])
    korean = "".join(table()["han"]["behind_digits"])
    return regex.compile(
        rf"(?P<nth>第)?(?<![0-9][.,])(?P<body>"
        rf"(?:[0-9][0-9,]*(?:\.[0-9]+)?[{units}{korean}]+(?:[0-9]+(?![0-9,.])|[{figures}{units}])*)"
        rf"|[{figures}{units}]+(?:[0-9]+[{units}]+)*"
        rf"|(?<=第)[0-9]+|[0-9]+(?=番目|つ目|個目|人目|回目|年目|日目))"
    )


@cache
def _decimal() -> regex.Pattern[str]:
    """二・五メートル: a point between numerals, before a unit; not 七・五・三, nor 一・二年生."""
    figures, units = "".join(_digits()), "".join(_small())
    return regex.compile(
        rf"(?<![{figures}{units}・])(?P<whole>[{figures}{units}]+)・(?P<part>[{figures}]+)"
        r"(?=\s?(?:メートル|センチ|ミリ|キロ|グラム|リットル|トン|パーセント|倍|度|時間|ポイント|[%％万億割]))"
    )


def _figures(numeral: str) -> str:
    return "".join(_digits().get(sign, sign) for sign in numeral)


@cache
def _neighbours() -> regex.Pattern[str]:
    units = "".join(_small() | _large())
    return regex.compile(
        rf"([一二三四五六七八九十百千]*?)([一二两三四五六七八])([二三四五六七八九])([{units}]*)"
    )


@cache
def _words() -> regex.Pattern[str]:
    words = [
        w for w in table()["han_words"] if w[0] in _digits() or w[0] in _small() or w[0] in _large()
    ]
    ordered = sorted(words, key=len, reverse=True)
    # 十号 is a day or a line, 十号人 are people.
    return regex.compile(
        "|".join(f"{w}(?!人)" if w[-1] in "号號" else regex.escape(w) for w in ordered)
    )


@cache
def _inner_words() -> tuple[tuple[str, int], ...]:
    """Words with a numeral that is not their first character, and where it stands."""
    signs = _digits().keys() | _small().keys() | _large().keys()
    return tuple(
        (word, shift)
        for word in table()["han_words"]
        for shift, character in enumerate(word)
        if shift and character in signs
    )
