"""What the vocabulary holds: predicates, groups of words, and the triples that follow from one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

from smalti.model.record import Record, SlotKind, Value

# What a number may measure: the dimensions of smalti.text (units.json), and three more.
DIMENSIONS = frozenset(
    {
        "any", "count", "money", "area", "current", "data", "energy", "frequency", "length", "mass",
        "percent", "power", "pressure", "speed", "temperature", "time", "voltage", "volume",
    }
)  # fmt: skip

RESERVED = ("same", "any")  # what a rule may say in place of a group

Phrases = Mapping[str, tuple[str, ...]]  # by language


def _no_phrases() -> Phrases:
    return MappingProxyType({})


class Argument(Enum):
    """What may stand on a side of a predicate."""

    PERSON = "person"
    ORGANISATION = "organisation"
    PLACE = "place"
    THING = "thing"
    NUMBER = "number"
    DATE = "date"
    TEXT = "text"


class Side(Enum):
    """A side of a statement, as the source of a side of another."""

    SUBJECT = "subject"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Implication:
    """A statement that follows from another.

    ``subject`` and ``value`` say from which side of the first statement those of the second come;
    a ``constant`` stands in place of the value. ``given`` is the polarity of the first statement
    for which this holds, ``polarity`` that of the second.
    """

    predicate: str
    subject: Side = Side.SUBJECT
    value: Side = Side.VALUE
    constant: str | None = None
    polarity: bool = True
    given: bool = True


@dataclass(frozen=True, slots=True)
class Exclusion:
    """What cannot hold of the same subject at the same time.

    ``when`` is a group that the own value must be in (``None``: whatever it is). ``value`` says
    which values of the other predicate are ruled out: ``"same"``, ``"any"`` or a group.
    """

    predicate: str
    when: str | None = None
    value: str = "same"


@dataclass(frozen=True, slots=True)
class Ending:
    """What was true until now and is no longer. ``value`` is ``None`` for whatever was said."""

    predicate: str
    subject: Side = Side.SUBJECT
    value: Side | None = Side.VALUE


@dataclass(frozen=True, slots=True)
class Predicate:
    """One canonical predicate. ``aliases`` are lemma phrases by language."""

    name: str
    meaning: str
    slot: SlotKind
    subject: tuple[Argument, ...]
    value: tuple[Argument, ...]
    aliases: Phrases = field(default_factory=_no_phrases, hash=False)
    inverse: str | None = None
    opposite: str | None = None
    implies: tuple[Implication, ...] = ()
    excludes: tuple[Exclusion, ...] = ()
    ends: tuple[Ending, ...] = ()
    dimension: str | None = None

    @property
    def symmetric(self) -> bool:
        """Whether the two sides may change places."""
        return self.inverse == self.name


@dataclass(frozen=True, slots=True)
class Group:
    """Words that a rule may speak of as one.

    ``members`` are phrases by language, the first of which names the group itself. A value that
    says one of ``unless`` is not meant after all: oat milk is no dairy.
    """

    name: str
    meaning: str = ""
    members: Phrases = field(default_factory=_no_phrases, hash=False)
    includes: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Triple:
    """A statement without its who and when: what implications are drawn from, and are."""

    subject: str
    predicate: str
    value: Value
    polarity: bool = True

    @classmethod
    def of(cls, record: Record) -> Triple:
        """The triple that a record states."""
        return cls(record.subject, record.predicate, record.value, record.polarity)


@dataclass(frozen=True, slots=True)
class Ended:
    """A slot that a statement closes: at one value, or at whatever it holds (``None``)."""

    subject: str
    predicate: str
    value: Value | None
