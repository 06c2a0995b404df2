"""Which languages to read a text in: by its script, then by a vote of function words."""

from __future__ import annotations

import re
from functools import cache

from smalti.text.when.tables import LANGUAGES, table

_KANA = re.compile(r"[\u3041-\u3096\u30a1-\u30fa]")
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_WORD = re.compile(r"[^\W\d_\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
_SPACED = ("en", "de", "es", "fr")


def languages_of(text: str, named: str | None = None) -> tuple[str, ...]:
    """The languages to try on a folded text, the likeliest first.

    Args:
        text: in lower case.
        named: what the caller says it is ("zh-Hant" is "zh"); an unknown language is ignored.
    """
    if (
        named is not None
        and (code := named.casefold().replace("_", "-").split("-")[0]) in LANGUAGES
    ):
        return (code,)
    found: list[str] = []
    if not text.isascii():
        if _KANA.search(text):
            found.append("ja")
        elif _HAN.search(text):
            # Without kana it is Chinese, unless only Japanese writes so.
            found.append("ja" if _JAPANESE.search(text) else "zh")
    words = set(_WORD.findall(text))
    if words:
        found += _vote(words)
    return tuple(found) or ("en",)


_JAPANESE = re.compile(r"[曜々〆]|令和|平成|昭和|[来先今隔]週|毎|[来先]月|来年|一昨|明後日")


def _vote(words: set[str]) -> list[str]:
    """All languages with the most function words; every one of them where none has any."""
    votes = {name: len(words & _function_words(name)) for name in _SPACED}
    most = max(votes.values())
    return [name for name in _SPACED if votes[name] == most]


@cache
def _function_words(language: str) -> frozenset[str]:
    """Function words, and every single word that the table lists."""
    words = table(language)
    listed = {form[0] for forms in words.forms.values() for form, _ in forms if len(form) == 1}
    return frozenset(words.options["functions"].split()) | frozenset(listed)
