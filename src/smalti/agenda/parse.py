"""An agenda from a text or from plain data, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from smalti.agenda.checks import check_units
from smalti.agenda.fields import (
    Place,
    read_condition,
    read_done_when,
    read_id,
    read_languages,
    read_mapping,
    read_measure,
    read_options,
    read_patterns,
    read_questions,
    read_text,
    read_texts,
    read_type,
    read_weight,
)
from smalti.agenda.form import USUAL_SUBJECT, Condition, DoneWhen, Form, Unit, ValueType
from smalti.agenda.load import load_data
from smalti.agenda.patterns import compiled

Reader = Callable[[Place, Any], Any]

_OF_FORM = ("name", "languages", "subject", "units")
_READERS: Mapping[str, Reader] = {
    "id": read_id,
    "type": read_type,
    "weight": read_weight,
    "requires": read_texts,
    "predicate": read_text,
    "subject": read_text,
    "topic": read_text,
    "patterns": read_patterns,
    "options": read_options,
    "measure": read_measure,
    "part": read_text,
    "done_when": read_done_when,
    "only_if": read_condition,
}
_OF_UNIT = ("questions", *_READERS)
_NEEDED = ("id", "type", "questions")
_ONLY_OF = {"options": ValueType.CHOICE, "measure": ValueType.QUANTITY, "part": ValueType.QUANTITY}
_MUST_HAVE = {ValueType.CHOICE: "options", ValueType.QUANTITY: "measure"}


def read_form(text: str, source: str = "agenda") -> Form:
    """An agenda from YAML or JSON.

    Args:
        text: of the file.
        source: its name, for errors.

    Raises:
        InvalidInput: it is not one; names file, unit, field and value, and says how to put it
            right. The first fault found is told.
    """
    return form_of(load_data(text, source), source)


def form_of(data: object, source: str = "agenda") -> Form:
    """An agenda from plain data.

    Raises:
        InvalidInput: as ``read_form``.
    """
    place = Place(source)
    fields = read_mapping(place, data, _OF_FORM, needed=("name", "units"))
    languages = read_languages(place.at("languages"), fields.get("languages", "en"))
    subject = read_text(place.at("subject"), fields.get("subject", USUAL_SUBJECT))
    units = fields["units"]
    if not isinstance(units, list) or not units:
        place.at("units").refuse(units, "must be a list of at least one unit")
    form = Form(
        read_id(place.at("name"), fields["name"]),
        languages,
        tuple(_unit(source, at, one, languages, subject) for at, one in enumerate(units, 1)),
        subject,
    )
    check_units(form, source)
    return form


def data_of(form: Form) -> dict[str, Any]:
    """The agenda as plain data that ``form_of`` reads back to an equal one."""
    return {
        "name": form.name,
        "languages": list(form.languages),
        "subject": form.subject,
        "units": [_data_of_unit(unit) for unit in form.units],
    }


def _unit(source: str, at: int, data: object, languages: tuple[str, ...], subject: str) -> Unit:
    named = data.get("id") if isinstance(data, Mapping) else None
    place = Place(source, str(named) if named is not None else f"number {at}")
    fields = read_mapping(place, data, _OF_UNIT, needed=_NEEDED)
    read = {
        name: _READERS[name](place.at(name), fields[name]) for name in _READERS if name in fields
    }
    questions = read_questions(place.at("questions"), fields["questions"], languages)
    defaults = {"predicate": read["id"], "subject": subject}
    unit = Unit(questions=questions, **(defaults | read))
    _check_type(place, unit, fields)
    return unit


def _check_type(place: Place, unit: Unit, fields: Mapping[str, Any]) -> None:
    """Fields that belong to a type stand with it, and no other."""
    for name, type in _ONLY_OF.items():
        if name in fields and unit.type is not type:
            place.at(name).refuse(
                fields[name], f"is only for {type.value} units", "Leave it out, or change the type"
            )
    needed = _MUST_HAVE.get(unit.type)
    if needed is not None and needed not in fields:
        place.at(needed).refuse(None, f"is missing in a {unit.type.value} unit", f"Add {needed}")
    _check_groups(place, unit)


_GROUPS = {
    ValueType.BOOLEAN: (("yes", "no"), "Name a group (?P<yes>…) or (?P<no>…)"),
    ValueType.TEXT: (("value",), "Name a group (?P<value>…)"),
    ValueType.ENTITY: (("value",), "Name a group (?P<value>…)"),
}


def _check_groups(place: Place, unit: Unit) -> None:
    """Patterns tell what the answer is where no type tells it from the words around."""
    groups, fix = _GROUPS.get(unit.type, ((), ""))
    for pattern in unit.patterns:
        if groups and not set(groups) & compiled(pattern).groupindex.keys():
            place.at("patterns").refuse(pattern, "does not say where the answer stands", fix)


def _data_of_unit(unit: Unit) -> dict[str, Any]:
    plain = Unit(unit.id, unit.type, unit.questions, unit.id, unit.subject)
    found: dict[str, Any] = {
        "id": unit.id,
        "type": unit.type.value,
        "questions": {code: list(texts) for code, texts in unit.questions.items()},
        "subject": unit.subject,
    }
    for name in ("predicate", "weight", "topic", "measure", "part"):
        if getattr(unit, name) != getattr(plain, name):
            found[name] = getattr(unit, name)
    for name in ("requires", "patterns"):
        if getattr(unit, name):
            found[name] = list(getattr(unit, name))
    if unit.options:
        found["options"] = {one.value: list(one.aliases) or None for one in unit.options}
    if unit.only_if:
        found["only_if"] = _data_of_condition(unit.only_if)
    if unit.done_when != DoneWhen():
        found["done_when"] = _data_of_done(unit.done_when)
    return found


def _data_of_condition(condition: Condition) -> dict[str, str]:
    return {"unit": condition.unit, "value": condition.value}


def _data_of_done(done: DoneWhen) -> dict[str, Any]:
    found: dict[str, Any] = {"min_values": done.min_values}
    if done.none_needed is not None:
        found["none_needed"] = _data_of_condition(done.none_needed)
    return found
