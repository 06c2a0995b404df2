"""Two statements laid side by side, and what a judge says of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from smalti.model.conflict import ConflictKind, Relation
from smalti.model.record import Record, SlotKind
from smalti.model.settings import USUAL, Ranks
from smalti.model.time import Instant
from smalti.write.statement import ASSERTED


@dataclass(frozen=True, slots=True)
class Side:
    """A record as a judge sees it.

    Attributes:
        record: the record itself; its ``sentence`` stands on its own.
        context: the whole sentence of the turn that its quote stands in.
        said_at: when it was said, as far as that is known.
        speaker: the name of who said it.
        slot: the kind of its slot.
        names: the names of the entities that it mentions, by id.
        people: those of ``names`` that are persons.
        turn: all that was said in the turn.
    """

    record: Record
    context: str
    said_at: Instant | None = None
    speaker: str = ""
    slot: SlotKind = SlotKind.UNKNOWN
    names: Mapping[str, str] = field(default_factory=dict)
    people: frozenset[str] = frozenset()
    turn: str = ""

    @property
    def subject(self) -> str:
        """The name of whom or what it is about."""
        return self.names.get(self.record.subject, self.record.subject)

    @property
    def value(self) -> str:
        """The value in words; empty for a number, which is compared as such."""
        value = self.record.value
        return self.names.get(value.entity, value.entity) if value.entity else value.text or ""


@dataclass(frozen=True, slots=True)
class Pair:
    """A stored statement and one that comes in; ``found`` says by which searches they met.

    ``people`` are the names of all persons that the statements found have to do with, ``ranks``
    says whose word goes before whose.
    """

    stored: Side
    incoming: Side
    found: tuple[str, ...] = ()
    people: frozenset[str] = frozenset()
    ranks: Ranks = USUAL

    @property
    def structured(self) -> bool:
        """Whether both were given as subject, predicate and a short value: no words to judge."""
        return all(_is_structured(side.record) for side in (self.stored, self.incoming))


def _is_structured(record: Record) -> bool:
    text = record.value.text or ""
    return record.extractor == ASSERTED and text.count(" ") < _WORDS


_WORDS = 5


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judge says of a pair: the relation of the incoming statement to the stored one.

    ``score`` in [0, 1] is how sure the judge is, ``reason`` a sentence for people. A conflict, an
    update and a correction have a ``kind``. ``chain`` holds the ids of further records that show an
    implicit contradiction; it is empty for an explicit one.
    """

    relation: Relation
    judge: str
    score: float
    reason: str
    kind: ConflictKind | None = None
    chain: tuple[str, ...] = ()


class Judge(Protocol):
    """Something that says how two statements lie to each other; a pure function with a name."""

    @property
    def name(self) -> str:
        """Under which its verdicts are told."""

    def judge(self, pair: Pair) -> Verdict | None:
        """The relation, or ``None`` where it has no opinion."""


@dataclass(frozen=True, slots=True)
class OfWords:
    """A judge of wording, spared what was not said in words: values decide about that."""

    judge_of_words: Judge

    @property
    def name(self) -> str:
        """That of the judge."""
        return self.judge_of_words.name

    def judge(self, pair: Pair) -> Verdict | None:
        """What the judge says; ``None`` for two structured statements."""
        return None if pair.structured else self.judge_of_words.judge(pair)
