"""Whether a sentence holds something of the type that a question asks for."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import regex

from smalti.model.answer import AnswerType, QuestionPlan
from smalti.model.time import Instant
from smalti.model.turn import Turn
from smalti.text.numerals import find_numbers, guess_language, narrow
from smalti.text.when import DateMention, find_dates

_CAPITAL = regex.compile(r"(?<=[\p{Ll},;:)'’] )(?:\p{Lu}[\p{L}'’-]+)")
_PLACE = regex.compile(
    r"\b(?:in|at|to|from|near|into|around|through)\s+(?:the\s+|my\s+|a\s+)?\p{L}"
    r"|[在到去来回住往]|[市区路县省国城店]|[でにへ]"
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

_DECIMAL = regex.compile(r"\d+\.\d+(?!\.?\d)")
_HAN = regex.compile(r"\p{Han}")
_ENOUGH = 2_000  # characters of a sentence that are looked at


def fits(plan: QuestionPlan, text: str, turn: Turn) -> bool:
    """Whether something of the type asked for stands in a sentence; true for texts and lists."""
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
    return tuple(find_dates(text, said_at))


def has_number(text: str) -> bool:
    """Whether a number stands in a text, in figures or in words."""
    plain = narrow(text)
    return bool(find_numbers(plain, guess_language(plain)))


_TESTS: dict[AnswerType, Callable[[str, Turn], bool]] = {
    AnswerType.DATE: lambda text, turn: bool(dates_in(text, turn.said_at)),
    AnswerType.NUMBER: lambda text, _: has_number(text),
    AnswerType.DURATION: lambda text, _: bool(_LENGTH.search(text)),
    AnswerType.PLACE: lambda text, _: bool(_PLACE.search(text)),
    AnswerType.PERSON: lambda text, _: bool(_CAPITAL.search(text) or _KIN.search(text)),
}
