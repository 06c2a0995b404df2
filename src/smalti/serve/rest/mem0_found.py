"""What memory holds and what a write did, as memories in the shapes of mem0's server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from smalti.memory import Memory
from smalti.model.results import Outcome, RecallItem, Receipt, RecordItem
from smalti.serve.rest.mem0_shapes import id_of, told_record, told_turn

TURN = "t_"  # how the ids of turns begin
_EVENTS = {Outcome.MERGED: "NONE", Outcome.SUPERSEDED: "UPDATE"}


def learnt(memory: Memory, space: str, receipt: Receipt) -> Iterator[dict[str, Any]]:
    """What became of each statement that was kept."""
    for item in receipt.records:
        if item.id is not None:
            yield {
                "id": id_of(space, item.id),
                "memory": item.sentence,
                "event": _event(item),
                "previous_memory": memory.record(item.ended[0]).sentence if item.ended else None,
            }


def _event(item: RecordItem) -> str:
    return "UPDATE" if item.ended else _EVENTS.get(item.outcome, "ADD")


def kept(memory: Memory, space: str, receipt: Receipt) -> Iterator[dict[str, Any]]:
    """Each turn as a memory of its own."""
    for item in receipt.items:
        assert item.id is not None  # all turns were journalled
        event = "ADD" if item.outcome is Outcome.STORED else "NONE"
        yield {"id": id_of(space, item.id), "memory": memory.get(item.id).text, "event": event}


def everything(memory: Memory, space: str, run: str | None) -> Iterator[dict[str, Any]]:
    """What is believed, then the turns from which nothing was ever learnt."""
    every = memory.records(state=None)
    learnt = {evidence.turn for record in every for evidence in record.evidence}
    for record in memory.records():
        told = told_record(memory, space, record, memory.names([record]))
        if run in (None, told["run_id"]):
            yield told
    for turn in memory.turns(session=run):
        if turn.id not in learnt:
            yield told_turn(space, turn)


def one(memory: Memory, space: str, id: str) -> dict[str, Any]:
    """The record or the turn with this id."""
    if id.startswith(TURN):
        return told_turn(space, memory.get(id))
    record = memory.record(id)
    return told_record(memory, space, record, memory.names([record]))


def first(turn: dict[str, Any]) -> dict[str, Any]:
    """The history of a turn: that it was said."""
    return {
        "id": f"{turn['id']}:0", "memory_id": turn["id"], "old_memory": None,
        "new_memory": turn["memory"], "event": "ADD", "created_at": turn["created_at"],
        "updated_at": None, "is_deleted": False, "actor_id": turn["actor_id"],
        "role": turn["role"],
    }  # fmt: skip


def of_item(memory: Memory, space: str, item: RecallItem) -> Iterator[dict[str, Any]]:
    """What was learnt from a recalled turn and is believed, or the turn if nothing ever was."""
    for one in item.standing:
        if not one.over:
            record = memory.record(one.record)
            yield told_record(memory, space, record, memory.names([record]), item.score)
    if not item.standing:
        yield told_turn(space, item.turn, item.score)
