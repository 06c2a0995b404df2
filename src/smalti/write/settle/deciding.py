"""What a person's decision about an open conflict leads to, and how a settlement is undone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from smalti.model.conflict import Conflict, ConflictStatus
from smalti.model.errors import InvalidInput, NotFound
from smalti.model.lifecycle import Event, State, step
from smalti.model.record import Record, RecordStep
from smalti.model.time import Instant
from smalti.write.settle.intervals import closed_by
from smalti.write.settle.outcomes import Outcome
from smalti.write.settle.settlement import Change, Draft, Mark, Settlement


class Choice(Enum):
    """How somebody may decide a conflict."""

    STORED = "stored"  # the stored statement is right, the incoming one is not
    INCOMING = "incoming"  # the incoming one is right, and the stored one never was
    CHANGED = "changed"  # the incoming one is right now, and the stored one was until then
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
    changes: Iterable[Change],
    records: Mapping[str, Record],
    log: Mapping[str, Sequence[RecordStep]],
) -> tuple[Record, ...]:
    """The records as if the changes had not been made: the rest of their log is replayed.

    ``log`` has all steps of each record, in order. What else was done since stays done.

    Raises:
        NotFound: a record is not there.
        InvalidInput: its validity was changed again since; undo that first.
        IllegalTransition: a later step builds on one that would be undone.
    """
    return tuple(_undone(change, records, log) for change in changes)


def reopened(conflict: Conflict) -> Conflict:
    """A conflict as it was before somebody decided it."""
    return replace(
        conflict, status=ConflictStatus.OPEN, outcome=None, decided_by=None, decided_at=None
    )


def _undone(
    change: Change, records: Mapping[str, Record], log: Mapping[str, Sequence[RecordStep]]
) -> Record:
    record = records.get(change.record)
    if record is None:
        raise NotFound("record", change.record)
    if record.valid != change.after:
        raise InvalidInput("record", record.id, "was changed again since", fix="Undo that first")
    dropped = {step.id for step in change.steps}
    left = [step for step in log.get(record.id, ()) if step.id not in dropped]
    state, closed_at = replayed(left)
    return replace(record, state=state, closed_at=closed_at, valid=change.before)


def replayed(steps: Iterable[RecordStep]) -> tuple[State, Instant | None]:
    """Where the steps of a record lead from its beginning, and when it was closed if it was.

    Raises:
        IllegalTransition: a step does not follow from those before it.
    """
    state, closed_at = State.CANDIDATE, None
    for one in steps:
        state = step(state, one.event)
        closed_at = one.at if one.event in _CLOSING else closed_at
    return state, closed_at


_CLOSING = frozenset({Event.REJECT, Event.CORRECT})
