"""Numbers in words: English, German, Spanish and French.

The words of all four are looked for at once, for people mix languages; a word that means something
else in another one ("once", "quince", "cent") counts only where the text is in its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache

import regex

from smalti.text.numerals.number import Kind, Number, table

ARTICLES = frozenset({"un", "une", "una", "ein", "eine", "einen", "einer", "einem"})
"""Alone these are articles far more often than numbers."""
# What stands before and after "one" and an ordinal when they are no number.
_ONE_IS_A_PRONOUN = (
    regex.compile(
        r"\b(?:the|this|that|no|any|every|each|which|another|other|last|next|only|good|new|same"
        r"|right|wrong|loved|as|by|some|square)[ -]$",
        regex.I,
    ),
    regex.compile(
        r"(?:'s\b|[-\s](?:of|another|who|that|can|could|has|is|should|would|may|might|must|does"
        r"|never|more thing|day|thing)\b|[-\s]?[.,;:?!)]|\s*$)",
        regex.I,
    ),
)
_NO_ORDINAL = (
    regex.compile(r"\b(?:a|per|each|every|split|at|from the)[ -]$", regex.I),
    regex.compile(
        r"[ -](?:names?|of all|aid|hand|person|world|thoughts?|look|nature|ago)\b", regex.I
    ),
)
_HALF_MORE = regex.compile(r"\s(?:and a half|y medi[ao]|et demie?)\b", regex.I)
_COINS = frozenset({"cent", "cents"})
_AND = frozenset({"und", "and", "y", "et"})
# Multiply what stands before them in the group: "three hundred", "two dozen".
_GROUP_MULTIPLIERS = frozenset(
    {
        *("hundred", "dozen", "hundert", "dutzend", "ciento", "cien"),
        *("docena", "docenas", "cent", "cents", "douzaine", "douzaines"),
    }
)


def read_words(text: str, language: str) -> Iterator[Number]:
    """Candidates in narrowed text, which may overlap: a fraction and the numbers in it."""
    yield from _phrases(text)
    yield from _fractions(text, language)
    for run in _runs().finditer(text):
        yield from _numbers_of(run, language)


def _phrases(text: str) -> Iterator[Number]:
    pattern, meanings = _phrase_table()
    for match in pattern.finditer(text):
        value, flag = meanings[match.lastgroup or ""]
        yield Number(
            *match.span(),
            value,
            Kind.WORD,
            share=flag == "share",
            approximate=flag == "approximate",
        )


def _fractions(text: str, language: str) -> Iterator[Number]:
    """Such as "two thirds", "drei Viertel", "a quarter of"; not "the third", nor "a third try"."""
    for match in _fraction().finditer(text):
        top = _numerator(match["top"].casefold(), language)
        bottom = _denominators()[match["bottom"].casefold()]
        plural = top is not None and top > 1
        if top is not None and top < bottom and (plural or match["of"] or "-" in match.group()):
            yield Number(match.start(), match.end("bottom"), top / bottom, Kind.WORD, share=True)


def _numerator(word: str, language: str) -> Decimal | None:
    if word.isdigit():
        return Decimal(word)
    if word in ARTICLES or word in ("a", "an"):
        return Decimal(1)
    return _value_of(word, language)[0]


def _numbers_of(run: regex.Match[str], language: str) -> Iterator[Number]:
    """The numbers in a run of number words: "two three" are two, "two hundred and three" is one."""
    atoms = list(_atom().finditer(run.string, *run.span()))
    while atoms:
        read = _compose([atom.group().casefold() for atom in atoms], language)
        if read.used:
            start, end = atoms[0].start(), atoms[read.used - 1].end()
            if _is_number(run.string, start, end, read.ordinal):
                value = read.total + read.group
                if not read.ordinal and (more := _HALF_MORE.match(run.string, end)):
                    value, end = value + Decimal("0.5"), more.end()
                yield Number(start, end, value, Kind.WORD, ordinal=read.ordinal)
        atoms = atoms[read.used or 1 :]
        while atoms and atoms[0].group().casefold() in _AND:
            atoms = atoms[1:]


@dataclass(slots=True)
class _Reading:
    """A number being read: finished thousands, the group below, and how many atoms it took."""

    total: Decimal = field(default_factory=Decimal)
    group: Decimal = field(default_factory=Decimal)
    scale: Decimal = Decimal(10) ** 18
    used: int = 0
    ordinal: bool = False

    def take(self, word: str, value: Decimal, after_and: bool) -> bool:
        """Whether the word continues the number; if so it is now part of it."""
        if value >= 1000:
            return self._scale(value)
        if word in _GROUP_MULTIPLIERS:
            if self.group >= 10:
                return False
            self.group = max(self.group, Decimal(1)) * value
            return True
        if not self._fits(value, after_and):
            return False
        self.group += value
        return True

    def _scale(self, value: Decimal) -> bool:
        if value >= self.scale or (self.used and not self.group):
            return False
        self.total += max(self.group, Decimal(1)) * value
        self.group, self.scale = Decimal(0), value
        return True

    def _fits(self, value: Decimal, after_and: bool) -> bool:
        group = self.group
        if not group:
            return not self.used or self.total > 0
        if group % 100 == 0:
            return value < 100
        if group % 100 in (60, 80):  # soixante-douze, quatre-vingt-onze
            return value < 20
        if group % 10 == 0:
            return value < 10
        german = group % 100 < 10 and value % 10 == 0 and 20 <= value < 100
        return after_and and german  # fünfundzwanzig


def _compose(words: list[str], language: str) -> _Reading:
    """The longest well-formed number at the front of the words."""
    reading, after_and = _Reading(), False
    for position, word in enumerate(words, 1):
        if word in _AND:
            after_and = True
            continue
        value, ordinal = _value_of(word, language, inside=reading.used > 0)
        if value is None or not reading.take(word, value, after_and):
            break
        reading.used, after_and = position, False
        if ordinal:
            reading.ordinal = True
            break
    return reading


def _value_of(word: str, language: str, *, inside: bool = False) -> tuple[Decimal | None, bool]:
    """What a single word is worth, and whether it is an ordinal.

    ``inside`` a number only few words can be anything else.
    """
    own = table()["only_in"].get(word)
    if own is not None and own != language and not (inside and word not in _COINS):
        return None, False
    if word in _cardinals():
        return Decimal(_cardinals()[word]), False
    if word in _ordinals():
        return Decimal(_ordinals()[word]), True
    return None, False


def _is_number(text: str, start: int, end: int, ordinal: bool) -> bool:
    """Whether the words mean a number here: not "the one", "a second", "eine"."""
    spelt = text[start:end].casefold()
    if spelt in ARTICLES:
        return False
    rules = _NO_ORDINAL if ordinal else _ONE_IS_A_PRONOUN if spelt == "one" else None
    if rules is None:
        return True
    return not (rules[0].search(text, max(0, start - 12), start) or rules[1].match(text, end))


# --- compiled tables -----------------------------------------------------------------------------


@cache
def _cardinals() -> dict[str, int]:
    return {word: value for words in table()["atoms"].values() for word, value in words.items()}


@cache
def _ordinals() -> dict[str, int]:
    """With the endings of German adjectives and the plural of French ones."""
    known = {w: value for words in table()["ordinals"].values() for w, value in words.items()}
    inflected = {
        word + ending: value
        for word, value in table()["ordinals"]["de"].items()
        for ending in "rsnm"
    }
    return known | inflected


@cache
def _denominators() -> dict[str, int]:
    return {w: value for words in table()["denominators"].values() for w, value in words.items()}


def _any_of(words: dict[str, int] | frozenset[str]) -> str:
    return "|".join(map(regex.escape, sorted(words, key=len, reverse=True)))


@cache
def _atom() -> regex.Pattern[str]:
    return regex.compile(rf"und|{_any_of(_cardinals() | _ordinals())}|and|y|et", regex.I)


@cache
def _runs() -> regex.Pattern[str]:
    """Atoms with spaces, hyphens, "and", or, as in German, nothing between them."""
    one = rf"(?:{_any_of(_cardinals() | _ordinals())})"
    joint = r"(?:[ -]|[ -](?:and|y|et|und)[ -]|und)?"
    return regex.compile(rf"\b{one}(?:{joint}{one})*\b", regex.I)


@cache
def _fraction() -> regex.Pattern[str]:
    tops = rf"an?|[0-9]{{1,2}}|{_any_of(_cardinals())}"
    return regex.compile(
        rf"\b(?P<top>{tops})[ -](?P<bottom>{_any_of(_denominators())})\b"
        r"(?P<of>\s(?:of|de|des|du|der|aller)\b|\sd')?",
        regex.I,
    )


@cache
def _phrase_table() -> tuple[regex.Pattern[str], dict[str, tuple[Decimal, str]]]:
    flat = [
        (pattern, Decimal(value), flag)
        for flag, phrases in table()["phrases"].items()
        for pattern, value in phrases.items()
    ]
    names = {f"p{number}": (value, flag) for number, (_, value, flag) in enumerate(flat)}
    parts = (rf"(?P<p{number}>{pattern})" for number, (pattern, _, _) in enumerate(flat))
    return regex.compile(rf"\b(?:{'|'.join(parts)})\b", regex.I), names
