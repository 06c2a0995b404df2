"""Which numbers, dates and names of an answer stand in nothing that it cites.

Lenient, as what it finds is told and not refused: a number may be worked out (a count, a sum, a
difference, a length of time), a date need only be near one that is told, and names are looked at
only in languages that write names alone with capitals, and only where the evidence is in such a
language as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import combinations

import regex

from smalti.reader.brief import Brief, Shown
from smalti.reader.days import Days, fits, mentioned, told_days
from smalti.text.analyse import normalise
from smalti.text.language import language_of
from smalti.text.numerals import Kind, Number, find_numbers, narrow
from smalti.text.when import DateMention

_NAME = regex.compile(r"\p{Lu}[\p{L}\p{M}\p{Nd}]*(?:['’-]\p{L}+)*")
_WORD = regex.compile(r"[\p{L}\p{M}\p{Nd}]+")
_PART = regex.compile(r"[^.!?:;,\n“”\"()*/]+")
_SMALL = regex.compile(r"\p{Ll}")
_NAMING = frozenset({"en", "es", "fr"})  # only names are written with capitals, German has more
_PLAIN = frozenset({"yes", "no", "sí", "oui", "non", "true", "false", "both", "likely", "none"})
_CENTURY = 100  # years
_MANY = 40  # numbers, and days, that others are worked out from


@dataclass(frozen=True, slots=True)
class _Basis:
    """All that an answer may have its numbers, dates and names from."""

    text: str
    words: frozenset[str]
    numbers: frozenset[Decimal]
    days: tuple[Days, ...]
    cited: int
    language: str


def unsupported(answer: str, brief: Brief, cited: Sequence[Shown]) -> tuple[str, ...]:
    """The numbers, dates and names of an answer that nothing cited supports, as they stand.

    Of the answers in the key of the five LoCoMo development conversations, held against the turns
    that the key names, 7 % have such (1 % of the single-hop ones, 36 % of those that take general
    knowledge); of answers to other questions of the same kind 24 % of the single-hop ones, 42 % of
    the multi-hop ones and 75 % of dates.
    """
    basis = _basis(brief, cited)
    mentions = mentioned(answer, [brief.asked_at, *(one.turn.said_at for one in cited)])
    rest = _without(answer, mentions)
    numbers = _numbers(rest)
    found = [
        *_strange_days(mentions, basis),
        *(rest[one.start : one.end] for one in numbers if not _follows(one, rest, basis)),
        *_strange_names(answer, _without(rest, numbers), basis),
    ]
    return tuple(dict.fromkeys(found))


def _basis(brief: Brief, cited: Sequence[Shown]) -> _Basis:
    told = [text for one in cited for text in _texts(one)]
    text = normalise("\n".join([*told, brief.question]))
    days = told_days(brief, cited)
    weekdays = {f"{first:%A}".casefold() for first, _ in days}
    return _Basis(
        text=text,
        words=frozenset(_WORD.findall(text)) | weekdays,
        numbers=frozenset(number.value for number in _numbers(text)),
        days=days,
        cited=len(cited),
        language=language_of("\n".join(told)),
    )


def _texts(one: Shown) -> Iterator[str]:
    turn = one.turn
    yield from (turn.speaker, turn.text, turn.session)
    yield from (shown.caption for shown in turn.attachments)
    yield from (standing.sentence for standing in one.standing)


def _without(text: str, mentions: Iterable[DateMention | Number]) -> str:
    """A text with blanks where dates or numbers stand."""
    for one in mentions:
        text = text[: one.start] + " " * (one.end - one.start) + text[one.end :]
    return text


def _strange_days(mentions: Mapping[DateMention, Sequence[Days]], basis: _Basis) -> Iterator[str]:
    ago = _years_ago(basis)
    for one, readings in mentions.items():
        if not readings or normalise(one.text) in basis.text:
            continue  # nobody can say what it names, or just these words are told
        if not any(days[0].year in ago or fits(one, days, basis.days) for days in readings):
            yield one.text


def _years_ago(basis: _Basis) -> set[int]:
    """The years that so many before a day are, for each number that is told."""
    some = sorted(number for number in basis.numbers if 0 < number < _CENTURY)[:_MANY]
    return {start.year - int(number) for start, _ in basis.days for number in some}


def _numbers(text: str) -> list[Number]:
    return find_numbers(narrow(text))


def _follows(number: Number, text: str, basis: _Basis) -> bool:
    """Whether a number stands in the basis, or can be worked out from it."""
    value = number.value
    if normalise(text[number.start : number.end]) in basis.words or value in basis.numbers:
        return True
    if value == 1 and number.kind is not Kind.DIGITS:
        return True  # "one of them" counts nothing
    return value in _worked_out(basis)


def _worked_out(basis: _Basis) -> set[Decimal]:
    """What counting, adding, taking away and the calendar make of a basis."""
    some = sorted(basis.numbers)[:_MANY]
    found = {Decimal(basis.cited), Decimal(sum(some))}
    for one, other in combinations(some, 2):
        found |= {other - one, other + one, one * other}
    firsts = sorted({first for first, _ in basis.days})[:_MANY]
    for first, then in combinations(firsts, 2):
        found |= set(map(Decimal, _lengths(first, then)))
    found |= {Decimal(part) for day in firsts for part in (day.year, day.month, day.day)}
    return found


def _lengths(first: date, then: date) -> set[int]:
    """A length of time in days, weeks, months and years, counted either way where it is uneven."""
    days = (then - first).days
    months = (then.year - first.year) * 12 + then.month - first.month
    even = {days, days + 1, days // 7, round(days / 7), months, then.year - first.year}
    return even | {months - 1, months // 12, round(months / 12), (months - 1) // 12}


def _strange_names(answer: str, rest: str, basis: _Basis) -> Iterator[str]:
    """Words with a capital that are not told; ``rest`` is the answer without dates and numbers."""
    if language_of(answer) not in _NAMING or basis.language not in _NAMING:
        return
    for part in _PART.finditer(answer):
        start, whole = part.start(), part.group()
        sentence = any(_SMALL.match(word) for word in _WORD.findall(whole))
        for one in _NAME.finditer(rest, start, part.end()):
            if sentence and not answer[start : one.start()].strip():
                continue  # it has its capital as the first word
            words = [word for word in _WORD.findall(normalise(one.group())) if len(word) > 1]
            if words and basis.words.isdisjoint(words) and _PLAIN.isdisjoint(words):
                yield one.group()
