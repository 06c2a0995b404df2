"""Sheets as they are stored, and the agendas that they are."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from smalti.agenda.agenda import Agenda
from smalti.agenda.clarifying import NAME as CLARIFICATIONS
from smalti.agenda.export import export, restore
from smalti.agenda.form import Form, Unit, ValueType
from smalti.agenda.policy import Policy
from smalti.agenda.slots import units_over
from smalti.agenda.state import Standing, State
from smalti.model.agenda import AgendaSheet
from smalti.model.errors import InvalidInput
from smalti.model.record import SlotKind
from smalti.model.time import Instant
from smalti.write.predicates import Argument, PredicateTable

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Opened:
    """A sheet, and what its content says. ``state`` holds no values."""

    sheet: AgendaSheet
    form: Form
    policy: Policy
    state: State


def opened(sheet: AgendaSheet) -> Opened:
    """What a stored sheet says.

    Raises:
        InvalidInput: it was not written by Smalti.
    """
    found = _restored(sheet.content, sheet.name)
    return Opened(sheet, found.form, found.policy, found.state)


def readable(sheets: Iterable[AgendaSheet]) -> Iterator[Opened]:
    """The sheets that can be read. One that cannot, of a damaged import, must not stop writes."""
    for sheet in sheets:
        try:
            yield opened(sheet)
        except InvalidInput as error:
            _log.warning("the agenda %s is left out: %s", sheet.id, error)


@lru_cache(maxsize=64)
def _restored(content: str, name: str) -> Agenda:
    """Read once for all turns; nothing may be changed in it."""
    try:
        data: object = json.loads(content)
    except ValueError as error:
        raise InvalidInput(name, content, "is no stored agenda") from error
    return restore(data, name)


def canonical(form: Form, table: PredicateTable) -> Form:
    """The form with the predicates under which records are kept, as long as each keeps a slot."""
    taken = {(unit.subject, unit.predicate) for unit in form.units}
    units = []
    for unit in form.units:
        known = table.find(unit.predicate.replace("_", " "))
        if known is not None and (unit.subject, known.name) not in taken:
            taken.add((unit.subject, known.name))
            unit = replace(unit, predicate=known.name)
        units.append(unit)
    return replace(form, units=tuple(units))


def written(form: Form, state: State, policy: Policy, at: Instant) -> AgendaSheet:
    """The sheet of an agenda: all but the answers."""
    kept = {
        id: Standing(asked=standing.asked, skipped=standing.skipped)
        for id, standing in state.standings.items()
    }
    data = export(Agenda(form, replace(state, standings=kept), policy))
    content = json.dumps(data, ensure_ascii=False, sort_keys=True)
    return AgendaSheet.of(form.name, form.subject, content, at)


def renewed(form: Form, state: State) -> State:
    """The state for a form that took the place of another: that of the units it still has."""
    kept = {id: standing for id, standing in state.standings.items() if id in form.by_id}
    previous = state.previous if state.previous in form.by_id else None
    return State(kept, previous)


def about(form: Form, subject: str | None) -> Form:
    """The form about somebody else; units about others than its subject stay so."""
    if subject is None or subject == form.subject:
        return form
    units = tuple(
        replace(unit, subject=subject) if unit.subject == form.subject else unit
        for unit in form.units
    )
    return Form(form.name, form.languages, units, subject)


def check_beside(form: Form, others: Iterable[Form]) -> None:
    """That a form can be worked through beside others.

    Raises:
        InvalidInput: its name is taken, or it asks for another kind of value of a slot than one of
            them does; names both.
    """
    if form.name == CLARIFICATIONS:
        raise InvalidInput("name", form.name, "is that of the built-in agenda", fix="Rename it")
    for other in others:
        if other.name != form.name:
            units_over([other, form])


_BY_TYPE: Mapping[ValueType, Argument] = {
    ValueType.NUMBER: Argument.NUMBER,
    ValueType.QUANTITY: Argument.NUMBER,
    ValueType.DATE: Argument.DATE,
    ValueType.CHOICE: Argument.TEXT,
}


def slots(found: Iterable[Opened]) -> dict[str, tuple[SlotKind, Argument]]:
    """How the values of the units' predicates behave, where their type tells.

    A figure, a date or a choice of which one is asked for has one value at a time, which may
    change. Nothing is known of texts and names: who is asked for one allergy may have two.
    """
    return {
        unit.predicate: (SlotKind.CHANGING, _BY_TYPE[unit.type])
        for one in found
        for unit in one.form.units
        if _has_one_value(unit)
    }


def _has_one_value(unit: Unit) -> bool:
    return unit.type in _BY_TYPE and unit.done_when.min_values == 1
