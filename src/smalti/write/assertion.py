"""A statement that is given as such: a subject, a predicate and a value, without any extraction."""

from __future__ import annotations

from dataclasses import dataclass, replace

from smalti.model.record import Value
from smalti.model.time import Interval
from smalti.model.turn import Turn
from smalti.write.extract import Candidate
from smalti.write.normalise import normalise
from smalti.write.predicates import PredicateTable
from smalti.write.statement import Grounded, Statement

EXTRACTOR = "asserted"


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
        """The assertion as a sentence, which is journalled as its evidence."""
        phrase = self.predicate.replace("_", " ").strip()
        unit = f" {self.unit}" if self.unit else ""
        condition = f" if {self.condition}" if self.condition else ""
        sentence = f"{self.subject} {phrase} {self._object}{unit}{condition}"
        return sentence if self.polarity else f"It is not so that {sentence}"

    @property
    def _object(self) -> str:
        return self.object if isinstance(self.object, str) else f"{self.object:g}"


def stated(assertion: Assertion, turn: Turn, table: PredicateTable) -> Statement:
    """The statement of an assertion that was journalled as a turn. Pure."""
    known = table.find(assertion.predicate.replace("_", " ")) or table.get(assertion.predicate)
    candidate = Candidate(
        turn=turn.id,
        start=0,
        end=len(turn.text),
        sentence=turn.text,
        subject=assertion.subject,
        predicate=assertion.predicate.replace("_", " ") if known is None else known.name,
        object=assertion._object,
        asserted_by=turn.speaker,
        polarity=assertion.polarity,
        condition=assertion.condition,
    )
    statement = normalise(Grounded(candidate, turn), table)
    if known is not None:
        statement = replace(statement, predicate=known.name, slot=known.slot)
    if not isinstance(assertion.object, str):
        value = Value(number=float(assertion.object), unit=assertion.unit)
        statement = replace(statement, value=value)
    if assertion.valid is not None:
        statement = replace(statement, valid=assertion.valid)
    return replace(statement, specificity=1.0)
