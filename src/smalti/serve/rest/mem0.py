"""The paths that clients of mem0's server know, on top of the same verbs.

``user_id`` is a space, ``agent_id`` alone the space ``agent:…``, ``run_id`` a session; with
``run_id`` alone the space is ``default``. A memory is a record, or the turn itself where nothing
was learnt from it. Ids name their space, since these paths do not.
"""

from __future__ import annotations

from itertools import islice
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from smalti.memory import Memory
from smalti.model.errors import IllegalTransition, InvalidInput
from smalti.model.lifecycle import State
from smalti.serve.keys import present
from smalti.serve.rest.again import Again
from smalti.serve.rest.call import Body, Call, IdempotencyKey, allowed, hub_of
from smalti.serve.rest.mem0_found import TURN, everything, first, kept, learnt, of_item, one
from smalti.serve.rest.mem0_names import Whose, as_sent, whose
from smalti.serve.rest.mem0_shapes import (
    Changed,
    Found,
    HistoryItem,
    Told,
    first_turn,
    history_of,
    place_of,
    told_turn,
)
from smalti.serve.rest.shapes import Name

router = APIRouter(tags=["mem0"])
_MEMORIES = "/memories"
_ONE = _MEMORIES + "/{memory_id}"
_MOST = 1000
Id = Annotated[str, Field(min_length=1, max_length=128)]
IdQuery = Annotated[str | None, Query(min_length=1, max_length=128, examples=["ada"])]
MemoryId = Annotated[str, Path(min_length=1, max_length=400, examples=["YWRh.r_0123456789abcdef"])]


class Message(Body):
    """Something that was said."""

    role: Annotated[str, Field(max_length=100, examples=["user"])]
    content: Annotated[str, Field(min_length=1, examples=["I moved to Oslo in May."])]
    name: Name | None = None


class MemoryCreate(Body):
    """Messages to remember; at least one of the three ids says whose they are."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "messages": [{"role": "user", "content": "I moved to Oslo in May."}],
                    "user_id": "ada",
                }
            ]
        },
    )
    messages: Annotated[list[Message], Field(min_length=1, max_length=_MOST)]
    user_id: Id | None = None
    agent_id: Id | None = None
    run_id: Id | None = None
    metadata: dict[str, Any] | None = None
    infer: bool = True


class Search(Body):
    """A query, and whose memories to look through: beside it or in `filters`."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"query": "Where does Ada live?", "user_id": "ada"}]},
    )
    query: Annotated[str, Field(min_length=1, max_length=20_000)]
    user_id: Id | None = None
    agent_id: Id | None = None
    run_id: Id | None = None
    filters: Annotated[dict[str, Id] | None, Field(description="user_id, agent_id, run_id.")] = None
    top_k: Annotated[int, Field(ge=1, le=200)] = 20
    limit: Annotated[int | None, Field(ge=1, le=200)] = None
    threshold: Annotated[float, Field(ge=0, le=1)] = 0.0


class Update(Body):
    """What is to be remembered instead."""

    text: Annotated[str, Field(min_length=1, max_length=100_000, examples=["I live in Bergen."])]


class Said(BaseModel):
    """That it was done."""

    message: str


@router.post(
    _MEMORIES, operation_id="mem0_add", summary="Remember messages", response_model=Changed
)
async def add(request: Request, body: MemoryCreate, key: IdempotencyKey = None) -> Response:
    """Journal messages and read them. With `infer=false` each message is a memory as it is."""
    whom = whose(body.user_id, body.agent_id, body.run_id)
    space, call = whom.space, await _called(request, "write", whom, key)
    more = {**(body.metadata or {}), **({"agent_id": body.agent_id} if body.agent_id else {})}
    turns = [
        {"metadata": more, **message.model_dump(exclude_none=True)} for message in body.messages
    ]

    def work(memory: Memory) -> Any:
        now = call.again.at if call.again is not None else present()
        with as_sent(whom):
            receipt = memory.add(
                turns, session=body.run_id or "default", said_at=now, extract=body.infer
            )
        made = learnt(memory, space, receipt) if body.infer else kept(memory, space, receipt)
        return {"results": list(made)}

    return await call.reply(work)


@router.get(_MEMORIES, operation_id="mem0_list", summary="List memories", response_model=Found)
async def list_all(
    request: Request,
    user_id: IdQuery = None,
    agent_id: IdQuery = None,
    run_id: IdQuery = None,
    top_k: Annotated[int, Query(ge=1, le=_MOST)] = 100,
) -> Response:
    """What is believed, in the order it was learnt; then turns from which nothing was learnt."""
    whom = whose(user_id, agent_id, run_id)
    space, call = whom.space, await _called(request, "read", whom)
    return await call.reply(
        lambda memory: {"results": list(islice(everything(memory, space, run_id), top_k))}
    )


