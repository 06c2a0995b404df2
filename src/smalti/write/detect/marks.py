"""The words by which people tell how a statement lies to what was said before, as patterns.

Kinds: ``change``, ``end``, ``again``, ``wrong``, ``doubt``, ``done``, ``standing``; what each means
stands in ``data/talk.toml``.
"""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from importlib import resources

import regex

from smalti.text.analyse import normalise
from smalti.text.language import language_of

_OTHERWISE = "en"
_NOTHING = regex.compile(r"(?!)")


def marked(kind: str, text: str) -> bool:
    """Whether a text has words of a kind, in whichever language it is."""
    return bool(_searched(kind, text))


@lru_cache(maxsize=8192)
def _searched(kind: str, text: str) -> bool:
    return marks(kind, language_in(text)).search(normalise(text)) is not None


@lru_cache(maxsize=8192)
def language_in(text: str) -> str:
    """The language of a text, English where there are no words for it."""
    found = language_of(text)
    return found if found in _tables()["change"] else _OTHERWISE


@cache
def marks(kind: str, language: str) -> regex.Pattern[str]:
    """The words of a kind in a language, as one pattern; one that fits nothing if there are none.

    Raises:
        KeyError: there is no such kind.
    """
    lines = [line for line in _tables()[kind].get(language, "").split("\n") if line]
    return regex.compile("|".join(f"(?:{line})" for line in lines)) if lines else _NOTHING


@cache
def _tables() -> dict[str, dict[str, str]]:
    text = (resources.files("smalti.write.detect") / "data" / "talk.toml").read_text("utf-8")
    loaded: dict[str, dict[str, str]] = tomllib.loads(text)
    return loaded
