"""The verbs about what was learnt."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import TYPE_CHECKING, TypeVar

from smalti.memory.naming import ALL, Naming
from smalti.memory.writing import Writing
from smalti.model.conflict import Clarification
from smalti.model.errors import InvalidInput, NotFound
from smalti.model.lifecycle import State
from smalti.model.record import Belief, Record, RecordKind, RecordStep
from smalti.model.results import Quote, Why
from smalti.model.turn import Role
from smalti.write.drafts import Defaults, Moment, drafts_from, role_of
from smalti.write.journal import number

if TYPE_CHECKING:
    from smalti.write.reading import Explanation

Member = TypeVar("Member", bound=Enum)
_CONTEXT = 8  # turns before a text that is explained


class Knowing(Writing, Naming):
    """Looking at records, at the way to them, and at what would become of a text."""

    def records(
        self,
        *,
        about: str | None = None,
        predicate: str | None = None,
        state: State | str | None = State.CURRENT,
        kind: RecordKind | str | None = None,
        turn: str | None = None,
    ) -> Iterator[Record]:
        """What was learnt, in the order it was learnt, read as you go.

        Args:
            about: an entity by id or by name: its records, and those whose value it is.
            predicate: a canonical name of docs/guide/predicates.md.
            state: ``None`` for records in every state.
            kind: event, fact, claim or summary.
            turn: the id of a turn that they rest on.

        Raises:
            InvalidInput: an unknown state or kind.
            NotFound: nobody and nothing of that name is known.
        """
        wanted = {
            "predicate": predicate,
            "state": _member(State, "state", state),
            "kind": _member(RecordKind, "kind", kind),
        }
        given = {name: value for name, value in wanted.items() if value is not None}
        found = self._records_of(about, turn)
        return (r for r in found if all(getattr(r, name) == v for name, v in given.items()))

    def _records_of(self, about: str | None, turn: str | None) -> Iterable[Record]:
        if about is not None:
            ids = [one.id for entity in self._entities(about) for one in self._members(entity)]
            keys = [f"{side} {id}" for id in ids for side in ("subject", "value")]
            found = self._space.meeting(Record, keys, ALL)
            return [r for r in found if turn is None or turn in {e.turn for e in r.evidence}]
        if turn is not None:
            return self._space.meeting(Record, [f"turn {turn}"], ALL)
        return self._space.every(Record)

    def record(self, id: str) -> Record:
        """The record with this id.

        Raises:
            NotFound: there is none in this space.
        """
        record = self._space.one(Record, id)
        if record is None:
            raise NotFound("record", id, hint="`records()` and `smalti records` list what there is")
        return record

    def why(self, id: str) -> Why:
        """The way from what was said to a record: quotes, derivations, confidence, steps.

        Raises:
            NotFound: there is no such record in this space.
        """
        from smalti.write.gate import belief_id_for, entropy

        record, rules = self.record(id), self._setup.rules
        belief = self._space.one(Belief, belief_id_for(record, rules.slot_of(record.predicate)))
        return Why(
            record=record,
            names=self.names([record]),
            quotes=tuple(
                Quote(turn, quote.start, quote.end)
                for quote in record.evidence
                if (turn := self._space.turn(quote.turn)) is not None
            ),
            steps=tuple(self._space.meeting(RecordStep, [f"record {id}"], ALL)),
            rho=rules.policy.rho(record.confidence),
            belief=belief,
            entropy=None if belief is None else entropy(belief.distribution),
            questions=tuple(self._space.meeting(Clarification, [f"about {id}"], ALL)),
        )

    def explain(
        self,
        text: str,
        *,
        speaker: str | None = None,
        role: Role | str = Role.USER,
        said_at: Moment | None = None,
        session: str = "default",
    ) -> Explanation:
        """What would become of a text said next in a session, stage by stage; nothing is stored.

        Raises:
            InvalidInput: as for :meth:`smalti.Memory.add`.
        """
        now = self._setup.now()
        moment = now if said_at is None else self._setup.moment(said_at)
        defaults = Defaults(session, speaker, role_of(role), moment, self._setup.utc_offset)
        [turn] = number(drafts_from(text, defaults), now)
        context = deque(self._space.read_turns(session=session), maxlen=_CONTEXT)
        return self._reader.explain(turn, list(context), now)


def _member(kind: type[Member], field: str, value: Member | str | None) -> Member | None:
    try:
        return None if value is None else kind(value)
    except ValueError as error:
        known = ", ".join(str(member.value) for member in kind)
        raise InvalidInput(field, value, "is unknown", fix=f"Known: {known}") from error
