"""Nouns to JSON and back: one line of JSONL, one REST body, one ``--json`` answer.

Pydantic reads and writes the dataclasses; unknown keys and wrong values are refused with the field
named. The JSON form is the interchange format, so it changes only with the export version.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import is_dataclass
from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from smalti.model.errors import InvalidInput

Noun = TypeVar("Noun")


_adapter: Callable[[Any], TypeAdapter[Any]] = cache(TypeAdapter)


def to_data(noun: Any) -> Any:
    """Plain dicts, lists, strings and numbers that ``json`` can write."""
    return _adapter(type(noun)).dump_python(noun, mode="json")


def plain(value: Any) -> Any:
    """Nouns, and mappings and lists of them, as plain data; what is plain stays as it is."""
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if is_dataclass(value):
        return to_data(value)
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [plain(each) for each in value]
    return value


def from_data(cls: type[Noun], data: Any) -> Noun:
    """The noun that :func:`to_data` made this from.

    Raises:
        InvalidInput: names the first field that does not fit.
    """
    try:
        noun: Noun = _adapter(cls).validate_python(data, extra="forbid")
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in (cls.__name__, *first["loc"]))
        raise InvalidInput(where, first["input"], first["msg"]) from error
    return noun


def to_line(data: Any) -> str:
    """One canonical line of JSON: sorted keys, no spaces, text as it is (not escaped)."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
