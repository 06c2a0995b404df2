"""The patterns of a form at work: compiled once, in any case of letters, and not for ever."""

from __future__ import annotations

from functools import lru_cache

import regex

from smalti.model.errors import InvalidInput

_SECONDS = 0.5


@lru_cache(maxsize=1 << 10)
def compiled(pattern: str) -> regex.Pattern[str]:
    """A pattern as it is searched for."""
    return regex.compile(pattern, regex.IGNORECASE)


def matches(pattern: str, text: str, start: int, end: int) -> list[regex.Match[str]]:
    """All matches within [start, end).

    Raises:
        InvalidInput: the pattern tries too many ways to match; half a second is the limit.
    """
    try:
        return list(compiled(pattern).finditer(text, start, end, timeout=_SECONDS))
    except TimeoutError as error:
        raise InvalidInput(
            "pattern", pattern, "takes too long on a text", fix="Repeat nothing that repeats itself"
        ) from error
