"""The built-in agenda: questions that memory itself has, as units to be asked like any other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from smalti.agenda.form import USUAL_SUBJECT, Form, Unit, ValueType
from smalti.agenda.state import Standing, State
from smalti.model.conflict import Clarification, ClarificationKind, ClarificationStatus

NAME = "clarifications"

_WAITING = (ClarificationStatus.QUEUED, ClarificationStatus.ASKED)
_LEAST_WEIGHT = 0.01  # so that no question counts as nothing
_TYPES: Mapping[ClarificationKind, ValueType] = {
    ClarificationKind.CONFIRM: ValueType.BOOLEAN,
    ClarificationKind.WHO: ValueType.ENTITY,
    ClarificationKind.WHAT: ValueType.TEXT,
    ClarificationKind.WHICH: ValueType.TEXT,
}


def clarifying(questions: Iterable[Clarification], language: str = "en") -> tuple[Form, State]:
    """The agenda of the questions that wait for an answer, and how often each was asked.

    A unit has the id of its question. Its weight is the priority, which is an importance I = w·H
    already, so that H is the one bit of the unknown. Questions about one record are of one topic.
    How a reply is read is the questions' own matter: types only tell what kind is expected.
    """
    waiting = sorted(
        (one for one in questions if one.status in _WAITING),
        key=lambda one: (one.created_at, one.id),
    )
    units = tuple(_unit(one, language) for one in waiting)
    asked = {one.id: Standing(asked=one.times_asked) for one in waiting}
    return Form(NAME, (language,), units), State(asked)


def _unit(question: Clarification, language: str) -> Unit:
    return Unit(
        question.id,
        _TYPES[question.kind],
        {language: (question.question,)},
        predicate=f"clarification:{question.id}",
        subject=USUAL_SUBJECT,
        weight=max(_LEAST_WEIGHT, question.priority),
        topic=question.about,
    )
