"""The outcome of a statement, row by row: what is stored already, what is said, what follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from smalti.model.lifecycle import State
from smalti.model.record import Authority, Modality, RecordKind, SlotKind, Value
from smalti.model.results import Outcome
from smalti.model.time import Instant, Interval, Precision
from smalti.write.statement import Gated, Resolved
from write.gate.telling import (
    CHANGING,
    CONDITIONAL,
    IMMUTABLE,
    MANY,
    MERGED,
    PENDING,
    REFUSED,
    STORED,
    UNKNOWN,
    Start,
    day,
    span,
    told,
)


@dataclass(frozen=True)
class Row:
    """A case: ``before`` is told first; then ``now`` must have the outcome."""

    name: str
    slot: SlotKind
    before: tuple[Resolved, ...]
    now: Resolved
    outcome: Outcome


def later(value: str | Value = "Rome", **fields: Any) -> Resolved:
    """Said after what ``told`` says by default."""
    return told(value, **{"said": "2026-04-01", **fields})


HERE = told("Lisbon")
BOT: dict[str, Any] = {"by": "bot", "authority": Authority.ASSISTANT}
EVENT: dict[str, Any] = {"kind": RecordKind.EVENT}

ON_AN_EMPTY_SLOT = [
    Row("a person of themselves", CHANGING, (), HERE, STORED),
    Row("a person of someone else", IMMUTABLE, (), told(by="bo"), STORED),
    Row(
        "a person of someone else, as read from Chinese", MANY, (), told(by="bo", sure=0.9), STORED
    ),
    Row("hearsay", CHANGING, (), told(sure=0.7), PENDING),
    Row("an assistant's guess", CHANGING, (), told(sure=0.5, **BOT), PENDING),
    Row("an assistant's plain statement", MANY, (), told(**BOT), PENDING),
    Row("an untrusted source", CHANGING, (), told(authority=Authority.UNTRUSTED), PENDING),
    Row("a denial", CHANGING, (), told(polarity=False), STORED),
    Row("a vague one that is sure", CHANGING, (), told(exact=0.0), STORED),
    Row("a vague one that is not", CHANGING, (), told(exact=0.0, sure=0.8), PENDING),
    Row("an unclear pronoun", CHANGING, (), told(who="She", by="bo", sure=0.5), PENDING),
    Row("an unclear pronoun, said surely", CHANGING, (), told(who="She", by="bo"), PENDING),
    Row("a value that is a pronoun", MANY, (), told("it"), PENDING),
]

BY_MODALITY = [
    Row(m.value, CHANGING, (), told(modality=m), REFUSED if m is Modality.QUESTIONED else STORED)
    for m in Modality
] + [
    Row(
        "a vague plan, half said",
        MANY,
        (),
        told(modality=Modality.PLANNED, sure=0.5, exact=0.5),
        PENDING,
    ),
    Row("a plan is no contradiction", IMMUTABLE, (HERE,), later(modality=Modality.PLANNED), STORED),
    Row(
        "a plan for what is so already",
        CHANGING,
        (HERE,),
        later("Lisbon", modality=Modality.PLANNED),
        STORED,
    ),
    Row(
        "orders in a document",
        CHANGING,
        (),
        told(instruction_like=True, sure=0.1, exact=0.0),
        STORED,
    ),
    Row("orders with a pronoun", CHANGING, (), told("it", instruction_like=True), STORED),
    Row("orders against what is known", IMMUTABLE, (HERE,), later(instruction_like=True), STORED),
]

CONTRADICTING = [
    Row("immutable, by the same person", IMMUTABLE, (HERE,), later(), PENDING),
    Row("immutable, by another", IMMUTABLE, (HERE,), later(by="bo"), PENDING),
    Row("immutable, by a stronger source", IMMUTABLE, (told(by="bo"),), later(), PENDING),
    Row(
        "immutable, put right by the same person",
        IMMUTABLE,
        (HERE,),
        later(correction=True),
        STORED,
    ),
    Row(
        "immutable, put right by someone else",
        IMMUTABLE,
        (HERE,),
        later(by="bo", correction=True),
        PENDING,
    ),
    Row(
        "immutable, a closed interval is no excuse",
        IMMUTABLE,
        (HERE,),
        later(valid=span("2020-01-01", "2021-01-01")),
        PENDING,
    ),
    Row("immutable, more exactly", IMMUTABLE, (HERE,), later("Lisbon, Portugal"), STORED),
    Row("immutable, denied", IMMUTABLE, (HERE,), later("Lisbon", polarity=False), PENDING),
    Row("immutable, another value denied", IMMUTABLE, (HERE,), later(polarity=False), STORED),
    Row("changing, later by the same person", CHANGING, (HERE,), later(), STORED),
    Row("changing, later by a stronger source", CHANGING, (told(by="bo"),), later(), STORED),
    Row("changing, later by a weaker source", CHANGING, (HERE,), later(by="bo"), PENDING),
    Row("changing, later as a guess", CHANGING, (HERE,), later(sure=0.6), PENDING),
    Row("changing, later denied", CHANGING, (HERE,), later("Lisbon", polarity=False), STORED),
    Row(
        "changing, said earlier and read later",
        CHANGING,
        (HERE,),
        told("Rome", said="2025-01-01"),
        STORED,
    ),
    Row(
        "changing, of a time that is over",
        CHANGING,
        (HERE,),
        later(valid=span("2020-01-01", "2021-01-01")),
        STORED,
    ),
    Row(
        "changing, of a time that is over, by another",
        CHANGING,
        (HERE,),
        later(by="bo", valid=span("2020-01-01", "2021-01-01")),
        STORED,
    ),
    Row(
        "changing, nobody knows when it was said",
        CHANGING,
        (HERE,),
        told("Rome", said=None),
        PENDING,
    ),
    Row("many values", MANY, (HERE,), later(by="bo"), STORED),
    Row("many values, one denied later", MANY, (HERE,), later("Lisbon", polarity=False), STORED),
    Row(
        "many values, denied by a weaker source",
        MANY,
        (HERE,),
        later("Lisbon", by="bo", polarity=False),
        PENDING,
    ),
    Row("a slot of unknown kind", UNKNOWN, (HERE,), later(), STORED),
    Row(
        "a slot of unknown kind, denied", UNKNOWN, (HERE,), later("Lisbon", polarity=False), PENDING
    ),
    Row(
        "a slot of unknown kind, ended",
        UNKNOWN,
        (HERE,),
        later("Lisbon", polarity=False, ended=True),
        STORED,
    ),
    Row(
        "conditional, under another condition",
        CONDITIONAL,
        (told("tea", condition="in the morning"),),
        later("coffee", by="bo", condition="at work"),
        STORED,
    ),
    Row(
        "conditional, under the same condition",
        CONDITIONAL,
        (told("tea", condition="in the morning"),),
        later("coffee", by="bo", condition="In the morning"),
        PENDING,
    ),
    Row(
        "conditional, under the same condition later",
        CONDITIONAL,
        (told("tea", condition="at work"),),
        later("coffee", condition="at work"),
        STORED,
    ),
]

MERGING = [
    Row("the same words again", CHANGING, (HERE,), later("Lisbon"), MERGED),
    Row(
        "the same in other words",
        CHANGING,
        (told("the green house"),),
        later("green houses"),
        MERGED,
    ),
    Row("the same turn read twice", CHANGING, (HERE,), HERE, MERGED),
    Row("the same by another", CHANGING, (HERE,), later("Lisbon", by="bo"), STORED),
    Row("another number", MANY, (told("Invoice 10041"),), later("Invoice 10042"), STORED),
    Row("another amount", MANY, (told(Value(number=1184.5)),), later(Value(number=1148.5)), STORED),
    Row(
        "the same amount in another unit",
        MANY,
        (told(Value(number=2.0, unit="kilogram")),),
        later(Value(number=2000.0, unit="gram")),
        MERGED,
    ),
    Row(
        "about as much",
        MANY,
        (told(Value(number=30.0)),),
        later(Value(number=30.0, comparator="~")),
        STORED,
    ),
    Row(
        "of another ticket, whatever the subject is taken for",
        MANY,
        (told("the bug", sentence="HB-4471 is the bug."),),
        later("the bug", sentence="HB-4472 is the bug."),
        STORED,
    ),
    Row("denied", MANY, (HERE,), later("Lisbon", polarity=False), STORED),
    Row("under another condition", MANY, (HERE,), later("Lisbon", condition="in summer"), STORED),
    Row("planned", MANY, (HERE,), later("Lisbon", modality=Modality.PLANNED), STORED),
    Row("told to give orders", MANY, (HERE,), later("Lisbon", instruction_like=True), STORED),
    Row("as another kind of record", MANY, (HERE,), later("Lisbon", **EVENT), STORED),
    Row(
        "since when, told anew",
        CHANGING,
        (HERE,),
        later("Lisbon", valid=Interval.since(Instant.of("2020-01-01"), Precision.YEAR)),
        STORED,
    ),
    Row(
        "without since when, which is known",
        CHANGING,
        (told(valid=Interval.since(Instant.of("2020-01-01"), Precision.YEAR)),),
        later("Lisbon"),
        MERGED,
    ),
    Row(
        "of what is over",
        CHANGING,
        (told(valid=span("2020-01-01", "2021-01-01")),),
        later("Lisbon"),
        STORED,
    ),
    Row(
        "A, then B, then A again",
        CHANGING,
        (HERE, later("Rome")),
        told("Lisbon", said="2026-05-01"),
        STORED,
    ),
    Row(
        "liked, disliked, liked again",
        MANY,
        (HERE, later("Lisbon", polarity=False)),
        told("Lisbon", said="2026-05-01"),
        STORED,
    ),
    Row(
        "the older of two that are disputed",
        IMMUTABLE,
        (HERE, later("Rome")),
        told("Lisbon", said="2026-05-01"),
        MERGED,
    ),
    Row(
        "the same event on the same day",
        MANY,
        (told(valid=day("2026-02-01"), **EVENT),),
        later("Lisbon", valid=day("2026-02-01"), **EVENT),
        MERGED,
    ),
    Row(
        "the same kind of event on another day",
        MANY,
        (told(valid=day("2026-02-01"), **EVENT),),
        later("Lisbon", valid=day("2026-02-02"), **EVENT),
        STORED,
    ),
    Row(
        "an event told less exactly",
        MANY,
        (told(valid=day("2026-02-03"), **EVENT),),
        later("Lisbon", valid=span("2026-02-01", "2026-03-01"), **EVENT),
        MERGED,
    ),
    Row(
        "an event told more exactly",
        MANY,
        (told(valid=span("2026-02-01", "2026-03-01"), **EVENT),),
        later("Lisbon", valid=day("2026-02-03"), **EVENT),
        STORED,
    ),
    Row(
        "an undated event told again on the same day",
        MANY,
        (told(**EVENT),),
        told("Lisbon", said="2026-03-01T20:00:00Z", **EVENT),
        MERGED,
    ),
    Row(
        "an undated event told again on another day",
        MANY,
        (told(**EVENT),),
        later("Lisbon", **EVENT),
        STORED,
    ),
    Row(
        "an undated event told again, nobody knows when",
        MANY,
        (told(said=None, **EVENT),),
        told("Lisbon", said=None, session="other", **EVENT),
        STORED,
    ),
    Row(
        "a habit with another rhythm",
        MANY,
        (told(recurrence="FREQ=DAILY"),),
        later("Lisbon", recurrence="FREQ=WEEKLY"),
        STORED,
    ),
    Row("a guess said again", CHANGING, (told(sure=0.6),), later("Lisbon", sure=0.6), MERGED),
    Row(
        "a guess by another",
        CHANGING,
        (told(sure=0.6),),
        later("Lisbon", by="bo", sure=0.6),
        STORED,
    ),
]


ROWS = [*ON_AN_EMPTY_SLOT, *BY_MODALITY, *CONTRADICTING, *MERGING]


def outcome_of(row: Row, talk: Start) -> Gated:
    """What becomes of a row's statement."""
    listener = talk(row.slot)
    for one in row.before:
        listener.hear(one)
    return listener.hear(row.now)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.slot.value}: {row.name}")
def test_outcome(talk: Start, row: Row) -> None:
    gated = outcome_of(row, talk)
    assert gated.outcome is row.outcome, gated.reason


@pytest.mark.parametrize(("outcome", "state"), [(STORED, State.CURRENT), (PENDING, State.PENDING)])
def test_the_state_follows_the_outcome(talk: Start, outcome: Outcome, state: State) -> None:
    for row in ROWS:
        if row.outcome is outcome:
            assert outcome_of(row, talk).record.state is state


def test_a_reason_is_given_for_what_is_held_or_refused(talk: Start) -> None:
    for row in ROWS:
        if row.outcome in (PENDING, REFUSED):
            assert outcome_of(row, talk).reason
