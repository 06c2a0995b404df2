"""The gate: a statement is committed, kept pending with a question, merged or refused.

A pure stage: it asks for what is stored and returns all that is to be stored. Whether a committed
statement updates, corrects or contradicts an older one is not decided here.
"""

from __future__ import annotations

from dataclasses import replace

from smalti.model.lifecycle import Event, State
from smalti.model.record import Authority, Belief, Modality, Record, SlotKind
from smalti.model.results import Outcome
from smalti.model.time import Instant
from smalti.write.gate.clarify import clarify
from smalti.write.gate.policy import GatePolicy
from smalti.write.gate.questions import unresolved
from smalti.write.gate.settle import ACTOR, Settled, answer_of, cleared, settle
from smalti.write.gate.slots import SINGLE, belief_id, condition_key, slot_key
from smalti.write.gate.steps import moved
from smalti.write.gate.validity import adds_nothing
from smalti.write.gate.values import identifiers, same
from smalti.write.gate.weigh import Case, Verdict, key_of, moved_on, weigh
from smalti.write.statement import Gated, Resolved, Statement
from smalti.write.work import Meeting, One, Work

_DEFAULT = GatePolicy()


def gate(
    resolved: Resolved, *, slot: SlotKind, now: Instant, policy: GatePolicy = _DEFAULT
) -> Work[Gated]:
    """Decide what becomes of a statement.

    Asks for the records of its slot, the belief about it, and, where they matter, open questions
    and the source of a contradicting record. The outcome is

    * ``REFUSED`` for what was only asked; nothing is to be stored;
    * ``MERGED`` if a stored record says it: that record, with the new evidence;
    * ``STORED`` if it is committed;
    * ``PENDING`` if it is not; the first clarification is the question that it raises.

    Words that give orders are quotations of no authority: committed as data, of no weight for any
    belief, and never asked about.
    """
    record = _as_data(resolved.record)
    if record.modality is Modality.QUESTIONED:
        return Gated(Outcome.REFUSED, record, "asked, not stated")
    case = yield from _case(record, resolved.statement, slot, now, policy)
    read = _read_before(case)
    if read is None and not case.complete:
        read = yield One(Record, record.id)
    if read is not None:
        return Gated(Outcome.MERGED, read, "read before")
    twin = _twin(case)
    if twin is not None:
        return (yield from _merged(case, twin, resolved.statement))
    verdict = weigh(case, record.id)
    if verdict.reason:
        return (yield from _pending(case, verdict, resolved.statement))
    return (yield from _committed(case, verdict, resolved.statement))


def _as_data(record: Record) -> Record:
    if not record.instruction_like:
        return record
    return replace(record, modality=Modality.QUOTED, authority=Authority.UNTRUSTED)


def _case(
    record: Record, statement: Statement, slot: SlotKind, now: Instant, policy: GatePolicy
) -> Work[Case]:
    stored = yield Meeting(Record, (slot_key(record),), policy.compared)
    condition = condition_key(record.condition)
    known = tuple(one for one in stored if condition_key(one.condition) == condition)
    case = Case(
        record=record,
        slot=slot,
        now=now,
        policy=policy,
        said_at=statement.grounded.turn.said_at,
        unresolved=unresolved(statement),
        known=known,
        complete=len(stored) < policy.compared,
    )
    return (yield from _with_belief(case)) if case.counts else case


def _with_belief(case: Case) -> Work[Case]:
    own = "" if case.slot in SINGLE else key_of(case)
    belief: Belief | None = yield One(Belief, belief_id(case.record.slot, own))
    case = replace(case, belief=belief)
    return replace(case, key=own or key_of(case))


# --- merging -------------------------------------------------------------------------------------


