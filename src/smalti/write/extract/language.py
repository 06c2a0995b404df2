"""Which of our rule sets a sentence belongs to: by script first, then by function words."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from smalti.write.extract.tables import words

_KANA = regex.compile(r"[\p{Hiragana}\p{Katakana}ｦ-ﾟ]")
_HAN = regex.compile(r"\p{Han}")
_HANGUL = regex.compile(r"\p{Hangul}")
_LATIN = regex.compile(r"\p{Latin}")
_WORD = regex.compile(r"[\p{L}']+")
_MARKS = {
    "de": regex.compile("[äöüß]"), "es": regex.compile("[ñ¿¡]"), "fr": regex.compile("[çèêàùœ]"),
}  # fmt: skip
_LATIN_LANGUAGES = ("en", "de", "es", "fr")


def language_of(text: str, usual: str = "en") -> str:
    """Name the language: "en", "zh", "ja", "ko", "de", "es", "fr", or "" without letters.

    ``usual`` breaks ties; short chat lines often hold no function word at all.
    """
    kana, han = len(_KANA.findall(text)), len(_HAN.findall(text))
    # A Japanese sentence may be mostly kanji, but hardly ever has no kana.
    if kana + han >= 2 or (kana + han == 1 and not _LATIN.search(text)):
        return "ja" if kana or usual == "ja" else "zh"
    if _HANGUL.search(text):
        return "ko"
    if not _LATIN.search(text):
        return "other" if regex.search(r"\p{L}", text) else ""
    return _by_function_words(text, usual)


def _by_function_words(text: str, usual: str) -> str:
    found = [word.casefold() for word in _WORD.findall(text)]
    votes = {
        lang: sum(word in words("languages", lang) for word in found) for lang in _LATIN_LANGUAGES
    }
    for lang in _MARKS:
        votes[lang] += len(_MARKS[lang].findall(text)) > 0
    best = max(votes.values())
    if votes.get(usual, -1) == best:
        return usual
    if best == votes["en"] or (best == 1 and len(found) > 4):
        return "en"  # one word that looks foreign among many is a name or a loan
    return next(lang for lang in _LATIN_LANGUAGES if votes[lang] == best)


def usual_language(texts: Sequence[str]) -> str:
    """The language that most of some texts are in; English where they do not tell."""
    counts: dict[str, int] = {}
    for text in texts:
        lang = language_of(text, "")
        counts[lang] = counts.get(lang, 0) + 1
    counts.pop("", None)
    return max(counts, key=lambda lang: counts[lang]) if counts else "en"
