"""How much a statement weighs: its ρ, the belief it leads to, and what speaks against it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from smalti.model.lifecycle import State
from smalti.model.record import Belief, Modality, Observation, Record, SlotKind
from smalti.model.time import Instant
from smalti.write.gate.belief import UNKNOWN, consistency, counted, entropy, favourite, posterior
from smalti.write.gate.policy import GatePolicy
from smalti.write.gate.questions import Pronoun
from smalti.write.gate.slots import ERAS, SINGLE, belief_id, is_past
from smalti.write.gate.values import agrees, same, value_key

NEUTRAL = 0.5
"""Consistency where there is nothing to agree with."""

_HELD = (State.CURRENT, State.PENDING)


@dataclass(frozen=True, slots=True)
class Case:
    """A statement before the gate, and what is stored about its slot.

    ``known`` are the records of the slot under the same condition, in the order they were stored,
    ``held`` those of them that are current or pending; ``complete`` says that the slot has no more
    than are compared. ``key`` is that of the record's value in the belief. ``said_at`` is when it
    was said, ``None`` where nobody knows; ``unresolved`` a pronoun that it still has.
    """

    record: Record
    slot: SlotKind
    now: Instant
    policy: GatePolicy
    said_at: Instant | None
    unresolved: Pronoun | None = None
    known: tuple[Record, ...] = ()
    complete: bool = True
    belief: Belief | None = None
    key: str = ""

    @property
    def held(self) -> tuple[Record, ...]:
        """What a statement is compared with."""
        return tuple(one for one in self.known if one.state in _HELD)

    @property
    def counts(self) -> bool:
        """Whether the statement is one that belief may rest on."""
        return self.record.modality is Modality.ASSERTED

    @property
    def observations(self) -> tuple[Observation, ...]:
        """What the belief rests on so far."""
        return () if self.belief is None else self.belief.observations


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the numbers say of a statement.

    ``record`` has its confidence filled in. ``belief`` is that of its slot afterwards, or ``None``
    if it says nothing about what the slot holds now; ``entropy``, in bits, is of the belief that
    the statement is judged by. ``firm`` says that it would be committed if nothing else were
    known. ``reason`` says why it cannot be committed, and is empty if it can.
    """

    record: Record
    rho: float
    firm: bool
    reason: str
    belief: Belief | None = None
    entropy: float = 0.0


def key_of(case: Case) -> str:
    """Under which key a value is believed: that of the first stored one it agrees with, or its own.

    The same value goes before one that only agrees.
    """
    keys = {one.record: one.value for one in case.observations}
    for test in (same, agrees) if case.slot in SINGLE else (same,):
        for one in case.held:
            if one.modality is Modality.ASSERTED and test(one.value, case.record.value):
                return keys.get(one.id, value_key(one.value))
    return value_key(case.record.value)


def moved_on(case: Case) -> bool:
    """Whether belief has turned against what a statement says since it was said last."""
    return case.counts and _is_against(case) and not _is_of_the_past(case)


def weigh(case: Case, evidence_of: str) -> Verdict:
    """Judge a statement, which is evidence of the record with this id."""
    return _believed(case, evidence_of) if case.counts else _by_rho(case)


def _by_rho(case: Case) -> Verdict:
    """A plan, a wish, a quotation: nothing that a slot could be believed to hold.

    Words that give orders are kept as the quotation they are, however they were said.
    """
    record = _consistent(case.record, NEUTRAL)
    rho = case.policy.rho(record.confidence)
    doubts = [] if record.instruction_like else _doubts(case, rho)
    return Verdict(record, rho, firm=False, reason=_because(doubts))


def _believed(case: Case, evidence_of: str) -> Verdict:
    observation = _observation(case, evidence_of)
    before = _before(case, observation)
    record = _consistent(case.record, _consistency(case, before))
    rho = case.policy.rho(record.confidence)
    after = counted(before, observation)
    distribution = posterior(after, case.policy.alternatives)
    doubts = _doubts(case, rho) + _open(case, distribution)
    return Verdict(
        record=record,
        rho=rho,
        firm=is_firm(case),
        reason=_because(doubts),
        belief=None if _is_of_the_past(case) else _belief(case, after, distribution),
        entropy=entropy(distribution),
    )


