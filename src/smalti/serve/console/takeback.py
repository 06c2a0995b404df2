"""Taking back what a turn told: what it decided is open again, and what it stated is retracted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from smalti.memory import Memory
from smalti.memory.within import space_of
from smalti.model.conflict import Clarification, Conflict, ConflictStatus
from smalti.model.entity import Merge
from smalti.model.errors import InvalidInput
from smalti.model.lifecycle import State
from smalti.model.record import Record
from smalti.model.results import Outcome, Receipt

_LIVE = (State.CURRENT, State.DISPUTED, State.PENDING)
_ANSWERS = "answers"  # in the metadata of a reply: the id of the question


@dataclass(frozen=True, slots=True)
class Told:
    """What a turn did that can be taken back: conflicts in the order decided, records it made."""

    conflicts: tuple[Conflict, ...]
    records: tuple[Record, ...]


def told_by(memory: Memory, turn: str) -> Told:
    """What a turn decided, and what rests on it alone."""
    records = [
        record
        for record in memory.records(turn=turn, state=None)
        if record.state in _LIVE and {one.turn for one in record.evidence} == {turn}
    ]
    found = [*_asked(memory, turn), *(one for made in records for one in _settled(memory, made.id))]
    return Told(tuple({one.id: one for one in found}.values()), tuple(records))


def take_back(memory: Memory, turn: str, *, by: str) -> Told:
    """Take back all that a turn told, or nothing; the turn itself stays, as all that was said.

    Raises:
        NotFound: there is no such turn.
        InvalidInput: it told nothing that could be taken back, or that was changed again since.
    """
    memory.get(turn)
    told = told_by(memory, turn)
    if not (told.conflicts or told.records):
        raise InvalidInput("id", turn, "told nothing that could be taken back")
    with space_of(memory).atomic():
        for conflict in reversed(told.conflicts):
            memory.undo(conflict.id, by=by)
        for record in told.records:
            memory.retract(record.id, reason="undone", by=by)
    return told


def undo_of_answer(memory: Memory, receipt: Receipt) -> tuple[str, dict[str, str]]:
    """The form that takes an answer back, and its fields; two empty ones where none can.

    A statement that was confirmed or turned down stays so, and so do two that are told to be two.
    """
    settled, turn = receipt.records[0], receipt.ids[0]
    if settled.outcome is Outcome.MERGED:
        merge = _merge_of(memory, (settled.id or "").split())
        return ("unmerge", {"id": merge.id}) if merge else ("", {})
    if any(one.decided_by == turn for one in told_by(memory, turn).conflicts):
        return "untell", {"id": turn}
    return "", {}


def _asked(memory: Memory, turn: str) -> Iterator[Conflict]:
    """The conflict that a turn decided as the reply to its question."""
    space = space_of(memory)
    question = space.one(Clarification, str(memory.get(turn).metadata.get(_ANSWERS, "")))
    if question is not None:
        found = space.meeting(Conflict, [f"record {question.about}"])
        yield from (one for one in found if one.decided_by == turn)


def _settled(memory: Memory, record: str) -> Iterator[Conflict]:
    """The conflicts that a record was settled against the stored ones by."""
    found = space_of(memory).meeting(Conflict, [f"record {record}"])
    yield from (
        one for one in found if one.incoming == record and one.status is ConflictStatus.RESOLVED
    )


def _merge_of(memory: Memory, ids: list[str]) -> Merge | None:
    """The merge of two entities that stands."""
    merges = space_of(memory).every(Merge)
    return next(
        (one for one in merges if one.undone_at is None and {one.winner, one.loser} == set(ids)),
        None,
    )
