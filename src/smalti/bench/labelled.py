"""Labelled items, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from smalti.model.errors import InvalidInput

Choices = Mapping[str, Collection[str]]


def labelled_items(
    path: Path, needed: Collection[str], choices: Choices = MappingProxyType({})
) -> list[dict[str, Any]]:
    """The items of a file; blank lines are passed over.

    ``needed`` are the keys each must have, ``choices`` the values that some of them may have.

    Raises:
        InvalidInput: names the line that is not JSON, lacks a key or has another value, or the
            file without items.
    """
    try:
        lines = path.read_text("utf-8").split("\n")  # texts may hold other line separators
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput("data", str(path), f"cannot be read ({error})") from error
    items = [
        _item(f"{path.name}:{number}", line, needed, choices)
        for number, line in enumerate(lines, 1)
        if line.strip()
    ]
    if not items:
        raise InvalidInput("data", str(path), "holds no items")
    return items


def _item(place: str, line: str, needed: Collection[str], choices: Choices) -> dict[str, Any]:
    try:
        item = json.loads(line)
    except ValueError as error:
        raise InvalidInput("data", place, f"is not JSON ({error})") from error
    missing = [name for name in needed if not isinstance(item, dict) or name not in item]
    if missing:
        raise InvalidInput("data", place, f"has no {', '.join(missing)}")
    for name, allowed in choices.items():
        if item[name] not in allowed:
            raise InvalidInput("data", place, f"has a {name} that is none of {', '.join(allowed)}")
    return dict(item)
