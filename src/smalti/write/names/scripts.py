"""Names across scripts and spellings: marks, transcriptions, romanisations, character variants."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache

import regex

from smalti.write.names.tables import table

_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "ı": "i", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe"}
)
_TRANSCRIBED = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "å": "aa", "ø": "oe", "æ": "ae"}
)
_VOWELS = frozenset("aeiouy")


@lru_cache(maxsize=1 << 14)
def without_marks(text: str) -> str:
    """Letters as someone types them who lacks the marks: é → e, ñ → n, ł → l, ı → i."""
    plain = unicodedata.normalize("NFD", text.translate(_LETTERS))
    kept = "".join(c for c in plain if not _is_latin_mark(c))
    return unicodedata.normalize("NFC", kept if kept.strip() else text)


def _is_latin_mark(character: str) -> bool:
    return "\u0300" <= character <= "\u036f"


def transcribed(text: str) -> str:
    """Umlauts written out: ä → ae, ß → ss; other marks dropped."""
    return without_marks(unicodedata.normalize("NFC", text).translate(_TRANSCRIBED))


def only_accents_differ(a: str, b: str) -> bool:
    """Whether two names that agree without marks differ in accents on vowels only.

    é and e are one letter; ñ and n, ł and l, ş and s are two.
    """
    one, other = (unicodedata.normalize("NFC", text) for text in (a, b))
    if len(one) != len(other):
        return False
    return all(
        x == y
        or (
            without_marks(x) == without_marks(y)
            and without_marks(x) in _VOWELS
            and "ı" not in x + y
        )
        for x, y in zip(one, other, strict=True)
    )


# --- look-alikes ---------------------------------------------------------------------------------

_SCANNED = str.maketrans("015|", "olsl")
_MOSTLY_LETTERS = regex.compile(r"\b(?=[^\s]*\p{L}[^\s]*\p{L}[^\s]*\p{L})[\p{L}0-9|]+\b")


def looks(text: str) -> str:
    """The name as it looks: letters of other alphabets that look Latin as Latin ones."""
    return without_marks(text.casefold()).translate(_look_alikes())


@cache
def _look_alikes() -> dict[int, str]:
    return str.maketrans(table("alphabets")["look_alikes"])


def as_scanned(text: str) -> str:
    """The name with 0, 1 and 5 inside of words as the letters they are taken for."""
    return _MOSTLY_LETTERS.sub(
        lambda word: word.group().translate(_SCANNED).replace("i", "l"), text
    )


# --- scripts -------------------------------------------------------------------------------------

_SCRIPTS = {
    "hangul": regex.compile(r"\p{Hangul}"),
    "kana": regex.compile(r"[\p{Hiragana}\p{Katakana}]"),
    "han": regex.compile(r"\p{Han}"),
    "cyrillic": regex.compile(r"\p{Cyrillic}"),
    "greek": regex.compile(r"\p{Greek}"),
    "arabic": regex.compile(r"\p{Arabic}"),
    "latin": regex.compile(r"\p{Latin}"),
}


@lru_cache(maxsize=1 << 14)
def scripts(text: str) -> frozenset[str]:
    """The scripts of a name's letters."""
    return frozenset(name for name, pattern in _SCRIPTS.items() if pattern.search(text))


def romanised(text: str) -> str:
    """Cyrillic, Greek, Arabic, kana and Hangul in Latin letters; Han and Latin as they are."""
    plain = unicodedata.normalize("NFC", text.casefold())
    if "greek" in scripts(plain):
        plain = without_marks(plain)
        for pair, latin in table("alphabets")["greek_pairs"].items():
            plain = plain.replace(pair, latin)
    return _hangul(_kana(plain.translate(_letters())))


@cache
def _letters() -> dict[int, str]:
    alphabets = ("cyrillic", "greek", "arabic")
    return str.maketrans({k: v for name in alphabets for k, v in table("alphabets")[name].items()})


_LOOSE = [
    (regex.compile(pattern), to)
    for pattern, to in (
        (r"shch|sch|sh|hs|ks|x", "S"),
        (r"tch|ch|c(?=[ei])", "C"),
        (r"zh|dj|j(?=[aou])", "J"),
        (r"kh|h", "h"),
        (r"ts|tz", "c"),
        (r"ph", "f"),
        (r"w", "v"),
        (r"ou|oo", "u"),
        (r"y[aou]", lambda m: "i" + m.group()[1]),
        (r"j", "i"),
        (r"y|ii|ee|ie|ye", "i"),
        (r"(.)\1", r"\1"),
    )
]


