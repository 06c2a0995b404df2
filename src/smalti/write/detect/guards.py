"""What keeps two statements from bearing on each other: the sense, the condition, the occasion."""

from __future__ import annotations

from smalti.model.conflict import Relation
from smalti.model.record import Modality, RecordKind
from smalti.write.detect.contrast import Contrast, same_condition, same_slot, values
from smalti.write.detect.pair import Pair, Verdict
from smalti.write.gate.slots import condition_key
from smalti.write.gate.validity import adds_nothing, apart, dated

_ABOUT_THE_WORLD = frozenset({Modality.ASSERTED, Modality.PLANNED})


class SenseJudge:
    """Only what is asserted can be contradicted, and only by what is asserted.

    A plan may be replaced by another plan; wishes, suppositions, quotations and questions stand for
    themselves, and so does what gives orders.
    """

    name = "sense"

    def judge(self, pair: Pair) -> Verdict | None:
        """Compatible where the senses differ; ``None`` where they do not keep the two apart."""
        one, other = pair.stored.record, pair.incoming.record
        orders = one.instruction_like or other.instruction_like
        if not orders and one.modality is other.modality and one.modality in _ABOUT_THE_WORLD:
            return None
        senses = "an order" if orders else f"{other.modality.value} against {one.modality.value}"
        return Verdict(Relation.COMPATIBLE, self.name, 0.95, f"They speak in two senses: {senses}")


class ConditionJudge:
    """What holds under different conditions does not meet."""

    name = "condition"

    def judge(self, pair: Pair) -> Verdict | None:
        """Compatible under different conditions; a refinement where one adds a condition."""
        if not same_slot(pair) or same_condition(pair):
            return None
        conditions = [
            condition_key(side.record.condition) or "no condition"
            for side in (pair.stored, pair.incoming)
        ]
        reason = "They hold under different conditions: " + " and ".join(conditions)
        narrower = pair.stored.record.condition is None and values(pair) is Contrast.SAME
        alike = pair.stored.record.polarity is pair.incoming.record.polarity
        relation = Relation.REFINEMENT if narrower and alike else Relation.COMPATIBLE
        return Verdict(relation, self.name, 0.9, reason)


class OccasionJudge:
    """The same thing may happen twice; two different things may both happen."""

    name = "occasion"

    def judge(self, pair: Pair) -> Verdict | None:
        """Recurrence, duplicate or refinement of an event; ``None`` for states."""
        one, other = pair.stored.record, pair.incoming.record
        events = one.kind is RecordKind.EVENT and other.kind is RecordKind.EVENT
        if not events or not same_slot(pair) or not (one.polarity and other.polarity):
            return None
        if other.correction or one.modality is not Modality.ASSERTED:
            return None
        if values(pair) is not Contrast.SAME:
            return None
        return Verdict(*self._occasions(pair))

    def _occasions(self, pair: Pair) -> tuple[Relation, str, float, str]:
        one, other = pair.stored.record, pair.incoming.record
        if apart(one.valid, other.valid):
            return Relation.RECURRENCE, self.name, 0.9, "It happened at two times"
        if adds_nothing(one, other, pair.incoming.said_at):
            return Relation.DUPLICATE, self.name, 0.85, "It is the same occasion"
        if dated(other.valid) and not dated(one.valid):
            return Relation.REFINEMENT, self.name, 0.6, "It says when that happened"
        return Relation.RECURRENCE, self.name, 0.5, "It may have happened again"
