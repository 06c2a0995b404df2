"""How two names of places, companies, products and documents can be one. Evidence, or ""."""

from __future__ import annotations

from functools import cache

import regex

from smalti.write.names.normal import normal_form
from smalti.write.names.parts import Name
from smalti.write.names.scripts import PINYIN, ROMAJI, scripts, without_marks
from smalti.write.names.tables import lists, word_set


def legal_form(a: Name, b: Name) -> str:
    """The same company with and without its legal form."""
    if a.core != b.core or a.legal == b.legal or (a.legal and b.legal):
        return ""
    return " ".join(sorted(a.legal | b.legal))


def other_legal_form(a: Name, b: Name) -> str:
    """The same words with two legal forms: often two companies of one group."""
    if a.core != b.core or not a.legal or not b.legal or a.legal == b.legal:
        return ""
    return f"{' '.join(sorted(a.legal))} / {' '.join(sorted(b.legal))}"


def article(a: Name, b: Name) -> str:
    """The same words with and without "the"."""
    return a.core if a.core == b.core and a.normal != b.normal else ""


def acronym(a: Name, b: Name) -> str:
    """Initials and what they may stand for: TK and Tamsin Kerrow."""
    short, long = sorted((a, b), key=lambda name: len(name.core))
    letters = without_marks(short.core).replace(" ", "")
    words = [word for word in without_marks(long.core).split() if word not in _SMALL]
    if len(short.words) != 1 or not 2 <= len(letters) <= 6 or len(words) < 2:
        return ""
    return letters if letters == "".join(word[0] for word in words) else ""


_SMALL = frozenset(
    {"of", "the", "and", "for", "de", "la", "des", "du", "und", "der", "für", "y", "et"}
)


def edition(a: Name, b: Name) -> str:
    """Two editions, sizes or sides: Kestrel Pro, Kestrel Mini; North Gate, South Gate."""
    one, other = set(a.words), set(b.words)
    left, right = one - other, other - one
    if len(left) == len(right) == 1 and left | right <= word_set("parts", "editions"):
        return " / ".join(sorted(left | right))
    return _opposite(a.core, b.core) if a.is_cjk and b.is_cjk else ""


def _opposite(a: str, b: str) -> str:
    """东门, 西门: one character apart, and both tell sides or sizes."""
    if len(a) != len(b):
        return ""
    pairs = [(x, y) for x, y in zip(a, b, strict=True) if x != y]
    signs = word_set("parts", "opposites")
    return "/".join(pairs[0]) if len(pairs) == 1 and set(pairs[0]) <= signs else ""


def reading_of_place(a: Name, b: Name) -> str:
    """Chinese or Japanese characters and a word that may be how they are read: 北京, Beijing."""
    native, latin = (a, b) if a.is_cjk else (b, a)
    if scripts(native.core) != {"han"} or scripts(latin.core) != {"latin"} or len(latin.words) != 1:
        return ""
    word = without_marks(latin.core)
    syllables = regex.fullmatch(rf"(?:({PINYIN}))+", word)
    chinese = syllables is not None and len(syllables.captures(1)) == len(native.core)
    fits = chinese or (regex.fullmatch(ROMAJI, word) is not None and len(word) > len(native.core))
    return f"{native.core} / {word}" if fits else ""


def exonym(a: Name, b: Name) -> str:
    """Names of one city or country in two languages: Köln, Cologne, 科隆."""
    one, other = _cities().get(a.normal), _cities().get(b.normal)
    return f"{a.normal} / {b.normal}" if one is not None and one == other else ""


def exonym_keys(name: Name) -> set[str]:
    """The key of a city or country that is known by several names."""
    number = _cities().get(name.normal)
    return set() if number is None else {f"place {number}"}


@cache
def _cities() -> dict[str, int]:
    groups = enumerate(lists("exonyms"))
    return {normal_form(name): number for number, names in groups for name in names}


def part_of_name(a: Name, b: Name) -> str:
    """All words of one in the other: Larkfield, Larkfield Labs."""
    one, other = sorted((without_marks(a.core).split(), without_marks(b.core).split()), key=len)
    if a.is_cjk and b.is_cjk:
        short, long = sorted((a.core, b.core), key=len)
        return short if len(short) > 1 and short != long and long.startswith(short) else ""
    inside = 0 < len(one) < len(other) and set(one) <= set(other) and one[0] == other[0]
    return " ".join(one) if inside else ""
