"""The verbs about what was learnt."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING

from smalti.memory.base import member
from smalti.memory.naming import ALL, Naming
from smalti.memory.writing import Writing
from smalti.model.conflict import Clarification
from smalti.model.errors import NotFound
from smalti.model.lifecycle import ANY, State
from smalti.model.record import Belief, Record, RecordKind, RecordStep
from smalti.model.results import Quote, Why
from smalti.model.time import Instant
from smalti.model.turn import Role
from smalti.write.drafts import Defaults, Moment, drafts_from, role_of
from smalti.write.journal import number

if TYPE_CHECKING:
    from smalti.view import Axes, Seen, Version
    from smalti.write.reading import Explanation

_FIRST, _MOST = 64, 500  # records looked at together: who wants the first ones waits for few
_CONTEXT = 8  # turns before a text that is explained
_WHATEVER: Mapping[str, str | None] = MappingProxyType({})


BELIEVED = "believed"
"""What is current or disputed; of another time also what has been superseded since."""


def _states(state: State | str | None, as_of: Moment | None) -> Collection[State]:
    """The states that a word asks for."""
    if state == BELIEVED:
        believed = (State.CURRENT, State.DISPUTED)
        return believed if as_of is None else (*believed, State.SUPERSEDED)
    one = None if state == ANY else member(State, "state", state, words=(BELIEVED, ANY))
    return tuple(State) if one is None else (one,)


class Knowing(Writing, Naming):
    """Looking at records, at the way to them, and at what would become of a text."""

    def records(
        self,
        *,
        about: str | None = None,
        predicate: str | None = None,
        state: State | str | None = BELIEVED,
        kind: RecordKind | str | None = None,
        turn: str | None = None,
        as_of: Moment | None = None,
        known_at: Moment | None = None,
    ) -> Iterator[Record]:
        """What was learnt, in the order it was learnt, read as you go.

        Args:
            about: an entity by id or by name: its records, and those whose value it is.
            predicate: a canonical name of docs/guide/predicates.md.
            state: by default what is believed: current records and disputed ones, what holds until
                something newer begins that is announced, and with ``as_of`` also what has been
                superseded since. ``"any"`` or ``None`` for those in every state.
            kind: event, fact, claim or summary.
            turn: the id of a turn that they rest on.
            as_of: only what held then, or may have held; states and ends as they are known.
            known_at: as this memory knew it then: what was recorded, its state, its end.

        Raises:
            InvalidInput: an unknown state or kind, or no moment.
            NotFound: nobody and nothing of that name is known.
        """
        from smalti.view import holds_still

        wanted = member(RecordKind, "kind", kind)
        states, axes = _states(state, as_of), self._axes(as_of, known_at)
        now = axes.moment
        having = {"predicate": predicate, "kind": None if wanted is None else wanted.value}
        if len(states) == 1 and known_at is None:
            having["state"] = next(iter(states)).value  # of another time only the log tells
        # What was superseded may hold still, if what comes after it is only announced.
        then = (*states, State.SUPERSEDED) if state == BELIEVED else states
        found = self._records_of(about, turn, having, axes.known_at, then)
        if as_of is not None or known_at is not None:
            found = self._seen(found, axes)
        return (
            record
            for record in found
            if (record.state in states or (state == BELIEVED and holds_still(record, now)))
            and predicate in (None, record.predicate)
            and wanted in (None, record.kind)
        )

    def _seen(self, records: Iterable[Record], axes: Axes) -> Iterator[Record]:
        """Records as they were known at a moment, without those that did not hold at another."""
        from smalti.view import see

        left, size = iter(records), _FIRST
        while page := list(islice(left, size)):
            for one in see(page, self._steps_to(axes, page), axes):
                if axes.as_of is None or one.holds is not False:
                    yield one.record
            size = min(2 * size, _MOST)

    def _axes(self, as_of: Moment | None, known_at: Moment | None) -> Axes:
        from smalti.view import Axes

        setup = self._setup
        given = (setup.moment(m) if isinstance(m, float) else m for m in (as_of, known_at))
        return Axes.of(*given, now=setup.now(), default_offset=setup.utc_offset)

    def _steps_to(self, axes: Axes, records: Iterable[Record]) -> list[RecordStep]:
        """The steps that tell how records stood; none of what stands as it stands now."""
        if axes.known_at is None:
            return []
        return self._space.steps((one.id for one in records), moved_after=axes.known_at)

    def history(self, id: str, *, known_at: Moment | None = None) -> list[Version]:
        """All that was ever recorded in the slot of a record, each version with its changes.

        Raises:
            NotFound: there is no such record in this space.
        """
        from smalti.view import history

        slot = self.record(id).slot
        found = self._space.meeting(Record, [f"slot {slot.subject} {slot.predicate}"], ALL)
        versions = [record for record in found if record.condition == slot.condition]
        steps = self._space.steps(record.id for record in versions)
        return history(versions, steps, self._setup.moment(known_at))

    def timeline(
        self, about: str, *, as_of: Moment | None = None, known_at: Moment | None = None
    ) -> list[Seen]:
        """What is known about somebody or something, in the order it began; undated last.

        Raises:
            NotFound: nobody and nothing of that name is known.
            InvalidInput: no moment.
        """
        from smalti.view import timeline

        axes = self._axes(as_of, known_at)
        records = self._records_about(about)
        return timeline(records, self._steps_to(axes, records), axes)

    def _records_of(
        self,
        about: str | None,
        turn: str | None,
        having: Mapping[str, str | None] = _WHATEVER,
        known_at: Instant | None = None,
        states: Collection[State] = tuple(State),
    ) -> Iterable[Record]:
        """The records to look through; of all those there are, none that surely will not do."""
        if about is not None:
            found = self._records_about(about)
            return [r for r in found if turn is None or turn in {e.turn for e in r.evidence}]
        if turn is not None:
            return self._space.meeting(Record, [f"turn {turn}"], ALL)
        only = {name: text for name, text in having.items() if text is not None}
        if known_at is None:
            return self._space.every(Record, having=only)
        return self._space.known(known_at, states, having=only)

    def _records_about(self, about: str) -> list[Record]:
        ids = [one.id for entity in self._entities(about) for one in self._members(entity)]
        keys = [f"{side} {id}" for id in ids for side in ("subject", "value")]
        return self._space.meeting(Record, keys, ALL)

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

        record, rules = self.record(id), self._rules()
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
