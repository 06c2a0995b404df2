"""Agendas about whom is forgotten."""

from __future__ import annotations

from collections.abc import Iterable

from smalti.model.agenda import AgendaSheet
from smalti.model.entity import Entity, EntityKind
from smalti.write.entities.references import is_proper
from smalti.write.forget.draft import Draft
from smalti.write.forget.requests import Every
from smalti.write.forget.target import Kind, Target
from smalti.write.names import normal_form
from smalti.write.names.tables import occurrences
from smalti.write.work import Work


def take_sheets(draft: Draft, target: Target, entities: Iterable[Entity]) -> Work[None]:
    """Take out the agendas about an entity or a speaker, and those in which its name stands.

    Where only turns or records go, agendas stay: they hold nothing that was made of them.
    """
    names = {name for one in entities for name in one.names}
    names |= {target.id} if target.kind is Kind.SOURCE else set()
    if not names:
        return
    forms = {normal_form(name) for name in names}
    proper = [name for name in names if is_proper(EntityKind.PERSON, name)]
    sheets: Iterable[AgendaSheet] = yield Every(AgendaSheet)
    for sheet in sheets:
        named = any(occurrences(sheet.content, name) for name in proper)
        if named or normal_form(sheet.subject) in forms:
            draft.remove(sheet)
