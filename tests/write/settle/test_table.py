from __future__ import annotations

from itertools import product

import pytest

from smalti.model.conflict import Relation
from smalti.model.errors import InvalidInput
from smalti.model.record import SlotKind
from smalti.write.detect.order import Order
from smalti.write.settle import TABLE, Authorities, Outcome, Policy, Situation, looked_up
from smalti.write.settle.policy import outcome
from smalti.write.settle.table import Row

R, S, A, TO = Relation, SlotKind, Authorities, Outcome
EVERY = [
    Situation(*parts)
    for parts in product(SlotKind, Relation, Authorities, Order, (True, False), (True, False))
]
ENDING = {TO.SUPERSEDE, TO.CORRECT, TO.RETRACT}


def case(
    relation: Relation,
    slot: SlotKind = S.CHANGING,
    authorities: Authorities = A.SAME,
    order: Order = Order.LATER,
    **more: bool,
) -> Situation:
    return Situation(slot, relation, authorities, order, **more)


# One example for each row of the table, in its order.
EXAMPLES = [
    (case(R.DUPLICATE), TO.MERGE),
    (case(R.DUPLICATE, mine=False), TO.KEEP_BOTH),
    (case(R.REFINEMENT), TO.KEEP_BOTH),
    (case(R.UPDATE, authorities=A.NONE), TO.REJECT),
    (case(R.CORRECTION, authorities=A.NONE), TO.REJECT),
    (case(R.RETRACTION, authorities=A.NONE), TO.REJECT),
    (case(R.CONFLICT, authorities=A.NONE), TO.REJECT),
    (case(R.CORRECTION, authorities=A.GUESS), TO.CORRECT),
    (case(R.RETRACTION, authorities=A.GUESS), TO.CORRECT),
    (case(R.CONFLICT, authorities=A.GUESS), TO.CORRECT),
    (case(R.UPDATE, S.IMMUTABLE, A.GUESS), TO.CORRECT),
    (case(R.UPDATE, S.IMMUTABLE), TO.CONTEST),
    (case(R.UPDATE, authorities=A.WEAKER), TO.CONTEST),
    (case(R.UPDATE, order=Order.EARLIER), TO.PAST),
    (case(R.UPDATE), TO.SUPERSEDE),
    (case(R.CORRECTION), TO.CORRECT),
    (case(R.CORRECTION, authorities=A.STRONGER, mine=False), TO.CORRECT),
    (case(R.CORRECTION, authorities=A.WEAKER, mine=False), TO.CONTEST),
    (case(R.CORRECTION, mine=False), TO.DISPUTE),
    (case(R.RECURRENCE), TO.KEEP_BOTH),
    (case(R.RETRACTION, authorities=A.WEAKER), TO.CONTEST),
    (case(R.RETRACTION, S.IMMUTABLE), TO.RETRACT),
    (case(R.RETRACTION, S.IMMUTABLE, mine=False), TO.CONTEST),
    (case(R.RETRACTION), TO.SUPERSEDE),
    (case(R.CONFLICT, S.IMMUTABLE), TO.CONTEST),
    (case(R.CONFLICT, authorities=A.WEAKER), TO.CONTEST),
    (case(R.CONFLICT), TO.DISPUTE),
    (case(R.COMPATIBLE, order=Order.EARLIER), TO.PAST),
    (case(R.COMPATIBLE, S.CONDITIONAL, order=Order.EARLIER), TO.PAST),
    (case(R.COMPATIBLE), TO.KEEP_BOTH),
    (case(R.UNSURE), TO.LINK),
]


@pytest.mark.parametrize(
    ("row", "example"), list(zip(TABLE, EXAMPLES, strict=True)), ids=lambda one: ""
)
def test_each_row_decides_its_example(row: Row, example: tuple[Situation, Outcome]) -> None:
    situation, expected = example
    assert next(one for one in TABLE if one.fits(situation)) is row
    assert looked_up(situation) is expected


@pytest.mark.parametrize("policy", Policy)
def test_every_situation_has_an_outcome_under_every_policy(policy: Policy) -> None:
    assert all(outcome(policy, one) in Outcome for one in EVERY)


def test_what_cannot_change_is_never_superseded() -> None:
    immutable = [one for one in EVERY if one.slot is S.IMMUTABLE]
    assert all(looked_up(one) is not TO.SUPERSEDE for one in immutable)


def test_a_weaker_source_ends_nothing_of_another() -> None:
    weak = [one for one in EVERY if one.authorities in (A.WEAKER, A.NONE) and not one.mine]
    assert all(looked_up(one) not in ENDING for one in weak)


@pytest.mark.parametrize("relation", [R.COMPATIBLE, R.DUPLICATE, R.REFINEMENT, R.RECURRENCE])
def test_what_does_not_contradict_ends_and_disputes_nothing(relation: Relation) -> None:
    benign = [one for one in EVERY if one.relation is relation]
    assert all(looked_up(one) not in ENDING | {TO.DISPUTE, TO.REJECT} for one in benign)


def test_doubt_supersedes_nothing() -> None:
    assert all(looked_up(one) is TO.LINK for one in EVERY if one.relation is R.UNSURE)


def test_asking_ends_nothing_by_itself() -> None:
    assert all(outcome(Policy.ASK, one) not in ENDING for one in EVERY)


def test_keeping_both_ends_nothing() -> None:
    assert all(outcome(Policy.KEEP_BOTH, one) not in ENDING for one in EVERY)


def test_append_only_keeps_everything() -> None:
    assert {outcome(Policy.APPEND_ONLY, one) for one in EVERY} == {TO.KEEP_BOTH}


def test_the_latest_wins_whoever_says_it() -> None:
    claim = case(R.CONFLICT, S.IMMUTABLE, A.WEAKER, mine=False)
    assert outcome(Policy.LATEST_WINS, claim) is TO.SUPERSEDE


def test_dates_alone_order_whatever_the_slot() -> None:
    assert outcome(Policy.DATE_ORDERED, case(R.CONFLICT, S.IMMUTABLE)) is TO.SUPERSEDE
    assert outcome(Policy.DATE_ORDERED, case(R.CONFLICT, order=Order.EARLIER)) is TO.PAST
    assert outcome(Policy.DATE_ORDERED, case(R.CONFLICT, order=Order.UNKNOWN)) is TO.KEEP_BOTH


def test_a_policy_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(InvalidInput, match="latest-wins"):
        Policy.named("newest-wins")


def test_a_policy_is_found_by_its_name() -> None:
    assert Policy.named("keep-both") is Policy.KEEP_BOTH
