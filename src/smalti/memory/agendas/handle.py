"""An agenda of a space at work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from smalti.agenda.agenda import Agenda, Next
from smalti.agenda.answers import NoAnswer, read_answer
from smalti.agenda.coverage import Progress, StopReason
from smalti.agenda.export import export
from smalti.agenda.form import Unit
from smalti.agenda.state import State, bits
from smalti.memory.agendas.answering import LONGEST, is_too_long, note
from smalti.memory.agendas.known import Known, informed, known, subject_ids
from smalti.memory.agendas.sheets import Opened, opened, written
from smalti.memory.agendas.subjects import who_answers
from smalti.memory.agendas.told import AgendaInfo, UnitInfo
from smalti.model.agenda import AgendaSheet
from smalti.model.errors import InvalidInput, NotFound
from smalti.model.ids import content_id
from smalti.model.record import Record
from smalti.model.results import Outcome, Receipt, RecordItem
from smalti.model.time import Instant
from smalti.store.contract import Space
from smalti.write.checking import Rules
from smalti.write.drafts import Moment


@dataclass(frozen=True, slots=True)
class Desk:
    """What an agenda works with: a space, what decisions rest on there, and the way in."""

    space: Space
    rules: Callable[[], Rules]
    moment: Callable[[Moment | Literal["now"] | None], Instant | None]
    add: Callable[..., Receipt]

    def now(self) -> Instant:
        """The present moment."""
        found = self.moment("now")
        assert found is not None  # "now" is a moment
        return found


class AgendaHandle:
    """One agenda of a space: asks the next best question, and takes in what is answered.

    What is known is read from the records at each call, so anything that this memory learns or
    forgets meanwhile counts at once, whoever told it.
    """

    def __init__(self, desk: Desk, id: str) -> None:
        self._desk = desk
        self._id = id
        self._put: str | None = None  # the question handed out last

    def next(self, language: str = "") -> Next | None:
        """The next question with the parts of its score; ``None`` where :meth:`stop` tells why.

        Args:
            language: of the question, like "en"; the form's first where it has none of that.
        """
        agenda, _, _ = self._at_work()
        found = agenda.next(language)
        self._put = None if found is None else found.unit.id
        return found

    def observe(
        self,
        text: str,
        *,
        unit: str | None = None,
        speaker: str | None = None,
        said_at: Moment | Literal["now"] | None = "now",
        session: str = "default",
    ) -> Receipt:
        """Take in a reply: it is journalled, read as any turn, and read as an answer to a unit.

        What it answers becomes a record that quotes the reply, unless ordinary reading filled the
        slot already; the gate, belief and conflicts decide about it as about any statement. A reply
        that answers nothing ("I don't know") counts as a question in vain, and the last of the
        receipt's ``records`` says why. A unit that is resolved may be answered again.

        Args:
            text: what was replied.
            unit: what it replies to; by default the last question of :meth:`next`.
            speaker: who replies; by default the subject of the agenda, or "user" where that is no
                person.
            said_at: when, as for :meth:`smalti.Memory.add`.
            session: where it is journalled.

        Raises:
            InvalidInput: there is no such unit, nothing was asked, or the reply is empty.
            NotFound: the agenda was dropped or forgotten.
        """
        one = self._opened()
        asked = self._asked(one, unit)
        speaker = speaker or who_answers(asked.subject)
        at = self._desk.moment(said_at)
        told = (one.sheet.id, asked.id, session, speaker, str(at), text)
        turn = {
            "text": text,
            "metadata": note(one.sheet.id, asked.id),
            "external_id": content_id("reply", *told),  # "no" to two questions is two turns
        }
        receipt = self._desk.add(turn, speaker=speaker, said_at=at, session=session, extract=True)
        self._put = None
        answered = self._noted(asked.id, receipt)
        items = receipt.records if answered else (*receipt.records, self._in_vain(asked, receipt))
        return replace(receipt, verb="observe", records=items)

    def skip(self, unit: str, skipped: bool = True) -> None:
        """Leave a unit out, or take it in again. What requires it waits.

        Raises:
            InvalidInput: there is no such unit.
            NotFound: the agenda was dropped or forgotten.
        """
        with self._desk.space.atomic():
            one = self._opened()
            agenda = Agenda(one.form, one.state, one.policy)
            agenda.skip(unit, skipped)
            self._keep(one, agenda.state)

    def progress(self) -> Progress:
        """How far it has come: coverage C(S), and the entropy that is left."""
        return self._at_work()[0].progress()

    def stop(self) -> StopReason | None:
        """Why there is nothing more to ask; ``None`` while there is."""
        return self._at_work()[0].stop()

    def units(self) -> tuple[UnitInfo, ...]:
        """How things stand with every unit, in the order of the form."""
        agenda, one, found = self._at_work()
        return tuple(_info(agenda, unit, found[unit.id]) for unit in one.form.units)

    def info(self) -> AgendaInfo:
        """The agenda at a glance."""
        agenda, one, _ = self._at_work()
        now = agenda.progress()
        return AgendaInfo(
            one.sheet.name,
            one.sheet.subject,
            len(one.form.units),
            len(now.open),
            now.coverage,
            agenda.stop(),
        )

    def export(self) -> dict[str, Any]:
        """Form, policy, and how things stand with every unit, as JSON can hold it."""
        return export(self._at_work()[0])

    def _at_work(self) -> tuple[Agenda, Opened, dict[str, Known]]:
        one = self._opened()
        found = self._known(one)
        return Agenda(one.form, informed(one, found), one.policy), one, found

    def _known(self, one: Opened) -> dict[str, Known]:
        return known(self._desk.space, self._desk.rules(), one.form.units, self._desk.now())

    def _opened(self) -> Opened:
        sheet = self._desk.space.one(AgendaSheet, self._id)
        if sheet is None:
            raise NotFound("agenda", self._id, hint="`agendas()` lists those there are")
        return opened(sheet)

    def _asked(self, one: Opened, unit: str | None) -> Unit:
        """The unit that a reply is about."""
        if unit is None:
            unit = self._put
        if unit is None:
            found = self.next()
            if found is None:
                raise InvalidInput("unit", None, "nothing is left to ask", fix="Name the unit")
            unit = found.unit.id
        if unit not in one.form.by_id:
            fix = f"Use {', '.join(one.form.by_id)}"
            raise InvalidInput("unit", unit, f"is not a unit of {one.form.name!r}", fix=fix)
        return one.form.by_id[unit]

    def _noted(self, unit: str, receipt: Receipt) -> bool:
        """Count the question; whether the reply says something of the unit's slot."""
        space = self._desk.space
        kept = [item.id for item in receipt.records if item.id is not None]
        with space.atomic():
            one = self._opened()
            asked = one.form.by_id[unit]
            own = subject_ids(space, asked.subject)
            told = [
                record.id
                for record in space.several(Record, kept).values()
                if record.predicate == asked.predicate and record.subject in own
            ]
            if receipt.items[0].outcome is Outcome.STORED:
                believed = not set(self._known(one)[unit].records).isdisjoint(told)
                self._count(one, unit, in_vain=not believed)
        return bool(told)

    def _count(self, one: Opened, unit: str, *, in_vain: bool) -> None:
        """Note that a unit was asked about."""
        standing = one.state.of(unit)
        standing = replace(standing, asked=standing.asked + 1 if in_vain else 0)
        self._keep(one, State({**one.state.standings, unit: standing}, unit))

    def _keep(self, one: Opened, state: State) -> None:
        self._desk.space.put(written(one.form, state, one.policy, self._desk.now()))

    def _in_vain(self, unit: Unit, receipt: Receipt) -> RecordItem:
        """Why a reply is no answer, for the receipt."""
        turn = self._desk.space.turn(receipt.ids[0])
        text = "" if turn is None else turn.text
        found = read_answer(unit, text, turn.said_at if turn else None)
        if isinstance(found, NoAnswer):
            why = found.why.value
        else:
            why = f"longer than {LONGEST:,} characters" if is_too_long(found) else "not kept"
        reason = f"no answer to {unit.id!r}: {why}"
        return RecordItem(receipt.ids[0], 0, len(text), Outcome.REFUSED, reason=reason)


def _info(agenda: Agenda, unit: Unit, found: Known) -> UnitInfo:
    standing = agenda.state.of(unit.id)
    return UnitInfo(
        unit.id,
        unit.question(),
        agenda.need(unit.id),
        found.values,
        found.records,
        bits(unit, standing),
        standing.asked,
        standing.skipped,
    )
