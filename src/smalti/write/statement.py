"""What the stages between extraction and commit hand on to each other.

``Candidate`` (extract) → :class:`Grounded` (ground) → :class:`Statement` (normalise) → ``Record``
with entities (resolve) → :class:`Gated` (gate).
"""

from __future__ import annotations

from dataclasses import dataclass

from smalti.model.conflict import Clarification
from smalti.model.entity import Entity, EntityKind
from smalti.model.record import (
    Authority,
    Belief,
    Derivation,
    Record,
    RecordStep,
    SlotKind,
    Value,
)
from smalti.model.results import Outcome
from smalti.model.time import Interval
from smalti.model.turn import Turn
from smalti.write.extract.candidate import Candidate

ASSERTED = "asserted"
"""The extractor of what was given in structured form."""


@dataclass(frozen=True, slots=True)
class Grounded:
    """A candidate whose quote stands in its turn, and how it says more than the quote does."""

    candidate: Candidate
    turn: Turn
    derived: tuple[Derivation, ...] = ()


@dataclass(frozen=True, slots=True)
class Name:
    """A name in a statement, which some entity will stand for.

    ``text`` is the name as the statement gives it ("Ada's sister", "Huaxin Consulting");
    ``context`` the sentence around it, led by its speaker ("Ada: …"), which tells namesakes apart;
    ``category`` what kind of thing it is where that is known ("place", "organisation").
    """

    text: str
    kind: EntityKind
    context: str = ""
    category: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """A grounded candidate in canonical terms: all of a record but which entities its names mean.

    ``predicate`` is a canonical name of the vocabulary, or the phrase itself in snake case where
    the vocabulary does not know it; ``slot`` is then ``UNKNOWN``. ``specificity`` in [0, 1] says
    how exactly it speaks, exact or vague: one of the three factors of its confidence.
    """

    grounded: Grounded
    subject: Name
    predicate: str
    slot: SlotKind
    value: Value | Name
    asserted_by: Name
    authority: Authority
    valid: Interval
    specificity: float
    recurrence: str | None = None
    derived: tuple[Derivation, ...] = ()

    @property
    def candidate(self) -> Candidate:
        """The candidate it was made from."""
        return self.grounded.candidate


@dataclass(frozen=True, slots=True)
class Resolved:
    """A statement as a record, still a candidate, with the entities that have to be stored for it.

    ``entities`` are new or changed (an alias, a name for a relative). ``proposals`` are questions
    whether two entities are one.
    """

    record: Record
    statement: Statement
    entities: tuple[Entity, ...] = ()
    proposals: tuple[Clarification, ...] = ()


@dataclass(frozen=True, slots=True)
class Gated:
    """What the gate decided, and all that is to be stored for it.

    ``record`` is the record to put: the new one in its new state, or with ``MERGED`` the known one
    with more evidence. ``firm`` says that it was not believed before and is now, or would be if
    nothing spoke against it: so it has to be compared with what is stored. ``settled`` are pending
    records that this one answers, in their new states.
    """

    outcome: Outcome
    record: Record
    reason: str = ""
    steps: tuple[RecordStep, ...] = ()
    belief: Belief | None = None
    clarifications: tuple[Clarification, ...] = ()
    settled: tuple[Record, ...] = ()
    firm: bool = False
