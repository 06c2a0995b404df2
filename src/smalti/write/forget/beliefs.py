"""Beliefs as they follow from what is left, and pending records that these bear out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from smalti.model.lifecycle import Event, State
from smalti.model.record import Belief, Modality, Record, Slot
from smalti.model.time import Instant
from smalti.model.turn import Turn
from smalti.write.forget.draft import Draft
from smalti.write.forget.undoing import ACTOR
from smalti.write.gate import entropy, posterior, rebuilt, slot_key
from smalti.write.gate.belief import consistency, favourite, without
from smalti.write.gate.policy import GatePolicy
from smalti.write.gate.steps import moved
from smalti.write.work import One, Work

if TYPE_CHECKING:
    from smalti.write.checking import Rules


def rebuild(draft: Draft, rules: Rules, now: Instant) -> Work[None]:
    """Rebuild the beliefs of every slot that an erased or a changed record stands in."""
    touched = [one for one in (*draft.removed, *draft.rewritten) if isinstance(one, Record)]
    slots = {slot_key(one): one.predicate for one in touched if one.modality is Modality.ASSERTED}
    ids = {id for one in touched for id in (one.id, one.subject)}
    beliefs = {one.id: one for one in (yield from draft.holding(Belief, ids))}
    for key, predicate in slots.items():
        records = yield from draft.meeting(Record, [key])
        kind = rules.slot_of(predicate)
        anew = yield from rebuilt(records, kind, rules.policy, now)
        beliefs |= {one.id: one for one in anew}
    gone = draft.gone(Record)
    for belief in beliefs.values():
        left = without(belief.observations, gone)
        if left != belief.observations:  # of a value that nobody speaks of any more
            distribution = posterior(left, rules.policy.alternatives)
            belief = replace(belief, observations=left, distribution=distribution)
        if f"slot {belief.slot.subject} {belief.slot.predicate}" in slots:
            yield from _keep(draft, belief)
    for key in slots:
        _bear_out(draft, (yield from draft.meeting(Record, [key])), rules.policy, now)


def _keep(draft: Draft, belief: Belief) -> Work[None]:
    """Keep a belief as it is now, or take it out if nothing is left that it rests on."""
    if not belief.observations:
        draft.remove(belief)
        return
    said = yield from _said(draft, (one.record for one in belief.observations))
    condition = yield from _condition(draft, belief)
    slot = Slot(belief.slot.subject, belief.slot.predicate, condition)
    draft.put(replace(belief, slot=slot, updated_at=max(said, default=None)))


def _condition(draft: Draft, belief: Belief) -> Work[str | None]:
    """The condition in the words of a record that stays."""
    first = yield from draft.one(Record, belief.observations[0].record)
    return belief.slot.condition if first is None else first.condition


def _said(draft: Draft, records: Iterable[str]) -> Work[list[Instant]]:
    """When the turns that some records rest on were said, as far as that is known."""
    moments = []
    for id in records:
        record = yield from draft.one(Record, id)
        for quote in () if record is None else record.evidence:
            turn: Turn | None = yield One(Turn, quote.turn)
            if turn is not None and turn.said_at is not None:
                moments.append(turn.said_at)
    return moments


def _bear_out(draft: Draft, records: Iterable[Record], policy: GatePolicy, now: Instant) -> None:
    """Commit what waited only because of something that is gone."""
    beliefs = {
        one.record: belief
        for belief in draft.rewritten
        if isinstance(belief, Belief)
        for one in belief.observations
    }
    for record in draft.now(records):
        belief = beliefs.get(record.id)
        if record.state is State.PENDING and belief is not None:
            borne = _borne_out(record, belief, policy)
            if borne is not None:
                after, taken = moved(
                    borne, Event.COMMIT, at=now, actor=ACTOR, reason="nothing is against it"
                )
                draft.put(after, taken)
                draft.reopened[record.id] = None


def _borne_out(record: Record, belief: Belief, policy: GatePolicy) -> Record | None:
    """A pending record with its consistency anew, if belief as it is now bears it out."""
    own = next(one for one in belief.observations if one.record == record.id)
    agreed = consistency(
        without(belief.observations, [record.id]),
        own.value,
        affirms=record.polarity,
        alternatives=policy.alternatives,
    )
    if agreed <= record.confidence.consistency:
        return None
    anew = replace(record, confidence=replace(record.confidence, consistency=agreed))
    shares = belief.distribution
    sure = entropy(shares) <= policy.delta and policy.rho(anew.confidence) >= policy.rho_min
    return anew if sure and (favourite(shares) == own.value) is record.polarity else None
