"""How two names of places, companies, products and documents can be one. Evidence, or ""."""

from __future__ import annotations

from functools import cache

import regex

from smalti.write.names.normal import normal_form
from smalti.write.names.parts import Name
from smalti.write.names.scripts import PINYIN, ROMAJI, scripts, without_marks
from smalti.write.names.tables import lists, table, word_set


def legal_form(a: Name, b: Name) -> str:
    """The same company with and without its legal form, or with the form written in full."""
    spelt_out = a.legal == b.legal != frozenset() and a.normal != b.normal
    if a.core != b.core or (not spelt_out and (a.legal == b.legal or (a.legal and b.legal))):
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
    extra = left ^ right
    one_sided = bool(left) != bool(right) and extra <= word_set("parts", "variants")
    if one_sided and a.numbers == b.numbers != ():
        return f"with and without {' '.join(sorted(extra))}"
    return _opposite(a.core, b.core) if a.is_cjk and b.is_cjk else ""


def _opposite(a: str, b: str) -> str:
    """东门, 西门: one character apart, and both tell sides or sizes."""
    if len(a) != len(b):
        return ""
    pairs = [(x, y) for x, y in zip(a, b, strict=True) if x != y]
    signs = word_set("parts", "opposites")
    return "/".join(pairs[0]) if len(pairs) == 1 and set(pairs[0]) <= signs else ""


def kind_word(a: Name, b: Name) -> str:
    """The name with and without what it is: Project Bluebird, Bluebird; 蓝鸟项目, 蓝鸟."""
    one, other = (_without_kind(name) for name in (a, b))
    alike = one[0] == other[0] and bool(one[1]) != bool(other[1])
    return one[1] or other[1] if alike else ""


def other_kind_word(a: Name, b: Name) -> str:
    """The same name of two kinds: Hotel Aurora, Café Aurora."""
    one, other = (_without_kind(name) for name in (a, b))
    alike = one[0] == other[0] and one[1] and other[1] and one[1] != other[1]
    return f"{one[1]} / {other[1]}" if alike else ""


def _without_kind(name: Name) -> tuple[str, str]:
    """The name without the word for its kind, and that kind, "" for none."""
    kinds, words = _kind_words(), without_marks(name.core).split()
    if name.is_cjk:
        text = name.core
        ending = next(
            (word for word in kinds if len(text) > len(word) + 1 and text.endswith(word)), ""
        )
        return (text.removesuffix(ending), kinds[ending]) if ending else (text, "")
    for at in (0, -1):
        if len(words) > 1 and words[at] in kinds:
            return " ".join(words[1:] if at == 0 else words[:-1]), kinds[words[at]]
    return " ".join(words), ""


@cache
def _kind_words() -> dict[str, str]:
    rows = table("parts")["kind_words"].items()
    found = {without_marks(word): kind for kind, words in rows for word in words}
    return dict(sorted(found.items(), key=lambda item: -len(item[0])))


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
