"""What follows from an event is stated too: who moved to Tampere lives there from then on.

So a slot has its history whichever way it was told, and "where does she live?" has an answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from smalti.model.record import (
    Derivation,
    DerivationKind,
    Modality,
    RecordKind,
    SlotKind,
    Value,
)
from smalti.model.time import Interval
from smalti.write.extract.candidate import Candidate
from smalti.write.predicates import PredicateTable
from smalti.write.predicates.entries import Implication, Side
from smalti.write.statement import Statement


def with_what_follows(statement: Statement, table: PredicateTable) -> Iterator[Statement]:
    """A statement, and after it what the vocabulary says follows for slots that change.

    Only what is told to have happened has consequences. They hold from when it happened, and rest
    on the same quote.
    """
    yield statement
    known = table.get(statement.predicate)
    if known is None or not _happened(statement.candidate):
        return
    for rule in known.implies:
        slot = table.predicates[rule.predicate].slot
        if slot is SlotKind.CHANGING and _as_it_is(rule):
            yield _follows(statement, rule.predicate, slot)


def _happened(candidate: Candidate) -> bool:
    passive = candidate.predicate.startswith(_PASSIVE)  # "was postponed": of a thing, so a fact
    return (
        (candidate.kind is RecordKind.EVENT or passive)
        and candidate.modality is Modality.ASSERTED
        and candidate.polarity
        and candidate.condition is None
        and not (candidate.ended or candidate.instruction_like)
    )


_PASSIVE = ("be ", "get ")


def _as_it_is(rule: Implication) -> bool:
    """Whether subject and value stay what they are."""
    sides = (rule.subject, rule.value, rule.constant)
    return sides == (Side.SUBJECT, Side.VALUE, None) and rule.given and rule.polarity


def _follows(statement: Statement, predicate: str, slot: SlotKind) -> Statement:
    why = f"{statement.predicate} implies {predicate}"
    step = Derivation(DerivationKind.PREDICATE, statement.predicate, predicate, why)
    candidate = replace(
        statement.candidate,
        kind=RecordKind.FACT,
        predicate=predicate,
        sentence=_sentence(statement, predicate),
    )
    return replace(
        statement,
        grounded=replace(statement.grounded, candidate=candidate),
        predicate=predicate,
        slot=slot,
        valid=Interval(statement.valid.start, None),
        recurrence=None,
        derived=(*statement.derived, step),
    )


def _sentence(statement: Statement, predicate: str) -> str:
    """In plain words where the first sentence is written with spaces, else that sentence itself."""
    value = statement.value
    if isinstance(value, Value) or not statement.candidate.sentence.isascii():
        return statement.candidate.sentence
    return f"{statement.subject.text} {predicate.replace('_', ' ')} {value.text}"
