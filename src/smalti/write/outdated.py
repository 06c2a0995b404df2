"""What summed up a record that has just ended is ended with it; sleep makes it anew."""

from __future__ import annotations

from collections.abc import Iterable

from smalti.model.lifecycle import Event, State
from smalti.model.record import Record, RecordKind, RecordStep
from smalti.model.time import Instant
from smalti.write.gate.steps import moved
from smalti.write.work import Meeting, Work

ACTOR = "cascade"
_ENDED = (State.SUPERSEDED, State.CORRECTED, State.RETRACTED, State.REJECTED, State.DISPUTED)
_MOST = 1000  # records of one turn


def outdated(changed: Iterable[Record], at: Instant) -> Work[list[Record | RecordStep]]:
    """The summaries of records that are believed no longer, as ended, and their steps."""
    gone: list[Record | RecordStep] = []
    ended = [one for one in changed if one.kind is RecordKind.EVENT and one.state in _ENDED]
    done: set[str] = set()
    for one in ended:
        keys = tuple(f"turn {quote.turn}" for quote in one.evidence)
        met: list[Record] = yield Meeting(Record, keys, _MOST)
        for summary in met:
            if summary.id not in done and _sums_up(summary, one):
                done.add(summary.id)
                reason = f"“{one.sentence}” is {one.state.value}"
                gone += moved(summary, Event.SUPERSEDE, at=at, actor=ACTOR, reason=reason)
    return gone


def _sums_up(summary: Record, event: Record) -> bool:
    return (
        summary.kind is RecordKind.SUMMARY
        and summary.state is State.CURRENT
        and set(summary.evidence).issuperset(event.evidence)
    )