@router.delete(
    _MEMORIES, operation_id="mem0_delete_all", summary="Erase all memories", response_model=Said
)
async def delete_all(
    request: Request,
    user_id: IdQuery = None,
    agent_id: IdQuery = None,
    run_id: IdQuery = None,
) -> Response:
    """Of a run; or, with the scope admin, of a user or an agent. It cannot be taken back."""
    whom = whose(user_id, agent_id, run_id)
    call = await _called(request, "admin" if run_id is None else "write", whom)

    def work(memory: Memory) -> Any:
        if run_id is None:
            memory.forget(space=True)
        else:
            memory.forget(session=run_id)
        return {"message": "All relevant memories deleted"}

    return await call.reply(work)


@router.get(_ONE, operation_id="mem0_get", summary="Show a memory", response_model=Told)
async def get(request: Request, memory_id: MemoryId) -> Response:
    """By the id that a write or a search gave."""
    space, id = place_of(memory_id)
    call = await _called(request, "read", Whose(space, "memory_id", memory_id))
    return await call.reply(lambda memory: one(memory, space, id))


@router.put(_ONE, operation_id="mem0_update", summary="Change a memory", response_model=Said)
async def update(
    request: Request, memory_id: MemoryId, body: Update, key: IdempotencyKey = None
) -> Response:
    """The new text is journalled and read, and the old record is taken back; both stay in history.

    A turn is never changed.
    """
    space, id = place_of(memory_id)
    whom = Whose(space, "memory_id", memory_id)
    call = await _called(request, "write", whom, key)

    def work(memory: Memory) -> Any:
        if id.startswith(TURN):
            memory.get(id)
            raise IllegalTransition("a turn", "be changed", ("delete",))
        record = memory.record(id)
        if record.state not in (State.CURRENT, State.DISPUTED, State.PENDING):
            raise InvalidInput("memory_id", id, f"is {record.state.value} already")
        speaker = memory.names([record])[record.asserted_by]
        turn = first_turn(memory, record)
        session = "default" if turn is None else turn.session
        with as_sent(whom, text="text"):
            memory.add(body.text, speaker=speaker, session=session)
        if memory.record(id).state is record.state:
            memory.retract(id, reason="updated", by=call.principal.name)
        return {"message": "Memory updated successfully!"}

    return await call.reply(work)


@router.delete(_ONE, operation_id="mem0_delete", summary="Erase a memory", response_model=Said)
async def delete(request: Request, memory_id: MemoryId) -> Response:
    """With the turns that it quotes, and all that rests only on them."""
    space, id = place_of(memory_id)
    call = await _called(request, "write", Whose(space, "memory_id", memory_id))

    def work(memory: Memory) -> Any:
        is_turn = id.startswith(TURN)
        memory.forget(turn=id if is_turn else None, record=None if is_turn else id)
        return {"message": "Memory deleted successfully"}

    return await call.reply(work)


@router.get(
    _ONE + "/history",
    operation_id="mem0_history",
    summary="The history of a memory",
    response_model=list[HistoryItem],
)
async def history(request: Request, memory_id: MemoryId) -> Response:
    """Of the slot that it fills: what was there before, what came after."""
    space, id = place_of(memory_id)
    call = await _called(request, "read", Whose(space, "memory_id", memory_id))

    def work(memory: Memory) -> Any:
        if id.startswith(TURN):
            turn = told_turn(space, memory.get(id))
            return [first(turn)]
        versions = memory.history(id)
        names = memory.names(one.record for one in versions)
        return list(history_of(space, versions, names))

    return await call.reply(work)


@router.post("/search", operation_id="mem0_search", summary="Find memories", response_model=Found)
async def search(request: Request, body: Search) -> Response:
    """What was learnt from the turns that fit best, or these turns where nothing was learnt."""
    given = {"user_id": body.user_id, "agent_id": body.agent_id, "run_id": body.run_id}
    filters = body.filters or {}
    for name, value in filters.items():
        if name not in given:
            raise InvalidInput(
                f"filters.{name}", value, "is unknown", fix=f"Use {', '.join(given)}"
            )
        given[name] = value
    whom = whose(**given, places={name: f"filters.{name}" for name in filters})
    space, call = whom.space, await _called(request, "read", whom)
    run, k = given["run_id"], body.limit or body.top_k

    def work(memory: Memory) -> Any:
        found = memory.recall(body.query, k=k, filters={} if run is None else {"session": run})
        told = (one for item in found for one in of_item(memory, space, item))
        good = (one for one in told if one["score"] >= body.threshold)
        unique = {one["id"]: one for one in reversed(list(good))}
        return {"results": list(reversed(unique.values()))[:k]}

    return await call.reply(work)


async def _called(request: Request, scope: str, whom: Whose, key: str | None = None) -> Call:
    with as_sent(whom):
        principal = allowed(request, scope, whom.space)
    again = None if key is None else await Again.of(request, principal, key)
    return Call(request, principal, hub_of(request), whom.space, scope, again)
