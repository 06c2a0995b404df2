"""From candidates to what is stored: drives ground to check for statements in one unit of work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from smalti.model.conflict import (
    Clarification,
    ClarificationKind,
    ClarificationStatus,
    Relation,
)
from smalti.model.lifecycle import State
from smalti.model.record import Record
from smalti.model.results import Outcome, RecordItem
from smalti.model.time import Instant
from smalti.model.turn import Turn
from smalti.write.answered import ANSWERED, Answering, Heard
from smalti.write.checking import Checked, Rules, check
from smalti.write.detect import Judge
from smalti.write.entities import resolve, settle
from smalti.write.extract import Candidate, Refusal
from smalti.write.finding import Found
from smalti.write.following import with_what_follows
from smalti.write.gate import gate
from smalti.write.ground import ground
from smalti.write.normalise import normalise
from smalti.write.report import Report
from smalti.write.settle import Outcome as Settled
from smalti.write.settle import Settlement
from smalti.write.statement import Gated, Resolved, Statement
from smalti.write.unit import Unit
from smalti.write.work import drive


@dataclass(frozen=True, slots=True)
class Placed:
    """What became of a statement: whom it is about, whether it is believed, what it is against."""

    resolved: Resolved
    gated: Gated
    checked: Checked | None = None

    @property
    def settlement(self) -> Settlement | None:
        """What the comparison decided, if it did."""
        done = None if self.checked is None else self.checked.settlement
        return None if done is None or done.outcome is Settled.LINK else done

    @property
    def relation(self) -> Relation | None:
        """How it lies to what is stored, as far as a judge told: what has most consequence."""
        if self.gated.outcome is Outcome.MERGED:
            return Relation.DUPLICATE
        found = {one.verdict.relation for one in self.checked.judged} if self.checked else set()
        return next((one for one in _CONSEQUENCE if one in found), None)

    @property
    def record(self) -> Record:
        """The record it has become, or has become evidence of."""
        done = self.settlement
        if done is None:
            return self.gated.record
        merged = (one for one in done.stored if one.id == done.merged)
        return next(merged, done.incoming)

    def item(self) -> RecordItem:
        """For the receipt."""
        candidate, gated, record = self.resolved.statement.candidate, self.gated, self.record
        item = RecordItem(
            turn=candidate.turn,
            start=candidate.start,
            end=candidate.end,
            outcome=gated.outcome,
            id=None if gated.outcome is Outcome.REFUSED else record.id,
            sentence=record.sentence,
            reason=gated.reason,
            relation=self.relation,
        )
        done = self.settlement
        if done is None:
            asked = gated.outcome is Outcome.PENDING and gated.clarifications
            return replace(item, question=gated.clarifications[0].question) if asked else item
        return replace(
            item,
            outcome=_OUTCOMES.get(done.outcome, Outcome.STORED),
            reason="; ".join(dict.fromkeys(one.reason for one in done.conflicts)),
            question=done.clarifications[0].question if done.clarifications else "",
            conflicts=tuple(one.id for one in done.conflicts),
            ended=tuple(one.id for one in done.stored if one.state in _ENDED),
        )


_OUTCOMES = {
    Settled.MERGE: Outcome.MERGED,
    Settled.PAST: Outcome.SUPERSEDED,
    Settled.DISPUTE: Outcome.DISPUTED,
    Settled.CONTEST: Outcome.DISPUTED,
    Settled.REJECT: Outcome.REJECTED,
}
_CONSEQUENCE = (
    Relation.CORRECTION,
    Relation.CONFLICT,
    Relation.UPDATE,
    Relation.RETRACTION,
    Relation.RECURRENCE,
    Relation.DUPLICATE,
    Relation.REFINEMENT,
    Relation.COMPATIBLE,
    Relation.UNSURE,
)
_ENDED = (State.SUPERSEDED, State.CORRECTED, State.RETRACTED)


@dataclass(frozen=True, slots=True)
class Reading:
    """All that became of one turn, stage by stage."""

    turn: Turn
    candidates: tuple[Candidate, ...]
    refused: tuple[Refusal, ...]
    statements: tuple[Statement, ...]
    placed: tuple[Placed, ...]

    def items(self) -> Iterator[RecordItem]:
        """What became of each statement, in the order of the text; then what was refused."""
        yield from (one.item() for one in self.placed)
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
    told: Judge | None = None

    def decide(
        self,
        turn: Turn,
        context: Sequence[Turn],
        found: Found,
        alike: Sequence[str] = (),
        answering: Answering | None = None,
    ) -> Reading:
        """Decide about everything that was found in a turn; what is to be stored is in the unit.

        ``alike`` are the ids of turns that say something similar; ``answering`` tells what the turn
        answers, if anything is asked.
        """
        with self.report.timed("ground"):
            grounded, refused = ground(found.candidates, {turn.id: turn}, context)
        with self.report.timed("normalise"):
            table = self.rules.predicates
            stated = (normalise(one, table) for one in grounded)
            statements = [one for first in stated for one in with_what_follows(first, table)]
        heard = Heard(statements) if answering is None else answering(turn, statements)
        placed = [self.place(one, found.extractor, alike) for one in heard.read]
        placed += [self.place(one, ANSWERED, alike) for one in heard.answers]
        return Reading(
            turn=turn,
            candidates=tuple(found.candidates),
            refused=(*found.refused, *refused),
            statements=(*heard.read, *heard.answers),
            placed=tuple(placed),
        )

    def place(self, statement: Statement, extractor: str, alike: Sequence[str] = ()) -> Placed:
        """Give a statement its entities, decide whether it is believed, and what it is against."""
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
            self._keep(gated)
        with self.report.timed("check"):
            checked = self._compare(gated, alike) if _is_comparable(gated) else None
        return Placed(resolved, gated, checked)

    def _compare(self, gated: Gated, alike: Sequence[str]) -> Checked | None:
        """Compare a record that is believed with what is stored; what follows is in the unit."""
        work = check(
            gated.record,
            self.rules,
            at=self.now,
            alike=alike,
            told=self.told,
            firm=gated.firm,
        )
        checked = drive(work, self.unit.answer)
        if checked is not None:
            if checked.settlement.merged:
                self.unit.drop(gated.record, *gated.steps, *gated.clarifications)
            self.unit.put(*checked.nouns)
        return checked

    def _keep(self, gated: Gated) -> None:
        if gated.outcome is not Outcome.REFUSED:
            self.unit.put(gated.record)
        self.unit.put(*gated.settled, *gated.steps, *gated.clarifications)
        if gated.belief is not None:
            self.unit.put(gated.belief)

    def _propose(self, proposals: Iterable[Clarification]) -> None:
        """Queue questions whether two entities are one; merge them where the turn tells."""
        for proposal in proposals:
            self.unit.put(proposal)
            if proposal.status is ClarificationStatus.ANSWERED:
                changes = drive(settle(proposal, at=self.now), self.unit.answer)
                if changes is not None:
                    self.unit.put(changes.entity, changes.merge)


def _is_comparable(gated: Gated) -> bool:
    """Whether a statement is believed, or waits for a yes and says clearly what it is about."""
    if gated.firm:
        return True
    asked = {one.kind for one in gated.clarifications}
    clear = asked <= {ClarificationKind.CONFIRM, ClarificationKind.WHICH}
    return gated.outcome is Outcome.PENDING and clear
