"""What the kind of a slot means for belief: one distribution or many, and what time changes."""

from __future__ import annotations

from smalti.model.ids import content_id
from smalti.model.record import Record, Slot, SlotKind
from smalti.model.time import Instant
from smalti.write.gate.validity import apart, over
from smalti.write.gate.values import agrees, same, value_key
from smalti.write.predicates.words import value_key as words_key

SINGLE = frozenset({SlotKind.CHANGING, SlotKind.IMMUTABLE, SlotKind.CONDITIONAL})
"""Kinds whose values rule each other out under one condition; in others each is on its own."""

ERAS = frozenset({SlotKind.CHANGING, SlotKind.CONDITIONAL, SlotKind.MANY_VALUED})
"""Kinds in which a later statement may be true although an earlier one was."""


def slot_key(record: Record) -> str:
    """The key that all records of a slot are found by, whatever their conditions."""
    return f"slot {record.subject} {record.predicate}"


def condition_key(condition: str | None) -> str:
    """A condition in normal form; empty where there is none."""
    return "" if condition is None else words_key(condition).strip()


def belief_id(slot: Slot, value: str = "") -> str:
    """The id of the belief about a slot, or about one value of it where each is on its own."""
    return content_id("b", slot.subject, slot.predicate, condition_key(slot.condition), value)


def belief_id_for(record: Record, kind: SlotKind) -> str:
    """The id of the belief that a record of a slot of this kind counts for."""
    return belief_id(record.slot, "" if kind in SINGLE else value_key(record.value))


def is_past(record: Record, kind: SlotKind, said_at: Instant | None) -> bool:
    """Whether a record says what a slot of one value held once, and so nothing of what it holds.

    That is over which ended before it was told, and which is said to have stopped.
    """
    if kind not in SINGLE & ERAS or not record.polarity:
        return False
    return record.ended or over(record.valid, said_at)


def alike(one: Record, other: Record, kind: SlotKind) -> bool:
    """Whether two records of a slot speak of one value."""
    return (agrees if kind in SINGLE else same)(one.value, other.value)


def opposed(one: Record, other: Record, kind: SlotKind) -> bool:
    """Whether two records under one condition cannot both hold, as far as value and sign tell."""
    if apart(one.valid, other.valid):
        return False
    if one.polarity is not other.polarity:
        return alike(one, other, kind)
    return one.polarity and kind in SINGLE and not alike(one, other, kind)
