"""Statements in few words, laid side by side."""

from __future__ import annotations

from typing import Any

from smalti.model.ids import content_id
from smalti.model.lifecycle import State
from smalti.model.record import (
    Authority,
    Confidence,
    Evidence,
    Record,
    RecordKind,
    SlotKind,
    Value,
)
from smalti.model.time import Bound, Instant, Interval, Precision
from smalti.write.detect import Pair, Side
from smalti.write.predicates import PredicateTable

NOW = Instant.of("2026-09-01T12:00:00Z")
TABLE = PredicateTable.default()
CHANGING, IMMUTABLE = SlotKind.CHANGING, SlotKind.IMMUTABLE
MANY, UNKNOWN, CONDITIONAL = SlotKind.MANY_VALUED, SlotKind.UNKNOWN, SlotKind.CONDITIONAL


def since(day: str, until: str | None = None) -> Interval:
    """From a day on, or from one to another."""
    end = None if until is None else Bound(Instant.of(until), Precision.DAY)
    return Interval(Bound(Instant.of(day), Precision.DAY), end)


def value_of(value: str | float | Value, unit: str | None = None) -> Value:
    """A value as a record has it."""
    if isinstance(value, Value):
        return value
    return Value(text=value) if isinstance(value, str) else Value(number=float(value), unit=unit)


def record(
    value: str | float | Value = "Lisbon",
    predicate: str = "lives_in",
    *,
    said: str | None = "2026-03-01",
    by: str = "ada",
    subject: str = "ada",
    unit: str | None = None,
    **fields: Any,
) -> Record:
    """What somebody said about somebody."""
    meant = value_of(value, unit)
    shown = meant.text or meant.entity or f"{meant.number:g} {meant.unit or ''}".strip()
    denied = "" if fields.get("polarity", True) else "not "
    sentence = fields.pop("sentence", f"{subject} {denied}{predicate} {shown}.")
    at = None if said is None else Instant.of(said)
    id = content_id("r", sentence, by, str(said), str(fields))
    usual = {
        "id": id,
        "kind": RecordKind.FACT if by == subject else RecordKind.CLAIM,
        "sentence": sentence,
        "subject": subject,
        "predicate": predicate,
        "value": meant,
        "asserted_by": by,
        "authority": Authority.SELF if by == subject else Authority.OTHER,
        "valid": Interval.undated(at),
        "recorded_at": at or NOW,
        "confidence": Confidence(1.0, 0.5, 1.0),
        "evidence": (Evidence(f"t_{id}", 0, len(sentence)),),
        "extractor": "test",
        "state": State.CURRENT,
    }
    return Record(**{**usual, **fields})


def side(
    value: str | float | Value | Record = "Lisbon",
    predicate: str = "lives_in",
    *,
    slot: SlotKind | None = None,
    said: str | None = "2026-03-01",
    **fields: Any,
) -> Side:
    """A statement as a judge sees it; its slot is what the vocabulary says unless given."""
    one = value if isinstance(value, Record) else record(value, predicate, said=said, **fields)
    known = TABLE.get(one.predicate)
    kind = slot or (known.slot if known else UNKNOWN)
    names = {id: id.title() for id in (one.subject, one.value.entity, one.asserted_by) if id}
    at = None if said is None else Instant.of(said)
    return Side(one, one.sentence, at, one.asserted_by.title(), kind, names)


def laid(stored: Side, incoming: Side) -> Pair:
    """Two sides as a pair."""
    return Pair(stored, incoming)


def later(value: str | float | Value = "Porto", predicate: str = "lives_in", **fields: Any) -> Side:
    """Something said months after what :func:`side` says."""
    return side(value, predicate, **{"said": "2026-06-01", **fields})
