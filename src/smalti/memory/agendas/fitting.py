"""Whether a value that is stored answers a unit, and how that reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from smalti.agenda.form import Unit, ValueType
from smalti.agenda.options import find_options
from smalti.agenda.values import NO, YES
from smalti.model.record import Value
from smalti.text.quantities.units import unit_named


def fitting(unit: Unit, value: Value, *, polarity: bool, name: str = "") -> str | None:
    """The value as an answer to a unit; ``None`` where it is none.

    Args:
        unit: what is asked for.
        value: of a record in its slot.
        polarity: whether that affirms it.
        name: of the entity that is the value.
    """
    if unit.type is ValueType.BOOLEAN:
        return _yes_or_no(value, polarity)
    return _READERS[unit.type](unit, value, name) if polarity else None


def _yes_or_no(value: Value, polarity: bool) -> str:
    """Whatever is affirmed is a yes: who has an allergy has allergies."""
    denied = value.text is not None and value.text.casefold() == NO
    return YES if polarity is not denied else NO


def _text(unit: Unit, value: Value, name: str) -> str | None:
    return name or value.text or value.figure or None


def _number(unit: Unit, value: Value, name: str) -> str | None:
    return value.figure or None


def _quantity(unit: Unit, value: Value, name: str) -> str | None:
    wanted = unit_named(unit.measure)
    measured = None if value.unit is None else unit_named(value.unit)
    if wanted is None or (measured is not None and measured.dimension != wanted.dimension):
        return None
    return value.figure or None


def _choice(unit: Unit, value: Value, name: str) -> str | None:
    options = find_options(unit.options, name or value.text or "")
    return options[0][0].value if len(options) == 1 else None


_READERS: Mapping[ValueType, Callable[[Unit, Value, str], str | None]] = {
    ValueType.TEXT: _text,
    ValueType.ENTITY: _text,
    ValueType.DATE: _text,
    ValueType.NUMBER: _number,
    ValueType.QUANTITY: _quantity,
    ValueType.CHOICE: _choice,
}
