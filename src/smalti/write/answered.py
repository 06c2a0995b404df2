"""Statements that a turn makes by answering: the question says what is stated, the words its value.

What was asked, and how a reply is read, is for others to say: they hand in a slot, a value and the
words it rests on. From here on it is a statement like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from smalti.model.entity import EntityKind
from smalti.model.record import Derivation, DerivationKind, SlotKind, Value
from smalti.model.time import Interval
from smalti.model.turn import Turn
from smalti.write.checking import Rules
from smalti.write.extract import Candidate
from smalti.write.extract.screen import is_instruction_like
from smalti.write.normalise import normalise
from smalti.write.predicates import Argument, Predicate, PredicateTable
from smalti.write.statement import Grounded, Name, Statement

ANSWERED = "answered"
"""The extractor of what follows from a question and its answer."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What a turn states: what was read in it, as far as that holds, and what it answers."""

    read: Sequence[Statement]
    answers: Sequence[Statement] = ()


Answering = Callable[[Turn, Sequence[Statement]], Heard]
"""What a turn answers, given what was read in it."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What a turn gives for a slot: characters [start, end) of its text are the quote.

    ``value`` of ``None`` stands for yes, or with a false ``polarity`` for no. ``names`` says that a
    text is the name of somebody or something. ``person`` says that the subject is one. ``question``
    is what the words answer, empty where they speak for themselves. ``dated`` says that the value
    is a time, and says nothing of when the statement holds.
    """

    subject: str
    predicate: str
    value: Value | None
    start: int
    end: int
    polarity: bool = True
    names: bool = False
    person: bool = True
    question: str = ""
    dated: bool = False


def answered(found: Answered, turn: Turn, table: PredicateTable, *, sure: float = 1.0) -> Statement:
    """The statement of an answer in a journalled turn. Pure.

    A yes or no affirms or denies what the predicate says. ``sure`` is how directly the words around
    it were said.
    """
    known = table.get(found.predicate)
    phrase = found.predicate.replace("_", " ")
    written = _written(found.value)
    quote = turn.text[found.start : found.end]
    candidate = Candidate(
        turn=turn.id,
        start=found.start,
        end=found.end,
        sentence=_sentence(found, phrase, written),
        subject=found.subject,
        predicate=found.predicate,
        object=written,
        asserted_by=turn.speaker,
        polarity=found.polarity,
        directness=sure,
        instruction_like=is_instruction_like(quote),
    )
    statement = normalise(Grounded(candidate, turn), table)
    kind = EntityKind.PERSON if found.person else EntityKind.CONCEPT
    return replace(
        statement,
        grounded=replace(statement.grounded, candidate=candidate),
        subject=replace(statement.subject, text=found.subject, kind=kind, category=""),
        predicate=found.predicate,
        slot=SlotKind.UNKNOWN if known is None else known.slot,
        value=_value(found, statement, known, phrase),
        valid=Interval.undated(turn.said_at) if found.dated else statement.valid,
        derived=(*_step(found, quote, phrase, written), *statement.grounded.derived),
    )


def _sentence(found: Answered, phrase: str, written: str) -> str:
    sentence = f"{found.subject} {phrase}" + (f": {written}" if written else "")
    return sentence if found.polarity else f"It is not so that {sentence}"


def _written(value: Value | None) -> str:
    return "" if value is None else value.text or value.figure


def _value(
    found: Answered, statement: Statement, known: Predicate | None, phrase: str
) -> Value | Name:
    """The value: for yes and no what the vocabulary calls it, so that they meet what was said."""
    if found.value is None:
        aliases = () if known is None else known.aliases.get("en", ())
        return Value(text=aliases[0] if aliases else phrase)
    if found.value.text is None:
        return found.value
    if isinstance(statement.value, Name) and (found.names or known is not None):
        return statement.value
    if found.names:
        return Name(found.value.text, EntityKind.CONCEPT, statement.asserted_by.context)
    return found.value


def _step(found: Answered, quote: str, phrase: str, written: str) -> Sequence[Derivation]:
    """How the statement says more than its quote: by the question that was put."""
    if not found.question and quote == written:
        return ()
    told = written or ("yes" if found.polarity else "no")
    why = f"the answer to “{found.question}”" if found.question else "the words around it"
    return (Derivation(DerivationKind.PREDICATE, quote, f"{phrase}: {told}", why),)


def with_slots(rules: Rules, slots: Mapping[str, tuple[SlotKind, Argument]]) -> Rules:
    """Rules that know how the values of more predicates behave; the vocabulary goes first."""
    more = {
        name: Predicate(name, name.replace("_", " "), kind, (), (value,))
        for name, (kind, value) in slots.items()
        if rules.predicates.get(name) is None
    }
    if not more:
        return rules
    table = replace(rules.predicates, predicates={**rules.predicates.predicates, **more})
    return replace(rules, predicates=table, searcher=replace(rules.searcher, table=table))
