"""What the verbs return: receipts of writes, recalls, and what was degraded on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Self

from smalti.model.conflict import Clarification, Conflict, Relation
from smalti.model.errors import SmaltiError
from smalti.model.lifecycle import State
from smalti.model.record import Belief, Record, RecordStep
from smalti.model.time import Instant, Interval
from smalti.model.turn import Turn


class Outcome(Enum):
    """What became of one item of a write."""

    STORED = "stored"
    DUPLICATE = "duplicate"  # the same turn was already there
    MERGED = "merged"  # more evidence for a known record
    SUPERSEDED = "superseded"
    DISPUTED = "disputed"
    PENDING = "pending"
    REFUSED = "refused"
    REJECTED = "rejected"
    CORRECTED = "corrected"  # was never true
    RETRACTED = "retracted"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Degradation:
    """A part that did not work as well as it could, and how to mend it."""

    part: str
    reason: str
    hint: str = ""

    @classmethod
    def by(cls, part: str, error: SmaltiError) -> Self:
        """What an error took away: its message and its hint."""
        return cls(part, error.message, error.hint or "")


@dataclass(frozen=True, slots=True)
class ReceiptItem:
    """What became of one item: its id if it has one, and the reason if it was not stored."""

    index: int
    outcome: Outcome
    id: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RecordItem:
    """What became of one statement of a turn: characters [start, end) of its text are the quote.

    ``id`` is the record's: the one made, or with ``MERGED`` the one that has more evidence now. It
    is ``None`` where nothing was kept, and then ``reason`` says why. ``question`` is what has to be
    asked before a pending or disputed record can be believed. ``conflicts`` are the ids of what it
    is against, settled or open, and ``ended`` those of the records that it put an end to.
    ``relation`` is how it lies to what is stored: the one of most consequence, ``None`` where no
    judge saw any.
    """

    turn: str
    start: int
    end: int
    outcome: Outcome
    id: str | None = None
    sentence: str = ""
    reason: str = ""
    question: str = ""
    conflicts: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    relation: Relation | None = None


@dataclass(frozen=True, slots=True)
class ModelUse:
    """What a language model was asked for on the way, and what that took."""

    model: str
    calls: int
    input_tokens: int
    output_tokens: int
    latency_ms: float


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a write did, item by item. Nothing is done that is not in a receipt.

    ``items`` are the turns (or what else was written), ``records`` the statements found in them.
    """

    id: str
    verb: str
    at: Instant
    items: tuple[ReceiptItem, ...]
    records: tuple[RecordItem, ...] = ()
    usage: tuple[ModelUse, ...] = ()
    degraded: tuple[Degradation, ...] = ()
    timings_ms: Mapping[str, float] = field(default_factory=dict)

    def count(self, outcome: Outcome) -> int:
        """How many items had this outcome."""
        return sum(item.outcome is outcome for item in self.items)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the items that are in the store now, in the order given."""
        return tuple(item.id for item in self.items if item.id is not None)


@dataclass(frozen=True, slots=True)
class Quote:
    """A verbatim piece of a turn: characters [start, end) of its text."""

    turn: Turn
    start: int
    end: int

    @property
    def text(self) -> str:
        """The words themselves."""
        return self.turn.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Why:
    """The way from what was said to a record, and why it stands where it does.

    ``names`` are those of the entities that the record mentions, by id. ``rho`` is the confidence
    that the gate looked at, ``entropy`` that of the slot's belief in bits. ``questions`` were asked
    about the record.
    """

    record: Record
    names: Mapping[str, str]
    quotes: tuple[Quote, ...]
    steps: tuple[RecordStep, ...]
    rho: float
    belief: Belief | None = None
    entropy: float | None = None
    questions: tuple[Clarification, ...] = ()


@dataclass(frozen=True, slots=True)
class Sides:
    """A conflict with both of its sides, and the records by which an implicit one follows."""

    conflict: Conflict
    stored: Why
    incoming: Why
    chain: tuple[Record, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """A record that rests on a turn, as it stood at the moments a recall was asked for.

    ``holds`` says whether it held then, ``None`` where that is not known; ``later`` that it was
    first heard of after that moment.
    """

    record: str
    sentence: str
    state: State
    valid: Interval
    holds: bool | None
    later: bool = False

    @property
    def over(self) -> bool:
        """Whether it was not believed to hold: ended, put right, taken back, or at another time."""
        return self.holds is False or self.state not in _STANDING


_STANDING = (State.CURRENT, State.DISPUTED, State.PENDING)


@dataclass(frozen=True, slots=True)
class RecallItem:
    """One remembered turn with what it takes to judge it.

    ``score`` is what the items are ordered by: a share of what a turn would reach that is best in
    everything. It compares items of one recall. ``cosine`` (``None`` without vectors) and
    ``matched``, the terms of the query that the turn holds, compare across recalls. ``parts``
    (filled when ``explain=True``) are the terms that add up to the score, by name. ``standing``
    tells where the records stand that were learnt from the turn. ``tokens`` is what the turn takes
    in the text of the recall, with what is remarked on it, and ``cite`` the id it has there.
    """

    rank: int
    turn: Turn
    score: float
    tokens: int
    cosine: float | None = None
    matched: tuple[str, ...] = ()
    parts: Mapping[str, float] = field(default_factory=dict)
    standing: tuple[Standing, ...] = ()
    cite: str = ""

    @property
    def disputed(self) -> bool:
        """Whether something it says is in an open conflict."""
        return any(one.state is State.DISPUTED for one in self.standing)

    @property
    def over(self) -> bool:
        """Whether all that was learnt from it held no longer, or not then."""
        return bool(self.standing) and all(one.over for one in self.standing)


@dataclass(frozen=True, slots=True)
class Recall:
    """An answer to ``recall()``: items best first, and an honest account of how they were found.

    ``reason`` says why ``items`` is empty, when it is. ``path`` names the lanes that answered
    ("lexical+vector", "lexical", "none"); in a large space also how turns were chosen to be
    compared, as "lexical+vector(simhash)", and ``confidence`` in [0, 1] how sure that is to have
    missed none of the nearest (1 where all were compared). ``held_back`` counts what was found and
    not shown, by reason.

    ``text`` is what to put before a language model: the items by day and session, each turn with
    its citation id ("[t1]" is the first item), its speaker, and what memory has to remark on it
    ("[ended 2026-06-01: …]", "[disputed: …]", "[not before 2026-06-01: …]"); the last line counts
    what was held back, if anything was. It is empty without items. ``tokens`` is what that text
    costs as a whole, never above ``budget``.
    """

    query: str
    items: tuple[RecallItem, ...]
    path: str
    reason: str = ""
    confidence: float = 1.0
    budget: int | None = None
    tokens: int = 0
    text: str = ""
    held_back: Mapping[str, int] = field(default_factory=dict)
    degraded: tuple[Degradation, ...] = ()
    timings_ms: Mapping[str, float] = field(default_factory=dict)

    def __iter__(self) -> Iterator[RecallItem]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True, slots=True)
class Fault:
    """An item of an imported source that could not be read, and where it stands."""

    where: str
    problem: str


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did. ``stored`` and ``duplicates`` count turns and other nouns alike.

    ``records`` counts what was learnt from the new turns.
    """

    source: str
    format: str
    stored: int
    duplicates: int
    faults: tuple[Fault, ...] = ()
    degraded: tuple[Degradation, ...] = ()
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    records: int = 0


