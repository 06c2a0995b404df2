"""What the grammar hands back: one dated expression and what it means."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from smalti.model.time import Interval, Precision


class Relation(Enum):
    """How a statement lies to the interval that its time words name."""

    AT = "at"
    SINCE = "since"
    UNTIL = "until"
    BEFORE = "before"
    AFTER = "after"
    RECURRING = "recurring"


@dataclass(frozen=True, slots=True)
class DateMention:
    """Time words in a text.

    ``interval`` is what the words name, whatever the ``relation``: "since 2015" names the year.
    It is ``None`` where the words name no day that could be known ("the other day", a relative
    word without a moment of speaking) and where something recurs, which ``recurrence`` then tells
    as an RFC 5545 rule. ``alternatives`` are other readings that a careful reader would allow.
    ``derivation`` says in a few words where the answer comes from.
    """

    start: int
    end: int
    text: str
    interval: Interval | None
    relation: Relation
    precision: Precision
    recurrence: str | None = None
    alternatives: tuple[Interval, ...] = ()
    derivation: str = ""
