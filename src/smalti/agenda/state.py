"""What is known of the units of an agenda, and what follows for each: done, needless, or open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from math import inf

from smalti.agenda.form import Condition, Form, Unit
from smalti.model.errors import InvalidInput

UNKNOWN_BITS = 1.0
"""H of a unit of which nothing is known, whatever its type.

Ours. MOSAIC has log2(K + 1) for K candidate states and gives no K. That of a choice is how finely
its author cut it, so seven options would outweigh two by 1.9 times the bits at the same weight;
what a unit is worth is the weight's to say. One bit is the question whether it is known at all.
"""


@dataclass(frozen=True, slots=True)
class Standing:
    """How things stand with one unit.

    Attributes:
        values: what its slot is believed to hold, as texts; "yes" or "no" of a boolean.
        entropy: H of the belief, in bits; of no meaning without values.
        asked: questions about it since it was last answered.
        skipped: it is not to be asked.
    """

    values: tuple[str, ...] = ()
    entropy: float = UNKNOWN_BITS
    asked: int = 0
    skipped: bool = False

    def __post_init__(self) -> None:
        if not 0.0 <= self.entropy < inf:
            raise InvalidInput("entropy", self.entropy, "must be a number of bits from 0 on")
        if self.asked < 0:
            raise InvalidInput("asked", self.asked, "must not be negative")


class Need(Enum):
    """What an agenda still wants of a unit."""

    RESOLVED = "resolved"
    NEEDLESS = "needless"  # it is not for this subject, or another answer makes it so
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class State:
    """All that is known at a moment. Units that are not named have the usual standing."""

    standings: Mapping[str, Standing]
    previous: str | None = None

    def of(self, unit: str) -> Standing:
        """How things stand with a unit."""
        return self.standings.get(unit, _NOTHING)


_NOTHING = Standing()


def bits(unit: Unit, standing: Standing) -> float:
    """H of a unit: that of its belief, and no less than what its missing values leave open.

    Ours: with k of n values known, 1 − k/n of the bit that is unknown at first.
    """
    least = unit.done_when.min_values
    missing = max(0, least - len(standing.values)) / least
    return max(standing.entropy if standing.values else 0.0, UNKNOWN_BITS * missing)


def needs(form: Form, state: State, delta: float) -> dict[str, Need]:
    """What is still wanted of every unit, decided after those that it depends on."""
    found: dict[str, Need] = {}
    for id in form.order:
        unit, standing = form.by_id[id], state.of(id)
        enough = len(standing.values) >= unit.done_when.min_values
        if _is_needless(unit, state, delta, found):
            found[id] = Need.NEEDLESS
        elif enough and bits(unit, standing) <= delta:
            found[id] = Need.RESOLVED
        else:
            found[id] = Need.OPEN
    return found


def _is_needless(unit: Unit, state: State, delta: float, found: Mapping[str, Need]) -> bool:
    other = unit.done_when.none_needed
    if other is not None and _holds(state, delta, other):
        return True
    if unit.only_if is None:
        return False
    need = found[unit.only_if.unit]
    if need is Need.NEEDLESS:
        return True  # what it depends on is not for this subject either
    return need is Need.RESOLVED and not _holds(state, delta, unit.only_if)


def _holds(state: State, delta: float, condition: Condition) -> bool:
    """Whether a unit is known to have a value."""
    standing = state.of(condition.unit)
    wanted = condition.value.casefold()
    return standing.entropy <= delta and any(wanted == one.casefold() for one in standing.values)
