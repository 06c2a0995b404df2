"""How two names can be one in spelling. Each function gives its evidence, or "" for no."""

from __future__ import annotations

from functools import cache

from smalti.text.numerals import parse_number
from smalti.write.names.parts import Name
from smalti.write.names.scripts import (
    as_scanned,
    confusable,
    consonants,
    katakana,
    looks,
    loosely_romanised,
    modern_japanese,
    only_accents_differ,
    scripts,
    simplified,
    transcribed,
    without_marks,
)
from smalti.write.names.tables import table


def same_key(a: Name, b: Name) -> str:
    """The same key."""
    return a.normal if a.normal == b.normal else ""


def look_alike(a: Name, b: Name) -> str:
    """Letters of another alphabet inside ("Оrsino" with a Cyrillic О)."""
    if looks(a.normal) != looks(b.normal) or without_marks(a.normal) == without_marks(b.normal):
        return ""
    return "look-alike letters"


def scan_slip(a: Name, b: Name) -> str:
    """Digits for letters inside of words: 0rsino, Orsino."""
    one, other = (as_scanned(name.normal.replace(" ", "")) for name in (a, b))
    if one != other or a.normal.replace(" ", "") == b.normal.replace(" ", ""):
        return ""
    has_digit = any(character.isdigit() for character in a.normal + b.normal)
    return f"{a.normal} / {b.normal}" if has_digit else ""


def list_order(a: Name, b: Name) -> str:
    """The surname first, with a comma: "Pike, Jordan"."""
    return a.core if (a.listed or b.listed) and a.words and a.words == b.words else ""


def transcription(a: Name, b: Name) -> str:
    """ä written as ae, ß as ss, in either name."""
    plain = without_marks(a.core) == without_marks(b.core)
    if plain or transcribed(a.core) != transcribed(b.core):
        return ""
    return f"{a.core} / {b.core}"


def accents(a: Name, b: Name) -> str:
    """Vowels without their accents: José, Jose."""
    if _without(a) != _without(b) or not only_accents_differ(a.core, b.core):
        return ""
    return f"{a.core} / {b.core}"


def marks(a: Name, b: Name) -> str:
    """Other letters without their marks: Peña and Pena, Łukasz and Lukasz."""
    return f"{a.core} / {b.core}" if _without(a) == _without(b) != "" else ""


def _without(name: Name) -> str:
    return without_marks(name.core)


def joined(a: Name, b: Name) -> str:
    """The same letters with other spaces: Al-Darri, Aldarri."""
    one, other = (_without(name).replace(" ", "") for name in (a, b))
    return f"{a.core} / {b.core}" if one and one == other else ""


def kana(a: Name, b: Name) -> str:
    """Hiragana and katakana, with or without the sign for long vowels."""
    one, other = (_sounds(name) for name in (a, b))
    return f"{a.core} / {b.core}" if one and one == other else ""


def _sounds(name: Name) -> str:
    """In katakana, without long vowels, v as b."""
    text = katakana(name.core).replace("ー", "")
    for v, b in (("ヴァ", "バ"), ("ヴィ", "ビ"), ("ヴェ", "ベ"), ("ヴォ", "ボ"), ("ヴ", "ブ")):
        text = text.replace(v, b)
    return text


def chinese_variant(a: Name, b: Name) -> str:
    """Traditional and simplified characters."""
    one, other = simplified(a.core), simplified(b.core)
    return f"{a.core} / {b.core}" if one and one == other and a.core != b.core else ""


def japanese_variant(a: Name, b: Name) -> str:
    """Old and new characters of Japanese names: 渡邊, 渡辺."""
    one, other = (modern_japanese(name.core) for name in (a, b))
    return f"{a.core} / {b.core}" if one and one == other and a.core != b.core else ""


def mistaken_characters(a: Name, b: Name) -> str:
    """Characters that are often typed for each other: 峰, 锋."""
    return " ".join(confusable(simplified(a.core), simplified(b.core)))


def abbreviated(a: Name, b: Name) -> str:
    """Usual abbreviations: Ma. for María, St. for Saint."""
    one, other = (_in_full(name) for name in (a, b))
    if a.words == b.words or without_marks(" ".join(one)) != without_marks(" ".join(other)):
        return ""
    return f"{a.core} / {b.core}"


def _in_full(name: Name) -> list[str]:
    """The words with abbreviations written out; "St" is a saint in front and a street behind."""
    short = table("given")["abbreviations"]
    words = [short.get(word, word) for word in name.words]
    if len(words) > 1 and name.words[-1] == "st":
        words[-1] = "street"
    return [word + "aße" if word.endswith("str") and len(word) > 5 else word for word in words]


