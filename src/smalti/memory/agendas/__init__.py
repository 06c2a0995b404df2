"""The verbs of agendas: what is to be found out, and the next best question."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from smalti.memory.asking import Asking
from smalti.model.agenda import AgendaSheet
from smalti.model.errors import NotFound

if TYPE_CHECKING:
    from smalti.agenda.policy import Policy
    from smalti.memory.agendas.handle import AgendaHandle, Desk
    from smalti.memory.agendas.questions import Clarifications
    from smalti.memory.agendas.sheets import Opened
    from smalti.memory.agendas.told import AgendaInfo
    from smalti.model.time import Instant
    from smalti.write.answered import Answering
    from smalti.write.checking import Rules
    from smalti.write.drafts import Moment

Source = str | os.PathLike[str] | Mapping[str, Any]
"""A form: the name of one that is known, its file, its text, or its data."""


class Agendas(Asking):
    """Working through forms; a space with some is listened to for answers."""

    def agenda(
        self,
        source: Source,
        *,
        subject: str | None = None,
        policy: Policy | None = None,
    ) -> AgendaHandle | Clarifications:
        """Open an agenda: its form is kept in this space, and what is known already counts.

        From then on every turn that is read is also read for what it answers by the way. A form of
        the same name takes the place of the one that was kept; how often each unit was asked, and
        which are skipped, stays with the units that it still has.

        Args:
            source: the name of an agenda of this space, or of an example (``"clinical-intake"``,
                ``"motor-claim"``, ``"incident-triage"``), or ``"clarifications"``: what memory
                itself has to ask. Else a YAML or JSON file, such a text, or a mapping
                (docs/guide/agendas.md).
            subject: whom it is about, by name; by default whom the form names, mostly "user".
            policy: how it is worked through; by default as before.

        Raises:
            InvalidInput: it is no form; names the unit, the field, the value and the fix. Or it
                asks for another kind of value of a slot than another agenda of this space does.
        """
        from smalti.agenda.clarifying import NAME
        from smalti.memory.agendas.handle import AgendaHandle
        from smalti.memory.agendas.opening import open_sheet
        from smalti.memory.agendas.questions import Clarifications

        if source == NAME:
            return Clarifications(self._desk, self.clarifications, self.answer)
        with self._space.atomic():
            table, now = self._setup.rules.predicates, self._setup.now()
            sheet = open_sheet(self._space, table, source, (subject, policy), now)
        return AgendaHandle(self._desk, sheet.id)

    def agendas(self) -> list[AgendaInfo]:
        """The agendas of this space, in the order they were opened, and how far each has come."""
        from smalti.memory.agendas.handle import AgendaHandle

        sheets = list(self._space.every(AgendaSheet))
        return [AgendaHandle(self._desk, sheet.id).info() for sheet in sheets]

    def drop_agenda(self, name: str, *, subject: str | None = None) -> None:
        """Take an agenda out; the records that answers have become stay.

        Raises:
            NotFound: there is none of that name in this space.
            InvalidInput: there are several; tells whom they are about.
        """
        from smalti.memory.agendas.opening import find_sheet

        with self._space.atomic():
            sheet = find_sheet(self._space, name, subject)
            if sheet is None:
                raise NotFound("agenda", name, hint="`smalti agenda` lists those there are")
            self._space.remove([sheet])

    @cached_property
    def _desk(self) -> Desk:
        from smalti.memory.agendas.handle import Desk

        return Desk(self._space, self._rules, self._moment, self.add)

    def _moment(self, said_at: Moment | Literal["now"] | None) -> Instant | None:
        return self._setup.now() if said_at == "now" else self._setup.moment(said_at)

    def _rules(self) -> Rules:
        """As everywhere, with what the forms of this space say about their slots."""
        return self._heeding(self._worked_through())

    def _heeding(self, found: list[Opened]) -> Rules:
        rules = super()._rules()
        if not found:
            return rules
        from smalti.memory.agendas.sheets import slots
        from smalti.write.answered import with_slots

        return with_slots(rules, slots(found))

    def _answering(self) -> Answering | None:
        """What finds answers in turns, if there are agendas."""
        found = self._worked_through()
        if not found:
            return None
        from smalti.memory.agendas.answering import Respondent

        return Respondent(found, self._heeding(found).predicates)

    def _worked_through(self) -> list[Opened]:
        sheets = list(self._space.every(AgendaSheet))
        if not sheets:
            return []
        from smalti.memory.agendas.sheets import readable

        return list(readable(sheets))
