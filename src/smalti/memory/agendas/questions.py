"""The built-in agenda: what memory itself has to ask."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

from smalti.agenda.agenda import Agenda, Next
from smalti.agenda.clarifying import NAME, clarifying
from smalti.agenda.coverage import Progress, StopReason
from smalti.agenda.export import export
from smalti.agenda.form import USUAL_SUBJECT
from smalti.memory.agendas.handle import Desk
from smalti.memory.agendas.told import AgendaInfo, UnitInfo
from smalti.model.conflict import Clarification, ClarificationStatus
from smalti.model.errors import InvalidInput, NotFound
from smalti.model.results import Outcome, Receipt, RecordItem
from smalti.write.drafts import Moment


class Clarifications:
    """The open questions as an agenda: works as :class:`~smalti.memory.agendas.AgendaHandle`.

    Its units have the ids of the questions. They go as soon as they are answered.
    """

    def __init__(
        self,
        desk: Desk,
        waiting: Callable[[], list[Clarification]],
        answer: Callable[..., Receipt],
    ) -> None:
        self._desk = desk
        self._waiting = waiting
        self._answer = answer
        self._put: str | None = None

    def next(self, language: str = "") -> Next | None:
        """The question most worth asking; each is in the language of what it is about."""
        found = self._agenda().next(language)
        self._put = None if found is None else found.unit.id
        return found

    def observe(
        self,
        text: str,
        *,
        unit: str | None = None,
        speaker: str | None = None,
        said_at: Moment | Literal["now"] | None = "now",
        session: str = "default",
    ) -> Receipt:
        """Answer a question: yes, no, or what is right; see :meth:`smalti.Memory.answer`.

        A reply that answers nothing is journalled, and counts as a question in vain.

        Args:
            text: the reply.
            unit: the id of the question; by default the last of :meth:`next`.
            speaker: who replies; by default who made the statement.
            said_at: when.
            session: where it is journalled.

        Raises:
            InvalidInput: nothing is left to ask, or the question was answered before.
            NotFound: there is no such question.
        """
        asked = self._asked(unit)
        self._put = None
        try:
            return self._answer(asked.id, text, speaker=speaker, said_at=said_at, session=session)
        except InvalidInput as error:
            if error.field != "reply":
                raise
            receipt = self._desk.add(text, speaker=speaker, said_at=said_at, session=session)
            told = RecordItem(
                receipt.ids[0],
                0,
                len(text),
                Outcome.REFUSED,
                question=asked.question,
                reason=error.problem,
            )
            return self._in_vain(asked, receipt, told)

    def skip(self, unit: str, skipped: bool = True) -> None:
        """Drop a question, or wait for its answer again.

        Raises:
            NotFound: there is no such question.
        """
        status = ClarificationStatus.DROPPED if skipped else ClarificationStatus.QUEUED
        self._store(replace(self._found(unit), status=status))

    def progress(self) -> Progress:
        """What is open, and the entropy that is left; answered questions are no part of it."""
        return self._agenda().progress()

    def stop(self) -> StopReason | None:
        """Why there is nothing more to ask; ``None`` while there is."""
        return self._agenda().stop()

    def units(self) -> tuple[UnitInfo, ...]:
        """How things stand with every question, the oldest first."""
        agenda = self._agenda()
        return tuple(
            UnitInfo(
                unit.id,
                unit.question(),
                agenda.need(unit.id),
                asked=agenda.state.of(unit.id).asked,
            )
            for unit in agenda.form.units
        )

    def info(self) -> AgendaInfo:
        """The agenda at a glance."""
        agenda = self._agenda()
        open_ = len(agenda.form.units)
        now = agenda.progress()
        return AgendaInfo(NAME, USUAL_SUBJECT, open_, len(now.open), now.coverage, agenda.stop())

    def export(self) -> dict[str, Any]:
        """The questions as an agenda, as JSON can hold it."""
        return export(self._agenda())

    def _agenda(self) -> Agenda:
        return Agenda(*clarifying(self._waiting()))

    def _asked(self, unit: str | None) -> Clarification:
        unit = unit or self._put
        if unit is None:
            found = self.next()
            if found is None:
                raise InvalidInput("unit", None, "nothing is left to ask")
            unit = found.unit.id
        return self._found(unit)

    def _found(self, unit: str) -> Clarification:
        found = self._desk.space.one(Clarification, unit)
        if found is None:
            raise NotFound("question", unit, hint="`smalti questions` lists those that are open")
        return found

    def _in_vain(self, asked: Clarification, receipt: Receipt, told: RecordItem) -> Receipt:
        """Count a question whose reply, which was journalled, answers nothing."""
        times = asked.times_asked + 1
        self._store(replace(asked, times_asked=times, status=ClarificationStatus.ASKED))
        return replace(receipt, verb="observe", records=(*receipt.records, told))

    def _store(self, question: Clarification) -> None:
        self._desk.space.put(
            question, (f"about {question.about}", f"status {question.status.value}")
        )