def word_order(a: Name, b: Name) -> str:
    """The same words in another order."""
    if len(a.words) < 2 or sorted(_without(a).split()) != sorted(_without(b).split()):
        return ""
    return f"{a.core} / {b.core}"


def numeral_form(a: Name, b: Name) -> str:
    """One number written in two ways: Ward 3, Ward III, Unit 7, Unit 07, Terminal Two."""
    one, other = ([number_of(word) for word in name.words] for name in (a, b))
    return f"{a.core} / {b.core}" if a.words != b.words and one == other else ""


@cache
def number_of(word: str) -> str:
    """A word that is a numeral as digits without leading zeros, any other word as it is."""
    if word.isdigit() and word.isascii():
        return word.lstrip("0") or "0"
    if word in _ROMAN:
        return str(_ROMAN[word])
    value = parse_number(word) if word.isascii() and len(word) > 2 else None
    return f"{value:f}" if value is not None else word


_ROMAN = {
    "i": 1,
    "ii": 2,
    "iii": 3,
    "iv": 4,
    "v": 5,
    "vi": 6,
    "vii": 7,
    "viii": 8,
    "ix": 9,
    "x": 10,
    "xi": 11,
    "xii": 12,
    "xiii": 13,
    "xiv": 14,
    "xv": 15,
    "xvi": 16,
    "xx": 20,
}


# --- across scripts ------------------------------------------------------------------------------


def transliterated(a: Name, b: Name) -> str:
    """The same name in another alphabet, by its usual romanisation."""
    if not _cross(a, b) or scripts(a.core + b.core) & {"han", "hangul"}:
        return ""
    one, other = (loosely_romanised(name.core) for name in (a, b))
    return f"{a.core} / {b.core}" if one == other else ""


def _cross(a: Name, b: Name) -> bool:
    return bool(a.words and b.words) and not scripts(a.core) & scripts(b.core)


def romanised_alike(a: Name, b: Name) -> str:
    """Two spellings of one romanised name: Youssef Al-Darri, Yusuf Aldarri."""
    if scripts(a.core + b.core) & {"han", "hangul"} or min(len(a.core), len(b.core)) < 5:
        return ""
    whole = _sound_alike(a.core, b.core)
    first, last = (
        zip(a.words[:1], b.words[:1], strict=True),
        zip(a.words[-1:], b.words[-1:], strict=True),
    )
    ends = all(consonants(x) == consonants(y) for x, y in (*first, *last)) and _sound_alike(
        f"{a.words[0]} {a.words[-1]}", f"{b.words[0]} {b.words[-1]}"
    )
    return f"{a.core} / {b.core}" if whole or (ends and min(len(a.words), len(b.words)) > 1) else ""


def _sound_alike(x: str, y: str) -> bool:
    """The same consonants, four of them, and most letters in place, for Marta is not Merit."""
    if consonants(x) != consonants(y) or len(consonants(x)) < 4:
        return False
    one, other = (loosely_romanised(text).replace(" ", "") for text in (x, y))
    return _distance(one, other) <= 0.4 * max(len(one), len(other))


# --- slips ---------------------------------------------------------------------------------------


def slip(a: Name, b: Name) -> str:
    """A typing slip in a name long enough for it to show."""
    one, other = (_without(name).split() for name in (a, b))
    if scripts(a.core + b.core) & {"han", "hangul"} or len(one) != len(other):
        return ""
    pairs = [(x, y) for x, y in zip(one, other, strict=True) if x != y]
    if len(pairs) != 1 or not _is_slip(*pairs[0]):
        return ""
    return f"{pairs[0][0]} / {pairs[0][1]}, {_distance(*pairs[0])} letters off"


_LONGEST = 100  # letters; the time to compare grows with their square


def _is_slip(x: str, y: str) -> bool:
    length = min(len(x), len(y))
    allowed = 2 if length >= 8 else 1 if length >= 5 else 0
    return length > 0 and _distance(x, y) <= allowed


def _distance(x: str, y: str) -> int:
    """Letters put in, left out, changed or swapped with a neighbour."""
    from rapidfuzz.distance import DamerauLevenshtein  # slow to load, and often not needed

    if max(len(x), len(y)) > _LONGEST:
        return max(len(x), len(y))
    return int(DamerauLevenshtein.distance(x, y))
