"""Turns that wait to be read, and how their reading went."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from smalti.memory import Memory
from smalti.model.access import Queued
from smalti.serve.queue import Item, item, replayable
from smalti.serve.rest.call import Body, Reading, Writing
from smalti.serve.rest.pages import DEFAULT, CursorText, Limit, decode, encode, page_of
from smalti.serve.rest.shapes import Page
from smalti.serve.rest.turns import TurnId

router = APIRouter(tags=["turns"])
_PLACE = "/v1/spaces/{space}/queue"


class Replay(Body):
    """Which turns to read again; without any, those whose reading failed."""

    turns: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=200)]] | None,
        Field(min_length=1, max_length=1000),
    ] = None


class Replayed(BaseModel):
    """How many turns wait now that did not wait before."""

    queued: int


@router.get(
    _PLACE,
    operation_id="list_queue",
    summary="List the turns that wait to be read",
    response_model=Page[Queued],
)
async def list_queue(call: Reading, limit: Limit = DEFAULT, cursor: CursorText = None) -> Response:
    """In the order in which they will be read."""
    query = ("queue", call.space)

    def work(memory: Memory) -> Any:
        after = decode(query, cursor, str)
        found = call.hub.store.space(call.space).queued(limit + 1, after=after)
        more = len(found) > limit
        return page_of((found[:limit], encode(query, found[limit - 1].turn) if more else None))

    return await call.reply(work)


@router.get(
    _PLACE + "/{turn}",
    operation_id="get_queue_item",
    summary="How the reading of a turn went",
    response_model=Item,
)
async def get_queue_item(call: Reading, turn: TurnId) -> Response:
    """Queued, done, degraded, failed with the reason, or unread where nobody asked for it."""
    return await call.reply(lambda memory: item(memory, turn))


@router.post(
    _PLACE + "/replay",
    operation_id="replay_queue",
    summary="Read again what could not be read",
    status_code=202,
    response_model=Replayed,
)
async def replay_queue(call: Writing, body: Replay) -> Response:
    """Turns that were read already are left out."""

    def work(memory: Memory) -> Any:
        return {"queued": call.hub.enqueue(call.space, replayable(memory, body.turns))}

    return await call.reply(work, status=202)
