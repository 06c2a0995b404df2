"""What planning to forget asks for, beside nouns by id and by key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Noun = TypeVar("Noun")


@dataclass(frozen=True, slots=True)
class Every(Generic[Noun]):
    """Asks for all nouns of a class, turns among them; the reply is an iterable."""

    cls: type[Noun]


@dataclass(frozen=True, slots=True)
class Holding(Generic[Noun]):
    """Asks for the nouns of a class that name one of these ids anywhere; the reply is a list."""

    cls: type[Noun]
    ids: frozenset[str]


@dataclass(frozen=True, slots=True)
class Said:
    """Asks for the turns of a session or of a speaker, as named in them; the reply is a list."""

    session: str | None = None
    speaker: str | None = None


@dataclass(frozen=True, slots=True)
class Speakers:
    """Asks for the names of all who have spoken; the reply is a list."""


@dataclass(frozen=True, slots=True)
class Beside:
    """Asks for the turns said shortly before or after some in the same session; a list."""

    turns: tuple[str, ...]
    reach: int


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Asks which of some index terms stand in turns other than these; the reply is a set."""

    terms: frozenset[str]
    without: frozenset[str]


@dataclass(frozen=True, slots=True)
class Stated:
    """Asks what local rules read in a turn when other turns had never been said; a list."""

    turn: Any
    without: frozenset[str]
