"""What follows from the reply to a question: a record settled, two entities made one, or neither.

A stage: it asks for what the question is about, and returns all that is to be stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from smalti.model.conflict import (
    Clarification,
    ClarificationKind,
    ClarificationStatus,
    Conflict,
    ConflictStatus,
    Relation,
)
from smalti.model.entity import Entity, EntityKind
from smalti.model.errors import InvalidInput, NotFound
from smalti.model.lifecycle import State
from smalti.model.record import Authority, Belief, Record, SlotKind
from smalti.model.results import Outcome
from smalti.model.time import Instant
from smalti.model.turn import Turn
from smalti.write.checking import Rules
from smalti.write.entities import name_key, settle
from smalti.write.extract import Candidate
from smalti.write.gate import Reply, answer, belief_id_for, read_reply, understood
from smalti.write.gate.answers import Replier
from smalti.write.normalise import normalise
from smalti.write.predicates import PredicateTable
from smalti.write.resolving import Decider, lapsed, resolved
from smalti.write.settle import Choice, conflict_id
from smalti.write.statement import Grounded, Statement
from smalti.write.work import Meeting, One, Work

_OUTCOMES = {
    State.CURRENT: Outcome.STORED,
    State.REJECTED: Outcome.REJECTED,
    State.PENDING: Outcome.PENDING,
}


@dataclass(frozen=True, slots=True)
class Settled:
    """What a reply settled: the outcome for what was asked about, and what is to be stored.

    ``instead`` is what was said in place of the record's value, or of the word that was unclear;
    it is for the caller to state that, with the reply as its evidence. ``fresh`` says that the
    record is believed from now on, so that it has to be compared with what is stored.
    """

    outcome: Outcome
    about: str
    reason: str = ""
    nouns: tuple[Any, ...] = ()
    record: Record | None = None
    instead: str = ""
    fresh: bool = False


def settled(asked: Clarification, reply: Turn, rules: Rules, now: Instant) -> Work[Settled]:
    """What a reply, which is journalled already, settles.

    Raises:
        InvalidInput: the question was answered before, or the reply is neither yes nor no and names
            nothing instead.
        NotFound: what was asked about is gone.
    """
    if asked.status is ClarificationStatus.ANSWERED:
        raise InvalidInput("clarification", asked.id, "was answered before")
    if len(asked.about.split()) == 2:
        return (yield from _one_or_two(asked, reply, now))
    return (yield from _record(asked, reply, rules, now))


def _one_or_two(asked: Clarification, reply: Turn, now: Instant) -> Work[Settled]:
    """Whether two entities are one."""
    verdict, _ = read_reply(reply.text)
    if verdict not in (Reply.YES, Reply.NO):
        raise _unclear(reply)
    done = replace(asked, status=ClarificationStatus.ANSWERED, answered_by=reply.id)
    if verdict is Reply.NO:
        return Settled(Outcome.REJECTED, asked.about, "they are two", (done,))
    changes = yield from settle(done, at=now)
    merged = () if changes is None else (changes.entity, changes.merge)
    return Settled(Outcome.MERGED, asked.about, "they are one", (done, *merged))


def _record(asked: Clarification, reply: Turn, rules: Rules, now: Instant) -> Work[Settled]:
    record: Record | None = yield One(Record, asked.about)
    if record is None:
        raise NotFound("record", asked.about)
    rival: Record | None = (yield One(Record, asked.against)) if asked.against else None
    if rival is not None:
        conflict: Conflict | None = yield One(Conflict, conflict_id(rival.id, record.id))
        if conflict is not None and conflict.status is ConflictStatus.OPEN:
            sides = (conflict, rival, record)
            return (yield from _which(asked, sides, reply, rules, now))
    if record.state is not State.PENDING:
        return (yield from _still(asked, record, reply, rules, now))
    slot = rules.slot_of(record.predicate)
    belief: Belief | None = yield One(Belief, belief_id_for(record, slot))
    by = yield from _replier(reply, record, now)
    found = answer(
        asked,
        record,
        reply.text,
        by=by,
        slot=slot,
        rivals=() if rival is None else (rival,),
        belief=belief,
        policy=rules.policy,
    )
    if found.reply is Reply.UNCLEAR:
        raise _unclear(reply)
    nouns = (found.record, *found.ended, *found.steps, found.clarification)
    return Settled(
        _OUTCOMES[found.record.state],
        record.id,
        found.steps[0].reason,
        nouns if found.belief is None else (*nouns, found.belief),
        found.record,
        found.value,
        fresh=found.record.state is State.CURRENT,
    )


def _which(
    asked: Clarification,
    sides: tuple[Conflict, Record, Record],
    reply: Turn,
    rules: Rules,
    now: Instant,
) -> Work[Settled]:
    """Which of the two sides of an open conflict is right: the stored or the incoming one."""
    conflict, stored, record = sides
    kind, value = understood(asked.kind, record, (stored,), reply.text)
    if kind is Reply.UNCLEAR:
        raise _unclear(reply)
    choice = Choice.STORED
    if kind is Reply.YES:
        fixed = rules.slot_of(record.predicate) is SlotKind.IMMUTABLE
        over = conflict.relation in (Relation.UPDATE, Relation.RETRACTION) and not fixed
        choice = Choice.CHANGED if over else Choice.INCOMING
    decider = Decider(reply.id, now, reply.text)
    done = yield from resolved(conflict.id, choice, decider, rules)
    after = next((one for one in done.records if one.id == record.id), record)
    return Settled(
        _OUTCOMES.get(after.state, Outcome.DISPUTED),
        record.id,
        f"{choice.value} one is right",
        done.nouns,
        after,
        value,
    )


def _still(
    asked: Clarification, record: Record, reply: Turn, rules: Rules, now: Instant
) -> Work[Settled]:
    """Whether a record that is believed holds still."""
    if record.state not in (State.CURRENT, State.DISPUTED):
        raise InvalidInput("clarification", asked.id, f"is about what is {record.state.value}")
    kind, value = understood(asked.kind, record, (), reply.text)
    done = replace(asked, status=ClarificationStatus.ANSWERED, answered_by=reply.id)
    if kind is Reply.UNCLEAR:
        raise _unclear(reply)
    if kind is Reply.YES:
        return Settled(Outcome.STORED, record.id, "it still holds", (done,), record)
    over = yield from lapsed(record, Decider(reply.id, now, reply.text), rules)
    return Settled(
        Outcome.SUPERSEDED, record.id, "it holds no longer", (*over.nouns, done), record, value
    )


def _replier(reply: Turn, record: Record, now: Instant) -> Work[Replier]:
    """Who answers, and with which authority about the record."""
    known: list[Entity] = yield Meeting(Entity, (name_key(EntityKind.PERSON, reply.speaker),))
    asserter = known[0].id if known else reply.speaker
    concerned = (record.subject, record.asserted_by)
    authority = Authority.SELF if asserter in concerned else Authority.OTHER
    return Replier(asserter, authority, reply.id, now)


def _unclear(reply: Turn) -> InvalidInput:
    return InvalidInput(
        "reply", reply.text, "does not answer the question", fix="Say yes, no, or what is right"
    )


def _written(record: Record, names: Mapping[str, str]) -> str:
    """The value of a record, as its sentence is likely to have it."""
    value = record.value
    if value.entity is not None:
        return names.get(value.entity, "")
    return value.text or ("" if value.number is None else f"{value.number:g}")


def restated(
    found: Settled,
    asked: Clarification,
    reply: Turn,
    names: Mapping[str, str],
    table: PredicateTable,
) -> Statement:
    """What a record states, with what was said instead; the reply is its evidence. Pure.

    ``names`` are those of the entities that the record mentions, by id. Where it was asked who is
    meant, the reply names the subject, else the value.

    Raises:
        InvalidInput: nothing was said instead.
    """
    record, instead = found.record, found.instead
    if record is None or not instead:
        raise InvalidInput("reply", reply.text, "says nothing in place of what was stated")
    who = asked.kind is ClarificationKind.WHO
    subject = names[record.subject]
    word = subject if who else _written(record, names)
    at = record.sentence.casefold().find(word.casefold()) if word else -1
    sentence = f"{record.sentence}: {instead}"
    if at >= 0:
        sentence = record.sentence[:at] + instead + record.sentence[at + len(word) :]
    candidate = Candidate(
        turn=reply.id,
        start=0,
        end=len(reply.text),
        sentence=sentence,
        subject=instead if who else subject,
        predicate=record.predicate,
        object=word if who else instead,
        asserted_by=reply.speaker,
        kind=record.kind,
        facet=record.facet,
        polarity=record.polarity,
        modality=record.modality,
        condition=record.condition,
        ended=record.ended,
        correction=not who,
    )
    statement = normalise(Grounded(candidate, reply), table)
    statement = replace(statement, predicate=record.predicate, valid=record.valid)
    return replace(statement, value=record.value) if who else statement
