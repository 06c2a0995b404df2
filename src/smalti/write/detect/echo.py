"""A judge of what is said again in other words: the same, the same and more, or once more."""

from __future__ import annotations

from dataclasses import dataclass

from smalti.model.conflict import Relation
from smalti.model.record import Modality, Record, RecordKind
from smalti.write.detect.contrast import Contrast, same_condition, same_slot, same_subject, values
from smalti.write.detect.fillers import fillers
from smalti.write.detect.frames import heft
from smalti.write.detect.marks import marked
from smalti.write.detect.pair import Pair, Verdict
from smalti.write.detect.relate import spoken
from smalti.write.detect.topic import Topic, topic
from smalti.write.gate.validity import adds_nothing
from smalti.write.gate.values import identifiers

_ENOUGH = 2.0  # the weight of what both speak of
_ALL, _MOST = 0.9, 0.6  # the part of a sentence that this is


@dataclass(frozen=True, slots=True)
class EchoJudge:
    """Most words of one sentence stand in the other, and nothing in it speaks against it.

    Figures and identifiers are never taken for the same because the words around them are.
    """

    name: str = "echo"

    def judge(self, pair: Pair) -> Verdict | None:
        """A duplicate, a refinement or a recurrence."""
        one, other = pair.stored.record, pair.incoming.record
        if not spoken(pair):
            return None
        if not _alike(one, other) or not same_condition(pair):
            return None
        if _once_more(pair):
            return Verdict(Relation.RECURRENCE, self.name, 0.5, "It happened once more")
        shared = topic(pair)
        if shared.weight < _ENOUGH:
            return None
        relation = _relation(pair, shared)
        if relation is None:
            return None
        return Verdict(relation, self.name, 0.6, f"It {_TOLD[relation]} about {shared}")


_TOLD = {
    Relation.DUPLICATE: "says the same",
    Relation.REFINEMENT: "says more",
}


def _alike(one: Record, other: Record) -> bool:
    """Whether two statements are of one sort, so that one can say the other again."""
    return (
        one.modality is other.modality is Modality.ASSERTED
        and one.polarity is other.polarity
        and one.ended is other.ended
        and not other.correction
        and not (one.instruction_like or other.instruction_like)
    )


def _once_more(pair: Pair) -> bool:
    """Whether the same deed, or one to the same thing, is told and said to happen again."""
    one, other = pair.stored.record, pair.incoming.record
    if RecordKind.EVENT not in (one.kind, other.kind) or not marked("again", pair.incoming.context):
        return False
    return same_subject(pair) and (same_slot(pair) or values(pair) is Contrast.SAME)


def _relation(pair: Pair, shared: Topic) -> Relation | None:
    one, other = pair.stored.record, pair.incoming.record
    figures, fresh = fillers(one.sentence), fillers(other.sentence)
    old = shared.weight / (heft(one.sentence) or 1.0)
    new = shared.weight / (heft(other.sentence) or 1.0)
    if not figures <= fresh or not identifiers(one.sentence) <= identifiers(other.sentence):
        return None
    if new >= _ALL and fresh == figures and one.subject == other.subject:
        return Relation.DUPLICATE if adds_nothing(one, other, pair.incoming.said_at) else None
    return Relation.REFINEMENT if old >= _MOST else None
