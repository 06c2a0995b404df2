"""What extraction yields: candidates that rest on a quote, and refusals that say why not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from smalti.model.errors import InvalidInput
from smalti.model.record import Facet, Modality, RecordKind
from smalti.model.turn import Turn


class Tense(Enum):
    """When, seen from the moment of speaking, the statement places what it tells."""

    PAST = "past"
    PRESENT = "present"
    FUTURE = "future"


class Reason(Enum):
    """Why a piece of text became no candidate."""

    SMALL_TALK = "small talk"
    QUESTION = "question"
    REQUEST = "request to the assistant"
    MEMORY_REQUEST = "request about the memory itself"
    ASSISTANT_TALK = "the assistant about itself, or its advice"
    SYSTEM_PROMPT = "system prompt"
    RECALLED = "recalled memory pasted back"
    QUOTED_MATERIAL = "quoted material to work on"
    CODE = "code"
    TABLE = "table"
    LINK = "link only"
    MACHINE_NOISE = "machine output"
    NO_STATEMENT = "no statement"
    TOO_LONG = "beyond what one turn may hold"
    UNGROUNDED = "says what its quote does not say"
    NO_SUCH_TURN = "names a turn that does not exist"


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing that a turn says, not yet judged.

    Characters [start, end) of the turn's text are the quote. ``sentence`` stands on its own:
    pronouns are resolved where that is safe, and kept (with a lower ``directness``) where not.
    ``predicate`` is a lemma phrase in the wording of the turn; ``time_span`` covers time words in
    the turn's text. ``ended`` says that something stopped, ``correction`` that an earlier
    statement is put right, ``instruction_like`` that the text tries to give orders. ``restates`` is
    the turn of an earlier statement for which the quote only gives another value.
    """

    turn: str
    start: int
    end: int
    sentence: str
    subject: str
    predicate: str
    object: str
    asserted_by: str
    kind: RecordKind = RecordKind.FACT
    facet: Facet = Facet.PERSONA
    polarity: bool = True
    modality: Modality = Modality.ASSERTED
    condition: str | None = None
    tense: Tense = Tense.PRESENT
    time_span: tuple[int, int] | None = None
    ended: bool = False
    correction: bool = False
    directness: float = 1.0
    instruction_like: bool = False
    restates: str | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise InvalidInput("quote", (self.start, self.end), "must be a non-empty span")
        if not 0.0 <= self.directness <= 1.0:
            raise InvalidInput("directness", self.directness, "must lie between 0 and 1")

    def quote(self, turn: Turn) -> str:
        """The words of the turn that this candidate rests on."""
        return turn.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A piece of a turn that is not memory, and why."""

    turn: str
    start: int
    end: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Extraction:
    """All that was found in some turns, in their order, and by which version of which rules."""

    candidates: tuple[Candidate, ...]
    refused: tuple[Refusal, ...]
    extractor: str
