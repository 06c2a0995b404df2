"""Records with a life: made, moved and logged in few words; days are whole numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from smalti.model.lifecycle import Event, State, step
from smalti.model.record import Authority, Confidence, Record, RecordKind, RecordStep, Value
from smalti.model.time import Bound, Instant, Interval, Precision

UNTOLD = "?"
_DAY = 86_400_000_000
_FIRST = Instant.of("2026-01-01").micros


def day(number: int) -> Instant:
    """The first moment of a day; day 0 is the first of January 2026."""
    return Instant(_FIRST + number * _DAY)


def bound(told: int | str | None) -> Bound | None:
    """3 is day 3, "3?" day 3 at the latest, "?" nobody said when, ``None`` an open end."""
    if told is None:
        return None
    if isinstance(told, int):
        return Bound(day(told), Precision.DAY)
    known = told.removesuffix(UNTOLD)
    return Bound(day(int(known)) if known else None, Precision.UNKNOWN)


def interval(start: int | str | None, end: int | str | None = None) -> Interval:
    """From and until, as :func:`bound` has them."""
    return Interval(bound(start), bound(end))


def record(id: str, valid: Interval, recorded: int, **fields: Any) -> Record:
    """A candidate, recorded on a day."""
    return Record(
        id=id,
        kind=RecordKind.FACT,
        sentence=f"Ada lives in {id}.",
        subject="ada",
        predicate="lives in",
        value=Value(text=id),
        asserted_by="ada",
        authority=Authority.SELF,
        valid=valid,
        recorded_at=day(recorded),
        confidence=Confidence(1.0, 0.5, 1.0),
        evidence=(),
        extractor="test",
        **fields,
    )


class Life:
    """A memory in small: the records as they are now, and the log of how they came to be so."""

    def __init__(self) -> None:
        self.records: dict[str, Record] = {}
        self.steps: list[RecordStep] = []

    def learn(
        self, id: str, valid: Interval, at: int, event: Event = Event.COMMIT, **fields: Any
    ) -> None:
        self.records[id] = record(id, valid, at, **fields)
        self.move(id, event, at)

    def move(self, id: str, event: Event, at: int, valid: Interval | None = None) -> None:
        before = self.records[id]
        valid = before.valid if valid is None else valid
        self.records[id] = replace(before, state=step(before.state, event), valid=valid)
        number = f"s{len(self.steps)}"
        self.steps.append(RecordStep(number, id, event, day(at), "test", valid=valid))

    def state(self, id: str) -> State:
        return self.records[id].state
