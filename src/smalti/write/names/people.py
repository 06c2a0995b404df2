"""How two names of people can be one person's. Each function gives its evidence, or ""."""

from __future__ import annotations

from functools import cache

import regex

from smalti.write.names.parts import Name, family_of, family_readings
from smalti.write.names.scripts import PINYIN, ROMAJI, consonants, romanised, scripts, without_marks
from smalti.write.names.tables import table


def titles_only(a: Name, b: Name) -> str:
    """The same whole name with and without "Dr." or 先生."""
    same = a.core == b.core and a.titles != b.titles
    return _titles(a, b) if same and a.is_whole else ""


def titled_family_name(a: Name, b: Name) -> str:
    """The same single name with other titles: 佐藤さん, 佐藤部長."""
    return _titles(a, b) if a.core == b.core and a.titles != b.titles else ""


def _titles(a: Name, b: Name) -> str:
    return " / ".join(" ".join(sorted(name.titles)) or "no title" for name in (a, b))


def initials(a: Name, b: Name) -> str:
    """Given names of which one is an initial: "J. Smith", "John Smith"."""
    one, other = _words(a), _words(b)
    if len(one) < 2 or len(other) < 2 or one[-1] != other[-1] or one == other:
        return ""
    firsts, others = _split_initials(one[:-1]), _split_initials(other[:-1])
    short, long = sorted((firsts, others), key=lambda names: (len("".join(names)), names))
    if not any(len(name) == 1 for name in short):
        return ""
    pairs = zip(short, long, strict=False)  # a second initial may be missing
    fits = all(x == y or (1 in (len(x), len(y)) and x[0] == y[0]) for x, y in pairs)
    return f"{a.core} / {b.core}" if fits else ""


def _split_initials(names: list[str]) -> list[str]:
    """The "jrr" that the key makes of J. R. R. as three initials."""
    if len(names) == 1 and len(names[0]) in (2, 3) and not regex.search("[aeiouy]", names[0]):
        return list(names[0])
    return names


def _words(name: Name) -> list[str]:
    return without_marks(name.core).split()


def nickname(a: Name, b: Name) -> str:
    """A short form of the given name before the same family name: Bob Kerrow, Robert Kerrow."""
    one, other = _words(a), _words(b)
    if len(one) < 2 or one[1:] != other[1:] or not _is_short_for(one[0], other[0]):
        return ""
    return f"{one[0]} / {other[0]}"


def lone_nickname(a: Name, b: Name) -> str:
    """A short form alone: "Sasha" and "Alexander Lykvin", or "Bob" and "Robert"."""
    if a.is_cjk and b.is_cjk:
        return _pet_name(a, b) or _pet_name(b, a)
    one, other = _words(a), _words(b)
    if not one or not other or 1 not in (len(one), len(other)):
        return ""
    return f"{one[0]} / {other[0]}" if _is_short_for(one[0], other[0]) else ""


def shortened(a: Name, b: Name) -> str:
    """A given name and a longer one that begins so, alone or before one family name.

    Bea, Beatrix Holloway; Tess, Tessa; Gabe Orlov, Gabriel Orlov.
    """
    one, other = sorted((_words(a), _words(b)), key=lambda words: (len(words), len("".join(words))))
    if not one or not other or one[1:] not in ([], other[1:]) or a.is_cjk or b.is_cjk:
        return ""
    short, long = one[0], other[0]
    stem = regex.sub("(?:ie|y|i|e)$", "", short)
    fits = 2 < len(short) < len(long) and len(stem) > 1 and long.startswith(stem)
    return f"{short} / {long}" if fits else ""


def are_one_given_name(a: Name, b: Name) -> bool:
    """Whether the given names are one, an initial or a short form of each other."""
    one, other = _words(a)[0], _words(b)[0]
    short = 1 in (len(one), len(other)) and one[0] == other[0]
    return one == other or short or _is_short_for(one, other)


def his_and_her_form(a: Name, b: Name) -> str:
    """Paul and Paula, Antonio and Antonia, before one family name."""
    one, other = _words(a), _words(b)
    if len(one) < 2 or one[1:] != other[1:] or len(min(one[0], other[0], key=len)) < _LONG_NAME:
        return ""
    stems = (regex.sub("[oe]$", "", one[0]), regex.sub("[oe]$", "", other[0]))
    fits = stems[0] + "a" == other[0] or stems[1] + "a" == one[0]
    return f"{one[0]} / {other[0]}" if fits else ""


_LONG_NAME = 4  # letters; Jan and Jana, but not Al and Ala


def married_and_not(a: Name, b: Name) -> str:
    """Mrs and Miss, Mme and Mlle with one bare family name."""
    if a.core != b.core or a.is_whole:
        return ""
    wives, misses = (frozenset(table("parts")[part]) for part in ("wives", "misses"))
    for one, other in ((a, b), (b, a)):
        if one.titles & wives and other.titles & misses:
            return _titles(one, other)
    return ""


def _pet_name(short: Name, whole: Name) -> str:
    """健ちゃん and 佐藤健, 阿强 and 刘志强: the last character with a pet name's mark."""
    core = short.core.removeprefix("阿").removeprefix("小")
    family = family_of(whole.core)
    marked = bool(short.titles) or core != short.core
    fits = len(core) == 1 and family not in ("", whole.core) and whole.core.endswith(core)
    return short.core if marked and fits else ""


