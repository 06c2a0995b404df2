"""What a piece of a quote has to be like to be the value of a predicate."""

from __future__ import annotations

import regex

from smalti.model.record import Modality
from smalti.model.turn import Role
from smalti.write.normalise.readings import Reading
from smalti.write.normalise.said import Said, is_time, tidy, without_time
from smalti.write.normalise.spoken import name_inside
from smalti.write.normalise.tables import UNSPACED, phrases, words
from smalti.write.normalise.things import Side, has_date, measures, quantities_of, subject_side
from smalti.write.predicates import Argument, Predicate

_TYPED = {Argument.DATE, Argument.NUMBER}


def placed_reading(
    said: Said, predicate: Predicate, phrase: str, value: str, *, subject: str | None = None
) -> Reading | None:
    """A reading if the value is of the type, and the subject somebody or something fitting."""
    subject = _subject(said, value) if subject is None else subject
    if not _takes(said, predicate, value, subject):
        return None
    text = _bare(said, value, predicate)
    if not text:
        return None
    return Reading(phrase, text, predicate=predicate, subject=subject)


def _subject(said: Said, value: str) -> str:
    """The subject; the speaker where what was taken for the subject is the value."""
    subject, speaker = said.subject, said.scene.turn.speaker
    name = name_inside(speaker)
    own = subject.removeprefix(name).lstrip("的の")
    taken = own and (own in value or value in own or _is_time(said, own))
    return speaker if subject != speaker and taken else subject


def _is_time(said: Said, text: str) -> bool:
    return is_time(said, text) or text in words(said.scene.language, "times")


def _takes(said: Said, predicate: Predicate, value: str, subject: str) -> bool:
    turn, wanted = said.scene.turn, set(predicate.value)
    if subject == turn.speaker and turn.role is not Role.USER:
        return False  # what an assistant says without a subject is about somebody else
    if has_date(said, subject) or _is_time(said, subject):
        return False
    if subject == turn.speaker and said.candidate.modality is Modality.QUOTED:
        return False  # what somebody heard is seldom about themselves
    if _VERB_END.search(value):
        return False
    if wanted == {Argument.DATE} and not _is_date(said, value):
        return False
    if wanted <= _TYPED:
        number = Argument.NUMBER in wanted and any(
            measures(quantity, predicate.dimension) for quantity in quantities_of(value)
        )
        if not number and not (Argument.DATE in wanted and has_date(said, value)):
            return False
    if not any(c.isalnum() for c in value):
        return False
    side = subject_side(said, subject)
    if side is Side.PERSON:
        return Argument.PERSON in predicate.subject
    return bool({Argument.THING, Argument.TEXT} & set(predicate.subject))


_VERB_END = regex.compile(r"(?:ません|ない|ます|ている|てる|しか|\p{Hiragana}る|った)$")


_AROUND_DATE = 3  # characters beside the time words of a date


def _is_date(said: Said, value: str) -> bool:
    left = without_time(value, said.mentions, said.scene.language)
    return left != value and len(left) <= _AROUND_DATE


def _bare(said: Said, value: str, predicate: Predicate) -> str:
    """A value without time words, measure words and particles."""
    language = said.scene.language
    text = value.strip()
    if not set(predicate.value) & _TYPED:
        text = without_time(text, said.mentions, language).strip()
    for particle in sorted(words(language, "particles"), key=len, reverse=True):
        text = text.removesuffix(particle)
    text = tidy(text, language) if language not in UNSPACED else _without_adverbs(text, language)
    if predicate.name in words("patterns", "counted"):
        text = _without_measure(text, language)
    return text.strip(_EDGE)


_EDGE = ' \t“”"「」『』（）()：:；;，,。'


def _without_adverbs(text: str, language: str) -> str:
    for adverb in phrases(language, "adverbs"):
        text = text.removeprefix(adverb)
    return text


def _without_measure(text: str, language: str) -> str:
    """只柯基 is a 柯基: the measure word between a number and its noun, without the number."""
    marks = words(language, "measures")
    first = text[:1]
    while first in marks and len(text) > 1 and first not in ("两", "三"):
        text = text[1:]
        first = text[:1]
    return text
