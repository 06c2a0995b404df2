"""One case: what is stored, what comes in, and what must follow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from smalti.bench.extraction import data as extraction
from smalti.model.turn import TurnDraft


@dataclass(frozen=True, slots=True)
class Case:
    """Turns that are in memory already, one or several that come in, and what must follow.

    Cases of one ``base`` share what is stored ``before``; none sees another one's incoming turns.
    ``conflict`` says whether something must be caught, ``against`` which of the turns before it is
    about. ``relation`` and ``wanted`` are what a conversation expects besides.
    """

    id: str
    base: str
    before: tuple[TurnDraft, ...]
    incoming: tuple[TurnDraft, ...]
    conflict: bool
    against: tuple[int, ...] = ()
    language: str = "en"
    groups: Mapping[str, str] = field(default_factory=dict)
    relation: str | None = None
    wanted: tuple[extraction.Wanted, ...] = ()

    @property
    def turns(self) -> tuple[TurnDraft, ...]:
        """All turns, in order."""
        return (*self.before, *self.incoming)

    @property
    def shares(self) -> bool:
        """Whether other cases have the same turns before."""
        return self.base != self.id