def one_name(a: Name, b: Name) -> str:
    """A family name or a given name alone: "Kerrow" or "Tamsin" and "Tamsin Kerrow"."""
    if a.is_cjk and b.is_cjk:
        return _one_name_cjk(a, b) or _one_name_cjk(b, a)
    one, other = sorted((_words(a), _words(b)), key=len)
    if len(one) != 1 or len(other) < 2 or len(one[0]) < 2:
        return ""
    return one[0] if one[0] in (other[0], other[-1]) or one == other[-1:] else ""


def _one_name_cjk(part: Name, whole: Name) -> str:
    """佐藤さん and 佐藤健, 小王 and 王明, 美緒ちゃん and 片桐美緒."""
    family = family_of(whole.core)
    if not family or family == whole.core or part.core == whole.core:
        return ""
    given = whole.core[len(family) :]
    fits = part.core == family or (part.core == given and len(given) > 1)
    return part.core if fits and (part.titles or len(part.core) > 1) else ""


def more_names(a: Name, b: Name) -> str:
    """A middle or second family name that the other lacks: Ana Peña, Ana Peña Ruiz."""
    one, other = sorted((_words(a), _words(b)), key=len)
    if len(one) < 2 or len(one) == len(other) or one[0] != other[0]:
        return ""
    rest = iter(other)
    return " ".join(other) if all(word in rest for word in one) else ""


def other_family_name(a: Name, b: Name) -> str:
    """The same given name with another family name, as after a marriage."""
    if a.is_cjk and b.is_cjk:
        return _given_in_common(a.core, b.core)
    one, other = _words(a), _words(b)
    if len(one) < 2 or len(other) < 2 or one[0] != other[0] or one[-1] == other[-1]:
        return ""
    return one[0] if len(one[0]) > 1 else ""


def _given_in_common(one: str, other: str) -> str:
    """The same two last characters behind other family names, as in 片桐美緒 and 野々村美緒."""
    if one == other or min(len(one), len(other)) < 3 or one[-2:] != other[-2:]:
        return ""
    return one[-2:] if one[0] != other[0] else ""


# --- given names ---------------------------------------------------------------------------------


def _is_short_for(x: str, y: str) -> bool:
    return x != y and bool(full_forms(x) & full_forms(y))


@cache
def full_forms(name: str) -> frozenset[str]:
    """The full given names that a name may stand for, itself included."""
    return frozenset({name}) | _short_forms().get(name, frozenset())


@cache
def _short_forms() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    rows = {formal: row["short"] for formal, row in table("given")["formal"].items()}
    for formal, variants in table("given")["variants"].items():
        rows[formal] = [*rows.get(formal, []), *variants]
        for variant in variants:
            rows.setdefault(variant, []).extend(rows[formal])
    for formal, shorts in rows.items():
        for short in shorts:
            found.setdefault(_plain(short), set()).add(_plain(formal))
    return {short: frozenset(formals) for short, formals in found.items()}


def two_given_names(a: Name, b: Name) -> str:
    """Two well-known given names that do not stand for each other: Marta, Maria."""
    one, other = _words(a)[:1], _words(b)[:1]
    if not one or one == other or not {*one, *other} <= _given().keys():
        return ""
    return "" if _is_short_for(one[0], other[0]) else f"{one[0]} / {other[0]}"


def gender_of_name(name: Name) -> str:
    """The gender, "m" or "f", that a title or given name tells, or ""."""
    words = _words(name)
    if name.gender or not words or (len(words) == 1 and name.titles):
        return name.gender  # the one word behind a title is a family name
    return _given().get(words[0], "")


@cache
def _given() -> dict[str, str]:
    found = {_plain(name): row["gender"] for name, row in table("given")["formal"].items()}
    for gender, names in table("given")["more"].items():
        for name in names:
            found.setdefault(_plain(name), gender)
    return found


def _plain(name: str) -> str:
    return without_marks(name.casefold())


# --- Han and Hangul against Latin ----------------------------------------------------------------


def may_be_reading(a: Name, b: Name) -> str:
    """Whether a Latin name may be how a Chinese, Japanese or Korean one is read.

    Characters have many readings, so this only says that it is possible: the family name is
    known to be read so, or the Latin letters are syllables of that language.
    """
    native, latin = (a, b) if a.is_cjk else (b, a)
    words = _words(latin)
    if not native.is_cjk or scripts(latin.core) != {"latin"} or not 1 < len(words) < 4:
        return ""
    if "hangul" in scripts(native.core):
        return _korean(native, words)
    readings = family_readings(native.core)
    if readings:
        return native.core if any(reading in words for reading in readings) else ""
    letters = "".join(words)
    syllables = (
        ROMAJI if "kana" in scripts(native.core) or len(native.core) > 3 else f"(?:{PINYIN})+"
    )
    return native.core if regex.fullmatch(syllables, letters) else ""


def _korean(native: Name, words: list[str]) -> str:
    readings = family_readings(native.core)
    family = [word for word in words if word in readings]
    if not family:
        return ""
    given = "".join(word for word in words if word != family[0])
    read = romanised(native.core[len(family_of(native.core)) :])
    return native.core if _korean_consonants(given) == _korean_consonants(read) else ""


def _korean_consonants(text: str) -> str:
    return consonants(regex.sub("[wy]", "", text))