@dataclass(frozen=True, slots=True)
class Central:
    """A record or an entity, how it reads, and its PageRank in [0, 1]."""

    id: str
    label: str
    kind: str
    rank: float


@dataclass(frozen=True, slots=True)
class Community:
    """Some that are close to each other: how many, and the most central of them.

    ``id`` is that of its first member. ``drift`` is the share of all nodes touched since it was
    found.
    """

    id: str
    size: int
    members: tuple[Central, ...]
    drift: float = 0.0


@dataclass(frozen=True, slots=True)
class Consolidation:
    """What one sleep did. Nothing was deleted.

    ``read`` counts the records that were stored or changed since the last one, ``examined`` the
    groups of events that one of them is part of. ``items`` are the summaries made (stored), made
    again or ended (superseded), what was merged by the id that takes it back, and conflicts found
    on the way. ``nodes`` and ``edges`` are how many records and entities, and links between them,
    there were before and are now, ``communities`` how many communities they make.
    """

    at: Instant
    read: int
    examined: int
    items: tuple[ReceiptItem, ...] = ()
    nodes: tuple[int, int] = (0, 0)
    edges: tuple[int, int] = (0, 0)
    communities: int = 0
    usage: tuple[ModelUse, ...] = ()
    degraded: tuple[Degradation, ...] = ()
    timings_ms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReindexReport:
    """What a reindex did."""

    analysed: int
    embedded: int
    embedder: str | None
    degraded: tuple[Degradation, ...] = ()
    timings_ms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stats:
    """How much a space holds, and what its indexes were made with.

    ``unread`` counts the turns that nobody has read for records yet, ``records`` those by state.
    """

    space: str
    turns: int
    sessions: int
    speakers: int
    first_said_at: Instant | None
    last_said_at: Instant | None
    unembedded: int
    unread: int
    records: Mapping[str, int]
    entities: int
    embedder: str | None
    analyser: str | None
    bytes: int


@dataclass(frozen=True, slots=True)
class Health:
    """What a check found: ``problems`` of the store itself, ``notes`` on what could be better."""

    problems: tuple[str, ...] = ()
    notes: tuple[Degradation, ...] = ()

    @property
    def healthy(self) -> bool:
        """Whether nothing is wrong with the store itself."""
        return not self.problems
