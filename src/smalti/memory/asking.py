"""The verbs about what is not known well enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from smalti.memory.knowing import Knowing
from smalti.memory.naming import ALL
from smalti.model.conflict import Clarification, ClarificationStatus
from smalti.model.entity import Entity
from smalti.model.errors import NotFound
from smalti.model.ids import new_id
from smalti.model.processing import Processed, ProcessStatus
from smalti.model.record import Record
from smalti.model.results import Outcome, Receipt, ReceiptItem, RecordItem
from smalti.write.drafts import Moment

if TYPE_CHECKING:
    from smalti.model.turn import Turn

_OPEN = (ClarificationStatus.QUEUED, ClarificationStatus.ASKED)


class Asking(Knowing):
    """Open questions, and answers to them."""

    def clarifications(self, *, limit: int | None = None) -> list[Clarification]:
        """What is worth asking, the most pressing first.

        A question that was asked twice without an answer loses half its priority with each further
        time (MOSAIC, arXiv 2607.16211: h_max = 2).
        """
        from smalti.write.gate import next_clarifications

        keys = [f"status {status.value}" for status in _OPEN]
        found = self._space.meeting(Clarification, keys, ALL)
        return next_clarifications(found, len(found) if limit is None else limit)

    def answer(
        self,
        id: str,
        reply: str,
        *,
        speaker: str | None = None,
        said_at: Moment | Literal["now"] | None = "now",
        session: str = "default",
    ) -> Receipt:
        """Answer an open question: yes, no, or what is right instead.

        The reply is journalled, as any turn, and is the evidence of what follows from it. By
        default whoever made the statement answers, or "user" where the question is another one.

        Raises:
            NotFound: there is no such question in this space.
            InvalidInput: it was answered before, or the reply does not answer it.
        """
        from smalti.write.answering import restated, settled
        from smalti.write.checking import compared
        from smalti.write.unit import Unit
        from smalti.write.work import drive

        now, rules = self._setup.now(), self._rules()
        asked = self._space.one(Clarification, id)
        if asked is None:
            raise NotFound("question", id, hint="`smalti questions` lists those that are open")
        with self._space.atomic():
            turn = self._journal_reply(asked, reply, speaker, said_at, session)
            unit = Unit(self._space)
            found = drive(settled(asked, turn, rules, now), unit.answer)
            unit.put(*found.nouns, Processed(turn.id, ProcessStatus.DONE, "answered", now, 1))
            if found.record is not None and found.fresh:
                unit.put(*drive(compared(found.record, rules, now), unit.answer))
            unit.store()
        items = [RecordItem(turn.id, 0, len(turn.text), found.outcome, found.about,
                            asked.question, found.reason)]  # fmt: skip
        if found.record is not None and found.instead:
            names = self.names([found.record])
            statement = restated(found, asked, turn, names, rules.predicates)
            items += self._reader.state([statement], "answered", now).records
        return Receipt(
            id=new_id("w"),
            verb="answer",
            at=now,
            items=(ReceiptItem(0, Outcome.STORED, turn.id),),
            records=tuple(items),
        )

    def _journal_reply(
        self,
        asked: Clarification,
        reply: str,
        speaker: str | None,
        said_at: Moment | Literal["now"] | None,
        session: str,
    ) -> Turn:
        """The reply as a journalled turn."""
        if speaker is None:
            record = self._space.one(Record, asked.about)
            asserter = record and self._space.one(Entity, record.asserted_by)
            speaker = asserter.name if asserter else "user"
        metadata = {"answers": asked.id, "question": asked.question}
        turn = {"text": reply, "metadata": metadata}
        receipt = self.add(turn, speaker=speaker, said_at=said_at, session=session, extract=False)
        found = self._space.turn(receipt.ids[0])
        assert found is not None  # journalled a line above, in the same transaction
        return found
