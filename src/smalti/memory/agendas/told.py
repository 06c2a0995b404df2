"""What the verbs of agendas tell."""

from __future__ import annotations

from dataclasses import dataclass

from smalti.agenda.coverage import StopReason
from smalti.agenda.state import Need


@dataclass(frozen=True, slots=True)
class AgendaInfo:
    """An agenda of a space at a glance: how many units it has, how many of them are still open.

    ``coverage`` is C(S) in [0, 1]; ``stop`` says why nothing more is asked, if so.
    """

    name: str
    subject: str
    units: int
    open: int
    coverage: float
    stop: StopReason | None = None


@dataclass(frozen=True, slots=True)
class UnitInfo:
    """How things stand with a unit.

    ``values`` are what is believed, ``records`` the ids of the records that say so. ``entropy`` is
    H in bits, 1 where nothing is known. ``asked`` counts the questions since it was last answered.
    """

    id: str
    question: str
    need: Need
    values: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    entropy: float = 0.0
    asked: int = 0
    skipped: bool = False
