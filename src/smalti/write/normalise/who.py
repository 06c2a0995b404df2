"""Whom a statement is about, who says it, and how much weight that gives it."""

from __future__ import annotations

from collections.abc import Mapping

from smalti.model.entity import EntityKind
from smalti.model.record import Authority, RecordKind
from smalti.model.turn import Role
from smalti.write.normalise.readings import Reading
from smalti.write.normalise.said import Said
from smalti.write.normalise.spoken import folded, name_inside, role_words
from smalti.write.normalise.things import (
    Side,
    is_organisation_name,
    is_pet,
    is_proper,
    subject_side,
)
from smalti.write.predicates import Argument
from smalti.write.statement import Name

_ROLES: Mapping[Role, tuple[EntityKind, str]] = {
    Role.USER: (EntityKind.PERSON, ""),
    Role.ASSISTANT: (EntityKind.CONCEPT, "assistant"),
    Role.TOOL: (EntityKind.CONCEPT, "tool"),
    Role.DOCUMENT: (EntityKind.CONCEPT, "document"),
    Role.SYSTEM: (EntityKind.CONCEPT, "system"),
}
_WEIGHT: Mapping[Role, Authority] = {
    Role.ASSISTANT: Authority.ASSISTANT,
    Role.TOOL: Authority.TOOL,
    Role.DOCUMENT: Authority.DOCUMENT,
    Role.SYSTEM: Authority.DOCUMENT,
}


def context_of(said: Said) -> str:
    """The sentence, led by its speaker, that tells namesakes apart."""
    return f"{said.scene.turn.speaker}: {said.candidate.sentence}"


def speaker_of(said: Said) -> Name:
    """Who asserts a statement."""
    turn = said.scene.turn
    name = said.candidate.asserted_by
    if folded(name) in (folded(turn.speaker), *role_words()):
        name = turn.speaker
        kind, category = _ROLES[turn.role]
        return Name(name, kind, context_of(said), category)
    return Name(name, EntityKind.PERSON, context_of(said))


def subject_of(said: Said, reading: Reading) -> Name:
    """Whom or what a statement is about."""
    turn = said.scene.turn
    text = reading.subject or said.subject
    if _is_speaker(text, said):
        kind, category = _ROLES[turn.role]
        return Name(turn.speaker, kind, context_of(said), category)
    side = subject_side(said, text)
    language = said.scene.language
    if side is Side.PERSON:
        return Name(text, EntityKind.PERSON, context_of(said))
    if is_pet(text, language):
        return Name(text, EntityKind.CONCEPT, context_of(said), "animal")
    if side is Side.NAME and _may_be_person(text, reading, said):
        return Name(text, EntityKind.PERSON, context_of(said))
    category = ""
    if is_proper(text, language) and is_organisation_name(text, language):
        category = "organisation"
    elif reading.typed is not None and side is Side.NAME and is_proper(text, language):
        category = _category(reading.typed.subject)
    return Name(text, EntityKind.CONCEPT, context_of(said), category)


def _is_speaker(text: str, said: Said) -> bool:
    speaker = said.scene.turn.speaker
    return folded(text) in (folded(speaker), folded(name_inside(speaker)))


def _may_be_person(text: str, reading: Reading, said: Said) -> bool:
    """Whether a bare name is somebody's: what is said of it is said of people."""
    acronym = text.isupper() and len(text) <= _ACRONYM
    if acronym and said.candidate.kind is not RecordKind.CLAIM:
        return False
    if reading.typed is not None:
        return Argument.PERSON in reading.typed.subject
    return said.candidate.kind is RecordKind.CLAIM


_ACRONYM = 4  # letters: "UI", "API"


def _category(arguments: tuple[Argument, ...]) -> str:
    known = {Argument.PLACE: "place", Argument.ORGANISATION: "organisation"}
    return known.get(arguments[0], "") if arguments else ""


def authority_of(said: Said, reading: Reading) -> Authority:
    """The weight of a statement: people know themselves and what is theirs best."""
    turn, candidate = said.scene.turn, said.candidate
    if candidate.instruction_like:
        return Authority.UNTRUSTED
    if turn.role is not Role.USER:
        return _WEIGHT[turn.role]
    if folded(candidate.asserted_by) not in (folded(turn.speaker), *role_words()):
        return Authority.OTHER
    text = reading.subject or said.subject
    if _is_speaker(text, said) or _is_own(text, said):
        return Authority.SELF
    return Authority.OTHER


def _is_own(text: str, said: Said) -> bool:
    """Whether a subject is a thing of the speaker's: Liora's card, but not Liora's sister."""
    speaker = said.scene.turn.speaker
    for name in dict.fromkeys((speaker, name_inside(speaker), "the user", "user")):
        for mark in ("'s ", "’s ", "的", "の"):
            if folded(text).startswith(folded(name) + mark):
                return subject_side(said, text) is not Side.PERSON
    return False
