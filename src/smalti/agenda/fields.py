"""Readers of single fields: from plain data to what a form holds, or an error naming the place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

import regex

from smalti.agenda.form import Condition, DoneWhen, Option, ValueType
from smalti.model.errors import InvalidInput
from smalti.text.quantities.units import unit_named

_ID = regex.compile(r"[\p{L}\p{N}][\p{L}\p{N}_.-]{0,63}")
_LANGUAGE = regex.compile(r"[a-z]{2,3}")
_MOST_WEIGHT = 5
_PATTERN_LENGTH = 500
_QUOTE = "Put it in quotes: YAML reads a bare yes, no, number or date as something else"


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file something stands."""

    source: str
    unit: str = ""
    field: str = ""

    def at(self, field: str) -> Place:
        """A field of this place."""
        return Place(self.source, self.unit, f"{self.field}.{field}" if self.field else field)

    def refuse(self, value: object, problem: str, fix: str | None = None) -> NoReturn:
        """Raise the error for a value here."""
        raise InvalidInput(str(self), value, problem, fix=fix)

    def __str__(self) -> str:
        unit = f"unit {self.unit!r}" if self.unit else ""
        return ": ".join(part for part in (self.source, unit, self.field) if part)


def read_text(place: Place, value: object) -> str:
    """A text that is not empty."""
    if not isinstance(value, str):
        place.refuse(value, "must be a text", _QUOTE)
    if not value.strip():
        place.refuse(value, "must not be empty")
    return value.strip()


def read_id(place: Place, value: object) -> str:
    """An id: letters, digits, ``_``, ``.`` and ``-``, at most 64 of them."""
    text = read_text(place, value)
    if not _ID.fullmatch(text):
        place.refuse(value, "must be letters, digits, _ . or -, at most 64 of them")
    return text


def read_texts(place: Place, value: object) -> tuple[str, ...]:
    """One text, or a list of some."""
    if isinstance(value, str):
        return (read_text(place, value),)
    if not isinstance(value, list) or not value:
        place.refuse(value, "must be a text or a list of texts")
    return tuple(read_text(place, one) for one in value)


def read_languages(place: Place, value: object) -> tuple[str, ...]:
    """Language codes, the first the usual one."""
    codes = read_texts(place, value)
    for code in codes:
        if not _LANGUAGE.fullmatch(code):
            place.refuse(code, "must be a language code such as en, zh or ja")
    return tuple(dict.fromkeys(codes))


def read_questions(
    place: Place, value: object, languages: tuple[str, ...]
) -> dict[str, tuple[str, ...]]:
    """Questions by language; without a mapping they are in the agenda's first."""
    if not isinstance(value, Mapping):
        return {languages[0]: read_texts(place, value)}
    for code in value:
        if code not in languages:
            place.refuse(
                code,
                "is not a language of this agenda",
                f"Use {', '.join(languages)}, or add it to languages",
            )
    for code in languages:
        if code not in value:
            place.refuse(value, f"lacks a question in {code}", "Ask it in every language")
    return {code: read_texts(place.at(code), value[code]) for code in languages}


def read_type(place: Place, value: object) -> ValueType:
    """A value type by its name."""
    names = [one.value for one in ValueType]
    if value not in names:
        place.refuse(value, "is not a value type", f"Use one of {', '.join(names)}")
    return ValueType(value)


def read_weight(place: Place, value: object) -> int:
    """A whole number from 1 to 5."""
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= _MOST_WEIGHT:
        place.refuse(value, "must be a whole number from 1 to 5")
    return value


def read_patterns(place: Place, value: object) -> tuple[str, ...]:
    """Regular expressions that compile and need something to match."""
    patterns = read_texts(place, value)
    for pattern in patterns:
        if len(pattern) > _PATTERN_LENGTH:
            place.refuse(pattern, f"is longer than {_PATTERN_LENGTH} characters", "Use several")
        try:
            compiled = regex.compile(pattern, regex.IGNORECASE)
        except regex.error as error:
            place.refuse(pattern, f"is not a regular expression ({error})")
        if compiled.fullmatch(""):
            place.refuse(pattern, "matches every text, even an empty one")
    return patterns


def read_options(place: Place, value: object) -> tuple[Option, ...]:
    """The options of a choice: a list, or a mapping of each to its aliases."""
    if isinstance(value, Mapping):
        found = [_option(place, name, aliases) for name, aliases in value.items()]
    else:
        found = [Option(text) for text in read_texts(place, value)]
    names = [name.casefold() for one in found for name in (one.value, *one.aliases)]
    for name in names:
        if names.count(name) > 1:
            place.refuse(name, "names two options", "Keep it at one of them")
    if len(found) < 2:
        place.refuse(value, "must be at least two options")
    return tuple(found)


def _option(place: Place, name: object, aliases: object) -> Option:
    value = read_text(place, name)
    return Option(value, () if aliases is None else read_texts(place.at(value), aliases))


def read_measure(place: Place, value: object) -> str:
    """The unit of a quantity that Smalti knows."""
    name = read_text(place, value)
    if unit_named(name) is None:
        place.refuse(value, "is not a known unit", "Use one such as kg, cm, mmHg, day or EUR")
    return name


def read_condition(place: Place, value: object) -> Condition:
    """A mapping of ``unit`` and ``value``."""
    known = read_mapping(place, value, ("unit", "value"), needed=("unit", "value"))
    answer = known["value"]
    if isinstance(answer, bool):
        answer = "yes" if answer else "no"
    return Condition(read_id(place.at("unit"), known["unit"]), read_text(place.at("value"), answer))


def read_done_when(place: Place, value: object) -> DoneWhen:
    """``known``, or a mapping of ``min_values`` and ``none_needed``."""
    if value == "known":
        return DoneWhen()
    if not isinstance(value, Mapping) or not value:
        place.refuse(value, "is not a condition", "Use known, min_values: 2 or none_needed: {…}")
    known = read_mapping(place, value, ("min_values", "none_needed"))
    least = known.get("min_values", 1)
    if not isinstance(least, int) or isinstance(least, bool) or least < 1:
        place.at("min_values").refuse(least, "must be a whole number from 1 on")
    needless = known.get("none_needed")
    return DoneWhen(
        least, None if needless is None else read_condition(place.at("none_needed"), needless)
    )


def read_mapping(
    place: Place, value: object, allowed: tuple[str, ...], *, needed: tuple[str, ...] = ()
) -> Mapping[str, Any]:
    """A mapping with no other keys than these, and with all that are needed."""
    if not isinstance(value, Mapping):
        place.refuse(value, "must be a mapping of fields to values")
    for name in value:
        if name not in allowed:
            place.at(str(name)).refuse(
                value[name], "is not a field here", f"Use {', '.join(allowed)}"
            )
    for name in needed:
        if name not in value:
            place.at(name).refuse(None, "is missing", f"Add {name}")
    return value
