"""From text to index terms, the same way for turns and for queries.

The steps: NFKC and casefold (full-width digits become ASCII, "Straße" becomes "strasse"), drop
invisible joiners, then cut into runs by script:

* words: stop words out, stemmed, Latin diacritics folded ("José" is found by "jose");
* identifiers, versions, numbers, e-mail addresses and URLs: kept whole, and split as well, so both
  "ERR-7731" and "7731" find it; plain words joined by a hyphen or a comma are just words;
* Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese, which do not put spaces between words:
  overlapping character bigrams, and single Han characters, so a two-character word is found;
* emoji: one term each.

Terms never hold white space or quotation marks, so a store can join them with spaces and quote
them. Only the index is normalised: the stored text stays as it came, ZWJ and ZWNJ included.
"""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from importlib import resources
from itertools import pairwise

import regex
import Stemmer

from smalti.model.errors import InvalidInput

_VERSION = 1  # raise when the same text would give other terms: stores then ask for a reindex

# Snowball algorithms by primary language tag; "und" (undetermined) stems nothing.
_STEMMERS = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german",
    "el": "greek", "en": "english", "eo": "esperanto", "es": "spanish", "et": "estonian",
    "eu": "basque", "fa": "persian", "fi": "finnish", "fr": "french", "ga": "irish",
    "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian",
    "lt": "lithuanian", "ne": "nepali", "nl": "dutch", "no": "norwegian", "pl": "polish",
    "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian", "st": "sesotho",
    "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
_UNSTEMMED = frozenset({"und", "zh", "ja", "ko", "th"})
_STOP_WORDS = frozenset({"en"})

_INVISIBLE = regex.compile(r"[\p{Cf}\p{Variation_Selector}]+")
# Scripts that put no spaces between words, as the inside of a character class.
_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\u30fc"
_WORD = rf"(?:(?![{_UNSPACED}])[\p{{L}}\p{{N}}\p{{M}}])+"
_RUNS = regex.compile(
    rf"""
      (?P<url>[a-z][a-z0-9+.\-]*://[^\s\p{{C}}<>"'`{_UNSPACED}。、，！？）」]+)
    | (?P<joined>{_WORD}(?:[\-_./:@\#+,]+{_WORD})+)
    | (?P<word>{_WORD}(?:'{_WORD})*)
    | (?P<unspaced>(?=[^\p{{M}}])[{_UNSPACED}\p{{M}}]+)
    | (?P<emoji>\p{{Extended_Pictographic}}|\p{{Regional_Indicator}}{{2}})
    """,
    regex.VERBOSE,
)
_WORDS = regex.compile(_WORD)
_PLAIN_WORDS = regex.compile(r"[\p{L}\p{M}\-,]+")
_HAN = regex.compile(r"\p{Han}")
_LATIN_WITH_MARKS = regex.compile(r"^(?=.*[^\x00-\x7f])[\p{Latin}\p{M}\p{N}]+$")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "＇": "'"})
_NOT_IN_TERM = regex.compile(r"""[\s"'`]+""")
_MAX_TERM = 256  # characters; a longer run (base64, say) is indexed by its beginning


class Analyser:
    """Turns text into index terms for one language.

    Args:
        language: a BCP 47 tag; its primary part picks stemmer and stop words. "und" stems nothing.

    Raises:
        InvalidInput: no stemmer is known for the language.
    """

    def __init__(self, language: str = "en") -> None:
        primary = language.casefold().partition("-")[0]
        if primary not in _STEMMERS and primary not in _UNSTEMMED:
            known = ", ".join(sorted(_UNSTEMMED | _STEMMERS.keys()))
            raise InvalidInput("language", language, "has no stemmer", fix=f"Use one of: {known}")
        self.language = primary
        self._stop = _stop_words(primary)
        self._stem = _stemmer(primary)

    @property
    def name(self) -> str:
        """Identifies what the terms look like; stored with an index built from them."""
        return f"smalti-{_VERSION}/{self.language}"

    def terms(self, text: str) -> list[str]:
        """The terms of a text in order, repeats kept. Empty for punctuation or stop words only."""
        return [
            term[:_MAX_TERM] for run in _RUNS.finditer(normalise(text)) for term in self._of(run)
        ]

    def _of(self, run: regex.Match[str]) -> Iterator[str]:
        piece = run.group()
        match run.lastgroup:
            case "word":
                yield from self._word(piece)
            case "unspaced":
                yield from _unspaced(piece)
            case "emoji":
                yield piece
            case _:
                yield from self._joined(piece.rstrip(".,:;!?)]}"))

    def _word(self, word: str) -> Iterator[str]:
        if word not in self._stop:
            stem = _NOT_IN_TERM.sub("", self._stem(word))
            if term := _fold(stem):
                yield term

    def _joined(self, whole: str) -> Iterator[str]:
        parts = _WORDS.findall(whole)
        if all(part.isdigit() for part in parts) and "," in whole:
            whole = whole.replace(",", "")  # 1,247 is 1247 to whoever looks for it
        if not _PLAIN_WORDS.fullmatch(whole):
            yield _NOT_IN_TERM.sub("", whole)
        for part in parts:
            if part != whole:
                yield from self._word(part)


def normalise(text: str) -> str:
    """The form in which texts are compared: NFKC, casefolded, without invisible characters."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return unicodedata.normalize("NFKC", _INVISIBLE.sub("", folded)).translate(_QUOTES)


def _unspaced(run: str) -> Iterator[str]:
    if len(run) == 1:
        yield run
        return
    for first, second in pairwise(run):
        yield first + second
    yield from _HAN.findall(run)


@lru_cache(maxsize=1 << 16)
def _fold(term: str) -> str:
    """Latin letters without their marks; other scripts as they are."""
    if not _LATIN_WITH_MARKS.match(term):
        return term
    return "".join(c for c in unicodedata.normalize("NFD", term) if not unicodedata.combining(c))


@cache
def _stop_words(language: str) -> frozenset[str]:
    if language not in _STOP_WORDS:
        return frozenset()
    lines = (resources.files("smalti.text") / "data" / f"stopwords_{language}.txt").read_text(
        "utf-8"
    )
    return frozenset(line for line in lines.splitlines() if line and not line.startswith("#"))


@cache
def _stemmer(language: str) -> Callable[[str], str]:
    algorithm = _STEMMERS.get(language)
    if algorithm is None:
        return str
    stemmer, one_at_a_time = Stemmer.Stemmer(algorithm), threading.Lock()

    @lru_cache(maxsize=1 << 16)
    def stem(word: str) -> str:
        with one_at_a_time:  # a stemmer has one buffer
            return str(stemmer.stemWord(word))

    return stem
