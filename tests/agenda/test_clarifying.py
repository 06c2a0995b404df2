from __future__ import annotations

from dataclasses import replace

from smalti.agenda.agenda import Agenda
from smalti.agenda.clarifying import clarifying
from smalti.agenda.coverage import StopReason
from smalti.agenda.form import ValueType
from smalti.model.conflict import Clarification, ClarificationKind, ClarificationStatus
from smalti.model.time import Instant

AT = Instant.of("2026-03-11")
SURE = Clarification("c1", "Do you live in Lisbon?", "r1", AT, priority=0.0)
WHO = Clarification("c2", "Who is she?", "r2", AT, priority=1.5, kind=ClarificationKind.WHO)


def test_the_most_urgent_question_is_asked_first() -> None:
    form, state = clarifying([SURE, WHO])
    found = Agenda(form, state).next()
    assert found is not None
    assert (found.question, found.unit.type) == ("Who is she?", ValueType.ENTITY)
    assert found.importance == 1.5


def test_questions_that_were_answered_or_dropped_are_no_units() -> None:
    done = replace(WHO, status=ClarificationStatus.ANSWERED)
    form, _ = clarifying([SURE, done, replace(WHO, id="c3", status=ClarificationStatus.DROPPED)])
    assert [unit.id for unit in form.units] == ["c1"]


def test_how_often_a_question_was_asked_counts() -> None:
    _, state = clarifying([replace(SURE, times_asked=2, status=ClarificationStatus.ASKED)])
    assert state.of("c1").asked == 2


def test_without_questions_there_is_nothing_to_ask() -> None:
    agenda = Agenda(*clarifying([]))
    assert agenda.next() is None
    assert agenda.stop() is StopReason.COVERED
