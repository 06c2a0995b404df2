"""Whose words are about the subject of an agenda."""

from __future__ import annotations

from smalti.agenda.form import USUAL_SUBJECT
from smalti.model.entity import EntityKind
from smalti.model.turn import Role, Turn
from smalti.write.entities.references import is_proper
from smalti.write.names import normal_form
from smalti.write.names.tables import occurrences


def is_somebody(subject: str) -> bool:
    """Whether a subject is a person: whoever talks, or a name; "incident" and "INC-42" are not."""
    return is_same(subject, USUAL_SUBJECT) or (_is_name(subject) and not _has_digit(subject))


def is_same(name: str, other: str) -> bool:
    """Whether two names are spelt alike."""
    return normal_form(name) == normal_form(other)


def speaks_of(turn: Turn, subject: str) -> bool:
    """Whether what a turn says by the way can be about a subject.

    Of a person only what they say themselves: "I have a headache" is about whoever says it. Of a
    thing with a name what names it; of another what any person says.
    """
    if turn.role is not Role.USER:
        return False
    if is_somebody(subject):
        return is_same(turn.speaker, subject)
    return not _is_name(subject) or bool(list(occurrences(turn.text, subject)))


def who_answers(subject: str) -> str:
    """Who replies to a question, where nobody says."""
    return subject if is_somebody(subject) else USUAL_SUBJECT


def _is_name(subject: str) -> bool:
    return is_proper(EntityKind.PERSON, subject) or _has_digit(subject)


def _has_digit(subject: str) -> bool:
    return any(character.isdigit() for character in subject)
