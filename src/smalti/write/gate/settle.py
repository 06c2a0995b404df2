"""What a committed statement settles: pending records of its slot that it confirms or rules out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from smalti.model.conflict import Clarification, ClarificationStatus
from smalti.model.lifecycle import Event, State
from smalti.model.record import Belief, Modality, Record, RecordStep
from smalti.write.gate.belief import posterior, without
from smalti.write.gate.clarify import is_open, question_id
from smalti.write.gate.slots import alike, is_past, opposed
from smalti.write.gate.steps import moved
from smalti.write.gate.validity import apart
from smalti.write.gate.weigh import Case
from smalti.write.work import One, Work

ACTOR = "gate"


@dataclass(frozen=True, slots=True)
class Settled:
    """Pending records in their new states, with steps and questions that are answered by it."""

    records: tuple[Record, ...] = ()
    steps: tuple[RecordStep, ...] = ()
    clarifications: tuple[Clarification, ...] = ()

    @property
    def rejected(self) -> tuple[str, ...]:
        """The ids of those that were ruled out."""
        return tuple(one.id for one in self.records if one.state is State.REJECTED)


def settle(case: Case, settler: Record, turn: str) -> Work[Settled]:
    """Settle what waits in the slot of a record that was just committed or confirmed.

    What says the same is committed; what cannot hold beside it is rejected, unless its source is
    stronger. ``turn`` is where the answer was given.
    """
    done = list(_settled(case, settler))
    answered = []
    for record, _ in done:
        question = yield from answer_of(record.id, turn)
        answered += question
    return Settled(
        tuple(record for record, _ in done), tuple(step for _, step in done), tuple(answered)
    )


def answer_of(record: str, turn: str) -> Work[list[Clarification]]:
    """The open question about a record as answered by a turn; none if there is no such."""
    question = yield One(Clarification, question_id(record))
    if question is None or not is_open(question):
        return []
    return [replace(question, status=ClarificationStatus.ANSWERED, answered_by=turn)]


def _settled(case: Case, settler: Record) -> Iterator[tuple[Record, RecordStep]]:
    for waiting in case.known:
        if waiting.state is not State.PENDING or waiting.id == settler.id:
            continue
        if waiting.modality is not Modality.ASSERTED:
            continue
        found = _event(case, waiting)
        if found is not None:
            event, verb = found
            reason = f"{verb} by {settler.id}"
            yield moved(waiting, event, at=case.now, actor=ACTOR, reason=reason)


def _event(case: Case, waiting: Record) -> tuple[Event, str] | None:
    """What a committed statement means for one that waits, if it means anything."""
    said = case.record
    if _same(said, waiting, case):
        return Event.COMMIT, "confirmed"
    past = any(is_past(one, case.slot, case.said_at or case.now) for one in (said, waiting))
    ruled_out = opposed(said, waiting, case.slot) and not past
    if ruled_out and not case.policy.ranks.weaker(said.authority, waiting.authority):
        return Event.REJECT, "ruled out"
    return None


def _same(said: Record, waiting: Record, case: Case) -> bool:
    return (
        said.polarity is waiting.polarity
        and said.ended is waiting.ended
        and alike(said, waiting, case.slot)
        and not apart(said.valid, waiting.valid)
    )


def cleared(belief: Belief | None, settled: Settled, case: Case) -> Belief | None:
    """A belief without what rests on the records that were ruled out."""
    if belief is None or not settled.rejected:
        return belief
    left = without(belief.observations, settled.rejected)
    return replace(
        belief, observations=left, distribution=posterior(left, case.policy.alternatives)
    )
