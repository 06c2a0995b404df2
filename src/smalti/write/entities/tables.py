"""The word tables of this package."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any


@cache
def table(name: str) -> dict[str, Any]:
    """One table: questions, references or relations."""
    path = resources.files("smalti.write.entities") / "data" / f"{name}.json"
    loaded: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return loaded


@cache
def word_set(name: str, part: str) -> frozenset[str]:
    """A list of a table as a set."""
    return frozenset(table(name)[part])
