"""From a table of a file to a predicate or a group: every key has its reader, and no other."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from enum import Enum
from types import MappingProxyType
from typing import Any

from smalti.model.record import SlotKind
from smalti.write.predicates.entries import (
    DIMENSIONS,
    RESERVED,
    Argument,
    Ending,
    Exclusion,
    Group,
    Implication,
    Predicate,
    Side,
)
from smalti.write.predicates.source import Entry

Keys = tuple[str, ...]
Fields = dict[str, Any]
Reader = Callable[[Entry, Keys, Any], Any]

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_LANGUAGE = re.compile(r"[a-z]{2}")
_LANGUAGE_LINE = re.compile(r"^[ \t]*([a-z]{2})[ \t]*:", re.MULTILINE)
_REQUIRED = ("meaning", "slot", "subject", "value")
_NUMBER_NEEDS = 'Add dimension = "count" for plain numbers, "any" where it differs'


def predicate_of(entry: Entry) -> Predicate:
    """The predicate that an entry declares.

    Raises:
        InvalidInput: names the file, the line, the key, the value and the fix.
    """
    given = _fields(entry, _PREDICATE)
    for key in _REQUIRED:
        if key not in given:
            fix = f"Needed are {', '.join(_REQUIRED)}"
            raise entry.fault((key,), None, "is missing", fix)
    if (Argument.NUMBER in given["value"]) != ("dimension" in given):
        raise entry.fault(("dimension",), None, "goes with a value that may be a number",
                          _NUMBER_NEEDS)  # fmt: skip
    return Predicate(name=entry.name, **given)


def group_of(entry: Entry) -> Group:
    """The group that an entry declares.

    Raises:
        InvalidInput: as for :func:`predicate_of`.
    """
    if entry.name in RESERVED:
        raise entry.fault((), entry.name, "is a name with a meaning of its own")
    given = _fields(entry, _GROUP)
    if not given.get("members"):
        raise entry.fault(("members",), None, "is missing", 'Add some: members.en = "meat, steak"')
    return Group(name=entry.name, **given)


def extension_of(entry: Entry) -> Fields:
    """What an entry with ``extends`` adds: aliases, and entries of the fields that are lists.

    Raises:
        InvalidInput: as for :func:`predicate_of`, or it changes what can only be replaced.
    """
    given = _fields(entry, _PREDICATE if entry.kind == "predicate" else _GROUP)
    for key, value in given.items():
        if not isinstance(value, tuple | Mapping) or key in _REQUIRED:
            raise entry.fault((key,), entry.fields[key], "cannot be added to",
                              "Leave out extends to replace the whole entry")  # fmt: skip
    return given


def _fields(entry: Entry, readers: Mapping[str, Reader]) -> Fields:
    if not _NAME.fullmatch(entry.name):
        raise entry.fault((), entry.name, "is not a name in snake_case", "Write it like lives_in")
    given: Fields = {}
    for key, value in entry.fields.items():
        reader = readers.get(key)
        if reader is None:
            known = ", ".join(get_close_matches(key, readers, n=1) or readers)
            raise entry.fault((key,), value, "is not a known key", f"Known: {known}")
        given[key] = reader(entry, (key,), value)
    given.pop("extends", None)
    return given


def _text(entry: Entry, keys: Keys, value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise entry.fault(keys, value, "must be a text")
    return " ".join(value.split())


def _flag(entry: Entry, keys: Keys, value: Any) -> bool:
    if not isinstance(value, bool):
        raise entry.fault(keys, value, "must be true or false")
    return value


def _phrases(entry: Entry, keys: Keys, value: Any) -> tuple[str, ...]:
    """Phrases in a text with commas, or one by one in a list."""
    if isinstance(value, str):
        text = " ".join(value.split()).replace(", ", ",").replace(" ,", ",")
        phrases = tuple(filter(None, text.split(",")))
    elif isinstance(value, list):
        phrases = tuple(_text(entry, keys, part) for part in value)
    else:
        raise entry.fault(keys, value, "must be a text with commas, or a list of texts")
    if not phrases:
        raise entry.fault(keys, value, "is empty")
    return phrases


def _by_language(entry: Entry, keys: Keys, value: Any) -> Mapping[str, tuple[str, ...]]:
    """Phrases by language: a table, or a text with a line for each language ("en: eat, dine")."""
    table = _block(entry, keys, value) if isinstance(value, str) else value
    if not isinstance(table, dict):
        raise entry.fault(keys, value, "must be a text with lines such as 'en: eat', or a table")
    for language in table:
        if not _LANGUAGE.fullmatch(language):
            raise entry.fault((*keys, language), language, "is not a language of two letters")
    return MappingProxyType(
        {language: _phrases(entry, (*keys, language), part) for language, part in table.items()}
    )


def _block(entry: Entry, keys: Keys, text: str) -> dict[str, str]:
    before, *parts = _LANGUAGE_LINE.split(text)
    if before.strip():
        raise entry.fault(keys, before.strip(), "does not begin with a language", 'Write "en: …"')
    lines: dict[str, str] = {}
    for language, phrases in zip(parts[::2], parts[1::2], strict=True):
        lines[language] = f"{lines[language]},{phrases}" if language in lines else phrases
    return lines


def _choice(kind: type[Enum]) -> Reader:
    choices = {member.value: member for member in kind}

    def read(entry: Entry, keys: Keys, value: Any) -> Enum:
        if not isinstance(value, str):
            raise entry.fault(keys, value, "must be a text")
        if value not in choices:
            raise entry.fault(keys, value, "is unknown", f"Use one of: {', '.join(choices)}")
        return choices[value]

    return read


def _choices(kind: type[Enum]) -> Reader:
    choices = {member.value: member for member in kind}
    one = _choice(kind)

    def read(entry: Entry, keys: Keys, value: Any) -> tuple[Enum, ...]:
        parts = _phrases(entry, keys, value)
        return tuple([choices.get(part) or one(entry, keys, part) for part in parts])

    return read


def _dimension(entry: Entry, keys: Keys, value: Any) -> str:
    name = _text(entry, keys, value)
    if name not in DIMENSIONS:
        raise entry.fault(keys, name, "is unknown", f"Use one of: {', '.join(sorted(DIMENSIONS))}")
    return name


def _ended_side(entry: Entry, keys: Keys, value: Any) -> Any:
    return None if value == "any" else _side(entry, keys, value)


def _rules(build: Callable[..., Any], readers: Mapping[str, Reader]) -> Reader:
    """A reader of small tables; a bare name stands for a table with nothing but a predicate."""

    def read(entry: Entry, keys: Keys, value: Any) -> tuple[Any, ...]:
        items = list(_phrases(entry, keys, value)) if isinstance(value, str) else value
        if not isinstance(items, list):
            raise entry.fault(keys, value, "must be a name, or a list of names and tables")
        return tuple(_rule(entry, keys, item) for item in items)

    def _rule(entry: Entry, keys: Keys, item: Any) -> Any:
        table = {"predicate": item} if isinstance(item, str) else item
        if not isinstance(table, dict):
            raise entry.fault(keys, item, "must be a name or a table")
        for key in table:
            if key not in readers:
                raise entry.fault((*keys, key), key, "is not a known key",
                                  f"Known: {', '.join(readers)}")  # fmt: skip
        if "predicate" not in table:
            raise entry.fault((*keys, "predicate"), item, "is missing")
        given = {key: readers[key](entry, (*keys, key), part) for key, part in table.items()}
        if given.get("subject") is Side.VALUE and "constant" not in given:
            given.setdefault("value", Side.SUBJECT)
        if "value" in given and given["value"] is given.get("subject", Side.SUBJECT):
            raise entry.fault(keys, item, "takes both sides from the same side")
        return build(**given)

    return read


_side = _choice(Side)
_implications = _rules(
    Implication,
    {
        "predicate": _text, "subject": _side, "value": _side, "constant": _text,
        "polarity": _flag, "given": _flag,
    },
)  # fmt: skip
_exclusions = _rules(Exclusion, {"predicate": _text, "when": _text, "value": _text})
_endings = _rules(Ending, {"predicate": _text, "subject": _side, "value": _ended_side})

_PREDICATE: Mapping[str, Reader] = {
    "meaning": _text,
    "slot": _choice(SlotKind),
    "subject": _choices(Argument),
    "value": _choices(Argument),
    "inverse": _text,
    "opposite": _text,
    "implies": _implications,
    "excludes": _exclusions,
    "ends": _endings,
    "dimension": _dimension,
    "aliases": _by_language,
    "extends": _flag,
}
_GROUP: Mapping[str, Reader] = {
    "meaning": _text,
    "members": _by_language,
    "includes": _phrases,
    "unless": _phrases,
    "extends": _flag,
}
