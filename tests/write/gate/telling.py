"""Statements in few words, told to a gate in front of a real store."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from smalti.model.conflict import Clarification
from smalti.model.entity import EntityKind
from smalti.model.ids import content_id
from smalti.model.record import (
    Authority,
    Belief,
    Confidence,
    Evidence,
    Record,
    RecordKind,
    SlotKind,
    Value,
)
from smalti.model.results import Outcome
from smalti.model.time import Instant, Interval, Precision
from smalti.model.turn import Turn, TurnDraft
from smalti.store.contract import Space, Store, TurnEntry
from smalti.write.extract.candidate import Candidate
from smalti.write.gate import GatePolicy, belief_id, gate, question_id, slot_key
from smalti.write.journal import number
from smalti.write.statement import Gated, Grounded, Name, Resolved, Statement
from smalti.write.work import Meeting, One, drive

NOW = Instant.of("2026-06-01T12:00:00Z")
_numbers = count(1)
CHANGING, IMMUTABLE = SlotKind.CHANGING, SlotKind.IMMUTABLE
CONDITIONAL, MANY, UNKNOWN = SlotKind.CONDITIONAL, SlotKind.MANY_VALUED, SlotKind.UNKNOWN
STORED, MERGED, PENDING, REFUSED = (
    Outcome.STORED,
    Outcome.MERGED,
    Outcome.PENDING,
    Outcome.REFUSED,
)


def day(text: str) -> Interval:
    """The interval of a calendar day."""
    start = Instant.of(text)
    return Interval.between(start, Instant(start.micros + 86_400_000_000), Precision.DAY)


def span(start: str, end: str) -> Interval:
    """From one day to another."""
    return Interval.between(Instant.of(start), Instant.of(end), Precision.DAY)


def turn_of(text: str, speaker: str, said: str | None, session: str = "s") -> Turn:
    """A turn with the id the journal gives it."""
    at = None if said is None else Instant.of(said)
    draft = TurnDraft(text, speaker=speaker, said_at=at, session=session)
    return next(number([draft], NOW))


def told(
    value: str | Value = "Lisbon",
    *,
    by: str = "ada",
    subject: str = "ada",
    sure: float = 1.0,
    exact: float = 1.0,
    said: str | None = "2026-03-01",
    sentence: str = "",
    who: str = "Ada",
    session: str = "s",
    **fields: Any,
) -> Resolved:
    """What somebody said about somebody, as it comes before the gate."""
    meant = value if isinstance(value, Value) else Value(text=value)
    shown = meant.text or meant.entity or f"{meant.number} {meant.unit or ''}".strip()
    denied = "" if fields.get("polarity", True) else " not"
    text = sentence or f"{who} is{denied} at {shown}."
    turn = turn_of(text, by, said, session)
    own = Authority.SELF if by == subject else Authority.OTHER
    usual = {
        "id": content_id("r", turn.id, subject, shown, str(fields)),
        "kind": RecordKind.FACT if by == subject else RecordKind.CLAIM,
        "sentence": text,
        "subject": subject,
        "predicate": "at",
        "value": meant,
        "asserted_by": by,
        "authority": own,
        "valid": Interval.undated(turn.said_at),
        "recorded_at": NOW,
        "confidence": Confidence(sure, 0.0, exact),
        "evidence": (Evidence(turn.id, 0, len(text)),),
        "extractor": "rules",
    }
    record = Record(**{**usual, **fields})
    return Resolved(record, _statement(record, turn, who, shown))


def _statement(record: Record, turn: Turn, who: str, shown: str) -> Statement:
    candidate = Candidate(
        turn=turn.id,
        start=0,
        end=len(turn.text),
        sentence=record.sentence,
        subject=who,
        predicate="at",
        object=shown,
        asserted_by=record.asserted_by,
    )
    return Statement(
        grounded=Grounded(candidate, turn),
        subject=Name(who, EntityKind.PERSON),
        predicate=record.predicate,
        slot=SlotKind.UNKNOWN,
        value=record.value,
        asserted_by=Name(record.asserted_by.title(), EntityKind.PERSON),
        authority=record.authority,
        valid=record.valid,
        specificity=record.confidence.specificity,
    )


class Talk:
    """A conversation with a gate: each statement is decided upon and stored."""

    def __init__(self, space: Space, slot: SlotKind, policy: GatePolicy) -> None:
        self.space = space
        self.slot = slot
        self.policy = policy

    def hear(self, resolved: Resolved, now: Instant = NOW) -> Gated:
        """Decide about a statement and store what was decided."""
        gated = self.decide(resolved, now)
        turn = resolved.statement.grounded.turn
        with self.space.atomic():
            self.space.append_turns([TurnEntry(turn, ())], "none")
            if gated.outcome is not Outcome.REFUSED:
                self.space.put(gated.record, (slot_key(gated.record),))
            for noun in (*gated.settled, *gated.steps, *gated.clarifications):
                self.space.put(noun)
            if gated.belief is not None:
                self.space.put(gated.belief)
        return gated

    def decide(self, resolved: Resolved, now: Instant = NOW) -> Gated:
        """Decide about a statement and store nothing."""
        work = gate(resolved, slot=self.slot, now=now, policy=self.policy)
        return drive(work, self.answer)

    def answer(self, request: Any) -> Any:
        """The reply of the store to what a stage asks for."""
        if isinstance(request, One):
            turn = request.cls is Turn
            return self.space.turn(request.id) if turn else self.space.one(request.cls, request.id)
        assert isinstance(request, Meeting)
        return self.space.meeting(request.cls, request.keys, request.limit)

    def record(self, of: Resolved | Gated) -> Record:
        """A record as it is stored now."""
        found = self.space.one(Record, of.record.id)
        assert found is not None
        return found

    def question(self, of: Resolved | Gated) -> Clarification:
        """The question about a record as it is stored now."""
        found = self.space.one(Clarification, question_id(of.record.id))
        assert found is not None
        return found

    def belief(self, of: Resolved, value: str = "") -> Belief:
        """The belief about the slot of a statement, or about one value of it."""
        found = self.space.one(Belief, belief_id(of.record.slot, value))
        assert found is not None
        return found


Start = Callable[..., Talk]


def starter(store: Store) -> Start:
    """Begins conversations, each in a space of its own."""

    def start(slot: SlotKind = CHANGING, policy: GatePolicy | None = None) -> Talk:
        return Talk(store.space(f"talk {next(_numbers)}"), slot, policy or GatePolicy())

    return start


__all__ = [
    "CHANGING",
    "CONDITIONAL",
    "IMMUTABLE",
    "MANY",
    "MERGED",
    "NOW",
    "PENDING",
    "REFUSED",
    "STORED",
    "UNKNOWN",
    "Start",
    "Talk",
    "day",
    "span",
    "starter",
    "told",
    "turn_of",
]
