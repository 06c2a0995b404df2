"""What a sentence says, in a form in which two sentences can be compared.

A language that puts spaces between words gives content words: stemmed, without function words,
relatives under one name ("mum", "mother"). Chinese, Japanese and Korean give pairs of neighbouring
characters, and the Latin words among them. Numbers count by their value however they are written,
codes and addresses as they are.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise

import regex

from smalti.model.time import Instant, Precision
from smalti.text.analyse import Analyser
from smalti.text.numerals import Kind, Number, find_numbers
from smalti.text.when import DateMention, find_dates
from smalti.write.names.kin import kin_of
from smalti.write.names.mention import Mention

_SIGN = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\u30fc]"
_UNSPACED = regex.compile(_SIGN)
_RUN = regex.compile(f"{_SIGN}+")
_JOINT = regex.compile(
    r"(?<=[\p{Han}\p{Hiragana}\p{Katakana}])\s+(?=[\p{Han}\p{Hiragana}\p{Katakana}])"
)
_LETTER = rf"(?!{_SIGN})[\p{{L}}\p{{M}}\p{{N}}]"
_WORD = regex.compile(rf"(?:{_LETTER})+(?:['.&](?=\p{{L}})(?:{_LETTER})+)*\+*")
_CODE = regex.compile(r"[A-Za-z0-9@#][A-Za-z0-9@:/_.+#&-]*")
_QUANTITY = regex.compile(r"[0-9]+(?:[.,-][0-9]+)*[a-z]{0,3}", regex.IGNORECASE)
_OPENING = regex.compile(r"(?:^|[.!?:;\n]\s*)[\"'(*\s-]*$")
_MARKS = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})

_UNSPACED_FROM = 3  # so many characters make a text one of a language without spaces
_FOUR_HUNDRED_DAYS = 400 * 24 * 3600 * 10**6  # microseconds
_NOUNS_HAVE_CAPITALS = frozenset({"de"})
_NUMERALS = frozenset({"en", "de", "es", "fr", "zh", "ja"})

# Beside its function words, what English says without telling anything by it.
_LIGHT = frozenset(
    {"go", "goes", "went", "gone", "going", "get", "gets", "got", "take", "takes", "took", "make"}
    | {"makes", "made", "use", "uses", "used", "may", "might", "must", "never", "longer", "one"}
    | {"anymore", "now", "just", "then", "still", "already", "since", "till", "during", "every"}
    | {"ever", "within", "without"}
)
_PARTICLES = regex.compile("している|です|ます|[了的是在はがをにのてだ]")
_NEGATION = {
    "en": r"\b(?:no|not|never|cannot|none|nobody|nothing|neither|nor|without|longer)\b|n't\b"
    r"|\b(?:stop|stopped|quit|ended|cancelled|dropped|ditched)\b",
    "de": r"\b(?:nicht|nichts|nie|niemals|niemand|kein\w*|ohne)\b",
    "es": r"\b(?:no|nunca|jamás|nadie|nada|ningún|ningun[oa]|sin|tampoco)\b",
    "fr": r"\b(?:ne|pas|jamais|personne|rien|aucune?|sans)\b|\bn'",
}
_NEGATION_UNSPACED = (
    r"(?<!差)不(?![过過错錯同仅僅但])|没|沒|未|(?<![少危])ない|ません|なく|なかっ|やめ|じゃな"
    r"|[않못없]|아니|\b안\s"
)
_QUESTION = regex.compile(
    r"[?？¿]|\bwhether\b|是否|还是|還是|[吗嗎]|(?<![静確豊])か(?:$|[、。，\s])|[가까](?:$|[,.]\s)",
    regex.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Talk:
    """What the sentences of one conversation are read with.

    ``people`` are its speakers, ``capitals`` the words that it writes with a capital within a
    sentence.
    """

    language: str
    people: tuple[str, ...] = ()
    capitals: frozenset[str] = frozenset()

    @classmethod
    def of(cls, language: str, people: Sequence[str], texts: Iterable[str]) -> Talk:
        """Learn from the texts of a conversation what stands with a capital."""
        inside = (word for text in texts for word, begins in _capitals(text) if not begins)
        named = (word for name in people for word in name.split())
        capitals = frozenset(word.casefold() for word in (*inside, *named))
        return cls(language.partition("-")[0], tuple(people), capitals)


@dataclass(frozen=True, slots=True)
class Bag:
    """Content words or pairs of characters, and the numbers and codes among them."""

    terms: frozenset[str]
    numbers: frozenset[str]


@dataclass(frozen=True, slots=True)
class Signs:
    """One sentence.

    ``whole`` is all of it, ``timeless`` the same without its ``dates``. ``names`` are what must be
    called so; they are looked for in ``words``, every word in its plain form, and ``text``, where
    there are no spaces. ``asks`` says that it is a question.
    """

    whole: Bag
    timeless: Bag
    dates: tuple[DateMention, ...]
    names: frozenset[str]
    words: frozenset[str]
    text: str
    unspaced: bool
    negated: bool
    asks: bool

    def has_names(self, names: Iterable[str]) -> bool:
        """Whether all these names stand in the sentence."""
        return all(
            name in self.words or (_UNSPACED.search(name) and name in self.text) for name in names
        )


def signs(text: str, talk: Talk, said_at: Instant | None, *, absolute: bool = False) -> Signs:
    """What a sentence says. With ``absolute`` only dates that mean the same on any day count."""
    text = _JOINT.sub("", unicodedata.normalize("NFKC", text).translate(_MARKS))
    text = _with_first_names(text, talk.people)
    dates = tuple(_dates(text, said_at, absolute=absolute))
    unspaced = _is_unspaced(text)
    rest = _without(text, ((date.start, date.end) for date in dates))
    return Signs(
        whole=_bag(text, talk.language),
        timeless=_bag(rest, talk.language),
        dates=dates,
        names=_names_unspaced(rest, talk) if unspaced else _names(rest, talk),
        words=frozenset(_plain(word, talk.language) for word in _WORD.findall(text)),
        text=text.replace(" ", ""),
        unspaced=unspaced,
        negated=_is_negated(text, talk.language, unspaced),
        asks=_QUESTION.search(text) is not None,
    )


def said_by(told: Signs, names: Iterable[str], talk: Talk) -> Signs:
    """The same sentence with the names of those it is by or about as words of it."""
    beside = " ".join(_with_first_names(name, talk.people) for name in names)
    words = (_plain(word, talk.language) for word in _WORD.findall(beside))
    terms = _bag(beside, talk.language).terms
    return replace(
        told,
        whole=replace(told.whole, terms=told.whole.terms | terms),
        timeless=replace(told.timeless, terms=told.timeless.terms | terms),
        words=told.words.union(words),
        text=f"{told.text} {beside.replace(' ', '')}",
    )


def _is_unspaced(text: str) -> bool:
    return len(_UNSPACED.findall(text)) >= _UNSPACED_FROM


def _is_negated(text: str, language: str, unspaced: bool) -> bool:
    pattern = _NEGATION_UNSPACED if unspaced else _NEGATION.get(language, r"(?!)")
    return regex.search(pattern, text, regex.IGNORECASE) is not None


def _with_first_names(text: str, people: Iterable[str]) -> str:
    """Call speakers by their first name, so that both ways to call them are one."""
    for name in people:
        if " " in name and not _UNSPACED.search(name):
            text = regex.sub(rf"{regex.escape(name)}(?:'?s\b)?", name.split()[0], text)
    return text


def _dates(text: str, said_at: Instant | None, *, absolute: bool) -> Iterator[DateMention]:
    found = [
        one
        for one in find_dates(text, said_at)
        if one.interval and not one.recurrence and one.precision is not Precision.UNKNOWN
    ]
    if not absolute or said_at is None or not found:
        return iter(found)
    later = Instant(said_at.micros + _FOUR_HUNDRED_DAYS, said_at.offset)
    return (
        one for one in found if one.interval in [x.interval for x in find_dates(one.text, later)]
    )


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    return text


def _bag(text: str, language: str) -> Bag:
    codes = list(_codes(text))
    text = _without(text, (one.span() for one in codes))
    found = _numbers(text, language)
    rest = _without(text, ((one.start, one.end) for one in found))
    values = (value for one in found for value in (one.value, one.upper) if value is not None)
    numbers = {_figure(value) for value in values} | {_code(one) for one in codes}
    plain = {_plain(word, language) for word in _WORD.findall(rest)} - {""}
    pairs = {pair for run in _RUN.findall(rest) for pair in _pairs(run)}
    return Bag(frozenset(numbers | plain | pairs), frozenset(numbers))


def _codes(text: str) -> Iterator[regex.Match[str]]:
    """ERR-7731, ada@oak.example, 14:07, 140/90: what is said in exactly this form or not at all."""
    for found in _CODE.finditer(text):
        code = _code(found)
        joined = any(mark in code for mark in "@:/_")
        if "@" in code or (
            regex.search("[0-9]", code)
            and (joined or regex.search("[a-z]", code))
            and not _QUANTITY.fullmatch(code)
        ):
            yield found


def _code(found: regex.Match[str]) -> str:
    return found.group().rstrip(".:/-").casefold()


def _numbers(text: str, language: str) -> list[Number]:
    """Numbers, but for the word "one", which seldom is one."""
    found = find_numbers(text, language if language in _NUMERALS else None)
    return [one for one in found if one.kind is Kind.DIGITS or one.value != 1 or one.ordinal]


def _figure(value: Decimal) -> str:
    return f"{value.normalize():f}"


def _pairs(run: str) -> Iterator[str]:
    rest = _PARTICLES.sub("", run)
    return (one + other for one, other in pairwise(rest)) if len(rest) > 1 else iter((rest,))


def _capitals(text: str) -> Iterator[tuple[str, bool]]:
    """Words with a capital, and whether it may be there because a sentence begins."""
    for found in _WORD.finditer(text):
        word = found.group()
        if word[0].isupper() and word.split("'")[0] != "I":
            yield word, _OPENING.search(text, 0, found.start()) is not None


def _names(text: str, talk: Talk) -> frozenset[str]:
    """What has a capital for its own sake; where all nouns have one, the speakers alone."""
    capitals = _capitals(_without(text, (one.span() for one in _codes(text))))
    if talk.language in _NOUNS_HAVE_CAPITALS:
        people = {word for name in talk.people for word in name.split()}
        named = [word for word, _ in capitals if word.removesuffix("s") in people or word in people]
    else:
        named = [
            word
            for word, begins in capitals
            if not begins or word.split("'")[0].casefold() in talk.capitals
        ]
    relatives = (kin_of(Mention(word.casefold())) for word in _WORD.findall(text))
    plain = {_plain(word, talk.language) for word in named}
    return frozenset(plain | {kin.relation for kin in relatives if kin}) - {""}


def _names_unspaced(text: str, talk: Talk) -> frozenset[str]:
    """Latin words among the others, and the speakers who are named."""
    squeezed = text.replace(" ", "")
    people = {name.replace(" ", "") for name in talk.people if _UNSPACED.search(name)}
    latin = {_plain(word, talk.language) for word in _WORD.findall(text) if word[0].isalpha()}
    return frozenset(latin - {""} | {name for name in people if name in squeezed})


@lru_cache(maxsize=1 << 16)
def _plain(word: str, language: str) -> str:
    """A word without its ending; relatives by one name; empty for a function word."""
    if word.casefold() in _LIGHT:
        return ""
    if kin := kin_of(Mention(word.casefold())):
        return kin.relation
    return "-".join(_analyser(language).terms(word))


@lru_cache(maxsize=16)
def _analyser(language: str) -> Analyser:
    return Analyser(language)
