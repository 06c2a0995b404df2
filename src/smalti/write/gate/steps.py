"""Changes of state, each as the record afterwards and the step that is logged for it."""

from __future__ import annotations

from dataclasses import replace

from smalti.model.ids import content_id
from smalti.model.lifecycle import Event, step
from smalti.model.record import Record, RecordStep
from smalti.model.time import Instant

_CLOSING = frozenset({Event.REJECT, Event.CORRECT})


def moved(
    record: Record, event: Event, *, at: Instant, actor: str, reason: str
) -> tuple[Record, RecordStep]:
    """A record after an event, and the step. One that is no longer believed is closed at ``at``.

    Raises:
        IllegalTransition: the record's state knows no such event.
    """
    after = replace(
        record,
        state=step(record.state, event),
        closed_at=at if event in _CLOSING else record.closed_at,
    )
    id = content_id("s", record.id, event.value, str(at.micros), reason)
    return after, RecordStep(id, record.id, event, at, actor, reason, valid=after.valid)
