"""Values that name somebody or something."""

from __future__ import annotations

from smalti.model.entity import EntityKind
from smalti.write.normalise.said import Said, bare, first_phrase
from smalti.write.normalise.tables import UNSPACED, phrases
from smalti.write.normalise.things import is_kin, is_organisation_name, is_person, is_proper
from smalti.write.predicates import Argument, Predicate
from smalti.write.statement import Name

LONGEST = 200  # characters of a value
_CAPITALS = ("en", "es", "fr")  # languages in which a capital tells a name
_UNNAMED = {Argument.TEXT, Argument.DATE, Argument.NUMBER}
_NAMED = {Argument.PERSON, Argument.PLACE, Argument.ORGANISATION}
_CATEGORIES = {
    Argument.PLACE: "place",
    Argument.ORGANISATION: "organisation",
    Argument.THING: "",
}


def name_of(said: Said, text: str, predicate: Predicate | None) -> Name | None:
    """The entity that a value names, if it names one."""
    language = said.scene.language
    wanted = predicate.value if predicate is not None else ()
    if predicate is not None and set(wanted) <= _UNNAMED:
        return None
    if _is_kin_alone(text, language) and (predicate is None or Argument.PERSON in wanted):
        return Name(text, EntityKind.PERSON) if _is_of_somebody(text, language) else None
    named = bool(wanted) and set(wanted) <= _NAMED
    if language in UNSPACED and named:
        return _unspaced_name(text, wanted, language)
    if (named or _is_of_person(text, wanted, language)) and not is_proper(text, language):
        text = first_phrase(text, language)  # "Aarhus for the job", "Erik in Oslo"
    if not is_proper(text, language) or len(text) > LONGEST:
        return None
    if language not in _CAPITALS and not named:
        return None  # German nouns have capitals, and loans in katakana are no names
    return _typed_name(text, wanted, language)


def _is_of_person(text: str, wanted: tuple[Argument, ...], language: str) -> bool:
    """Whether a text that may name a person does, and then goes on."""
    return wanted[:1] == (Argument.PERSON,) and is_proper(first_phrase(text, language), language)


def _unspaced_name(text: str, wanted: tuple[Argument, ...], language: str) -> Name | None:
    """A name where no capital tells one: short, and no description ("a firm in Taipei")."""
    described = any(phrase in text for phrase in phrases(language, "described"))
    if described or not 0 < len(text) <= _LONGEST_NAME:
        return None
    return _typed_name(text, wanted, language)


_LONGEST_NAME = 12  # characters


def _typed_name(text: str, wanted: tuple[Argument, ...], language: str) -> Name | None:
    """A proper name as the first of the wanted kinds that it can be of."""
    organised = is_organisation_name(text, language)
    for argument in wanted:
        if argument is Argument.PERSON and not organised:
            return Name(text, EntityKind.PERSON)
        if argument in _CATEGORIES and not (argument is Argument.PLACE and organised):
            return Name(text, EntityKind.CONCEPT, category=_CATEGORIES[argument])
    if wanted:
        return None
    if is_person(text, language):
        return Name(text, EntityKind.PERSON)
    return Name(text, EntityKind.CONCEPT, category="organisation" if organised else "")


def _is_kin_alone(text: str, language: str) -> bool:
    """Whether a text is a relative and no more: not "Ada's kids to learn that"."""
    whole = language in UNSPACED or first_phrase(text, language) == bare(text, language)
    return whole and is_kin(text, language)


def _is_of_somebody(text: str, language: str) -> bool:
    return "'s " in text or "的" in text or "の" in text or is_proper(text, language)
