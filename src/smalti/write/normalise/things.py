"""What the sides of a statement are: somebody, somewhere, so much, some day."""

from __future__ import annotations

from enum import Enum
from functools import cache, lru_cache

import regex

from smalti.model.record import RecordKind
from smalti.model.turn import Role
from smalti.text.quantities import QuantityMention, find_quantities
from smalti.write.names.tables import word_set
from smalti.write.normalise.said import Said, bare, head_of, overlaps_time, tokens
from smalti.write.normalise.spoken import folded, name_inside, role_words
from smalti.write.normalise.tables import UNSPACED, phrases, words

_NAME_WORD = regex.compile(r"^[\p{Lu}\p{N}@#][\p{L}\p{M}\p{N}'’.&@/+_-]*$|^\p{Ll}+\p{Lu}")
_INSIDE_NAME = words("persons", "inside_name")
_KATAKANA = regex.compile(r"[\p{Katakana}ー・]{2,}")
_CJK_NAME = regex.compile(r"[\p{Katakana}ー・]{2,}|\p{Han}{2,4}")
_HONORIFIC = regex.compile(r"(?:さん|くん|君|ちゃん|様|先生|氏|老师|医生|小姐|女士|总|经理)$")


class Side(Enum):
    """What a subject is, as far as its words tell."""

    PERSON = "person"
    THING = "thing"
    NAME = "name"  # somebody or something by name
    OPEN = "open"  # a pronoun that nobody could resolve


def subject_side(said: Said, subject: str) -> Side:
    """What the subject of a statement is."""
    candidate, turn = said.candidate, said.scene.turn
    if folded(subject) == folded(turn.speaker) or subject == name_inside(turn.speaker):
        return Side.PERSON if turn.role is Role.USER else Side.THING
    language = said.scene.language
    low = folded(subject)
    if low in _PEOPLE_PRONOUNS:
        return Side.PERSON
    if (low.split() or [""])[0] in words(language, "open_pronouns") and len(low.split()) <= 2:
        return Side.OPEN
    if is_person(subject, language):
        return Side.PERSON
    if low.removeprefix("the ") in role_words():
        return Side.PERSON if "user" in low else Side.THING
    if is_proper(subject, language):
        return Side.THING if _names_thing(subject, language) else Side.NAME
    claims = candidate.kind is RecordKind.CLAIM and language in UNSPACED
    return Side.NAME if claims else Side.THING


_PEOPLE_PRONOUNS = frozenset({"he", "she", "they", "him", "her", "them", "他", "她", "彼", "彼女"})


def _names_thing(name: str, language: str) -> bool:
    """Whether a name tells that it is no person's: "Project Osprey", "Quilling Ltd"."""
    said = tokens(name)
    signs = words(language, "thing_signs") | words(language, "organisations")
    if len(said) == 1 and said[0].endswith(tuple(words(language, "abstract_endings"))):
        return True  # "Optimism is …": a capital at the start of a sentence
    return is_organisation_name(name, language) or bool(set(said) & signs)


# --- names -------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 11)
def is_proper(text: str, language: str) -> bool:
    """Whether a text is a proper name as a whole: "Karmel Mutual", not "the Leith office"."""
    if language in UNSPACED and not text.isascii():
        return bool(_HONORIFIC.search(text) or _KATAKANA.fullmatch(text))
    parts = bare(text, language).split()
    named = [part for part in parts if part.casefold() not in _INSIDE_NAME]
    if not named or len(parts) > 6 or parts[0].casefold() in words(language, "determiners"):
        return False
    if any(part.casefold() in words(language, "pronouns") for part in named):
        return False
    return (
        all(_NAME_WORD.match(part) for part in named)
        and not named[0].isdigit()
        and any(part[:1].isalpha() for part in named)
    )


def is_named(text: str, language: str) -> bool:
    """Whether there is a proper name in a text."""
    if language in UNSPACED and not text.isascii():
        return _CJK_NAME.search(text) is not None
    return any(_NAME_WORD.match(part) and not part.isdigit() for part in text.split())


@lru_cache(maxsize=1 << 11)
def is_person(text: str, language: str) -> bool:
    """Whether a text names somebody by title, kinship or role: "Ada's sister", "Dr. Obuya"."""
    if language in UNSPACED:
        return _names_kin(text, language)
    somebody = words(language, "kin") | words(language, "people") | words(language, "professions")
    if head_of(text, language) in somebody or _before_name(text) in somebody:
        return True
    first = folded(text).split(" ", 1)[0].rstrip(".")
    return first in word_set("parts", "before") and len(text.split()) > 1


def _named_kin(text: str, language: str) -> bool:
    """A relative with the name behind: "Ebba's brother Nils-Olov"."""
    return _before_name(text) in words(language, "kin")


def _before_name(text: str) -> str:
    """What somebody with a name is to somebody: "brother" of "Ebba's brother Nils-Olov"."""
    owner, apostrophe, behind = text.rpartition("'s ")
    parts = behind.split()
    named = next((n for n, part in enumerate(parts) if part[:1].isupper()), 0)
    return parts[named - 1].casefold() if apostrophe and owner and named else ""


def _names_kin(text: str, language: str) -> bool:
    if _HONORIFIC.search(text):
        return True
    return text.endswith((*phrases(language, "kin"), *phrases(language, "people")))


@lru_cache(maxsize=1 << 11)
def is_kin(text: str, language: str) -> bool:
    """Whether a text names a relative of somebody."""
    if language in UNSPACED:
        return any(text.endswith(kin) for kin in phrases(language, "kin"))
    return head_of(text, language) in words(language, "kin") or _named_kin(text, language)


def is_pet(text: str, language: str) -> bool:
    """Whether a text names an animal that somebody keeps."""
    if language in UNSPACED:
        return text.endswith(phrases(language, "pets"))
    return head_of(text, language) in words(language, "pets")


def is_organisation_name(text: str, language: str) -> bool:
    """Whether a name says that it is one of an organisation."""
    if language in UNSPACED and text.endswith(phrases(language, "organisations")):
        return True
    return bool(set(tokens(text)) & (words(language, "org_signs") | _legal()))


@cache
def _legal() -> frozenset[str]:
    return word_set("parts", "legal")


# --- quantities and dates ----------------------------------------------------------------------


@lru_cache(maxsize=1 << 10)
def quantities_of(text: str) -> tuple[QuantityMention, ...]:
    """The quantities of an object, without those that number something ("third")."""
    return tuple(found for found in find_quantities(text) if not found.ordinal)


def has_date(said: Said, text: str) -> bool:
    """Whether a date or a time of day stands in a text."""
    return overlaps_time(said, text) is not None


_MONEY = "currency:"


def measures(quantity: QuantityMention, dimension: str | None) -> bool:
    """Whether a quantity is of a dimension; a bare number may be of any."""
    if dimension in (None, "any"):
        return True
    own = quantity.dimension
    if own == "count" and quantity.unit is None:
        return dimension in ("count", "time", "money", "length", "mass")
    if dimension == "money":
        return own.startswith(_MONEY)
    return own.partition(":")[0] == dimension or own.startswith(f"{dimension}/")
