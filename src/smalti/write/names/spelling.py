"""How two names can be one in spelling. Each function gives its evidence, or "" for no."""

from __future__ import annotations

from functools import cache

import regex

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
    romanised,
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


def kana_for_characters(a: Name, b: Name) -> str:
    """Kana on one side for characters on the other: 佐藤みゆき, 佐藤美幸; 井上, 井ノ上."""
    if not (a.is_cjk and b.is_cjk):
        return ""
    one, other = a.core, b.core
    front = _common(one, other)
    back = _common(one[front:][::-1], other[front:][::-1])
    rests = sorted((one[front : len(one) - back], other[front : len(other) - back]))
    is_kana = [bool(rest) and scripts(rest) == {"kana"} for rest in rests]
    is_han = [not rest or scripts(rest) == {"han"} for rest in rests]
    fits = (is_kana[0] and is_han[1]) or (is_kana[1] and is_han[0])
    telling = front + back > 1 or (front + back == 1 and min(map(len, rests)) > 1)
    return f"{rests[0]} / {rests[1]}" if fits and telling else ""


def _common(x: str, y: str) -> int:
    """How many characters two texts have in common at their beginning."""
    return next(
        (at for at, (p, q) in enumerate(zip(x, y, strict=False)) if p != q), min(len(x), len(y))
    )


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


def word_order(a: Name, b: Name) -> str:
    """The same words in another order."""
    one, other = _without(a).split(), _without(b).split()
    if min(len(one), len(other)) < 2:
        return ""
    turned = "".join((*other[1:], other[0])) == "".join(one)
    turned = turned or "".join((*one[1:], one[0])) == "".join(other)
    return f"{a.core} / {b.core}" if turned or sorted(one) == sorted(other) else ""


# --- across scripts ------------------------------------------------------------------------------


def transliterated(a: Name, b: Name) -> str:
    """The same name in another alphabet, by its usual romanisation."""
    if not _cross(a, b) or scripts(a.core + b.core) & {"han", "hangul"}:
        return ""
    one, other = (loosely_romanised(name.core) for name in (a, b))
    return f"{a.core} / {b.core}" if one == other else ""


def by_consonants(a: Name, b: Name) -> str:
    """An Arabic name, written without short vowels, and its consonants in Latin letters."""
    if not _cross(a, b) or "arabic" not in scripts(a.core + b.core):
        return ""
    one, other = ([_skeleton(w) for w in name.words if w not in ("al", "el")] for name in (a, b))
    return f"{a.core} / {b.core}" if one == other and len("".join(one)) > _TELLING else ""


_TELLING = 3  # consonants; fewer fit too many names


def _skeleton(word: str) -> str:
    """Consonants without those that may be vowels or an article."""
    return regex.sub("[vy]", "", consonants(regex.sub(r"^al", "", romanised(word))))


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


def given_name_variant(a: Name, b: Name) -> str:
    """One family name, and a given name that is written in several ways: Alexei, Aleksey."""
    one, other = (_without(name).split() for name in (a, b))
    if len(one) < 2 or len(other) < 2 or "".join(one[1:]) != "".join(other[1:]):
        return ""
    return f"{one[0]} / {other[0]}" if are_variants(one[0], other[0]) else ""


@cache
def are_variants(x: str, y: str) -> bool:
    """Whether two given names are spellings of one: Sergei, Sergey; not Bob, Robert."""
    rows = table("given")["variants"].items()
    groups = ({formal, *variants} for formal, variants in rows)
    plain = ({without_marks(name.casefold()) for name in group} for group in groups)
    return x != y and any({x, y} <= group for group in plain)


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
