"""What becomes of a situation under each policy; the last three are for comparison only."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from smalti.model.conflict import Relation
from smalti.model.policy import Policy
from smalti.write.detect.order import Order
from smalti.write.settle.outcomes import Outcome
from smalti.write.settle.table import Situation, looked_up

_ENDING = frozenset({Outcome.SUPERSEDE, Outcome.CORRECT, Outcome.RETRACT})
_CONTRARY = frozenset(
    {Relation.UPDATE, Relation.CORRECTION, Relation.CONFLICT, Relation.RETRACTION}
)


def outcome(policy: Policy, situation: Situation) -> Outcome:
    """What becomes of a situation under a policy."""
    return _BY_POLICY[policy](situation)


def _ask(situation: Situation) -> Outcome:
    found = looked_up(situation)
    return Outcome.DISPUTE if found in _ENDING else found


def _keep_both(situation: Situation) -> Outcome:
    found = looked_up(situation)
    return Outcome.KEEP_BOTH if found in _ENDING | {Outcome.PAST} else found


def _append_only(_situation: Situation) -> Outcome:
    return Outcome.KEEP_BOTH


def _latest_wins(situation: Situation) -> Outcome:
    if situation.relation in _CONTRARY or _unsettled(situation):
        return Outcome.SUPERSEDE
    return Outcome.MERGE if situation.relation is Relation.DUPLICATE else Outcome.KEEP_BOTH


def _date_ordered(situation: Situation) -> Outcome:
    if situation.relation in _CONTRARY or _unsettled(situation):
        dated = {Order.LATER: Outcome.SUPERSEDE, Order.EARLIER: Outcome.PAST}
        return dated.get(situation.order, Outcome.KEEP_BOTH)
    return Outcome.MERGE if situation.relation is Relation.DUPLICATE else Outcome.KEEP_BOTH


def _unsettled(situation: Situation) -> bool:
    return situation.relation is Relation.UNSURE and situation.rivals


_BY_POLICY: Mapping[Policy, Callable[[Situation], Outcome]] = {
    Policy.AUTO: looked_up,
    Policy.ASK: _ask,
    Policy.KEEP_BOTH: _keep_both,
    Policy.APPEND_ONLY: _append_only,
    Policy.LATEST_WINS: _latest_wins,
    Policy.DATE_ORDERED: _date_ordered,
}
