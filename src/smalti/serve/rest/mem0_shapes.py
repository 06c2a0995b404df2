"""Memories in the shapes of mem0's server, made of records and turns."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

from smalti.memory import Memory
from smalti.model.errors import NotFound
from smalti.model.lifecycle import Event
from smalti.model.record import Record
from smalti.model.turn import Turn
from smalti.serve.problems import not_here
from smalti.view import Version

_DELETING = frozenset({Event.RETRACT, Event.REJECT, Event.FORGET})
_AGENT = "agent:"


class Told(BaseModel):
    """A memory: what is remembered, whose it is, and what it rests on."""

    id: str
    memory: str
    created_at: str
    updated_at: str | None = None
    user_id: str | None = None
    agent_id: str | None = None
    run_id: str | None = None
    actor_id: str | None = None
    role: str | None = None
    metadata: dict[str, Any] = {}
    state: str | None = None
    score: float | None = None


class Found(BaseModel):
    """Memories, the best or the first ones."""

    results: list[Told]


class ChangeTold(BaseModel):
    """What became of one statement: `event` is ADD, UPDATE or NONE."""

    id: str
    memory: str
    event: str
    previous_memory: str | None = None


class Changed(BaseModel):
    """What a write did."""

    results: list[ChangeTold]


class HistoryItem(BaseModel):
    """One change of a memory."""

    id: str
    memory_id: str
    old_memory: str | None
    new_memory: str | None
    event: str
    created_at: str
    updated_at: str | None = None
    is_deleted: bool = False
    actor_id: str | None = None
    role: str | None = None


def space_for(user: str | None, agent: str | None) -> str:
    """The space of a user, or else of an agent."""
    if user is not None:
        return user
    return "default" if agent is None else f"{_AGENT}{agent}"


def id_of(space: str, id: str) -> str:
    """An id that names its space."""
    return f"{base64.urlsafe_b64encode(space.encode()).decode().rstrip('=')}.{id}"


def place_of(memory_id: str) -> tuple[str, str]:
    """The space and the id in it.

    Raises:
        Problem: 404; no such id was ever given.
    """
    head, dot, id = memory_id.partition(".")
    try:
        padded = head.encode("ascii") + b"=" * (-len(head) % 4)
        space = base64.b64decode(padded, altchars=b"-_", validate=True).decode()
    except (ValueError, binascii.Error) as error:
        raise not_here() from error
    if not dot or not id or not space:
        raise not_here()
    return space, id


def told_record(
    memory: Memory, space: str, record: Record, names: dict[str, str], score: float | None = None
) -> dict[str, Any]:
    """A record as a memory."""
    turn = first_turn(memory, record)
    return _told(space, record.id, record.sentence, turn, score) | {
        "created_at": str(record.recorded_at),
        "updated_at": None if record.closed_at is None else str(record.closed_at),
        "actor_id": names.get(record.asserted_by),
        "state": record.state.value,
    }


def told_turn(space: str, turn: Turn, score: float | None = None) -> dict[str, Any]:
    """A turn as a memory."""
    return _told(space, turn.id, turn.text, turn, score)


def first_turn(memory: Memory, record: Record) -> Turn | None:
    """The turn that a record rests on first."""
    try:
        return memory.get(record.evidence[0].turn)
    except NotFound:
        return None


def _told(space: str, id: str, text: str, turn: Turn | None, score: float | None) -> dict[str, Any]:
    agent = space.startswith(_AGENT)
    return {
        "id": id_of(space, id),
        "memory": text,
        "created_at": "" if turn is None else str(turn.recorded_at),
        "updated_at": None,
        "user_id": None if agent else space,
        "agent_id": space.removeprefix(_AGENT) if agent else None,
        "run_id": None if turn is None or turn.session == "default" else turn.session,
        "actor_id": None if turn is None else turn.speaker,
        "role": None if turn is None else turn.role.value,
        "metadata": {} if turn is None else dict(turn.metadata),
        "score": score,
    }


def history_of(
    space: str, versions: list[Version], names: dict[str, str]
) -> Iterator[dict[str, Any]]:
    """The history of a slot as rows: a first value, others in its place, what was taken back."""
    before: str | None = None
    for version in versions:
        record = version.record
        row = {
            "memory_id": id_of(space, record.id),
            "actor_id": names.get(record.asserted_by),
            "updated_at": None,
            "role": None,
        }
        yield row | {
            "id": f"{record.id}:0",
            "old_memory": before,
            "new_memory": record.sentence,
            "event": "ADD" if before is None else "UPDATE",
            "created_at": str(record.recorded_at),
            "is_deleted": False,
        }
        before = record.sentence
        for number, change in enumerate(version.changes, 1):
            if change.event in _DELETING:
                yield row | {
                    "id": f"{record.id}:{number}",
                    "old_memory": record.sentence,
                    "new_memory": None,
                    "event": "DELETE",
                    "created_at": str(change.at),
                    "is_deleted": True,
                }
