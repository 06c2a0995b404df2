"""What can become of two statements, and by which events records get there."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from smalti.model.lifecycle import Event, State


class Outcome(Enum):
    """What becomes of an incoming statement beside a stored one."""

    MERGE = "merge"  # further evidence for the stored one
    SUPERSEDE = "supersede"  # the stored one was true until then
    PAST = "past"  # the incoming one was true until the stored one was
    CORRECT = "correct"  # the stored one was never true
    RETRACT = "retract"  # the stored one is taken back; the incoming one says so
    KEEP_BOTH = "keep both"
    DISPUTE = "dispute"  # nothing says which of them is right
    CONTEST = "contest"  # the incoming one is disputed; the stored one stands until decided
    REJECT = "reject"  # the incoming one is not believed
    LINK = "link"  # unsure: both stay as they are, to be judged again


class Authorities(Enum):
    """The weight of the incoming source against that of the stored one."""

    STRONGER = "stronger"
    SAME = "same"  # one and the same source, or two of equal weight
    WEAKER = "weaker"
    NONE = "none"  # the incoming one has no authority at all
    GUESS = "guess"  # the stored one is but a guess, and the incoming one is not


PATHS: Mapping[tuple[State, State], tuple[Event, ...]] = {
    (State.CANDIDATE, State.CURRENT): (Event.COMMIT,),
    (State.CANDIDATE, State.DISPUTED): (Event.DISPUTE,),
    (State.CANDIDATE, State.SUPERSEDED): (Event.SUPERSEDE,),
    (State.CANDIDATE, State.REJECTED): (Event.REJECT,),
    (State.PENDING, State.CURRENT): (Event.COMMIT,),
    (State.PENDING, State.DISPUTED): (Event.DISPUTE,),
    (State.PENDING, State.SUPERSEDED): (Event.COMMIT, Event.SUPERSEDE),
    (State.PENDING, State.CORRECTED): (Event.COMMIT, Event.CORRECT),
    (State.PENDING, State.RETRACTED): (Event.RETRACT,),
    (State.PENDING, State.REJECTED): (Event.REJECT,),
    (State.CURRENT, State.DISPUTED): (Event.DISPUTE,),
    (State.CURRENT, State.SUPERSEDED): (Event.SUPERSEDE,),
    (State.CURRENT, State.CORRECTED): (Event.CORRECT,),
    (State.CURRENT, State.RETRACTED): (Event.RETRACT,),
    (State.CURRENT, State.REJECTED): (Event.DISPUTE, Event.REJECT),
    (State.DISPUTED, State.CURRENT): (Event.COMMIT,),
    (State.DISPUTED, State.SUPERSEDED): (Event.SUPERSEDE,),
    (State.DISPUTED, State.CORRECTED): (Event.CORRECT,),
    (State.DISPUTED, State.RETRACTED): (Event.RETRACT,),
    (State.DISPUTED, State.REJECTED): (Event.REJECT,),
}
"""The events from one state to another. What is missing stays where it is."""

_OVER = (State.SUPERSEDED, State.CORRECTED, State.RETRACTED, State.REJECTED)
BACK: Mapping[tuple[State, State], tuple[Event, ...]] = {
    **{(state, State.CURRENT): (Event.REOPEN,) for state in _OVER},
    **{(state, State.DISPUTED): (Event.REOPEN, Event.DISPUTE) for state in _OVER},
    (State.CURRENT, State.DISPUTED): (Event.DISPUTE,),
    (State.DISPUTED, State.CURRENT): (Event.COMMIT,),
}
"""The events by which a decision is taken back; the log then tells of both."""
