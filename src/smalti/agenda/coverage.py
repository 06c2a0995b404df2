"""How far an agenda has come, and whether to go on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from smalti.agenda.form import Form
from smalti.agenda.policy import Policy
from smalti.agenda.state import Need, State, bits


class StopReason(Enum):
    """Why there is nothing more to ask."""

    COVERED = "covered"  # the coverage aimed at is reached
    CERTAIN = "certain"  # no more entropy is left than the bound
    BLOCKED = "blocked"  # what is open was skipped or asked too often, or waits for such a unit


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an agenda has come.

    Attributes:
        coverage: C(S) = Σ_{v ∈ S} w(v) / Σ_v w(v), S the resolved units, v all but the needless
            (MOSAIC, arXiv 2607.16211, belief); 1 where nothing is needed.
        entropy_left: Σ H(v) of the open units, in bits.
        resolved, open, needless: ids in the order of the form.
    """

    coverage: float
    entropy_left: float
    resolved: tuple[str, ...]
    open: tuple[str, ...]
    needless: tuple[str, ...]


def progress(form: Form, state: State, needs: Mapping[str, Need]) -> Progress:
    """How far the agenda has come."""
    lists = {need: tuple(id for id in form.by_id if needs[id] is need) for need in Need}
    gained = sum(form.by_id[id].weight for id in lists[Need.RESOLVED])
    missing = sum(form.by_id[id].weight for id in lists[Need.OPEN])
    total = gained + missing
    return Progress(
        gained / total if total else 1.0,
        sum(bits(form.by_id[id], state.of(id)) for id in lists[Need.OPEN]),
        lists[Need.RESOLVED],
        lists[Need.OPEN],
        lists[Need.NEEDLESS],
    )


def stop_reason(now: Progress, policy: Policy, *, can_ask: bool) -> StopReason | None:
    """Why to stop, the first of the reasons that holds; ``None`` while there is more to ask."""
    if now.coverage >= policy.target:
        return StopReason.COVERED
    if now.entropy_left <= policy.bound:
        return StopReason.CERTAIN
    return None if can_ask else StopReason.BLOCKED
