"""Stages that carry out what a person decides: about a conflict, about a record, and back again.

Each asks for what it needs and returns all that is to be stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from smalti.model.conflict import (
    Clarification,
    ClarificationStatus,
    Conflict,
    ConflictKind,
    ConflictStatus,
    Relation,
)
from smalti.model.errors import InvalidInput, NotFound
from smalti.model.lifecycle import Event, State
from smalti.model.record import Record, RecordStep
from smalti.model.time import Bound, Instant, Precision
from smalti.write.cascade import cascade
from smalti.write.checking import Rules, believed
from smalti.write.detect import Judge, Pair, Verdict
from smalti.write.detect.contrast import conflict_kind
from smalti.write.detect.judging import judge_pair
from smalti.write.gate import question_id
from smalti.write.gate.clarify import is_open
from smalti.write.gate.steps import moved
from smalti.write.outdated import outdated
from smalti.write.settle import (
    Choice,
    Outcome,
    Settlement,
    closed,
    conflict_id,
    decide,
    settle,
    undo,
)
from smalti.write.work import Meeting, One, Work

_ALL = 10_000  # conflicts or steps of one record
_LIVE = (State.CURRENT, State.DISPUTED, State.PENDING)


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a decision led to: the conflict, its records afterwards, and all that is to be stored.

    ``conflict`` is ``None`` where a record was decided about, not two.
    """

    conflict: Conflict | None
    records: tuple[Record, ...]
    nouns: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Decider:
    """Who decides, when that is noted, and why."""

    by: str
    at: Instant
    reason: str = ""


def resolved(id: str, choice: Choice, decider: Decider, rules: Rules) -> Work[Resolved]:
    """A conflict decided: its records in their new states, its question answered.

    Raises:
        NotFound: there is no such conflict, or one of its records is gone.
        InvalidInput: it was decided before.
    """
    conflict: Conflict | None = yield One(Conflict, id)
    if conflict is None:
        raise NotFound("conflict", id, hint="`smalti conflicts` lists those there are")
    if conflict.status is ConflictStatus.POSSIBLE:
        conflict = replace(conflict, status=ConflictStatus.OPEN)
    return (yield from _decided(conflict, choice, decider, rules))


def _decided(conflict: Conflict, choice: Choice, decider: Decider, rules: Rules) -> Work[Resolved]:
    stored, incoming = yield from _sides(conflict)
    done = decide(
        conflict,
        choice,
        stored,
        incoming,
        at=decider.at,
        by=decider.by,
        reason=decider.reason,
        disputed=(yield from _disputed_elsewhere(conflict)),
    )
    answered = yield from _question(done.conflicts[0], ClarificationStatus.ANSWERED, decider.by)
    return (yield from _stored(done, answered, rules, decider.at))


def undone(id: str, decider: Decider, rules: Rules) -> Work[Resolved]:
    """A decision taken back: the conflict is open again, and so is its question.

    Raises:
        NotFound: there is no such conflict, or one of its records is gone.
        InvalidInput: nothing was decided, or a record was changed again since.
    """
    conflict: Conflict | None = yield One(Conflict, id)
    if conflict is None:
        raise NotFound("conflict", id, hint="`smalti conflicts --status resolved` lists them")
    stored, incoming = yield from _sides(conflict)
    log = {}
    for one in (stored, incoming):
        log[one.id] = yield Meeting(RecordStep, (f"record {one.id}",), _ALL)
    done = undo(
        conflict,
        (stored, incoming),
        log,
        at=decider.at,
        by=decider.by,
        reason=decider.reason,
    )
    question = yield from _question(done.conflicts[0], ClarificationStatus.QUEUED, None)
    return (yield from _stored(done, question, rules, decider.at))


@dataclass(frozen=True, slots=True)
class PutRight:
    """A judge that knows which stored record the incoming one is said to put right."""

    record: str
    reason: str = ""
    name: str = "person"

    def judge(self, pair: Pair) -> Verdict | None:
        """A correction of that record; nothing of others."""
        if pair.stored.record.id != self.record:
            return None
        reason = self.reason or "It is said to be wrong"
        return Verdict(Relation.CORRECTION, self.name, 1.0, reason, conflict_kind(pair))


