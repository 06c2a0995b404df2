"""Which language a text is in: by its script first, then by a vote of function words.

The words of a language (``data/languages.json``) are its function words, its number words and its
words of time, all of which are frequent and short texts often hold no other that tells.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib import resources

import regex

LATIN = ("en", "de", "es", "fr")
"""The languages in Latin letters that are told apart."""

_ENOUGH = 2_000  # characters that are looked at
_KANA = regex.compile(r"[\p{Hiragana}\p{Katakana}ｦ-ﾟ]")
_HAN = regex.compile(r"\p{Han}")
_HANGUL = regex.compile(r"\p{Hangul}")
_LATIN = regex.compile(r"\p{Latin}")
_LETTER = regex.compile(r"\p{L}")
_WORD = regex.compile(r"[\p{Latin}\p{M}']+")
_MARKS = {
    "de": regex.compile("[äöüß]"), "es": regex.compile("[ñ¿¡]"), "fr": regex.compile("[çèêàùœ]"),
}  # fmt: skip
# What stands in no Chinese text: signs, forms of characters, words.
_JAPANESE = regex.compile(
    r"[曜々〆円駅気働込峠畑辻枠塚薬桜渋浜県圏図転軽鉄発伝検権総継様対単厳栄営労覚帰変辺仏払拝挙拠択応楽実悪壊塩歳]"
    r"|令和|平成|昭和|[来先今隔]週|毎|[来先]月|来年|一昨|明後日"
)
# And in no Japanese one: pronouns, particles, simplified verbs.
_CHINESE = regex.compile(r"[你您她們们這这吗嗎呢吧啊沒没說说很個个么麼還还給给讓让嘛哪咱]")


def language_of(text: str, usual: str = "en") -> str:
    """Name the language: "en", "zh", "ja", "ko", "de", "es", "fr", or "" without letters.

    "other" is a script of none of these. ``usual`` breaks ties: short chat lines often hold no
    word that tells, and a Japanese line may have no kana.
    """
    text = text[:_ENOUGH]
    if not text.isascii():
        kana, han = len(_KANA.findall(text)), len(_HAN.findall(text))
        if kana + han > 1 or (kana + han == 1 and not _LATIN.search(text)):
            return "ja" if kana else _han_language(text, usual)
        if _HANGUL.search(text):
            return "ko"
    if not _LATIN.search(text):
        return "other" if _LETTER.search(text) else ""
    votes, count = _votes(text)
    best = max(votes.values())
    if votes.get(usual, -1) == best:
        return usual
    if best == votes["en"] or (best == 1 and count > _FEW):
        return "en"  # one word that looks foreign among many is a name or a loan
    return next(language for language in LATIN if votes[language] == best)


_FEW = 4  # words


def guess_language(text: str) -> str:
    """The language that the script of a text tells, or its words if they tell only one; else ""."""
    found = languages_of(text)
    return found[0] if found and (len(found) == 1 or found[0] not in LATIN) else ""


def languages_of(text: str) -> tuple[str, ...]:
    """The languages that a text may be in: by its scripts, and all with the most words.

    Every language in Latin letters where there is a word of none of them; none without letters.
    """
    text = text[:_ENOUGH]
    found = []
    if not text.isascii():
        if _KANA.search(text):
            found.append("ja")
        elif _HANGUL.search(text):
            found.append("ko")
        elif _HAN.search(text):
            found.append(_han_language(text, ""))
    votes, count = _votes(text)
    if count:
        best = max(votes.values())
        found += [language for language in LATIN if votes[language] == best]
    return tuple(found)


def usual_language(texts: Iterable[str], among: str = "en") -> str:
    """The language that most of some texts are in; ``among`` where they do not tell.

    ``among`` is the one that is usual around them: a text in Han characters alone is in that one.
    """
    counts: dict[str, int] = {}
    for text in texts:
        language = language_of(text, among if among in _IN_HAN else "")
        counts[language] = counts.get(language, 0) + 1
    counts.pop("", None)
    return max(counts, key=lambda language: counts[language]) if counts else among


_IN_HAN = ("zh", "ja")


def _han_language(text: str, usual: str) -> str:
    """Chinese or Japanese, for a text in Han characters only."""
    if _JAPANESE.search(text):
        return "ja"
    if usual == "ja" and not _CHINESE.search(text):
        return "ja"
    return "zh"


@lru_cache(maxsize=1 << 10)
def _votes(text: str) -> tuple[dict[str, int], int]:
    """How many words of a text each language has, and how many words there are."""
    words = [word.casefold() for word in _WORD.findall(text)]
    votes = {language: sum(word in known for word in words) for language, known in _known().items()}
    for language, marks in _MARKS.items():
        votes[language] += marks.search(text) is not None
    return votes, len(words)


@cache
def _known() -> dict[str, frozenset[str]]:
    path = resources.files("smalti.text") / "data" / "languages.json"
    listed: dict[str, list[str]] = json.loads(path.read_text("utf-8"))
    return {name: frozenset(" ".join(rows).split()) for name, rows in listed.items()}
