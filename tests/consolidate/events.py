"""Events for the tests: on which day, about what."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from smalti.consolidate.happenings import Happening
from smalti.model.lifecycle import State
from smalti.model.record import (
    Authority,
    Confidence,
    Evidence,
    Record,
    RecordKind,
    Value,
)
from smalti.model.time import Bound, Instant, Interval, Precision

START = datetime(2026, 5, 1, tzinfo=UTC)


def event(day: float, *words: str, id: str = "") -> Happening:
    """Something that happened on a day after the first of May, and the words it is about."""
    at = Instant.of(START + timedelta(days=day))
    start = Bound(at, Precision.DAY)
    end = Bound(Instant.of(START + timedelta(days=day + 1)), Precision.DAY)
    text = " ".join(words)
    name = id or f"r{day:g}-{text}"
    record = Record(
        id=name,
        kind=RecordKind.EVENT,
        sentence=text or "nothing",
        subject="ada",
        predicate="did",
        value=Value(text=text),
        asserted_by="ada",
        authority=Authority.SELF,
        valid=Interval(start, end),
        recorded_at=at,
        confidence=Confidence(1, 0.5, 1),
        evidence=(Evidence(f"t-{name}", 0, 1),),
        extractor="test",
        state=State.CURRENT,
    )
    places, reached = {}, 0
    for word in words:
        places[word] = (reached, reached + len(word))
        reached += len(word) + 1
    return Happening(record, start, end, places)
