"""What summed up a record that has just ended is ended with it; sleep makes it anew."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from smalti.model.lifecycle import Event, State
from smalti.model.record import Edge, EdgeKind, Record, RecordKind, RecordStep
from smalti.model.time import Instant
from smalti.write.gate.steps import moved
from smalti.write.work import Meeting, Several, Touching, Work

ACTOR = "cascade"
_ENDED = (State.SUPERSEDED, State.CORRECTED, State.RETRACTED, State.REJECTED, State.DISPUTED)
_ALL = 1_000_000


def outdated(changed: Iterable[Record], at: Instant) -> Work[list[Record | RecordStep]]:
    """The summaries of records that are believed no longer, as ended, and their steps."""
    gone = {
        one.id: f"“{one.sentence}” is {one.state.value}"
        for one in changed
        if one.kind is RecordKind.EVENT and one.state in _ENDED
    }
    if not gone:
        return []
    edges: list[Edge] = yield Touching(tuple(gone))
    reasons = {
        edge.source: gone[edge.target]
        for edge in edges
        if edge.kind is EdgeKind.SUPPORTED_BY and edge.target in gone
    }
    return (yield from _ended(reasons, at))


def parted(people: Iterable[Collection[str]], at: Instant) -> Work[list[Record | RecordStep]]:
    """The summaries of people that rest on what others did, as ended, and their steps.

    Args:
        people: the ids of all that is one person, for each of those who are not one any more.
        at: when that was found.
    """
    reasons: dict[str, str] = {}
    for ids in people:
        met: list[Record] = yield Meeting(Record, tuple(f"subject {id}" for id in ids), _ALL)
        current = [one.id for one in met if _is_current(one)]
        edges: list[Edge] = (yield Touching(tuple(current))) if current else []
        rests = [one for one in edges if one.kind is EdgeKind.SUPPORTED_BY]
        events = yield Several(Record, tuple(one.target for one in rests))
        for edge in rests:
            event: Record | None = events.get(edge.target)
            if event is not None and event.subject not in ids:
                reasons[edge.source] = f"“{event.sentence}” is of somebody else"
    return (yield from _ended(reasons, at))


def _ended(reasons: dict[str, str], at: Instant) -> Work[list[Record | RecordStep]]:
    """Those of the records that are current summaries, superseded for these reasons."""
    if not reasons:
        return []
    found: dict[str, Record] = yield Several(Record, tuple(reasons))
    done: list[Record | RecordStep] = []
    for id, reason in reasons.items():
        summary = found.get(id)
        if summary is not None and _is_current(summary):
            done += moved(summary, Event.SUPERSEDE, at=at, actor=ACTOR, reason=reason)
    return done


def _is_current(record: Record) -> bool:
    return record.kind is RecordKind.SUMMARY and record.state is State.CURRENT
