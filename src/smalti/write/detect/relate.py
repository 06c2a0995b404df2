"""From what two statements say to how they are related: who said it and when decide.

The order of the questions is fixed. A claim of another about a person's own statement is never an
update; a correction that is marked as such goes before what time tells; time goes before doubt.
"""

from __future__ import annotations

from smalti.model.conflict import Relation
from smalti.model.record import Authority, RecordKind, SlotKind
from smalti.write.detect.contrast import Contrast, Found
from smalti.write.detect.order import Order, order
from smalti.write.detect.pair import Pair, Verdict
from smalti.write.gate.slots import is_past
from smalti.write.gate.validity import apart

_AGREEING = {
    Contrast.SAME: Relation.DUPLICATE,
    Contrast.FINER: Relation.REFINEMENT,
    Contrast.COARSER: Relation.DUPLICATE,
}
_IN_TIME = {
    Contrast.OTHER: Relation.UPDATE,
    Contrast.AFFIRMED: Relation.UPDATE,
    Contrast.DENIED: Relation.RETRACTION,
    Contrast.ENDED: Relation.RETRACTION,
}
_DOUBTFUL = 0.4
_HEARSAY = frozenset({Authority.OTHER, Authority.ASSISTANT, Authority.UNTRUSTED})


def verdict(judge: str, pair: Pair, found: Found) -> Verdict:
    """How the incoming statement lies to the stored one, given what it says."""
    relation, score = _relation(pair, found)
    contrary = relation in _CONTRARY
    return Verdict(
        relation,
        judge,
        round(score, 3),
        found.reason,
        found.kind if contrary else None,
        found.chain if contrary else (),
    )


_CONTRARY = frozenset(
    {Relation.CONFLICT, Relation.UPDATE, Relation.CORRECTION, Relation.RETRACTION, Relation.UNSURE}
)


def _relation(pair: Pair, found: Found) -> tuple[Relation, float]:
    if found.contrast in _AGREEING:
        return _AGREEING[found.contrast], found.score
    if _at_other_times(pair, found):
        return Relation.COMPATIBLE, found.score
    by_source = _by_source(pair)
    if by_source is not None:
        return by_source, found.score
    if pair.incoming.record.correction:
        return Relation.CORRECTION, found.score
    return _by_time(pair, found)


def same_source(pair: Pair) -> bool:
    """Whether one and the same has said both."""
    return pair.stored.record.asserted_by == pair.incoming.record.asserted_by


def spoken(pair: Pair) -> bool:
    """Whether both were said by somebody, and none stands in a document.

    Documents state rules, for which there are other judges: where they say that something is
    stopped, that is an instruction and no news.
    """
    sides = (pair.stored, pair.incoming)
    return all(side.record.authority is not Authority.DOCUMENT for side in sides)


def _at_other_times(pair: Pair, found: Found) -> bool:
    """Whether both may be true because they speak of different times."""
    one, other = pair.stored, pair.incoming
    if found.contrast is Contrast.ENDED:
        return False
    if apart(one.record.valid, other.record.valid):
        return True
    eras = found.slot is not SlotKind.IMMUTABLE
    past = any(is_past(side.record, side.slot, side.said_at) for side in (one, other))
    return eras and (past or order(pair) is Order.EARLIER)


def _by_source(pair: Pair) -> Relation | None:
    """What follows from who says it alone."""
    if same_source(pair):
        return None
    stored, incoming = pair.stored.record, pair.incoming.record
    if incoming.authority is Authority.SELF and stored.authority in _HEARSAY:
        return Relation.CORRECTION
    if pair.ranks.weaker(incoming.authority, stored.authority):
        return Relation.CONFLICT
    claims = RecordKind.CLAIM in (stored.kind, incoming.kind)
    return Relation.CONFLICT if claims and stored.authority is incoming.authority else None


def _by_time(pair: Pair, found: Found) -> tuple[Relation, float]:
    if found.contrast is Contrast.ENDED:
        return Relation.RETRACTION, found.score
    if found.contrast is Contrast.EXCLUDED or found.slot is SlotKind.IMMUTABLE:
        return Relation.CONFLICT, found.score
    if order(pair) is Order.LATER:
        return _IN_TIME[found.contrast], found.score
    if found.contrast is Contrast.OTHER:
        return Relation.UNSURE, _DOUBTFUL
    return Relation.CONFLICT, found.score