def corrected(id: str, right: str, decider: Decider, rules: Rules) -> Work[Resolved]:
    """A record that was never true, since another one is right, whatever judges made of the two.

    Raises:
        NotFound: one of them is gone.
        InvalidInput: they are one and the same.
    """
    if id == right:
        raise InvalidInput("value", right, "is what the record says already")
    conflict: Conflict | None = yield One(Conflict, conflict_id(id, right))
    if conflict is not None and conflict.outcome == Outcome.CORRECT.value:
        wrong: Record | None = yield One(Record, id)
        return Resolved(conflict, () if wrong is None else (wrong,), ())
    if conflict is None:
        reason = decider.reason or "It is said to be wrong"
        kind = ConflictKind.SEMANTIC
        conflict = Conflict(
            conflict_id(id, right), id, right, kind, "person", 1.0, reason, decider.at
        )
    return (yield from _decided(conflict, Choice.INCOMING, decider, rules))


def retracted(id: str, decider: Decider, rules: Rules) -> Work[Resolved]:
    """A record taken back: it is kept as history, and nothing takes its place.

    What it was in open conflict with is no longer disputed on its account.

    Raises:
        NotFound: there is no such record.
        InvalidInput: it is not believed, disputed or pending.
    """
    record: Record | None = yield One(Record, id)
    if record is None:
        raise NotFound("record", id)
    if record.state not in _LIVE:
        raise InvalidInput("record", id, f"is {record.state.value} already")
    reason = f"retracted: {decider.reason}" if decider.reason else "retracted"
    after, step = moved(record, Event.RETRACT, at=decider.at, actor=decider.by, reason=reason)
    ended = _Ended((after,), (step,), tuple((yield from _asked_about(record.id, decider.by))))
    for conflict in (yield from _open_conflicts(record.id)):
        other: Record | None = yield One(Record, _other(conflict, record.id))
        settled = replace(
            conflict,
            status=ConflictStatus.RESOLVED,
            outcome=reason,
            decided_by=decider.by,
            decided_at=decider.at,
        )
        ended = ended.and_(nouns=(settled,))
        elsewhere = yield from _disputed_elsewhere(conflict)
        if other is not None and other.state is State.DISPUTED and other.id not in elsewhere:
            freed, freeing = moved(
                other,
                Event.COMMIT,
                at=decider.at,
                actor=decider.by,
                reason=reason,
                conflict=conflict.id,
            )
            ended = ended.and_((freed,), (freeing,))
    return (yield from _finished(None, ended, rules, decider.at))


def rejudged(id: str, rules: Rules, at: Instant, told: Judge | None = None) -> Work[Resolved]:
    """A possible conflict judged again: settled, dismissed, or left as it is.

    ``told`` goes before the judges of ``rules``. Where one of the records is believed no longer,
    there is nothing to decide.

    Raises:
        NotFound: there is no such conflict, or one of its records is gone.
    """
    conflict: Conflict | None = yield One(Conflict, id)
    if conflict is None:
        raise NotFound("conflict", id, hint="`smalti conflicts --status possible` lists them")
    stored, incoming = yield from _sides(conflict)
    if not {stored.state, incoming.state} <= {State.CURRENT, State.DISPUTED}:
        return _dismissed(conflict, "one side is believed no longer", at)
    pair = yield from paired(conflict, rules)
    judges = rules.judges if told is None else (told, *rules.judges)
    judged = judge_pair(pair, judges)
    if judged is None or judged.verdict.relation is Relation.UNSURE:
        return Resolved(conflict, (), ())
    done = settle(incoming, [judged], at=at, policy=rules.conflicts)
    if done.merged or not done.conflicts:
        return _dismissed(conflict, judged.verdict.relation.value, at)
    return (yield from _stored(done, done.clarifications, rules, at))


def paired(conflict: Conflict, rules: Rules) -> Work[Pair]:
    """The records of a conflict as a judge sees them.

    Raises:
        NotFound: one of them is gone.
    """
    stored, incoming = yield from _sides(conflict)
    return (yield from rules.searcher.pair(stored, incoming))


