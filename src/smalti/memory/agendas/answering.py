"""What turns say for the units of agendas, as statements: replies, and what is volunteered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from smalti.agenda.answers import Answer, read_answer, recognise
from smalti.agenda.form import Unit, ValueType
from smalti.agenda.replies import holds
from smalti.agenda.values import YES, Found
from smalti.memory.agendas.fitting import fitting
from smalti.memory.agendas.sheets import Opened
from smalti.memory.agendas.subjects import is_same, is_somebody, speaks_of
from smalti.model.record import Value
from smalti.model.turn import Turn
from smalti.text.language import language_of
from smalti.write.answered import Answered, Heard, answered
from smalti.write.predicates import PredicateTable
from smalti.write.statement import Name, Statement

LONGEST = 1000
"""Characters that a value may have; what is longer is a story and no answer."""

_DOUBTED = 0.6  # how directly a reply with "maybe" is said, as elsewhere what is only thought
_ANSWERS = "answers"  # the note in a turn's metadata


def note(sheet: str, unit: str) -> dict[str, str]:
    """The metadata of a turn that replies to the question of a unit. It holds ids alone."""
    return {_ANSWERS: f"{sheet} {unit}"}


@dataclass(frozen=True, slots=True)
class Respondent:
    """Finds the answers that turns hold to the agendas of a space."""

    agendas: Sequence[Opened]
    table: PredicateTable

    def __call__(self, turn: Turn, read: Sequence[Statement]) -> Heard:
        """What a turn states for units whose slots are not filled by what was read in it.

        What was read in the words of a reply without being said outright is dropped: it is a guess
        at what a fragment means ("82 kg"), and the question tells.

        Args:
            turn: journalled; if it replies to a question, its metadata say so.
            read: what was read in it, in any other way.
        """
        found: list[tuple[Unit, Answer, str]] = []
        asked = self._asked(turn)
        if asked is not None:
            reply = read_answer(asked, turn.text, turn.said_at)
            if isinstance(reply, Answer):
                found.append((asked, reply, asked.question(language_of(turn.text))))
                read = [one for one in read if not _guesses(one, asked, reply)]
        found += ((unit, answer, "") for unit, answer in self._volunteered(turn))
        return Heard(read, self._stated(turn, read, found))

    def _stated(
        self, turn: Turn, read: Sequence[Statement], found: Iterable[tuple[Unit, Answer, str]]
    ) -> list[Statement]:
        """The answers as statements, one for each slot that is not filled."""
        slots: set[tuple[str, str]] = set()
        stated: list[Statement] = []
        for unit, answer, question in found:
            slot = (unit.subject, unit.predicate)
            if slot in slots or is_too_long(answer) or any(_fills(one, unit) for one in read):
                continue
            slots.add(slot)
            doubted = _DOUBTED if question and holds("doubt", turn.text) else 1.0
            for one in answer.found:
                told, sure = _answered(unit, one, question), min(doubted, _sure(one, read))
                stated.append(answered(told, turn, self.table, sure=sure))
        return stated

    def _volunteered(self, turn: Turn) -> Iterator[tuple[Unit, Answer]]:
        for one in self.agendas:
            if not any(speaks_of(turn, unit.subject) for unit in one.form.units):
                continue
            for answer in recognise(one.form, turn.text, turn.said_at):
                unit = one.form.by_id[answer.unit]
                if speaks_of(turn, unit.subject):
                    yield unit, answer

    def _asked(self, turn: Turn) -> Unit | None:
        sheet, _, unit = str(turn.metadata.get(_ANSWERS, "")).partition(" ")
        forms = (one.form for one in self.agendas if one.sheet.id == sheet)
        return next((form.by_id[unit] for form in forms if unit in form.by_id), None)


def is_too_long(answer: Answer) -> bool:
    """Whether an answer is more than a value can be."""
    return any(one.end - one.start > LONGEST for one in answer.found)


def _answered(unit: Unit, found: Found, question: str) -> Answered:
    boolean = unit.type is ValueType.BOOLEAN
    return Answered(
        subject=unit.subject,
        predicate=unit.predicate,
        value=None if boolean else found.value,
        start=found.start,
        end=found.end,
        polarity=not boolean or found.text == YES,
        names=unit.type is ValueType.ENTITY,
        person=is_somebody(unit.subject),
        question=question,
        dated=unit.type is ValueType.DATE,
    )


def _fills(statement: Statement, unit: Unit) -> bool:
    """Whether what was read in a turn is an answer to a unit."""
    if statement.predicate != unit.predicate or not is_same(statement.subject.text, unit.subject):
        return False
    said = statement.value
    value = Value(text=said.text) if isinstance(said, Name) else said
    return fitting(unit, value, polarity=statement.candidate.polarity) is not None


def _guesses(statement: Statement, unit: Unit, reply: Answer) -> bool:
    """Whether a statement is only presumed of the words that answer a unit."""
    if statement.candidate.directness == 1 or _fills(statement, unit):
        return False
    return any(_overlap(statement, one) for one in reply.found)


def _overlap(statement: Statement, found: Found) -> bool:
    candidate = statement.candidate
    return candidate.start < found.end and found.start < candidate.end


def _sure(found: Found, read: Iterable[Statement]) -> float:
    """How directly the words were said, as reading them has found."""
    around = (one for one in read if _overlap(one, found))
    return min((one.candidate.directness for one in around), default=1.0)
