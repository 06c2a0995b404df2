"""A statement that is given as such: a subject, a predicate and a value, without any extraction."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from smalti.model.entity import EntityKind
from smalti.model.record import Value
from smalti.model.time import Bound, Interval, Precision
from smalti.model.turn import Turn
from smalti.write.extract import Candidate
from smalti.write.normalise import normalise
from smalti.write.predicates import Argument, Predicate, PredicateTable
from smalti.write.statement import Grounded, Name, Statement


@dataclass(frozen=True, slots=True)
class Assertion:
    """What somebody asserts, in structured form.

    ``object`` is a name, a text or a number; ``unit`` is that of a number. ``valid`` of ``None``
    leaves it to when the assertion was made.
    """

    subject: str
    predicate: str
    object: str | float
    unit: str | None = None
    polarity: bool = True
    condition: str | None = None
    valid: Interval | None = None

    @property
    def text(self) -> str:
        """The assertion with its dates, which is journalled as its evidence."""
        ends = (
            () if self.valid is None else (("since", self.valid.start), ("until", self.valid.end))
        )
        told = [f"{word} {_day(bound)}" for word, bound in ends if bound is not None]
        return f"{self.sentence} ({', '.join(told)})" if told else self.sentence

    @property
    def sentence(self) -> str:
        """The assertion as a sentence."""
        phrase = self.predicate.replace("_", " ").strip()
        unit = f" {self.unit}" if self.unit else ""
        condition = f" if {self.condition}" if self.condition else ""
        sentence = f"{self.subject} {phrase} {self._object}{unit}{condition}"
        return sentence if self.polarity else f"It is not so that {sentence}"

    def known(self, table: PredicateTable) -> Predicate | None:
        """Its predicate in a vocabulary, by name or by another word for it."""
        return table.find(self.predicate.replace("_", " ")) or table.get(self.predicate)

    def is_of_somebody(self, table: PredicateTable) -> bool:
        """Whether its subject may be a person."""
        known = self.known(table)
        return known is None or not known.subject or Argument.PERSON in known.subject

    @property
    def _object(self) -> str:
        return self.object if isinstance(self.object, str) else f"{self.object:g}"


def _typed(name: Name, types: Collection[Argument]) -> Name:
    """A name as a person or a thing, where the vocabulary leaves no choice."""
    if set(types) == {Argument.PERSON}:
        return replace(name, kind=EntityKind.PERSON, category="")
    if types and Argument.PERSON not in types and name.kind is EntityKind.PERSON:
        return replace(name, kind=EntityKind.CONCEPT)
    return name


def _day(bound: Bound) -> str:
    if bound.at is None:
        return bound.precision.value
    local = bound.at.local()
    return local.date().isoformat() if bound.precision is Precision.DAY else local.isoformat()


def stated(assertion: Assertion, turn: Turn, table: PredicateTable) -> Statement:
    """The statement of an assertion that was journalled as a turn. Pure."""
    known = assertion.known(table)
    candidate = Candidate(
        turn=turn.id,
        start=0,
        end=len(turn.text),
        sentence=assertion.sentence,
        subject=assertion.subject,
        predicate=assertion.predicate.replace("_", " ") if known is None else known.name,
        object=assertion._object,
        asserted_by=turn.speaker,
        polarity=assertion.polarity,
        condition=assertion.condition,
    )
    statement = normalise(Grounded(candidate, turn), table)
    if known is not None:
        value = statement.value
        statement = replace(
            statement,
            predicate=known.name,
            slot=known.slot,
            subject=_typed(statement.subject, known.subject),
            value=_typed(value, known.value) if isinstance(value, Name) else value,
        )
    if not isinstance(assertion.object, str):
        value = Value(number=float(assertion.object), unit=assertion.unit)
        statement = replace(statement, value=value)
    if assertion.valid is not None:
        statement = replace(statement, valid=assertion.valid)
    return replace(statement, specificity=1.0)
