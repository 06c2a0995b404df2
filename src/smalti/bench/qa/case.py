"""One shape for the questions of all data sets, whatever their files look like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from smalti.bench.conflicts.events import Stated
from smalti.model.time import Instant
from smalti.model.turn import TurnDraft


class Kind(Enum):
    """What a gold answer is, and so which rule can judge answers by it."""

    NONE = "nothing"  # the right answer is that there is none
    YES_NO = "yes/no"
    DATE = "date"
    NUMBER = "number"
    TEXT = "short text"
    LIST = "list"
    SIDES = "both sides"  # of a contradiction, each with a citation
    FREE = "free text"  # no rule can judge it


@dataclass(frozen=True, slots=True)
class Gold:
    """What a key gives as the answer.

    Attributes:
        text: as the key has it.
        kind: decides the rule; it depends on the key alone, never on an answer.
        parts: what an answer must tell, each in one of several wordings.
        rivals: other values, of which the answer may tell none as its own.
        sides: the ids of turns of which each side of a contradiction has some.
    """

    text: str
    kind: Kind
    parts: tuple[tuple[str, ...], ...] = ()
    rivals: tuple[str, ...] = ()
    sides: tuple[frozenset[str], ...] = ()

    @property
    def answerable(self) -> bool:
        """Whether there is an answer to give."""
        return self.kind is not Kind.NONE


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its key.

    Attributes:
        id: unique in the set.
        talk: the talk that it is about.
        text: as asked.
        category: what kind of question, in the words of the set.
        gold: the key.
        audited: a corrected key, where there is one and it is another.
        evidence: ids of turns or sessions that answer it; empty where the key names none.
        now: when it is asked; ``None`` for the time of the last turn.
        as_of: the moment whose state it asks about, where that is not ``now``.
        until: nothing said from then on may be seen.
    """

    id: str
    talk: str
    text: str
    category: str
    gold: Gold
    audited: Gold | None = None
    evidence: frozenset[str] = frozenset()
    now: Instant | None = None
    as_of: Instant | None = None
    until: Instant | None = None

    def key(self, name: str) -> Gold:
        """The key called ``raw``, or ``audited`` where that is another."""
        return self.audited if name == AUDITED and self.audited is not None else self.gold


RAW, AUDITED = "raw", "audited"


@dataclass(frozen=True, slots=True)
class Talk:
    """What is remembered and asked about.

    ``stated`` are structured statements that stand for the turns in a memory that can take them;
    systems that only read turns are given ``turns``.
    """

    name: str
    turns: tuple[TurnDraft, ...]
    questions: tuple[Question, ...]
    stated: tuple[Stated, ...] = ()


@dataclass(frozen=True, slots=True)
class Data:
    """A data set as it was read: its kind, which file it was, its talks and what they are."""

    kind: str
    file: Mapping[str, Any]
    talks: tuple[Talk, ...]
    notes: tuple[str, ...] = ()
    unit: str = "turn"
    audit: Mapping[str, int] = field(default_factory=dict)

    @property
    def questions(self) -> tuple[Question, ...]:
        """All questions, in order."""
        return tuple(question for talk in self.talks for question in talk.questions)
