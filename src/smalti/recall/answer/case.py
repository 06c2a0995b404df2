"""What operators work on, and what they make: values only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from smalti.model.answer import QuestionPlan
from smalti.model.lifecycle import State
from smalti.model.record import Modality, Record
from smalti.model.time import Instant, Precision
from smalti.model.turn import Turn
from smalti.recall.answer.evidence import Evidence
from smalti.recall.answer.negation import negated


@dataclass(frozen=True, slots=True)
class Fact:
    """A record about somebody the question names, as it was seen from the moment asked for.

    ``subject`` and ``value`` are names, ``by`` is who said it. ``covers`` are the index terms that
    it answers to: those of its sentence and of the phrases for its predicate. ``turns`` are those
    it rests on. ``single`` is whether its slot holds one value at a time, ``said`` are the index
    terms of its sentence alone.
    """

    record: Record
    subject: str
    value: str
    by: str
    holds: bool | None
    covers: frozenset[str]
    turns: tuple[Turn, ...] = ()
    single: bool = False
    said: frozenset[str] = frozenset()

    @property
    def denies(self) -> bool:
        """Whether it tells what is not so, whether as a denial or by a property of that kind."""
        return not self.record.polarity or negated(self.record.sentence)

    @property
    def over(self) -> bool:
        """Whether something else holds by now."""
        return self.record.state is State.SUPERSEDED

    @property
    def disputed(self) -> bool:
        """Whether something that contradicts it stands beside it."""
        return self.record.state is State.DISPUTED

    @property
    def told_as_so(self) -> bool:
        """Whether it was asserted, and not planned, wished or supposed."""
        return self.record.modality is Modality.ASSERTED

    @property
    def since(self) -> Instant | None:
        """When it began, if anybody said so, else by when it held."""
        start = self.record.valid.start
        return None if start is None else start.at

    @property
    def dated(self) -> bool:
        """Whether it is known when it began."""
        start = self.record.valid.start
        return start is not None and start.precision is not Precision.UNKNOWN


@dataclass(frozen=True, slots=True)
class Case:
    """A question with all that was found for it: facts as they were learnt, evidence best first.

    ``facts`` are of the properties that the question may ask for, ``known`` all others about whom
    it names. ``as_of`` is the moment in the world that was asked for, if one was.
    ``trust`` is how sure it is that the evidence answers, ``unheard`` are names that nobody ever
    said, ``days`` when the events were that a length of time lies between. ``beyond`` are facts of
    those that the first ones lead to, ``against`` those of properties that rule out what is asked
    for of the same value, as dislikes do likes; they cover the words for it too.
    """

    plan: QuestionPlan
    facts: Sequence[Fact]
    known: Sequence[Fact]
    evidence: Sequence[Evidence]
    now: Instant | None = None
    as_of: Instant | None = None
    trust: float = 1.0
    unheard: tuple[str, ...] = ()
    days: tuple[tuple[date, Evidence], ...] = ()
    beyond: Sequence[Fact] = ()
    against: Sequence[Fact] = ()


@dataclass(frozen=True, slots=True)
class Rest:
    """What a part of an answer rests on: characters of a turn, and a record if it is one."""

    turn: Turn
    start: int
    end: int
    record: str | None = None
    disputed: bool = False

    @classmethod
    def on(cls, evidence: Evidence) -> Rest:
        """On a sentence of a recalled turn."""
        item = evidence.item
        return cls(item.turn, evidence.start, evidence.end, None, item.disputed)

    @classmethod
    def on_fact(cls, fact: Fact) -> tuple[Rest, ...]:
        """On the quotes of a record."""
        turns = {turn.id: turn for turn in fact.turns}
        return tuple(
            cls(turns[quote.turn], quote.start, quote.end, fact.record.id, fact.disputed)
            for quote in fact.record.evidence
            if quote.turn in turns
        )


@dataclass(frozen=True, slots=True)
class Draft:
    """An answer that an operator made: in words, as a value if it is one, and what it rests on.

    ``steps`` are the operations that it was composed of, where they are several.
    """

    text: str
    rests: tuple[Rest, ...]
    value: str | None = None
    confidence: float = 1.0
    disputed: bool = False
    reason: str = ""
    operator: str = ""
    steps: tuple[str, ...] = ()
