"""Tests of what stands in an object where no blanks tell words apart: by its length and its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import regex

from smalti.write.names.tables import table as names_table
from smalti.write.normalise.case import Case
from smalti.write.normalise.spoken import folded
from smalti.write.normalise.tables import phrases
from smalti.write.normalise.things import is_kin, is_person, quantities_of

_SHORT, _BARE, _PLACE = 8, 6, 14  # characters of an object that is a single thing
_LONGEST_NAME = 5
_LATIN = regex.compile(r"\p{Latin}")
_LATIN_NAME = regex.compile(r"\p{Lu}[\p{Latin}.&'-]*(?: \p{Lu}[\p{Latin}.&'-]*)*")
_KATAKANA = regex.compile(r"[\p{Katakana}ー・]{2,}")
_OPEN = regex.compile(r"[我你您他她它咱]|私|僕|俺|あなた|彼")
_TOPONYM = regex.compile(r"\p{Han}{2,4}|[\p{Katakana}ー]{3,8}")
_NICKNAME = regex.compile(r"[老阿]\p{Han}")
_MOMENT = regex.compile("[年月日時时点點号號週周]$")
_OF = regex.compile("[的の]")


def ends_in(case: Case, name: str) -> bool:
    """Whether the object ends in a word of a list; ``False`` where there is no such list."""
    endings = _folded(case.language, name)
    return bool(endings) and folded(case.object).endswith(endings)


@cache
def _folded(language: str, name: str) -> tuple[str, ...]:
    return tuple(folded(phrase) for phrase in phrases(language, name))


def is_name_like(text: str, language: str) -> bool:
    """Whether a text may be somebody's name: a title behind, or a family name before."""
    if is_person(text, language):
        return True
    if _NICKNAME.fullmatch(text):
        return True
    known = names_table("east_asian")["surnames"].get(language, {})
    return 1 < len(text) <= _LONGEST_NAME and (text[:1] in known or text[:2] in known)


def placed(case: Case) -> bool:
    """What may be a place: short, nobody, and no amount."""
    text = case.object
    if not 0 < len(text) <= _PLACE or _OPEN.search(text):
        return False
    counted = quantities_of(text) or _MOMENT.search(text)
    return not counted and not is_person(text, case.language)


def organised(case: Case) -> bool:
    """An organisation: by its last word or a Latin name."""
    return ends_in(case, "organisations") or _LATIN_NAME.fullmatch(case.object) is not None


def somebody(case: Case) -> bool:
    """A person: by kinship, title, family name or a name in other letters."""
    text, speaker = case.object, case.said.scene.turn.speaker
    if folded(text) in (folded(speaker), folded(speaker.replace(" ", ""))):
        return True
    foreign = _KATAKANA.fullmatch(text) or _LATIN_NAME.fullmatch(text)
    return foreign is not None or is_name_like(text, case.language)


def _name(case: Case) -> bool:
    """A person, or a few characters that may be a given name."""
    if somebody(case):
        return True
    text = case.object
    described = quantities_of(text) or _OF.search(text) or _OPEN.search(text)
    known = ends_in(case, "professions") or ends_in(case, "organisations")
    return 1 < len(text) <= _LONGEST_NAME and not described and not known


def _nominal(case: Case, most: int) -> bool:
    """A noun as far as its length and its first word tell."""
    text = case.object
    if not 0 < len(text) <= most or _OPEN.search(text):
        return False
    return not text.startswith(phrases(case.language, "verb_starts"))


TESTS: Mapping[str, Callable[[Case], bool]] = {
    "place": placed,
    "placed": placed,
    "org": organised,
    "org_name": organised,
    "person": somebody,
    "name": _name,
    "kin": lambda case: is_kin(case.object, case.language),
    "short": lambda case: _nominal(case, _SHORT),
    "bare": lambda case: _nominal(case, _BARE) and not _OF.search(case.object),
    "latin": lambda case: _LATIN.search(case.object) is not None,
    "toponym": lambda case: placed(case) and _TOPONYM.fullmatch(case.object) is not None,
}
"""The tests that are other than in languages with blanks, by name."""
