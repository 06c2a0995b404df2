"""Words around a number: comparators before and behind it, and rates ("a week", "每天")."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from functools import cache

import regex

from smalti.text.numerals import find_numbers
from smalti.text.numerals.number import table
from smalti.text.quantities.units import Unit, data, known_units, read_unit

_OPPOSITE = {">": "<=", "<": ">=", ">=": "<", "<=": ">"}
_CJK = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]"
_REACH = 36  # characters before a number that are looked at


def any_of(words: Iterable[str]) -> str:
    """An alternation, the longest first. Words with a backslash are patterns already."""
    escaped = (word if "\\" in word else regex.escape(word) for word in words)
    return "|".join(sorted(escaped, key=len, reverse=True))


def whole(words: Iterable[str]) -> str:
    """The same, but Latin words neither begin nor end inside a longer one."""
    return "|".join(
        (r"(?<!\p{L})" if _LATIN.match(word[0]) else "")
        + regex.escape(word)
        + (r"(?!\p{Latin})" if _LATIN.match(word[-1]) else "")
        for word in sorted(words, key=len, reverse=True)
    )


_LATIN = regex.compile(r"\p{Latin}")


# --- comparators ---------------------------------------------------------------------------------


def comparator_before(text: str, start: int) -> tuple[str, int] | None:
    """The comparator that ends where a quantity starts, and its own start.

    "no more than about 5" has two; the approximate one gives way.
    """
    match = _before().search(text, max(0, start - _REACH), start)
    if match is None:
        return None
    symbol = _symbols_before()[match["words"].casefold()]
    if symbol == "~":
        return comparator_before(text, match.start("words")) or (symbol, match.start("words"))
    return symbol, match.start("words")


def comparator_behind(text: str, end: int) -> tuple[str, int] | None:
    """The comparator that begins where a quantity ends, and its own end.

    What is counted may stand in between: "14 readings or more", "10人以内".
    """
    match = _behind().match(text, end) or _counted_behind().match(text, end)
    if match is None or _is_of_the_next(text, match):
        return None
    return _flat("behind")[match["words"].casefold()], match.end()


def _is_of_the_next(text: str, match: regex.Match[str]) -> bool:
    """Whether a comparator stands before another number: "6 a day, at most 210 days"."""
    if match["words"].casefold() not in _symbols_before():
        return False
    found = find_numbers(text[match.end() : match.end() + _REACH])
    return bool(found) and not text[match.end() : match.end() + found[0].start].strip(" $€£¥")


def comparator_inside(text: str, end: int) -> tuple[str, int] | None:
    """多, 余, 来 between a numeral and its unit: 三十多岁."""
    for symbol, marks in data("quantity_words")["inside"].items():
        if text[end : end + 1] in marks and text[end : end + 1]:
            return symbol, end + 1
    return None


@cache
def _flat(part: str) -> dict[str, str]:
    return {
        word.casefold(): symbol
        for symbol, words in data("quantity_words")[part].items()
        for word in words
    }


@cache
def _symbols_before() -> dict[str, str]:
    """With "older than" and its like, and what "not" makes of them."""
    found = dict(_flat("before"))
    for word, symbol in _flat("than").items():
        found[f"{word} than"] = symbol
        for negation in ("no", "not"):
            found[f"{negation} {word} than"] = _OPPOSITE[symbol]
    return found


@cache
def _before() -> regex.Pattern[str]:
    article = r"(?:an?\s|the\s|eine?[nrsm]?\s|un[ea]?\s|d'une\s|los\s|las\s)?"
    return regex.compile(rf"(?P<words>{whole(_symbols_before())})[\s\u00a0:]*{article}$", regex.I)


@cache
def _behind() -> regex.Pattern[str]:
    return regex.compile(rf",?\s?(?P<words>{whole(_flat('behind'))})", regex.I)


@cache
def _counted_behind() -> regex.Pattern[str]:
    words = _flat("behind")
    spaced = [word for word in words if word.startswith(("or ", "oder ", "o ", "ou "))]
    unspaced = [word for word in words if regex.match(_CJK, word)]
    counters = any_of(table()["han_counters"])
    return regex.compile(
        rf"(?:\s\p{{L}}+){{1,2}}\s(?P<words>{whole(spaced)})"
        rf"|(?:{counters}){{1,2}}(?P<words>{whole(unspaced)})",
        regex.I,
    )


# --- rates ---------------------------------------------------------------------------------------


def rate_behind(text: str, end: int, language: str) -> tuple[Unit, int] | None:
    """What an amount is meant for ("per week", "/kg", "a day", "daily"), and where that ends."""
    adverb = _adverbs().match(text, end)
    if adverb is not None:
        return _period(_adverb_periods()[adverb["words"].casefold()]), adverb.end()
    match = _PER.match(text, end)
    if match is None:
        return None
    below = _below(text, match.end(), language)
    if below is None or (match["article"] and below[0].dimension != "time"):
        return None
    later = match["article"] and _LATER.match(text, below[1])  # "5 km a week later"
    return None if later else below


def counted_rate_behind(text: str, end: int, language: str) -> tuple[Unit, int] | None:
    """The same with what is counted between: "14 units a week", "150 minutes of sport a week"."""
    for words in range(1, 5):
        match = _COUNTED[words].match(text, end)
        if match is None:
            return None
        if found := rate_behind(text, match.end(), language):
            return found
        if words == 2 and not text.startswith(" of ", end):
            return None
    return None


def rate_before(text: str, start: int) -> Unit | None:
    """The period named before a quantity in Chinese and Japanese: 每天, 週に."""
    match = _rates_before().search(text, max(0, start - 8), start)
    return _period(_periods_before()[match["words"]]) if match else None


def _below(text: str, position: int, language: str) -> tuple[Unit, int] | None:
    short = _short_periods().match(text, position)
    if short is not None:
        return _period(data("quantity_words")["rate_units"][short.group().casefold()]), short.end()
    found = read_unit(text, position, language)
    return found if found and found[0].dimension != "percent" else None


def _period(name: str) -> Unit:
    known = known_units().get(name)
    return known if known else Unit(name, name, _ONE)


_ONE = Decimal(1)
_PER = regex.compile(
    r"\s?(?:/|(?:per|pro|por|par|je|each|every|cada|chaque|al)\s"
    r"|(?P<article>(?:an?|am|im|la|in der|à l'|le)\s?(?=\s|(?<=')))\s?)",
    regex.I,
)
_NOT_COUNTED = (
    r"(?:an?|per|pro|por|par|al|je|am|im|each|every|cada|chaque|or|and|to|in|the|at|on|for)"
)
_COUNTED = {
    words: regex.compile(
        rf"(?:\sof)?(?:\s(?!{_NOT_COUNTED}\s)\p{{Ll}}[\p{{L}}-]*){{{words}}}(?=\s|/)"
    )
    for words in range(1, 5)
}
_LATER = regex.compile(
    r"\s(?:later|ago|before|after|earlier|from now|später|luego|después|plus tard)\b"
)


@cache
def _short_periods() -> regex.Pattern[str]:
    words = data("quantity_words")["rate_units"]
    latin = any_of(word for word in words if word.isascii())
    other = any_of(word for word in words if not word.isascii())
    return regex.compile(rf"(?:{latin})(?!\p{{Latin}})|(?:{other})(?!{_CJK})", regex.I)


@cache
def _adverb_periods() -> dict[str, str]:
    rates = data("quantity_words")["rates"]
    return {word.casefold(): period for period, words in rates.items() for word in words}


@cache
def _adverbs() -> regex.Pattern[str]:
    return regex.compile(rf"\s?(?P<words>{any_of(_adverb_periods())})(?!\p{{L}})", regex.I)


@cache
def _periods_before() -> dict[str, str]:
    rates = data("quantity_words")["rates_before"]
    return {word: period for period, words in rates.items() for word in words}


@cache
def _rates_before() -> regex.Pattern[str]:
    return regex.compile(
        rf"(?<![来今先这這上下本0-9\ufffc])(?P<words>{any_of(_periods_before())})\s?$"
    )