def _dismissed(conflict: Conflict, outcome: str, at: Instant) -> Resolved:
    settled = replace(
        conflict,
        status=ConflictStatus.DISMISSED,
        outcome=outcome,
        decided_by="recheck",
        decided_at=at,
    )
    return Resolved(settled, (), (settled,))


def lapsed(record: Record, decider: Decider, rules: Rules) -> Work[Resolved]:
    """A record that is said to hold no longer, with nothing in its place: its value is unknown."""
    over = closed(record, Bound(decider.at, Precision.UNKNOWN))
    reason = f"no longer: {decider.reason}" if decider.reason else "no longer"
    after, step = moved(over, Event.SUPERSEDE, at=decider.at, actor=decider.by, reason=reason)
    asked = yield from _asked_about(record.id, decider.by)
    return (yield from _finished(None, _Ended((after,), (step,), tuple(asked)), rules, decider.at))


# --- what is asked for ---------------------------------------------------------------------------


def _sides(conflict: Conflict) -> Work[tuple[Record, Record]]:
    sides = []
    for side in (conflict.stored, conflict.incoming):
        record: Record | None = yield One(Record, side)
        if record is None:
            raise NotFound("record", side)
        sides.append(record)
    return sides[0], sides[1]


def _open_conflicts(record: str) -> Work[list[Conflict]]:
    found: list[Conflict] = yield Meeting(Conflict, (f"record {record}",), _ALL)
    return [one for one in found if one.status is ConflictStatus.OPEN]


def _disputed_elsewhere(conflict: Conflict) -> Work[frozenset[str]]:
    """The sides of a conflict that other open conflicts dispute."""
    disputed = set()
    for side in (conflict.stored, conflict.incoming):
        others = yield from _open_conflicts(side)
        if any(one.id != conflict.id for one in others):
            disputed.add(side)
    return frozenset(disputed)


def _other(conflict: Conflict, record: str) -> str:
    return conflict.stored if conflict.incoming == record else conflict.incoming


def _question(
    conflict: Conflict, status: ClarificationStatus, by: str | None
) -> Work[list[Clarification]]:
    """The question which of the two is right, in another state."""
    asked: Clarification | None = yield One(Clarification, question_id(conflict.incoming))
    if asked is None or asked.against != conflict.stored:
        return []
    return [replace(asked, status=status, answered_by=by)]


def _asked_about(record: str, by: str) -> Work[list[Clarification]]:
    """Open questions about a record, as answered."""
    found: list[Clarification] = yield Meeting(Clarification, (f"about {record}",), _ALL)
    return [
        replace(one, status=ClarificationStatus.ANSWERED, answered_by=by)
        for one in found
        if is_open(one)
    ]


# --- what is to be stored ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Ended:
    records: tuple[Record, ...] = ()
    steps: tuple[RecordStep, ...] = ()
    nouns: tuple[Any, ...] = ()

    def and_(
        self,
        records: Iterable[Record] = (),
        steps: Iterable[RecordStep] = (),
        nouns: Iterable[Any] = (),
    ) -> _Ended:
        return _Ended((*self.records, *records), (*self.steps, *steps), (*self.nouns, *nouns))


def _stored(
    done: Settlement, questions: Sequence[Clarification], rules: Rules, at: Instant
) -> Work[Resolved]:
    changed = {one.record for one in done.changes}
    records = tuple(one for one in (*done.stored, done.incoming) if one.id in changed)
    ended = _Ended(records, done.steps, (*done.conflicts, *questions))
    return (yield from _finished(done.conflicts[0], ended, rules, at))


def _finished(
    conflict: Conflict | None, ended: _Ended, rules: Rules, at: Instant
) -> Work[Resolved]:
    """With the beliefs that follow, and the questions that what has ended raises."""
    beliefs = yield from believed(ended.records, rules, at)
    raised = yield from cascade(ended.records, rules.slot_of, at)
    sums = yield from outdated(ended.records, at)
    nouns = (*ended.records, *ended.steps, *ended.nouns, *beliefs, *raised, *sums)
    return Resolved(conflict, ended.records, nouns)
