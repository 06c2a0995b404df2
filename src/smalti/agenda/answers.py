"""Reading answers: one to a question that was put, and those that stand in ordinary conversation.

What was said rests on the very words: every value has its span. Where a reply says that it does
not know, or admits two readings, there is no answer, and the reason is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

import regex

from smalti.agenda.form import Form, Unit, ValueType
from smalti.agenda.patterns import matches
from smalti.agenda.replies import holds, opens_with
from smalti.agenda.values import Found, Span, pattern_answers, read_values
from smalti.model.time import Instant

_ASKS = regex.compile(r"[?？]\W*$")
_SENTENCE = regex.compile(r"[^\n。！？!?.]*(?:\.(?!\s|$)[^\n。！？!?.]*)*[。！？!?.]*")
_OPEN_TYPES = (ValueType.TEXT, ValueType.ENTITY, ValueType.BOOLEAN)
"""Types that would read "I don't know" as a value; of the others a value behind it counts."""


class Why(Enum):
    """Why a reply is no answer."""

    NOT_KNOWN = "not known"  # it says so
    NOTHING = "nothing of this type"
    AMBIGUOUS = "several values"
    QUESTION = "a question"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a text says of a unit: one value, or several of a unit that takes several."""

    unit: str
    found: tuple[Found, ...]

    @property
    def values(self) -> tuple[str, ...]:
        """The values in words, each once."""
        return tuple(dict.fromkeys(one.text for one in self.found))


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """That a text does not answer a unit, why, and the readings it admits."""

    unit: str
    why: Why
    readings: tuple[str, ...] = ()


def read_answer(unit: Unit, text: str, said_at: Instant | None = None) -> Answer | NoAnswer:
    """The answer that a reply gives to the question of a unit.

    Args:
        unit: what was asked about.
        text: the reply.
        said_at: when it was given; relative dates need it.
    """
    if not text.strip():
        return NoAnswer(unit.id, Why.NOTHING)
    if unit.type in _OPEN_TYPES and opens_with("unknown", text) is not None:
        return NoAnswer(unit.id, Why.NOT_KNOWN)
    if _ASKS.search(text):
        return NoAnswer(unit.id, Why.QUESTION)
    patterned = list(_by_pattern(unit, Span(text, 0, len(text), said_at)))
    found = patterned or read_values(unit, Span(text, 0, len(text), said_at))
    answer = _judged(unit, found)
    if isinstance(answer, NoAnswer) and holds("unknown", text):
        return NoAnswer(unit.id, Why.NOT_KNOWN, answer.readings)
    return answer


def recognise(form: Form, text: str, said_at: Instant | None = None) -> list[Answer]:
    """The units that a text answers by the way, by their patterns, in the order of the form.

    Questions answer nothing, and a unit for which two values are read is left to be asked.
    """
    sentences = [span for span in _sentences(text, said_at) if not _ASKS.search(span.part)]
    answers = []
    for unit in form.units:
        found = [one for span in sentences for one in _recognised(unit, span)]
        answer = _judged(unit, found)
        if isinstance(answer, Answer):
            answers.append(answer)
    return answers


def _judged(unit: Unit, found: list[Found]) -> Answer | NoAnswer:
    values = tuple(dict.fromkeys(one.text for one in found))
    if not found:
        return NoAnswer(unit.id, Why.NOTHING)
    if len(values) > 1 and unit.done_when.min_values == 1:
        return NoAnswer(unit.id, Why.AMBIGUOUS, values)
    first = {one.text: one for one in reversed(found)}
    return Answer(unit.id, tuple(first[value] for value in values))


def _recognised(unit: Unit, span: Span) -> Iterator[Found]:
    if unit.type is ValueType.BOOLEAN:
        yield from pattern_answers(unit, span)
    else:
        yield from _by_pattern(unit, span)


def _by_pattern(unit: Unit, span: Span) -> Iterator[Found]:
    """The values that stand where the first pattern that matches says."""
    if unit.type is ValueType.BOOLEAN:
        return
    for pattern in unit.patterns:
        found: list[Found] = []
        for match in matches(pattern, span.text, span.start, span.end):
            start, end = match.span("value") if "value" in match.groupdict() else match.span()
            if start < end:
                found += read_values(unit, Span(span.text, start, end, span.said_at))
        if found:
            yield from found
            return


def _sentences(text: str, said_at: Instant | None) -> Iterator[Span]:
    for match in _SENTENCE.finditer(text):
        if match[0].strip():
            yield Span(text, match.start(), match.end(), said_at)
