"""From candidates to what is stored: drives ground, normalise, resolve and gate in one unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from smalti.model.conflict import Clarification, ClarificationStatus
from smalti.model.record import SlotKind
from smalti.model.results import Outcome, RecordItem
from smalti.model.time import Instant
from smalti.model.turn import Turn
from smalti.write.entities import resolve, settle
from smalti.write.extract import Candidate, Refusal
from smalti.write.finding import Found
from smalti.write.gate import GatePolicy, gate
from smalti.write.ground import ground
from smalti.write.normalise import normalise
from smalti.write.predicates import PredicateTable
from smalti.write.report import Report
from smalti.write.statement import Gated, Resolved, Statement
from smalti.write.unit import Unit
from smalti.write.work import drive


@dataclass(frozen=True, slots=True)
class Rules:
    """What decisions rest on: the vocabulary, and when a statement is believed."""

    predicates: PredicateTable
    policy: GatePolicy

    def slot_of(self, predicate: str) -> SlotKind:
        """How the values of a predicate behave over time."""
        known = self.predicates.get(predicate)
        return SlotKind.UNKNOWN if known is None else known.slot


@dataclass(frozen=True, slots=True)
class Reading:
    """All that became of one turn, stage by stage."""

    turn: Turn
    candidates: tuple[Candidate, ...]
    refused: tuple[Refusal, ...]
    statements: tuple[Statement, ...]
    resolved: tuple[Resolved, ...]
    gated: tuple[Gated, ...]

    def items(self) -> Iterator[RecordItem]:
        """What became of each statement, in the order of the text; then what was refused."""
        for statement, gated in zip(self.statements, self.gated, strict=True):
            candidate = statement.candidate
            asked = gated.outcome is Outcome.PENDING and gated.clarifications
            yield RecordItem(
                turn=candidate.turn,
                start=candidate.start,
                end=candidate.end,
                outcome=gated.outcome,
                id=None if gated.outcome is Outcome.REFUSED else gated.record.id,
                sentence=gated.record.sentence,
                reason=gated.reason,
                question=gated.clarifications[0].question if asked else "",
            )
        for refusal in self.refused:
            yield RecordItem(
                refusal.turn,
                refusal.start,
                refusal.end,
                Outcome.REFUSED,
                reason=refusal.reason.value,
            )


@dataclass(frozen=True, slots=True)
class Committer:
    """Decides about statements within a unit of work, at one moment."""

    unit: Unit
    rules: Rules
    now: Instant
    report: Report

    def decide(self, turn: Turn, context: Sequence[Turn], found: Found) -> Reading:
        """Decide about everything that was found in a turn; what is to be stored is in the unit."""
        with self.report.timed("ground"):
            grounded, refused = ground(found.candidates, {turn.id: turn}, context)
        with self.report.timed("normalise"):
            statements = [normalise(one, self.rules.predicates) for one in grounded]
        placed = [self.place(statement, found.extractor) for statement in statements]
        return Reading(
            turn=turn,
            candidates=tuple(found.candidates),
            refused=(*found.refused, *refused),
            statements=tuple(statements),
            resolved=tuple(resolved for resolved, _ in placed),
            gated=tuple(gated for _, gated in placed),
        )

    def place(self, statement: Statement, extractor: str) -> tuple[Resolved, Gated]:
        """Give a statement its entities, and decide whether it is believed."""
        with self.report.timed("resolve"):
            work = resolve(statement, now=self.now, extractor=extractor)
            resolved = drive(work, self.unit.answer)
            self.unit.put(*resolved.entities)
            self._propose(resolved.proposals)
        with self.report.timed("gate"):
            gated = drive(
                gate(resolved, slot=statement.slot, now=self.now, policy=self.rules.policy),
                self.unit.answer,
            )
            if gated.outcome is not Outcome.REFUSED:
                self.unit.put(gated.record)
            self.unit.put(*gated.settled, *gated.steps, *gated.clarifications)
            if gated.belief is not None:
                self.unit.put(gated.belief)
        return resolved, gated

    def _propose(self, proposals: Iterable[Clarification]) -> None:
        """Queue questions whether two entities are one; merge them where the turn tells."""
        for proposal in proposals:
            self.unit.put(proposal)
            if proposal.status is ClarificationStatus.ANSWERED:
                changes = drive(settle(proposal, at=self.now), self.unit.answer)
                if changes is not None:
                    self.unit.put(changes.entity, changes.merge)
