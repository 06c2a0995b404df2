"""What must hold between the units of an agenda."""

from __future__ import annotations

from collections.abc import Iterator

from smalti.agenda.fields import Place
from smalti.agenda.form import Condition, Form, Unit, ValueType
from smalti.graph.prerequisites import PrerequisiteCycle
from smalti.model.errors import InvalidInput


def check_units(form: Form, source: str) -> None:
    """Ids and slots are unique, what is named exists, and nothing waits for itself.

    Raises:
        InvalidInput: names the unit and the field; a cycle is told in full.
    """
    _check_unique(form, source)
    for unit in form.units:
        _check_named(form, unit, Place(source, unit.id))
    try:
        _ = form.order
    except PrerequisiteCycle as error:
        cycle = " → ".join([*error.cycle, error.cycle[0]])
        raise InvalidInput(
            str(Place(source, error.cycle[0], "requires")),
            cycle,
            "closes a cycle, in which each must come before the next",
            fix="Take one step out",
        ) from error


def _check_unique(form: Form, source: str) -> None:
    slots: dict[tuple[str, str], str] = {}
    seen: set[str] = set()
    for unit in form.units:
        place = Place(source, unit.id)
        if unit.id in seen:
            place.at("id").refuse(unit.id, "is the id of two units", "Rename one of them")
        seen.add(unit.id)
        slot = (unit.subject, unit.predicate)
        if slot in slots:
            place.at("predicate").refuse(
                unit.predicate,
                f"is the slot of {slot[0]!r} that unit {slots[slot]!r} fills already",
                "Make them one unit, or give one another predicate or subject",
            )
        slots[slot] = unit.id


def _check_named(form: Form, unit: Unit, place: Place) -> None:
    for id in unit.requires:
        if id not in form.by_id:
            place.at("requires").refuse(id, "is not a unit of this agenda", "Add it or remove this")
    for field, condition in _conditions(unit):
        other = form.by_id.get(condition.unit)
        if other is None:
            place.at(f"{field}.unit").refuse(condition.unit, "is not a unit of this agenda")
        if other.id == unit.id:
            place.at(f"{field}.unit").refuse(condition.unit, "is the unit itself")
        values = _values(other)
        if values and condition.value not in values:
            place.at(f"{field}.value").refuse(
                condition.value, f"is no answer to {other.id!r}", f"Use {' or '.join(values)}"
            )


def _conditions(unit: Unit) -> Iterator[tuple[str, Condition]]:
    if unit.only_if is not None:
        yield "only_if", unit.only_if
    if unit.done_when.none_needed is not None:
        yield "done_when.none_needed", unit.done_when.none_needed


def _values(unit: Unit) -> tuple[str, ...]:
    """The answers that a unit can have; none where they cannot be listed."""
    if unit.type is ValueType.BOOLEAN:
        return ("yes", "no")
    return tuple(option.value for option in unit.options)
