"""Days as they are written in Chinese and Japanese, month first: "4/28", "5/4-5/6"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import regex

from smalti.model.time import Instant
from smalti.text.when import DateMention, find_dates

_DAY = r"(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12]\d|3[01])(?![\d/])"
_DAYS = regex.compile(
    rf"(?<![\d/.])(?P<first>{_DAY})(?:\s*[-–~～到至]\s*(?P<last>{_DAY}))?(?P<side>以[前后]|之[前后])?"
)
_MONTH_FIRST = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")


def month_first(text: str) -> bool:
    """Whether the month stands first in a text: whether it holds Chinese or Japanese letters."""
    return bool(_MONTH_FIRST.search(text))


def without_slashed(text: str) -> str:
    """A text with blanks where such days stand, so that nothing moves."""
    return _DAYS.sub(lambda found: " " * len(found.group()), text) if month_first(text) else text


def slashed_days(text: str, anchor: Instant | None) -> Iterator[DateMention]:
    """The days that are written so, or from the one to the other, in the year next to ``anchor``.

    What is no day in the calendar is none.
    """
    if not month_first(text):
        return
    for found in _DAYS.finditer(text):
        days = [day.replace("/", "月") + "日" for day in (found["first"], found["last"]) if day]
        spoken = "到".join(days) + (found["side"] or "")
        for mention in find_dates(spoken, anchor, language="zh"):
            if mention.interval is not None and mention.text == spoken:
                yield replace(mention, start=found.start(), end=found.end(), text=found.group())
