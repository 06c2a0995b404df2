"""What was learnt from turns: a self-contained sentence that is also an edge, on two time axes."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from smalti.model.errors import InvalidInput
from smalti.model.lifecycle import Event, State
from smalti.model.time import Instant, Interval


class RecordKind(Enum):
    """CogMem's record types (PEC²F, §3): what someone did, is, or says of someone else."""

    EVENT = "event"
    FACT = "fact"
    CLAIM = "claim"
    SUMMARY = "summary"


class Facet(Enum):
    """MOSAIC's node types τ (arXiv 2607.16211, §3): derived, optional in retrieval."""

    EVENT = "event"
    PERSONA = "persona"
    RELATIONSHIP = "relationship"


class Modality(Enum):
    """In which sense a statement was made; only asserted ones compete to be current."""

    ASSERTED = "asserted"
    PLANNED = "planned"
    WISHED = "wished"
    HYPOTHETICAL = "hypothetical"
    QUOTED = "quoted"
    QUESTIONED = "questioned"


class SlotKind(Enum):
    """How the values of a slot behave over time (MemConflict; see docs/design.md)."""

    CHANGING = "changing"
    IMMUTABLE = "immutable"
    MANY_VALUED = "many-valued"
    CONDITIONAL = "conditional"
    UNKNOWN = "unknown"


class Authority(Enum):
    """How much weight a source has about what it says, strongest first."""

    SELF = "self"  # a person about themselves
    DOCUMENT = "document"
    OTHER = "other"  # a person about someone else
    TOOL = "tool"
    ASSISTANT = "assistant"
    UNTRUSTED = "untrusted"


@dataclass(frozen=True, slots=True)
class Value:
    """The value side of a record: an entity, a text, or a number with its unit.

    Exactly one of ``entity``, ``text`` and ``number`` is set. ``comparator`` is one of
    ``= < <= > >= ~`` and ``upper`` closes a range [number, upper].
    """

    entity: str | None = None
    text: str | None = None
    number: float | None = None
    unit: str | None = None
    comparator: str = "="
    upper: float | None = None

    def __post_init__(self) -> None:
        if sum(part is not None for part in (self.entity, self.text, self.number)) != 1:
            raise InvalidInput("value", self, "needs exactly one of entity, text and number")

    @property
    def figure(self) -> str:
        """The number with its comparator, its range and its unit: "< 5–7 kg"; empty without one."""
        if self.number is None:
            return ""
        sign = "" if self.comparator == "=" else f"{self.comparator} "
        upper = "" if self.upper is None else f"–{self.upper:g}"
        return f"{sign}{self.number:g}{upper}" + (f" {self.unit}" if self.unit else "")


@dataclass(frozen=True, slots=True)
class Evidence:
    """A verbatim quote: characters [start, end) of a turn's text."""

    turn: str
    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise InvalidInput("evidence", (self.start, self.end), "must be a non-empty span")


class DerivationKind(Enum):
    """By what kind of step a record says more than its quote."""

    PRONOUN = "pronoun"  # who "she" is
    DATE = "date"  # which day "tomorrow" is
    NUMBER = "number"  # a number word in digits
    UNIT = "unit"
    NAME = "name"  # which entity a name stands for
    PREDICATE = "predicate"  # the canonical predicate of a phrase


@dataclass(frozen=True, slots=True)
class Derivation:
    """One step from the words that were said to what the record says, and what it rests on."""

    kind: DerivationKind
    said: str
    meant: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Confidence:
    """MOSAIC's three factors of ρ, each in [0, 1] (arXiv 2607.16211, confidence gate).

    ``directness``: stated or inferred; ``consistency``: agrees with what is stored;
    ``specificity``: exact or vague.
    """

    directness: float
    consistency: float
    specificity: float

    def __post_init__(self) -> None:
        for name in ("directness", "consistency", "specificity"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise InvalidInput(name, getattr(self, name), "must lie between 0 and 1")


@dataclass(frozen=True, slots=True)
class Slot:
    """What a record fills: a property of a subject, under a condition if there is one."""

    subject: str
    predicate: str
    condition: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One thing learnt: sentence and edge in one.

    ``valid`` is when it held in the world; ``recorded_at`` and ``closed_at`` are when this memory
    began and ceased to believe it. Nothing here is ever rewritten except ``state``, ``closed_at``
    and the end of ``valid``, and each change of those is a :class:`RecordStep` in the log; evidence
    is only ever added. ``derived`` tells how what it says follows from its quotes, where they do
    not say it in so many words. ``recurrence`` is an RFC 5545 rule. ``ended`` says that something
    stopped, ``correction`` that an earlier statement is put right, ``instruction_like`` that the
    quote tries to give orders: such a record is data and is never acted on.
    """

    id: str
    kind: RecordKind
    sentence: str
    subject: str
    predicate: str
    value: Value
    asserted_by: str
    authority: Authority
    valid: Interval
    recorded_at: Instant
    confidence: Confidence
    evidence: tuple[Evidence, ...]
    extractor: str
    state: State = State.CANDIDATE
    closed_at: Instant | None = None
    facet: Facet = Facet.PERSONA
    polarity: bool = True
    modality: Modality = Modality.ASSERTED
    condition: str | None = None
    recurrence: str | None = None
    ended: bool = False
    correction: bool = False
    instruction_like: bool = False
    derived: tuple[Derivation, ...] = ()

    @property
    def slot(self) -> Slot:
        """The slot this record fills."""
        return Slot(self.subject, self.predicate, self.condition)


@dataclass(frozen=True, slots=True)
class RecordStep:
    """One step in the life of a record, appended and never changed.

    ``at`` is when this memory took the step, ``valid`` the interval in which the record held as
    believed from then on. So state and interval at any moment follow from the log alone.
    """

    id: str
    record: str
    event: Event
    at: Instant
    actor: str
    reason: str = ""
    conflict: str | None = None
    valid: Interval = field(kw_only=True)


class EdgeKind(Enum):
    """Typed edges between records, entities and turns."""

    ABOUT = "about"
    MENTIONS = "mentions"
    SUPPORTED_BY = "supported-by"
    SUPERSEDES = "supersedes"
    CONFLICTS_WITH = "conflicts-with"
    TEMPORAL_NEXT = "temporal-next"
    CAUSES = "causes"
    SAME_AS = "same-as"
    PREREQUISITE = "prerequisite"
    ASSOCIATED = "associated"


@dataclass(frozen=True, slots=True)
class Edge:
    """A directed, typed link; ``weight`` is a cosine for association edges."""

    source: str
    target: str
    kind: EdgeKind
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Observation:
    """What one source says of one value of a slot, as far as it counts for belief.

    ``value`` is the key of the value in the distribution, ``affirms`` is false for a denial.
    ``reliability`` in [0, 1] is authority × directness of the most reliable statement that
    ``asserter`` has made of it, which is ``record``: saying a thing twice makes it no truer.
    """

    record: str
    asserter: str
    authority: Authority
    value: str
    affirms: bool
    reliability: float


@dataclass(frozen=True, slots=True)
class Belief:
    """A distribution over the values a slot may have, "unknown" among them; sums to 1.

    ``observations`` is all that it follows from, so that one can be taken back. ``updated_at`` is
    when the last of them was said, as far as that is known.
    """

    id: str
    slot: Slot
    distribution: dict[str, float] = field(default_factory=dict)
    updated_at: Instant | None = None
    observations: tuple[Observation, ...] = ()
