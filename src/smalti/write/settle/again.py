"""What is so again because somebody says that it is as it was, without saying what.

"I have gone back to my old gym days" holds no days: the statement that was superseded has them. It
stays over for the time between, and what it said is told once more, on the word of the incoming
statement and from then on: a recurrence has an interval for each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from smalti.model.conflict import Relation
from smalti.model.ids import content_id
from smalti.model.lifecycle import State
from smalti.model.record import Derivation, DerivationKind, Record, RecordKind
from smalti.model.time import Interval
from smalti.write.detect.contrast import same_slot
from smalti.write.detect.judging import Judged

_WHY = "it is said to be as it was"


def returned(incoming: Record, judged: Sequence[Judged]) -> Record | None:
    """The statement that holds again, as a candidate that rests on the incoming one's quotes.

    ``None`` where the incoming statement says the value itself, and where what is said to be again
    was a deed: that was done twice.
    """
    again = [one for one in judged if _is_back(one)]
    if not again:
        return None
    nearest = max(again, key=lambda one: (one.verdict.score, _ended(one), _id(one)))
    stored = nearest.pair.stored.record
    step = Derivation(DerivationKind.PREDICATE, incoming.sentence, stored.sentence, _WHY)
    return replace(
        stored,
        id=content_id("r", stored.id, incoming.id),
        asserted_by=incoming.asserted_by,
        authority=incoming.authority,
        valid=Interval(incoming.valid.start, None),
        recorded_at=incoming.recorded_at,
        closed_at=None,
        confidence=incoming.confidence,
        evidence=incoming.evidence,
        extractor=incoming.extractor,
        state=State.CANDIDATE,
        derived=(*incoming.derived, step),
    )


def _is_back(judged: Judged) -> bool:
    stored = judged.pair.stored.record
    return (
        judged.verdict.relation is Relation.RECURRENCE
        and stored.state is State.SUPERSEDED
        and stored.kind is not RecordKind.EVENT
        and not same_slot(judged.pair)
    )


def _ended(judged: Judged) -> int:
    closed = judged.pair.stored.record.closed_at
    return 0 if closed is None else closed.micros


def _id(judged: Judged) -> str:
    return judged.pair.stored.record.id
