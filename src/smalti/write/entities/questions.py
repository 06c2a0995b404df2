"""Whether two entities are one, as a question to people."""

from __future__ import annotations

from smalti.model.conflict import Clarification
from smalti.model.entity import Entity
from smalti.model.errors import InvalidInput
from smalti.model.ids import content_id
from smalti.model.time import Instant
from smalti.write.entities.tables import table
from smalti.write.names import normal_form

_SHOWN = 80  # characters of a sentence in a question


def question_id(entity: str, other: str) -> str:
    """The id of the question whether two entities are one: the same for the pair in any order."""
    return content_id("q", "same", *sorted((entity, other)))


def same_question(
    one: tuple[Entity, str], other: tuple[Entity, str], *, language: str, at: Instant
) -> Clarification:
    """The question whether two entities are one, each with a sentence about it.

    ``about`` holds both ids with a space between (:func:`asked_pair` reads it). Entities with one
    name are told apart by their sentences. Languages without words of their own get English.
    """
    (a, said_a), (b, said_b) = one, other
    alike = normal_form(a.name) == normal_form(b.name)
    words = table("questions")[a.kind.value]
    lang = language if language in words else "en"
    question = words[lang].format(
        a=_shown(a, said_a if alike else "", lang), b=_shown(b, said_b if alike else "", lang)
    )
    return Clarification(question_id(a.id, b.id), question, f"{a.id} {b.id}", created_at=at)


def asked_pair(clarification: Clarification) -> tuple[str, str]:
    """The ids of the two entities that a question is about.

    Raises:
        InvalidInput: it asks about something else.
    """
    ids = clarification.about.split()
    if len(ids) != 2 or clarification.id != question_id(*ids):
        raise InvalidInput(
            "clarification",
            clarification.id,
            "does not ask whether two entities are one",
            fix="Take one that resolving a name has queued",
        )
    return ids[0], ids[1]


def _shown(entity: Entity, sentence: str, language: str) -> str:
    text = sentence if len(sentence) <= _SHOWN else f"{sentence[:_SHOWN].rstrip()}…"
    form = table("questions")["quote" if text else "name"][language]
    return str(form.format(name=entity.name, text=text))
