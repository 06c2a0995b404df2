"""Whether a sentence holds something of the type that a question asks for."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache

import regex

from smalti.model.answer import AnswerType, QuestionPlan
from smalti.model.time import Instant
from smalti.model.turn import Turn
from smalti.recall.plan.slashed import slashed_days, without_slashed
from smalti.text.numerals import find_numbers, guess_language, narrow
from smalti.text.quantities import QuantityMention, compatible, find_quantities
from smalti.text.quantities.units import unit_named
from smalti.text.when import DateMention, find_dates

_CAPITAL = regex.compile(r"(?<=[\p{Ll},;:)'’] )(?:\p{Lu}[\p{L}'’-]+)")
_PLACE = regex.compile(
    r"\b(?:in|at|to|from|near|into|around|through)\s+(?:the\s+|my\s+|a\s+)?\p{L}"
    r"|(?<![现正还实存])在(?!乎|意)\p{Han}|(?<![想感做遇看听收得提达直等迟见])到(?!了?[,，。]|底|处|时)\p{Han}"
    r"|(?<!回)[去住往回](?!年|世|了|答|复|忆|来)\p{Han}|\p{Han}[市区路县省国城州]|酒店"
    r"|[\p{Han}\p{Katakana}](?:で|に|へ)"
)
_KIN = regex.compile(
    r"\b(?:mum|mom|mother|dad|father|son|daughter|sister|brother|wife|husband|partner|friend|aunt"
    r"|uncle|cousin|grand\w+|kids?|child(?:ren)?|boss|colleague|neighbou?r|teacher|coach|doctor)s?\b"
    r"|[爸妈父母姐妹兄弟儿女夫妻友叔姨爷奶]|さん|母|父|兄|姉|妹|弟",
    regex.IGNORECASE,
)
_LENGTH = regex.compile(
    r"\b(?:hours?|minutes?|days?|weeks?|months?|years?|decades?|since)\b|[天周月年]|小时|分钟|時間|日間",
    regex.IGNORECASE,
)

_AMOUNTS = (AnswerType.NUMBER, AnswerType.DURATION)
_DECIMAL = regex.compile(r"\d+\.\d+(?!\.?\d)")
_HAN = regex.compile(r"\p{Han}")
_ENOUGH = 2_000  # characters of a sentence that are looked at


def fits(plan: QuestionPlan, text: str, turn: Turn) -> bool:
    """Whether something of the type asked for stands in a sentence; true for texts and lists."""
    if plan.unit is not None and plan.wants in _AMOUNTS:
        return bool(amounts_of(plan.unit, text))
    test = _TESTS.get(plan.wants)
    return test is None or test(text[:_ENOUGH], turn)


def dates_in(text: str, said_at: Instant | None) -> tuple[DateMention, ...]:
    """The time words of a text that name days."""
    return tuple(
        one
        for one in _mentions(text[:_ENOUGH], said_at)
        if one.interval is not None and not _is_decimal(one.text)
    )


def _is_decimal(words: str) -> bool:
    """Whether what could be a day and a month is rather a number: 按 1.2 算."""
    return bool(_DECIMAL.fullmatch(words) or (_HAN.search(words) and _DECIMAL.match(words)))


@lru_cache(maxsize=512)
def _mentions(text: str, said_at: Instant | None) -> tuple[DateMention, ...]:
    found = [*find_dates(without_slashed(text), said_at), *slashed_days(text, said_at)]
    return tuple(sorted(found, key=lambda one: one.start))


def has_number(text: str) -> bool:
    """Whether a number stands in a text, in figures or in words."""
    plain = narrow(text)
    return bool(find_numbers(plain, guess_language(plain)))


@lru_cache(maxsize=512)
def amounts_in(text: str) -> tuple[QuantityMention, ...]:
    """The amounts in a text, places in an order aside."""
    return tuple(one for one in find_quantities(text[:_ENOUGH]) if not one.ordinal)


def amounts_of(unit: str, text: str) -> list[QuantityMention]:
    """The amounts in a text that can be compared with a unit; those in it, if there are any."""
    asked = QuantityMention(0, 0, "", Decimal(0), unit=unit, dimension=dimension_of(unit))
    found = [one for one in amounts_in(text) if compatible(asked, one)]
    return [one for one in found if one.unit == unit] or found


def dimension_of(unit: str) -> str:
    """What a unit measures; empty for one that is unknown."""
    found = unit_named(unit)
    return "" if found is None else found.dimension


_TESTS: dict[AnswerType, Callable[[str, Turn], bool]] = {
    AnswerType.DATE: lambda text, turn: bool(dates_in(text, turn.said_at)),
    AnswerType.NUMBER: lambda text, _: has_number(text),
    AnswerType.DURATION: lambda text, _: bool(_LENGTH.search(text)),
    AnswerType.PLACE: lambda text, _: bool(_PLACE.search(text)),
    AnswerType.PERSON: lambda text, _: bool(_CAPITAL.search(text) or _KIN.search(text)),
}
