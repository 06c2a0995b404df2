"""The verbs about what cannot all be true."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from smalti.memory.asking import Asking
from smalti.memory.base import member
from smalti.memory.naming import ALL
from smalti.model.conflict import Conflict, ConflictStatus
from smalti.model.errors import InvalidInput, NotFound
from smalti.model.ids import new_id
from smalti.model.lifecycle import ANY, State
from smalti.model.record import Record, RecordKind
from smalti.model.results import Outcome, Receipt, ReceiptItem, Sides
from smalti.write.drafts import Moment

if TYPE_CHECKING:
    from smalti.write.checking import Rules
    from smalti.write.resolving import Decider, Resolved
    from smalti.write.work import Work

_OUTCOMES = {
    State.CURRENT: Outcome.STORED,
    State.DISPUTED: Outcome.DISPUTED,
    State.SUPERSEDED: Outcome.SUPERSEDED,
    State.CORRECTED: Outcome.CORRECTED,
    State.RETRACTED: Outcome.RETRACTED,
    State.REJECTED: Outcome.REJECTED,
    State.PENDING: Outcome.PENDING,
}


class Settling(Asking):
    """Conflicts: looking at them, deciding them, taking that back; correcting and retracting."""

    def conflicts(
        self,
        *,
        status: ConflictStatus | str | None = ConflictStatus.OPEN,
        about: str | None = None,
        limit: int | None = None,
    ) -> list[Conflict]:
        """Statements that cannot both hold, in the order they were found.

        Args:
            status: open; resolved or dismissed; possible where no judge could tell; ``"any"`` or
                ``None`` for all.
            about: an entity by id or by name that one of the sides is about, or has as its value.
            limit: at most so many.

        Raises:
            InvalidInput: an unknown status.
            NotFound: nobody and nothing of that name is known.
        """
        wanted = None if status == ANY else member(ConflictStatus, "status", status, words=(ANY,))
        if about is not None:
            keys = [f"record {record.id}" for record in self._records_of(about, None)]
        else:
            kinds = ConflictStatus if wanted is None else (wanted,)
            keys = [f"status {one.value}" for one in kinds]
        found = self._space.meeting(Conflict, keys, ALL) if keys else []
        found = [one for one in found if wanted is None or one.status is wanted]
        return sorted(found, key=lambda one: one.found_at.micros)[:limit]

    def conflict(self, id: str) -> Sides:
        """A conflict with both sides: their quotes, speakers, intervals and steps.

        Raises:
            NotFound: there is no such conflict in this space.
        """
        found = self._space.one(Conflict, id)
        if found is None:
            raise NotFound("conflict", id, hint="`smalti conflicts` lists those that are open")
        chain = (self._space.one(Record, one) for one in found.chain)
        return Sides(
            found,
            self.why(found.stored),
            self.why(found.incoming),
            tuple(record for record in chain if record is not None),
        )

    def resolve(self, id: str, choice: str, *, reason: str = "", by: str = "user") -> Receipt:
        """Decide an open conflict; :meth:`undo` takes it back.

        Args:
            id: of the conflict.
            choice: ``"stored"`` or ``"incoming"``: that one is right and the other never was;
                ``"changed"``: the incoming one is right now, and the stored one was until then;
                ``"merge"``: both say the same; ``"both"``: both are true, a reason tells how;
                ``"dismiss"``: there is nothing to decide.
            reason: why; kept with the decision.
            by: who decides.

        Raises:
            NotFound: there is no such conflict in this space.
            InvalidInput: an unknown choice, or the conflict was decided before.
        """
        from smalti.write.resolving import resolved
        from smalti.write.settle import Choice

        chosen = member(Choice, "choice", choice)
        assert chosen is not None  # a choice was given
        return self._decide("resolve", by, reason, lambda d, rules: resolved(id, chosen, d, rules))

    def undo(self, id: str, *, reason: str = "", by: str = "user") -> Receipt:
        """Take the decision of a conflict back, whoever made it: all is as it was before.

        What was settled when it was found is disputed from now on. The log keeps both steps.

        Raises:
            NotFound: there is no such conflict in this space.
            InvalidInput: nothing was decided, or one of the records was changed again since.
        """
        from smalti.write.resolving import undone

        return self._decide("undo", by, reason, lambda d, rules: undone(id, d, rules))

    def recheck(self, *, limit: int | None = None) -> Receipt:
        """Judge again what no judge could tell about, with the judges there are by now.

        A model that is configured is asked before anything is changed. What is settled that way is
        a conflict like any other, and :meth:`undo` takes it back.

        Args:
            limit: look at so many of the possible conflicts, the oldest first; ``None`` for all.

        Returns:
            Under ``items`` what became of each conflict: superseded, corrected, disputed, or
            refused where there turned out to be none; those that stay open are left out.
        """
        from smalti.write.rechecking import BECAME, recheck

        now, rules = self._setup.now(), self._rules()
        possible = self.conflicts(status=ConflictStatus.POSSIBLE, limit=limit)
        found = recheck(self._space, [one.id for one in possible], rules, self._setup.model, now)
        return Receipt(
            id=new_id("w"),
            verb="recheck",
            at=now,
            items=tuple(
                ReceiptItem(index, BECAME[one.status], one.id, one.reason)
                for index, one in enumerate(found.settled)
            ),
            usage=found.usage,
            degraded=found.degraded,
        )

    def retract(self, id: str, *, reason: str = "", by: str = "user") -> Receipt:
        """Take a record back: it stays in the history, and nothing takes its place.

        Raises:
            NotFound: there is no such record in this space.
            InvalidInput: it is over already.
        """
        from smalti.write.resolving import retracted

        return self._decide("retract", by, reason, lambda d, rules: retracted(id, d, rules))

    def correct(
        self,
        id: str,
        value: str | float,
        *,
        unit: str | None = None,
        reason: str = "",
        speaker: str | None = None,
        said_at: Moment | Literal["now"] | None = "now",
    ) -> Receipt:
        """Put a record right: it was never true, and this value is in its place.

        The correction is journalled and is the evidence of the new record. :meth:`undo` of the
        conflict that the receipt names takes it back.

        Args:
            id: of the record.
            value: what is right: a name, a text, or a number.
            unit: of a number.
            reason: why.
            speaker: who corrects; by default who stated the record.
            said_at: when; as for :meth:`add`.

        Raises:
            NotFound: there is no such record in this space.
            InvalidInput: the record is over already, or the value cannot be used.
        """
        record = self.record(id)
        if record.state not in (State.CURRENT, State.DISPUTED, State.PENDING):
            raise InvalidInput("record", id, f"is {record.state.value} already")
        if record.kind is RecordKind.SUMMARY:
            raise InvalidInput("record", id, "is a summary", fix="Correct the events it sums up")
        from smalti.write.resolving import PutRight, corrected

        names = self.names([record])
        by = speaker or names[record.asserted_by]
        right_one = {
            "subject": names[record.subject],
            "predicate": record.predicate,
            "object": value,
            "unit": unit,
            "polarity": record.polarity,
            "condition": record.condition,
            "speaker": by,
            "said_at": said_at,
        }
        with self._space.atomic():
            receipt = self._state([right_one], PutRight(record.id, reason))
            right = receipt.records[0].id or ""
            done = self._decide(
                "correct", by, reason, lambda d, rules: corrected(id, right, d, rules)
            )
        return replace(receipt, verb="correct", items=(*receipt.items, *done.items))

    def _decide(
        self,
        verb: str,
        by: str,
        reason: str,
        stage: Callable[[Decider, Rules], Work[Resolved]],
    ) -> Receipt:
        from smalti.write.resolving import Decider
        from smalti.write.unit import Unit
        from smalti.write.work import drive

        now = self._setup.now()
        with self._space.atomic():
            unit = Unit(self._space)
            done = drive(stage(Decider(by, now, reason), self._rules()), unit.answer)
            unit.put(*done.nouns)
            unit.store()
        return Receipt(
            id=new_id("w"),
            verb=verb,
            at=now,
            items=tuple(
                ReceiptItem(index, _OUTCOMES[one.state], one.id, one.sentence)
                for index, one in enumerate(done.records)
            ),
        )
