"""Judges of what predicates mean: what follows from a statement, what it ends, what it excludes."""

from __future__ import annotations

from dataclasses import dataclass

from smalti.model.conflict import ConflictKind, Relation
from smalti.model.record import SlotKind
from smalti.write.detect.contrast import (
    Contrast,
    Found,
    same_condition,
    same_slot,
    same_subject,
    shown,
    spelt,
)
from smalti.write.detect.order import Order, order
from smalti.write.detect.pair import Pair, Side, Verdict
from smalti.write.detect.relate import verdict
from smalti.write.gate.slots import SINGLE
from smalti.write.gate.values import agrees
from smalti.write.predicates import PredicateTable
from smalti.write.predicates.entries import Ended, Triple


@dataclass(frozen=True, slots=True)
class EndingJudge:
    """Who sold the car no longer owns it, and who moved elsewhere no longer lives here."""

    table: PredicateTable
    name: str = "ending"

    def judge(self, pair: Pair) -> Verdict | None:
        """A retraction, or an update where the incoming statement names what comes instead."""
        stored, incoming = pair.stored, pair.incoming
        if same_slot(pair) or not (stored.record.polarity and incoming.record.polarity):
            return None
        if order(pair) is Order.EARLIER or stored.record.recorded_at > incoming.record.recorded_at:
            return None
        instead = self._instead(pair)
        if instead is not None:
            return instead
        ends = self.table.ended(Triple.of(incoming.record))
        if not any(_closes(one, pair) for one in ends):
            return None
        reason = f"{incoming.record.predicate} {shown(incoming)} ends what was said"
        found = Found(Contrast.ENDED, ConflictKind.TEMPORAL, stored.slot, reason)
        return verdict(self.name, pair, found)

    def _instead(self, pair: Pair) -> Verdict | None:
        """Where another value of the stored slot follows from the incoming statement."""
        stored, incoming = pair.stored, pair.incoming
        if stored.slot not in SINGLE or not same_condition(pair):
            return None
        for triple in self.table.implied(Triple.of(incoming.record)):
            if triple.predicate != stored.record.predicate or not triple.polarity:
                continue
            if triple.subject != stored.record.subject and not same_subject(pair):
                continue
            return self._followed(pair, triple)
        return None

    def _followed(self, pair: Pair, triple: Triple) -> Verdict:
        stored, incoming = pair.stored, pair.incoming
        value = triple.value
        kept = incoming.record.value == value and agrees(spelt(stored), spelt(incoming))
        if kept or value == stored.record.value:
            reason = f"What follows agrees with {shown(stored)}"
            return Verdict(Relation.COMPATIBLE, self.name, 0.8, reason)
        reason = f"From {incoming.record.predicate} follows another value than {shown(stored)}"
        chain = (incoming.record.id,)
        found = Found(Contrast.OTHER, ConflictKind.LOGICAL, stored.slot, reason, 0.85, chain)
        return verdict(self.name, pair, found)


@dataclass(frozen=True, slots=True)
class ExclusionJudge:
    """Who is a vegetarian eats no steak."""

    table: PredicateTable
    name: str = "exclusion"

    def judge(self, pair: Pair) -> Verdict | None:
        """A conflict where the meaning of the predicates rules out that both hold."""
        stored, incoming = pair.stored, pair.incoming
        if not same_subject(pair) or not same_condition(pair):
            return None
        if not (stored.record.polarity and incoming.record.polarity):
            return None
        if not (stored.value and incoming.value):
            return None
        why = self.table.exclusive(
            stored.record.predicate, stored.value, incoming.record.predicate, incoming.value
        )
        if why is None:
            return None
        contrast, slot = self._contrast(pair)
        chain = (incoming.record.id,) if "means" in why else ()
        return verdict(
            self.name, pair, Found(contrast, ConflictKind.LOGICAL, slot, why, 0.85, chain)
        )

    def _contrast(self, pair: Pair) -> tuple[Contrast, SlotKind]:
        """Opposites and states give way in time; other exclusions are contradictions."""
        known = self.table.get(pair.stored.record.predicate)
        if known is not None and known.opposite == pair.incoming.record.predicate:
            return Contrast.OTHER, SlotKind.CHANGING
        if self.table.ended(Triple.of(pair.stored.record)):  # it may have begun anew since
            return Contrast.OTHER, SlotKind.CHANGING
        if pair.stored.slot is pair.incoming.slot is SlotKind.CHANGING:
            return Contrast.OTHER, SlotKind.CHANGING
        return Contrast.EXCLUDED, pair.stored.slot


def _closes(end: Ended, pair: Pair) -> bool:
    """Whether an ending is one of the stored statement."""
    stored = pair.stored.record
    if end.predicate != stored.predicate:
        return False
    if end.subject != stored.subject and not same_subject(pair):
        return False
    if end.value is None or end.value == stored.value:
        return True
    incoming: Side = pair.incoming
    return end.value == incoming.record.value and agrees(spelt(pair.stored), spelt(incoming))