def loosely_romanised(text: str) -> str:
    """A romanised name with the spellings that systems and people differ in made one."""
    loose = without_marks(romanised(text))
    for pattern, to in _LOOSE:
        loose = pattern.sub(to, loose)
    return loose


def consonants(text: str) -> str:
    """What is left of a name in any romanisation: its consonants, one for each sound."""
    loose = loosely_romanised(text).translate(str.maketrans("kqgdbz", "ccctps"))
    return regex.sub(r"(.)\1+", r"\1", regex.sub(r"[aeiouh\s'-]", "", loose))


# Syllables of Chinese and Japanese in Latin letters: what a reading must be made of.
PINYIN = (
    r"(?:(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])"
    r"(?:iang|iong|uang|ang|eng|ing|ong|iao|ian|uai|uan|ai|ei|ui|ao|ou|iu|ie|ue|an|en|in|un|ia|ua|uo"
    r"|[aeiouv])|ang|eng|ai|ei|ao|ou|an|en|er|[aeo])"
)
ROMAJI = r"(?:(?:[kgsztdnhbpmr]y?|sh|ch|j|ts|f|w|y|v)?[aiueo]|n(?![aiueo])|[kstp](?=[kstpc]))+"


# --- kana and Hangul -----------------------------------------------------------------------------

_SMALL_Y = {"ャ": "a", "ュ": "u", "ョ": "o"}


def katakana(text: str) -> str:
    """Hiragana as katakana."""
    return "".join(chr(ord(c) + 0x60) if "ぁ" <= c <= "ゖ" else c for c in text)


def _kana(text: str) -> str:
    """Hepburn without long vowels: ソヨギ → soyogi, とうきょう → tokyo."""
    if "kana" not in scripts(text):
        return text
    out: list[str] = []
    double, table_of_kana = False, table("alphabets")["katakana"]
    for sign in katakana(text):
        if sign == "ッ":
            double = True
            continue
        if sign in _SMALL_Y and out:
            stem = out.pop()[:-1]
            out.append(stem + ("" if stem in ("sh", "ch", "j") else "y") + _SMALL_Y[sign])
            continue
        latin = table_of_kana.get(sign, sign)
        out.append(latin[:1] + latin if double else latin)
        double = False
    return regex.sub(r"ou|oo", "o", "".join(out)).replace("uu", "u")


def _hangul(text: str) -> str:
    """The Revised Romanisation, syllable by syllable."""
    letters, out = table("alphabets")["hangul"], []
    for sign in text:
        code = ord(sign) - 0xAC00
        if not 0 <= code < 19 * 21 * 28:  # initials, medials, finals
            out.append(sign)
            continue
        out.append(letters["initials"][code // 588] + letters["medials"][code % 588 // 28])
        out.append(letters["finals"][code % 28])
    return "".join(out)


# --- Han characters ------------------------------------------------------------------------------


@cache
def _han_table(name: str) -> dict[int, str]:
    old, new = table("east_asian")[name].split("|")
    return str.maketrans(dict(zip(old, new, strict=True)))


def simplified(text: str) -> str:
    """Traditional Chinese characters as simplified ones."""
    return text.translate(_han_table("simplified"))


def modern_japanese(text: str) -> str:
    """Old and variant characters of Japanese names as the modern ones (邊 → 辺, 斎 → 斉)."""
    return text.translate(_han_table("japanese"))


@cache
def _confusable() -> dict[str, frozenset[int]]:
    groups: dict[str, set[int]] = {}
    for number, group in enumerate(table("east_asian")["confusable"]):
        for sign in group:
            groups.setdefault(simplified(sign), set()).add(number)
    return {sign: frozenset(numbers) for sign, numbers in groups.items()}


def confusable(a: str, b: str) -> list[str]:
    """The pairs of characters in which two names differ, if all of them are often mistaken."""
    if len(a) != len(b):
        return []
    pairs = [(x, y) for x, y in zip(a, b, strict=True) if x != y]
    groups = _confusable()
    none: frozenset[int] = frozenset()
    if all(groups.get(x, none) & groups.get(y, none) for x, y in pairs):
        return [f"{x}/{y}" for x, y in pairs]
    return []
