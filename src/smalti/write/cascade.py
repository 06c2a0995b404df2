"""What else may no longer hold when a record ends: re-examined by asking, never by guessing.

Who led a team also approved for it; where somebody lived they may have worked. What ties the same
two together and can change is worth a question; what somebody likes or where they were born is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from smalti.model.conflict import Clarification, ClarificationKind
from smalti.model.lifecycle import State
from smalti.model.record import Modality, Record, RecordKind, SlotKind
from smalti.model.time import Instant
from smalti.write.gate import question_id
from smalti.write.work import Meeting, Work

PRIORITY = 0.4
"""Below an open conflict, above a fragment that nobody misses."""

_ENDED = (State.SUPERSEDED, State.CORRECTED, State.RETRACTED)
_CHANGES = (SlotKind.CHANGING, SlotKind.CONDITIONAL)
_MOST = 4  # questions for one record that ended
_MET = 200


def cascade(
    changed: Iterable[Record], slot_of: Callable[[str], SlotKind], at: Instant
) -> Work[list[Clarification]]:
    """The questions that records raise which have just ended; asks for what ties the same two."""
    raised: list[Clarification] = []
    ended = [one for one in changed if one.state in _ENDED and one.value.entity is not None]
    gone = {one.id for one in ended}
    for one in ended:
        keys = (f"subject {one.subject}", f"value {one.subject}")
        met: list[Record] = yield Meeting(Record, keys, _MET)
        tied = (other for other in met if other.id not in gone and _tied(one, other, slot_of))
        raised += list(_asked(one, tied, at))[:_MOST]
    return raised


def _tied(ended: Record, other: Record, slot_of: Callable[[str], SlotKind]) -> bool:
    return (
        {other.subject, other.value.entity} == {ended.subject, ended.value.entity}
        and other.state is State.CURRENT
        and other.modality is Modality.ASSERTED
        and other.polarity
        and other.kind is not RecordKind.EVENT
        and other.predicate != ended.predicate
        and slot_of(other.predicate) in _CHANGES
    )


def _asked(ended: Record, tied: Iterable[Record], at: Instant) -> Iterator[Clarification]:
    for other in tied:
        said, over = (one.sentence.rstrip(".。 ") for one in (other, ended))
        yield Clarification(
            id=question_id(other.id),
            question=f"Is it still right that “{said}”? “{over}” no longer holds.",
            about=other.id,
            created_at=at,
            priority=PRIORITY,
            kind=ClarificationKind.CONFIRM,
            against=ended.id,
        )
