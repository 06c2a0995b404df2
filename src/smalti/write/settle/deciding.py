"""What a person's decision about an open conflict leads to, and how a settlement is undone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from smalti.model.conflict import Conflict, ConflictStatus
from smalti.model.errors import InvalidInput
from smalti.model.lifecycle import State, step
from smalti.model.record import Record, RecordStep
from smalti.model.time import Instant, Interval
from smalti.write.settle.intervals import closed_by
from smalti.write.settle.outcomes import BACK, Outcome
from smalti.write.settle.settlement import Draft, Mark, Settlement


class Choice(Enum):
    """How somebody may decide a conflict."""

    STORED = "stored"  # the stored statement is right, the incoming one is not
    INCOMING = "incoming"  # the incoming one is right, and the stored one never was
    CHANGED = "changed"  # the incoming one is right now, and the stored one was until then
    MERGE = "merge"  # both say the same: one record with the evidence of both
    BOTH = "both"  # both are true, for the reason given
    DISMISS = "dismiss"  # there is nothing to decide


@dataclass(frozen=True, slots=True)
class _Then:
    stored: State
    incoming: State
    outcome: Outcome
    status: ConflictStatus = ConflictStatus.RESOLVED


_THEN: Mapping[Choice, _Then] = {
    Choice.STORED: _Then(State.CURRENT, State.REJECTED, Outcome.REJECT),
    Choice.INCOMING: _Then(State.CORRECTED, State.CURRENT, Outcome.CORRECT),
    Choice.CHANGED: _Then(State.SUPERSEDED, State.CURRENT, Outcome.SUPERSEDE),
    Choice.MERGE: _Then(State.CURRENT, State.REJECTED, Outcome.MERGE),
    Choice.BOTH: _Then(State.CURRENT, State.CURRENT, Outcome.KEEP_BOTH),
    Choice.DISMISS: _Then(
        State.CURRENT, State.CURRENT, Outcome.KEEP_BOTH, ConflictStatus.DISMISSED
    ),
}


def decide(
    conflict: Conflict,
    choice: Choice,
    stored: Record,
    incoming: Record,
    *,
    at: Instant,
    by: str,
    reason: str = "",
    disputed: Collection[str] = (),
) -> Settlement:
    """Settle an open conflict as somebody decided.

    ``disputed`` are the ids of records that other open conflicts are about: such a record stays
    disputed where it would become current.

    Raises:
        InvalidInput: the conflict was decided before, or the records are not its two sides.
    """
    if conflict.status is not ConflictStatus.OPEN:
        raise InvalidInput("conflict", conflict.id, f"is {conflict.status.value}", fix="Undo that")
    if (stored.id, incoming.id) != (conflict.stored, conflict.incoming):
        raise InvalidInput("conflict", conflict.id, "is not between these records")
    then = _THEN[choice]
    told = f"{choice.value}: {reason}" if reason else choice.value
    mark = Mark(at, by, told, conflict.id)
    draft = Draft([stored, incoming])
    if choice is Choice.CHANGED:
        draft.put(closed_by(stored, incoming))
    if choice is Choice.MERGE:
        fresh = tuple(one for one in incoming.evidence if one not in stored.evidence)
        draft.put(replace(stored, evidence=(*stored.evidence, *fresh)))
    for id, target in ((stored.id, then.stored), (incoming.id, then.incoming)):
        if target is not State.CURRENT or id not in disputed:
            draft.bring(id, target, mark)
    decided = replace(conflict, status=then.status, outcome=told, decided_by=by, decided_at=at)
    return Settlement(
        then.outcome,
        draft.now(incoming.id),
        stored=tuple(one for one in draft.changed() if one.id == stored.id),
        changes=draft.changes(),
        conflicts=(decided,),
    )


def undo(
    conflict: Conflict,
    records: Sequence[Record],
    log: Mapping[str, Sequence[RecordStep]],
    *,
    at: Instant,
    by: str,
    reason: str = "",
) -> Settlement:
    """Take a decision back: the conflict is open again, and its records are as they were before.

    ``records`` are its two sides, ``log`` has all steps of each, in order. Nothing vanishes from
    the log; what was believed between the decision and now can still be asked for. Where the
    conflict was settled when it was found, both sides are disputed from now on.

    Raises:
        InvalidInput: nothing was decided, or a record was changed again since; undo that first.
    """
    if conflict.status is ConflictStatus.OPEN:
        raise InvalidInput("conflict", conflict.id, "is open: there is nothing to undo")
    mark = Mark(at, by, f"{_UNDONE}: {reason}" if reason else _UNDONE, conflict.id)
    draft = Draft(records)
    merged = (conflict.outcome or "").partition(":")[0] == Choice.MERGE.value
    lent = {e for one in records if one.id == conflict.incoming for e in one.evidence}
    before = {one.id: _before(conflict, one, log.get(one.id, ())) for one in records}
    silent = all(state is State.CURRENT for state, _ in before.values())
    for one in records:
        state, valid = before[one.id]
        kept = tuple(e for e in one.evidence if e not in lent or one.id == conflict.incoming)
        draft.put(replace(one, valid=valid, evidence=kept if merged else one.evidence))
        draft.bring(one.id, State.DISPUTED if silent else state, mark, BACK)
    return Settlement(
        Outcome.DISPUTE,
        draft.now(conflict.incoming),
        stored=tuple(one for one in draft.changed() if one.id != conflict.incoming),
        changes=draft.changes(),
        conflicts=(reopened(conflict),),
    )


_UNDONE = "undone"


def reopened(conflict: Conflict) -> Conflict:
    """A conflict as it was before somebody decided it."""
    return replace(
        conflict, status=ConflictStatus.OPEN, outcome=None, decided_by=None, decided_at=None
    )


def _before(
    conflict: Conflict, record: Record, log: Sequence[RecordStep]
) -> tuple[State, Interval]:
    """Where a record stood before a conflict was decided, and when it held."""
    decided = [one for one in log if _is_of(one, conflict)]
    if not decided:
        return record.state, record.valid
    if decided[-1] != log[-1]:
        raise InvalidInput(
            "conflict",
            conflict.id,
            f"cannot be undone: record {record.id} was changed again since",
            fix=f"Undo {log[-1].conflict} first" if log[-1].conflict else None,
        )
    first = len(log)
    while first and _is_of(log[first - 1], conflict):
        first -= 1
    earlier = log[:first]
    if not earlier:  # it was judged before it was ever believed
        return State.CURRENT, record.valid
    state = State.CANDIDATE
    for one in earlier:
        state = step(state, one.event)
    return state, earlier[-1].valid


def _is_of(step: RecordStep, conflict: Conflict) -> bool:
    """Whether a step was taken by the decision that a conflict has now."""
    place = (step.conflict, step.at, step.actor)
    decision = (conflict.id, conflict.decided_at, conflict.decided_by)
    return place == decision and not step.reason.startswith(_UNDONE)
