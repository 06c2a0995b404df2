"""What becomes of statements that were judged: by a table, by a person, and undone again.

``settle`` decides about a statement that comes in, ``decide`` carries out what somebody chose for
an open conflict, ``undo`` restores what was before. Pure: all return what is to be stored.
"""

from __future__ import annotations

from smalti.model.policy import Policy
from smalti.write.settle.deciding import Choice, decide, undo
from smalti.write.settle.intervals import closed
from smalti.write.settle.outcomes import Authorities, Outcome
from smalti.write.settle.settle import conflict_id, conflict_of, settle, situation
from smalti.write.settle.settlement import Change, Settlement
from smalti.write.settle.table import TABLE, Situation, looked_up

__all__ = [
    "TABLE",
    "Authorities",
    "Change",
    "Choice",
    "Outcome",
    "Policy",
    "Settlement",
    "Situation",
    "closed",
    "conflict_id",
    "conflict_of",
    "decide",
    "looked_up",
    "settle",
    "situation",
    "undo",
]
