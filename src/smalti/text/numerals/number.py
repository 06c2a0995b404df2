"""What the readers of numbers hand over, and the table they share."""

from __future__ import annotations

import json
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from functools import cache
from importlib import resources
from typing import Any


class Kind(Enum):
    """How a number is written."""

    DIGITS = "digits"
    WORD = "word"
    HAN = "han"


@dataclass(frozen=True, slots=True)
class Number:
    """A number and where it stands.

    Attributes:
        start: first character.
        end: one past the last character.
        value: exact.
        kind: how it is written.
        upper: closes a range that is a single numeral ("三四").
        ordinal: a place in an order ("3rd", "第三").
        share: a part of something ("half of", "三分之一").
        approximate: a word that says so ("une dizaine", "a couple").
    """

    start: int
    end: int
    value: Decimal
    kind: Kind
    upper: Decimal | None = None
    ordinal: bool = False
    share: bool = False
    approximate: bool = False


@cache
def table() -> dict[str, Any]:
    """Number words, numerals and function words by language (``data/numerals.json``)."""
    path = resources.files("smalti.text") / "data" / "numerals.json"
    loaded: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return loaded
