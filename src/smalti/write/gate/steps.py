"""Changes of state, each as the record afterwards and the step that is logged for it."""

from __future__ import annotations

from dataclasses import replace

from smalti.model.ids import content_id
from smalti.model.lifecycle import Event, step
from smalti.model.record import Record, RecordStep
from smalti.model.time import Instant

_CLOSING = frozenset({Event.REJECT, Event.CORRECT})


def moved(
    record: Record,
    event: Event,
    *,
    at: Instant,
    actor: str,
    reason: str,
    conflict: str | None = None,
) -> tuple[Record, RecordStep]:
    """A record after an event, and the step. One that is no longer believed is closed at ``at``.

    One that is believed again is open again. ``conflict`` is the id of the one that led to it.

    Raises:
        IllegalTransition: the record's state knows no such event.
    """
    closed = at if event in _CLOSING else None if event is Event.REOPEN else record.closed_at
    after = replace(record, state=step(record.state, event), closed_at=closed)
    id = content_id("s", record.id, event.value, str(at.micros), reason, conflict or "")
    return after, RecordStep(id, record.id, event, at, actor, reason, conflict, valid=after.valid)
