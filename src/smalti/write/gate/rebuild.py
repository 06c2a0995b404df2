"""The belief about a slot as it follows from the records that stand in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from smalti.model.lifecycle import State
from smalti.model.record import Belief, Modality, Observation, Record, SlotKind, Value
from smalti.model.time import Instant
from smalti.write.gate.belief import counted, posterior
from smalti.write.gate.policy import GatePolicy
from smalti.write.gate.slots import SINGLE, belief_id, condition_key, is_past
from smalti.write.gate.values import agrees, same, value_key
from smalti.write.work import One, Work

_COUNTED = (State.CURRENT, State.DISPUTED, State.PENDING)


def rebuilt(
    records: Iterable[Record], kind: SlotKind, policy: GatePolicy, at: Instant
) -> Work[list[Belief]]:
    """All beliefs about a slot, or about each of its values where those are on their own.

    Rests on what is current, disputed or pending, in the order it was recorded: what was settled
    otherwise, or is over at ``at``, counts no more. A belief that nothing is left for is told as
    well, with all of it on unknown. Records of several conditions have beliefs of their own. Asks
    for the beliefs as they are stored, and returns those that are not so any more.
    """
    beliefs: dict[str, list[Observation]] = {}
    first: dict[str, Record] = {}
    for record, key in _keyed(sorted(records, key=lambda one: one.recorded_at.micros), kind):
        id = belief_id(record.slot, "" if kind in SINGLE else key)
        observed = beliefs.setdefault(id, [])
        first.setdefault(id, record)
        if record.state in _COUNTED and not is_past(record, kind, at):
            beliefs[id] = list(counted(observed, _observation(record, key, policy)))
    changed = []
    for id, observed in beliefs.items():
        stored: Belief | None = yield One(Belief, id)
        known = stored or Belief(id, first[id].slot)
        left = posterior(observed, policy.alternatives)
        belief = replace(known, distribution=left, observations=tuple(observed))
        if belief != stored:
            changed.append(belief)
    return changed


def _keyed(records: Sequence[Record], kind: SlotKind) -> Iterator[tuple[Record, str]]:
    """Records that belief may rest on, each with the key of its value.

    A value has the key of the first one under its condition that it agrees with.
    """
    alike = agrees if kind in SINGLE else same
    known: list[tuple[str, Value, str]] = []
    for record in records:
        if record.modality is not Modality.ASSERTED:
            continue
        condition = condition_key(record.condition)
        agreeing = (
            key for under, value, key in known if under == condition and alike(value, record.value)
        )
        key = next(agreeing, value_key(record.value))
        known.append((condition, record.value, key))
        yield record, key


def _observation(record: Record, key: str, policy: GatePolicy) -> Observation:
    return Observation(
        record=record.id,
        asserter=record.asserted_by,
        authority=record.authority,
        value=key,
        affirms=record.polarity,
        reliability=policy.reliable(record.authority, record.confidence.directness),
    )
