"""The life of a record: states × events, kept as one table.

A record's text never changes; only its state does, and every step is logged. A step that is not
in the table does not exist (:class:`~smalti.model.errors.IllegalTransition`). ``undo`` is not an
event: it replays the log without the undone step.
"""

from __future__ import annotations

from enum import Enum

from smalti.model.errors import IllegalTransition

ANY = "any"
"""What stands for every state, or status of conflicts, as ``None`` does."""


class State(Enum):
    """Where a record stands."""

    CANDIDATE = "candidate"  # extracted and grounded, not yet judged
    PENDING = "pending"  # too unsure to commit; a clarification is queued
    CURRENT = "current"  # believed
    DISPUTED = "disputed"  # in an open conflict; shown with its other side
    SUPERSEDED = "superseded"  # was true until something newer
    CORRECTED = "corrected"  # was never true: closed on the recording axis
    RETRACTED = "retracted"  # taken back by who said it
    REJECTED = "rejected"  # not believed; kept with the reason
    FORGOTTEN = "forgotten"  # erased: only the id and the fact of erasure are left


class Event(Enum):
    """What can happen to a record."""

    COMMIT = "commit"
    HOLD = "hold"
    DISPUTE = "dispute"
    SUPERSEDE = "supersede"
    CORRECT = "correct"
    RETRACT = "retract"
    REJECT = "reject"
    REOPEN = "reopen"
    FORGET = "forget"


_ENDED = (State.SUPERSEDED, State.CORRECTED, State.RETRACTED, State.REJECTED)

TRANSITIONS: dict[State, dict[Event, State]] = {
    State.CANDIDATE: {
        Event.COMMIT: State.CURRENT,
        Event.HOLD: State.PENDING,
        Event.DISPUTE: State.DISPUTED,
        Event.SUPERSEDE: State.SUPERSEDED,  # a late-arriving old fact enters as past
        Event.REJECT: State.REJECTED,
    },
    State.PENDING: {
        Event.COMMIT: State.CURRENT,
        Event.DISPUTE: State.DISPUTED,
        Event.RETRACT: State.RETRACTED,
        Event.REJECT: State.REJECTED,
        Event.FORGET: State.FORGOTTEN,
    },
    State.CURRENT: {
        Event.DISPUTE: State.DISPUTED,
        Event.SUPERSEDE: State.SUPERSEDED,
        Event.CORRECT: State.CORRECTED,
        Event.RETRACT: State.RETRACTED,
        Event.FORGET: State.FORGOTTEN,
    },
    State.DISPUTED: {
        Event.COMMIT: State.CURRENT,
        Event.SUPERSEDE: State.SUPERSEDED,
        Event.CORRECT: State.CORRECTED,
        Event.RETRACT: State.RETRACTED,
        Event.REJECT: State.REJECTED,
        Event.FORGET: State.FORGOTTEN,
    },
    **{ended: {Event.REOPEN: State.CURRENT, Event.FORGET: State.FORGOTTEN} for ended in _ENDED},
    State.FORGOTTEN: {},
}


def step(state: State, event: Event) -> State:
    """The state after the event.

    Raises:
        IllegalTransition: the table has no such step; names the events that are possible.
    """
    possible = TRANSITIONS[state]
    if event not in possible:
        raise IllegalTransition(state.value, event.value, tuple(e.value for e in possible))
    return possible[event]


def diagram() -> str:
    """The table as a Mermaid state diagram; docs/design.md is generated from it."""
    lines = ["stateDiagram-v2", f"    [*] --> {State.CANDIDATE.value}"]
    lines += [
        f"    {state.value} --> {after.value}: {event.value}"
        for state, events in TRANSITIONS.items()
        for event, after in events.items()
    ]
    return "\n".join([*lines, f"    {State.FORGOTTEN.value} --> [*]"])
