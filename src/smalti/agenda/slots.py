"""Which slots agendas fill: one answer fills all units over its slot, in whatever agenda."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from smalti.agenda.form import Form, Unit
from smalti.model.errors import InvalidInput
from smalti.text.quantities.units import unit_named

Slot = tuple[str, str]
"""Subject and predicate."""


def units_over(forms: Iterable[Form]) -> Mapping[Slot, tuple[tuple[str, Unit], ...]]:
    """For every slot the units that it fills, each with the name of its agenda.

    Several agendas may ask about one slot: an answer to one is an answer to all. What they ask for
    must then be one kind of value, or the answer to one would be nonsense to another.

    Raises:
        InvalidInput: two agendas of one name, or two units over a slot that differ in value type,
            in options or in what is measured; names both.
    """
    found: defaultdict[Slot, list[tuple[str, Unit]]] = defaultdict(list)
    names: set[str] = set()
    for form in forms:
        if form.name in names:
            raise InvalidInput("agenda", form.name, "is the name of two agendas", fix="Rename one")
        names.add(form.name)
        for unit in form.units:
            here = found[unit.subject, unit.predicate]
            if here:
                _check_alike(here[0], (form.name, unit))
            here.append((form.name, unit))
    return {slot: tuple(units) for slot, units in found.items()}


def _check_alike(first: tuple[str, Unit], second: tuple[str, Unit]) -> None:
    if _kind(first[1]) == _kind(second[1]):
        return
    (agenda, unit), (other_agenda, other) = first, second
    raise InvalidInput(
        f"{other_agenda}: unit {other.id!r}: predicate",
        other.predicate,
        f"is asked for as another kind of value by unit {unit.id!r} of {agenda!r}",
        fix="Make type, options and measure the same, or give one another predicate",
    )


def _kind(unit: Unit) -> tuple[object, ...]:
    measure = unit_named(unit.measure) if unit.measure else None
    dimension = measure.dimension if measure else None
    return unit.type, frozenset(one.value for one in unit.options), dimension, unit.part