def _observation(case: Case, evidence_of: str) -> Observation:
    record = case.record
    return Observation(
        record=evidence_of,
        asserter=record.asserted_by,
        authority=record.authority,
        value=case.key,
        affirms=record.polarity,
        reliability=case.policy.reliable(record.authority, record.confidence.directness),
    )


def _before(case: Case, new: Observation) -> tuple[Observation, ...]:
    """The observations that a statement is added to.

    None if it is of the past or opens an era. Who corrects takes back what they said before.
    """
    if _is_of_the_past(case) or _opens_era(case):
        return ()
    if case.record.correction:
        return tuple(one for one in case.observations if one.asserter != new.asserter)
    return case.observations


def is_firm(case: Case) -> bool:
    """Whether a statement would be committed if nothing were stored."""
    alone = posterior([_observation(case, case.record.id)], case.policy.alternatives)
    rho = case.policy.rho(_consistent(case.record, NEUTRAL).confidence)
    return not _doubts(case, rho) and not _open(case, alone)


# --- the order of time ---------------------------------------------------------------------------


def _is_of_the_past(case: Case) -> bool:
    """Whether a statement is about what was, or comes late about what has changed since."""
    if is_past(case.record, case.slot, case.said_at or case.now):
        return True
    last = _last_said(case)
    late = case.said_at is not None and last is not None and case.said_at.micros < last.micros
    return late and case.slot in ERAS and _is_against(case)


def _opens_era(case: Case) -> bool:
    """Whether a statement may be true although what is believed was: prior back to unknown.

    It must be said later, be firm, and come from a source no weaker than any that it goes against.
    """
    ends = case.record.ended and case.slot is not SlotKind.IMMUTABLE
    if not (case.slot in ERAS or ends) or not _is_against(case):
        return False
    last = _last_said(case)
    if case.said_at is None or last is None or case.said_at.micros < last.micros:
        return False
    against = (one for one in case.observations if _contradicts(one, case))
    weaker, own = case.policy.ranks.weaker, case.record.authority
    return is_firm(case) and not any(weaker(own, one.authority) for one in against)


def _last_said(case: Case) -> Instant | None:
    return None if case.belief is None else case.belief.updated_at


def _contradicts(one: Observation, case: Case) -> bool:
    if one.value == case.key:
        return one.affirms is not case.record.polarity
    return one.affirms and case.record.polarity


def _is_against(case: Case) -> bool:
    return _consistency(case, case.observations) < NEUTRAL


def _consistency(case: Case, observations: tuple[Observation, ...]) -> float:
    return consistency(
        observations,
        case.key,
        affirms=case.record.polarity,
        alternatives=case.policy.alternatives,
    )


# --- results -------------------------------------------------------------------------------------


def _consistent(record: Record, share: float) -> Record:
    return replace(record, confidence=replace(record.confidence, consistency=share))


def _doubts(case: Case, rho: float) -> list[str]:
    pronoun = case.unresolved
    doubts = [] if pronoun is None else [f"“{pronoun.word}” is not resolved"]
    if rho < case.policy.rho_min:
        doubts.append(f"ρ {rho:.2f} is below {case.policy.rho_min:.2f}")
    return doubts


def _open(case: Case, distribution: dict[str, float]) -> list[str]:
    """Why belief does not bear a statement out."""
    bits = entropy(distribution)
    if bits > case.policy.delta:
        return [f"belief is open: H {bits:.2f} bit is above {case.policy.delta:.2f}"]
    likeliest = favourite(distribution)
    if (likeliest == case.key) is case.record.polarity:
        return []
    return ["nothing is believed" if likeliest == UNKNOWN else "another value is believed"]


def _because(doubts: list[str]) -> str:
    return "; ".join(doubts)


def _belief(
    case: Case, observations: tuple[Observation, ...], distribution: dict[str, float]
) -> Belief:
    slot = case.record.slot
    times = [at for at in (_last_said(case), case.said_at) if at is not None]
    return Belief(
        id=belief_id(slot, "" if case.slot in SINGLE else case.key),
        slot=slot if case.belief is None else case.belief.slot,
        distribution=distribution,
        updated_at=max(times, default=None),
        observations=observations,
    )
