"""Dataclasses to table columns and back, derived from their type hints.

One rule a type, so that a noun and its table cannot drift apart:

* :class:`Instant`: microseconds and offset, two columns;
* an enum: its value; text, whole numbers, floats and truth values: themselves;
* a nested dataclass: its columns, prefixed with the field's name; all null means ``None``;
* anything else (tuples of text or of flat dataclasses, mappings): JSON text.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Collection, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Union, get_args, get_origin, get_type_hints

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    CursorResult,
    Float,
    Integer,
    RowMapping,
    Text,
)
from sqlalchemy.types import TypeEngine

from smalti.model.time import Instant

Row = Mapping[str, Any] | RowMapping
_SCALARS: dict[type, type[TypeEngine[Any]]] = {
    str: Text,
    int: BigInteger,
    float: Float,
    bool: Boolean,
}


def columns(
    cls: type, *, prefix: str = "", nullable: bool = False, without: Collection[str] = ()
) -> list[Column[Any]]:
    """The table columns of a dataclass, but for fields that are kept elsewhere."""
    return [
        column
        for name, hint, optional in _fields(cls)
        if name not in without
        for column in _columns_of(prefix + name, hint, optional, outer=nullable)
    ]


def to_row(noun: Any, *, prefix: str = "", without: Collection[str] = ()) -> dict[str, Any]:
    """Column values of a noun."""
    row: dict[str, Any] = {}
    for name, hint, _ in _fields(type(noun)):
        if name not in without:
            row.update(_value_to_row(prefix + name, hint, getattr(noun, name)))
    return row


def plain_rows(result: CursorResult[Any]) -> list[dict[str, Any]]:
    """All rows as plain mappings, whose fields are read several times as fast."""
    names = tuple(result.keys())
    return [dict(zip(names, row, strict=True)) for row in result]


def from_row(
    cls: type, row: Row, *, prefix: str = "", elsewhere: Mapping[str, Any] = MappingProxyType({})
) -> Any:
    """The noun whose column values these are; ``elsewhere`` gives the fields kept elsewhere."""
    return _reader(cls, prefix, frozenset(elsewhere))(row, elsewhere)


def _read_fields(cls: type) -> tuple[tuple[str, Any, bool], ...]:
    hints = get_type_hints(cls)
    return tuple((field.name, *_optional(hints[field.name])) for field in fields(cls))


# The name, the type and whether it may be missing of each field; worked out once for all rows.
_fields: Callable[[Any], tuple[tuple[str, Any, bool], ...]] = cache(_read_fields)


@cache
def _column_names(cls: type, prefix: str) -> tuple[str, ...]:
    return tuple(column.name for column in columns(cls, prefix=prefix))


def _optional(hint: Any) -> tuple[Any, bool]:
    """The type without its ``| None``, and whether it had one."""
    if get_origin(hint) in (Union, types.UnionType):
        rest = [part for part in get_args(hint) if part is not type(None)]
        return rest[0], True
    return hint, False


def _columns_of(name: str, hint: Any, optional: bool, *, outer: bool) -> list[Column[Any]]:
    nullable = optional or outer
    if hint is Instant:
        return [
            Column(name, BigInteger, nullable=nullable),
            Column(f"{name}_offset", Integer, nullable=nullable),
        ]
    if _is_enum(hint):
        return [Column(name, Text, nullable=nullable)]
    if hint in _SCALARS:
        return [Column(name, _SCALARS[hint], nullable=nullable)]
    if is_dataclass(hint) and isinstance(hint, type):
        return columns(hint, prefix=f"{name}_", nullable=nullable)
    return [Column(name, Text, nullable=nullable)]


def _value_to_row(name: str, hint: Any, value: Any) -> dict[str, Any]:
    if hint is Instant:
        parts = (None, None) if value is None else (value.micros, value.offset)
        return dict(zip((name, f"{name}_offset"), parts, strict=True))
    if _is_enum(hint):
        return {name: None if value is None else value.value}
    if hint in _SCALARS:
        return {name: value}
    if is_dataclass(hint) and isinstance(hint, type):
        if value is None:
            return dict.fromkeys(_column_names(hint, f"{name}_"))
        return to_row(value, prefix=f"{name}_")
    return {name: None if value is None else json.dumps(_plain(value), ensure_ascii=False)}


# A noun has dozens of columns and a check reads dozens of nouns: how to read each column is worked
# out once for all rows.
Read = Callable[[Row], Any]
_NOTHING: Mapping[str, Any] = MappingProxyType({})


@cache
def _reader(
    cls: type, prefix: str, without: frozenset[str] = frozenset()
) -> Callable[[Row, Mapping[str, Any]], Any]:
    """A function from a row, and the fields that are kept elsewhere, to a noun."""
    parts = tuple(
        (name, _value_reader(prefix + name, hint, optional))
        for name, hint, optional in _fields(cls)
        if name not in without
    )

    def read(row: Row, elsewhere: Mapping[str, Any]) -> Any:
        return cls(**{name: value(row) for name, value in parts}, **elsewhere)

    return read


def _value_reader(name: str, hint: Any, optional: bool) -> Read:
    if hint in _SCALARS:
        return itemgetter(name)
    if hint is Instant:
        return _instant_reader(name, f"{name}_offset")
    if _is_enum(hint):
        return _enum_reader(name, hint)
    if is_dataclass(hint) and isinstance(hint, type):
        return _nested_reader(name, hint, optional)
    return _json_reader(name, hint)


def _instant_reader(name: str, offset: str) -> Read:
    def read(row: Row) -> Any:
        micros = row[name]
        return None if micros is None else Instant(micros, row[offset])

    return read


def _enum_reader(name: str, hint: Any) -> Read:
    members = {member.value: member for member in hint} | {None: None}

    def read(row: Row) -> Any:
        value = row[name]
        return members[value] if value in members else hint(value)  # which raises the right error

    return read


def _nested_reader(name: str, hint: Any, optional: bool) -> Read:
    names = _column_names(hint, f"{name}_")
    own = itemgetter(*names)
    missing = own(dict.fromkeys(names))
    inner = _reader(hint, f"{name}_")

    def read(row: Row) -> Any:
        if optional and own(row) == missing:
            return None
        return inner(row, _NOTHING)

    return read


def _json_reader(name: str, hint: Any) -> Read:
    empty = () if get_origin(hint) is tuple else None

    def read(row: Row) -> Any:
        text = row[name]
        if text is None:
            return None
        return empty if empty is not None and text == "[]" else _typed(hint, json.loads(text))

    return read


def _is_enum(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Enum)


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    return value


def _typed(hint: Any, value: Any) -> Any:
    """The value of this type that :func:`_plain` made this from."""
    if get_origin(hint) is tuple:
        return tuple(_typed(get_args(hint)[0], part) for part in value)
    if _is_enum(hint):
        return hint(value)
    if is_dataclass(hint) and isinstance(hint, type):
        parts = {name: part for name, part, _ in _fields(hint)}
        return hint(**{name: _typed(parts.get(name), part) for name, part in value.items()})
    return value
