"""A judge of plans: what was meant to be has come about, or will not."""

from __future__ import annotations

from dataclasses import dataclass

from smalti.model.conflict import ConflictKind
from smalti.model.record import Modality, Record, SlotKind
from smalti.write.detect.contrast import Contrast, Found
from smalti.write.detect.marks import marked
from smalti.write.detect.order import Order, order
from smalti.write.detect.pair import Pair, Verdict
from smalti.write.detect.relate import same_source, spoken, verdict
from smalti.write.detect.talk import is_over, score
from smalti.write.detect.topic import topic

_ENOUGH = 1.0
_AIMS = frozenset({"plans", "goal", "wants", "works_on", "waits_for"})


@dataclass(frozen=True, slots=True)
class PlanJudge:
    """A plan ends when it is carried out, and when it is dropped."""

    name: str = "plan"

    def judge(self, pair: Pair) -> Verdict | None:
        """An update where it came about or changed, a retraction where it was dropped."""
        incoming = pair.incoming.record
        if not spoken(pair):
            return None
        if not _is_plan(pair.stored.record) or not same_source(pair):
            return None
        if order(pair) is not Order.LATER or incoming.modality is not Modality.ASSERTED:
            return None
        contrast = _contrast(pair)
        shared = topic(pair, pair.incoming.turn)
        if contrast is None or shared.weight < _ENOUGH:
            return None
        reason = f"The plan {_TOLD[contrast]}: {shared}"
        found = Found(contrast, ConflictKind.TEMPORAL, SlotKind.CHANGING, reason, score(shared))
        return verdict(self.name, pair, found)


_TOLD = {Contrast.ENDED: "was dropped", Contrast.OTHER: "was carried out or changed"}


def _contrast(pair: Pair) -> Contrast | None:
    if is_over(pair.incoming):
        return Contrast.ENDED
    told = marked("done", pair.incoming.context) or marked("change", pair.incoming.context)
    return Contrast.OTHER if told else None


def _is_plan(record: Record) -> bool:
    return record.modality is Modality.PLANNED or (
        record.modality is Modality.ASSERTED and record.predicate in _AIMS
    )