def _twin(case: Case) -> Record | None:
    """The stored record that says the same, by the same source: one that is current before others.

    Where belief has moved on since, it says so anew: A, then B, then A again are three records.
    """
    anew = case.slot is not SlotKind.IMMUTABLE and moved_on(case)
    alike = [one for one in case.held if _is_repeated(one, case)]
    states = (State.PENDING,) if anew else (State.CURRENT, State.PENDING)
    return next((one for state in states for one in alike if one.state is state), None)


def _read_before(case: Case) -> Record | None:
    """The record that this very quote has become, or become evidence of, whatever its state now."""
    quotes = set(case.record.evidence)
    for one in case.known:
        merged = quotes <= set(one.evidence) and _is_repeated(one, case)
        if merged or one.id == case.record.id:
            return one
    return None


def _is_repeated(stored: Record, case: Case) -> bool:
    """Whether a statement tells nothing that a stored record does not.

    What it names by letters and digits must stand in the stored sentence, too: whatever subject and
    value were made of, "HB-4472" is never further evidence for "HB-4471".
    """
    new = case.record
    return (
        _sense(stored) == _sense(new)
        and same(stored.value, new.value)
        and adds_nothing(stored, new, case.said_at)
        and identifiers(new.sentence) <= identifiers(stored.sentence)
    )


def _sense(record: Record) -> tuple[object, ...]:
    return (
        record.asserted_by,
        record.kind,
        record.modality,
        record.polarity,
        record.ended,
        record.instruction_like,
    )


def _merged(case: Case, twin: Record, statement: Statement) -> Work[Gated]:
    verdict = weigh(case, twin.id)
    new = tuple(one for one in case.record.evidence if one not in twin.evidence)
    record = replace(twin, evidence=(*twin.evidence, *new))
    turn = statement.grounded.turn.id
    gated = Gated(Outcome.MERGED, record, belief=_news(case, verdict.belief))
    if twin.state is State.CURRENT:
        return (yield from _with_settled(case, gated, turn)) if verdict.firm else gated
    if verdict.reason:
        return replace(gated, reason=verdict.reason)
    reason = f"confirmed in turn {turn}"
    record, step = moved(record, Event.COMMIT, at=case.now, actor=ACTOR, reason=reason)
    answered = yield from answer_of(record.id, turn)
    gated = replace(gated, record=record, steps=(step,), clarifications=tuple(answered), firm=True)
    return (yield from _with_settled(case, gated, turn))


def _news(case: Case, belief: Belief | None) -> Belief | None:
    """The belief if it is another than the stored one."""
    return None if belief == case.belief else belief


# --- committing and holding ----------------------------------------------------------------------


def _committed(case: Case, verdict: Verdict, statement: Statement) -> Work[Gated]:
    reason = "kept as a quotation: it gives orders" if case.record.instruction_like else ""
    record, step = moved(verdict.record, Event.COMMIT, at=case.now, actor=ACTOR, reason=reason)
    gated = Gated(Outcome.STORED, record, reason, (step,), verdict.belief, firm=True)
    return (yield from _with_settled(case, gated, statement.grounded.turn.id))


def _with_settled(case: Case, gated: Gated, turn: str) -> Work[Gated]:
    """What was decided, and what that settles."""
    if not case.counts:
        return gated
    settled: Settled = yield from settle(case, gated.record, turn)
    belief = cleared(gated.belief or case.belief, settled, case)
    return replace(
        gated,
        steps=(*gated.steps, *settled.steps),
        clarifications=(*gated.clarifications, *settled.clarifications),
        settled=settled.records,
        belief=belief if settled.rejected else gated.belief,
    )


def _pending(case: Case, verdict: Verdict, statement: Statement) -> Work[Gated]:
    record, step = moved(
        verdict.record, Event.HOLD, at=case.now, actor=ACTOR, reason=verdict.reason
    )
    question = yield from clarify(case, verdict, record, statement)
    return Gated(
        Outcome.PENDING,
        record,
        verdict.reason,
        (step,),
        verdict.belief,
        (question,),
        firm=verdict.firm,
    )
