"""Contradictions and open questions as things one can list, look at and settle."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from smalti.model.time import Instant


class Relation(Enum):
    """How a new statement lies to a stored one."""

    DUPLICATE = "duplicate"  # the same content again
    REFINEMENT = "refinement"  # more detail; nothing becomes false
    UPDATE = "update"  # the world changed: the stored one was true until then
    CORRECTION = "correction"  # the stored one was never true
    RECURRENCE = "recurrence"  # it happened, or became so, again
    RETRACTION = "retraction"  # the stored one is taken back or over; nothing takes its place
    CONFLICT = "conflict"  # both cannot be true, and nothing says which one is
    COMPATIBLE = "compatible"
    UNSURE = "unsure"  # no judge could tell


class ConflictKind(Enum):
    """What two records disagree in."""

    NUMERIC = "numeric"
    SEMANTIC = "semantic"
    LOGICAL = "logical"
    TEMPORAL = "temporal"
    IDENTITY = "identity"


class ConflictStatus(Enum):
    """Whether somebody has decided."""

    POSSIBLE = "possible"  # no judge could tell; a better one may
    OPEN = "open"
    RESOLVED = "resolved"
    DISMISSED = "dismissed"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two records that cannot both hold, or possibly not, and what became of it.

    ``relation`` is how the incoming one lies to the stored one, in the eyes of the judge.
    ``chain`` holds the ids of the records that show an implicit contradiction; it is empty for an
    explicit one. ``score`` is the judge's, in [0, 1].
    """

    id: str
    stored: str
    incoming: str
    kind: ConflictKind
    judge: str
    score: float
    reason: str
    found_at: Instant
    chain: tuple[str, ...] = ()
    status: ConflictStatus = ConflictStatus.OPEN
    outcome: str | None = None
    decided_by: str | None = None
    decided_at: Instant | None = None
    relation: Relation = Relation.CONFLICT

    @property
    def explicit(self) -> bool:
        """Whether the two sides contradict each other directly."""
        return not self.chain


class ClarificationStatus(Enum):
    """Where a question stands."""

    QUEUED = "queued"
    ASKED = "asked"
    ANSWERED = "answered"
    DROPPED = "dropped"


class ClarificationKind(Enum):
    """What has to be told to answer a question, and so how a reply is read."""

    CONFIRM = "confirm"  # yes or no
    WHO = "who"  # whom or what a pronoun means
    WHAT = "what"  # what exactly a vague word means
    WHICH = "which"  # which of two that cannot both hold


@dataclass(frozen=True, slots=True)
class Clarification:
    """A question worth asking, from a pending record, an open conflict or an agenda unit.

    ``against`` is the other record where the question is which of two is right.
    """

    id: str
    question: str
    about: str
    created_at: Instant
    priority: float = 1.0
    times_asked: int = 0
    status: ClarificationStatus = ClarificationStatus.QUEUED
    answered_by: str | None = None
    kind: ClarificationKind = ClarificationKind.CONFIRM
    against: str | None = None
