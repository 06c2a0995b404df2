"""Records come back from what only the erased had led to: closed ones reopen, disputes end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from smalti.model.conflict import Conflict
from smalti.model.lifecycle import TRANSITIONS, Event, State, step
from smalti.model.record import Edge, EdgeKind, Record, RecordStep
from smalti.model.time import Bound, Instant, Precision
from smalti.write.forget.draft import Draft
from smalti.write.gate import slot_key
from smalti.write.gate.steps import moved
from smalti.write.settle.intervals import closed_by
from smalti.write.work import Work

ACTOR = "forget"
_SOMETIME = Bound(None, Precision.UNKNOWN)  # the end of what was over by another's unknown start

_CLOSING = frozenset({Event.REJECT, Event.CORRECT})
_ENDING = frozenset({Event.SUPERSEDE, Event.CORRECT})
Ends = Mapping[str, tuple[str, Instant]]
"""By what, and when, each erased record had been ended itself."""


def undo_what_followed(draft: Draft) -> Work[None]:
    """Undo every step that names something erased, and let the rest of each log lead on.

    Conflicts of erased records go, as do those whose chain leads over one. What an erased record
    had superseded is superseded by what had superseded that in turn, if anything had.
    """
    ended = yield from _ends_of_erased(draft)
    conflicts = yield from draft.holding(Conflict, draft.gone(Record))
    draft.remove(*conflicts)
    named = yield from draft.holding(RecordStep, draft.erased)
    past = yield from _late_ones(draft)
    undone = _by_record({one.id: one for one in (*named, *past)}.values())
    logs = _by_record((yield from draft.meeting(RecordStep, [f"record {id}" for id in undone])))
    for id, dropped in undone.items():
        record = yield from draft.one(Record, id)
        if record is not None:
            heir = yield from _heir(draft, dropped, conflicts, ended)
            _replay(draft, record, logs[id], dropped, heir)


def _by_record(steps: Iterable[RecordStep]) -> dict[str, list[RecordStep]]:
    found: dict[str, list[RecordStep]] = {}
    for one in steps:
        found.setdefault(one.record, []).append(one)
    return found


def _ends_of_erased(draft: Draft) -> Work[Ends]:
    """By which record each erased one was ended, as far as one that stays did so."""
    conflicts = yield from draft.holding(Conflict, draft.gone(Record))
    sides = {one.id: one.incoming for one in conflicts}
    ends: dict[str, tuple[str, Instant]] = {}
    for one in draft.removed:
        if isinstance(one, RecordStep) and one.event in _ENDING and one.conflict in sides:
            ends[one.record] = (sides[one.conflict], one.at)
    return {id: end for id, end in ends.items() if end[0] != id}


def _late_ones(draft: Draft) -> Work[list[RecordStep]]:
    """Steps by which what came late ended where an erased record of its slot began."""
    erased = [one for one in draft.removed if isinstance(one, Record)]
    begun: dict[str, list[Record]] = {}
    for record in erased:
        begun.setdefault(slot_key(record), []).append(record)
    over = {
        one.id: one
        for one in (yield from draft.meeting(Record, begun))
        if one.state is State.SUPERSEDED
    }
    late: list[RecordStep] = []
    for one in (yield from draft.meeting(RecordStep, [f"record {id}" for id in over])):
        if one.event is Event.SUPERSEDE and one.conflict is None:
            others = begun[slot_key(over[one.record])]
            ends = [record.valid.start or _SOMETIME for record in others]
            late += [one] if one.valid.end in ends else []
    return late


def _heir(
    draft: Draft, dropped: Sequence[RecordStep], conflicts: Iterable[Conflict], ended: Ends
) -> Work[tuple[Record, Instant] | None]:
    """What ended the erased record that had superseded another: the next in the line that stays."""
    sides = {one.id: one.incoming for one in conflicts}
    gone = draft.gone(Record)
    for one in dropped:
        ender = sides.get(one.conflict or "")
        if one.event is not Event.SUPERSEDE or ender is None:
            continue
        at = one.at
        seen = set()
        while ender in ended and ender in gone and ender not in seen:
            seen.add(ender)
            ender, at = ended[ender]
        heir = None if ender in gone else (yield from draft.one(Record, ender))
        if heir is not None:
            return heir, at
    return None


def _replay(
    draft: Draft,
    record: Record,
    log: Sequence[RecordStep],
    dropped: Sequence[RecordStep],
    heir: tuple[Record, Instant] | None,
) -> None:
    """A record as the rest of its log leaves it; steps that build on undone ones go with them."""
    ids = {one.id for one in dropped}
    state, closed, kept = State.CANDIDATE, None, []
    for one in log:
        if one.id in ids or one.event not in TRANSITIONS[state]:
            draft.remove(one)
            continue
        state = step(state, one.event)
        closed = one.at if one.event in _CLOSING else None if one.event is Event.REOPEN else closed
        kept.append(one)
    valid = kept[-1].valid if kept else dropped[0].valid
    after = replace(record, state=state, closed_at=closed, valid=valid)
    if state is State.CANDIDATE:
        after = _move(draft, after, Event.COMMIT, dropped[0].at, "what it was against is erased")
    if heir is not None and after.state in (State.CURRENT, State.DISPUTED):
        later, at = heir
        draft.put(Edge(later.id, record.id, EdgeKind.SUPERSEDES))
        after = _move(
            draft, closed_by(after, later), Event.SUPERSEDE, at, f"superseded by {later.id}"
        )
    if after.state is not record.state and after.state is not State.SUPERSEDED:
        draft.reopened[record.id] = None
    draft.put(after)


def _move(draft: Draft, record: Record, event: Event, at: Instant, reason: str) -> Record:
    after, taken = moved(record, event, at=at, actor=ACTOR, reason=reason)
    draft.put(taken)
    return after
