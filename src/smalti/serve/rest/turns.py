"""What was said: journalling it, listing it, and reading it for records."""

from __future__ import annotations

from enum import Enum
from itertools import islice
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from pydantic import ConfigDict, Field

from smalti.memory import Memory
from smalti.memory.within import space_of
from smalti.model.results import Receipt
from smalti.model.turn import Role, Turn
from smalti.serve.keys import present
from smalti.serve.rest.call import Body, Reading, Writing
from smalti.serve.rest.pages import DEFAULT, CursorText, Limit, decode, encode, page_of
from smalti.serve.rest.shapes import MOMENT, KnownAt, Moment, Name, Page
from smalti.store.contract import SessionInfo

router = APIRouter(tags=["turns"])
_MOST_TURNS = 1000
_PLACE = "/v1/spaces/{space}/turns"
TurnId = Annotated[
    str,
    Path(description="The id or the external id of a turn.", min_length=1, max_length=1000,
         examples=["t_0123456789abcdefghjkmnpqrs"]),
]  # fmt: skip


class Shown(Body):
    """Something shown with a turn."""

    kind: Name = "image"
    caption: Annotated[str, Field(max_length=20_000)] = ""
    uri: Annotated[str | None, Field(max_length=4000)] = None


class TurnIn(Body):
    """What was said. `said_at` of `null` says that nobody knows when."""

    text: Annotated[str, Field(min_length=1, examples=["I moved from Lisbon to Oslo in May."])]
    speaker: Name | None = None
    role: Role | None = None
    said_at: Moment | None = None
    session: Name | None = None
    external_id: Annotated[str, Field(min_length=1, max_length=1000)] | None = None
    attachments: Annotated[list[Shown], Field(max_length=100, default_factory=list)]
    metadata: Annotated[dict[str, Any], Field(default_factory=dict)]


class TurnsIn(Body):
    """Turns to journal, all or none; what a turn does not say itself it gets from here."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "turns": [
                        {"text": "I moved from Lisbon to Oslo in May.", "speaker": "Ada"},
                        {"text": "How do you like it there?", "role": "assistant"},
                    ],
                    "session": "chat-1",
                    "said_at": MOMENT,
                }
            ]
        },
    )
    turns: Annotated[list[TurnIn], Field(min_length=1, max_length=_MOST_TURNS)]
    speaker: Name | None = None
    role: Role = Role.USER
    session: Name = "default"
    said_at: Moment | None = None


class Mode(Enum):
    """When turns are read for records."""

    NOW = "now"  # before the reply, which tells what became of each statement
    QUEUED = "queued"  # soon after it
    JOURNAL = "journal"  # not, unless it is asked for later


@router.post(
    _PLACE,
    operation_id="add_turns",
    summary="Journal what was said",
    status_code=201,
    response_model=Receipt,
    responses={202: {"model": Receipt, "description": "Journalled; the reading is queued."}},
)
async def add_turns(
    call: Writing,
    body: TurnsIn,
    mode: Annotated[Mode, Query(description="When they are read for records.")] = Mode.NOW,
) -> Response:
    """Journal turns verbatim and durably, and read them for what they state.

    The receipt tells what became of each turn and of each statement. With `mode=queued` the reply
    is 202 as soon as the turns are safe, and `GET …/queue/{turn}` tells how the reading went. The
    same turn twice is one turn. Without `said_at` a turn was said now.
    """
    given = body.model_dump(exclude_unset=True, exclude={"turns"}, mode="json")
    turns = [turn.model_dump(exclude_unset=True, mode="json") for turn in body.turns]

    def work(memory: Memory) -> Receipt:
        now = call.again.at if call.again is not None else present()
        receipt = memory.add(turns, extract=mode is Mode.NOW, **({"said_at": now} | given))
        if mode is Mode.QUEUED:
            call.hub.enqueue(call.space, receipt.ids)
        return receipt

    return await call.reply(work, status=202 if mode is Mode.QUEUED else 201)


@router.get(_PLACE, operation_id="list_turns", summary="List turns", response_model=Page[Turn])
async def list_turns(
    call: Reading,
    session: Annotated[str | None, Query(max_length=1000, examples=["chat-1"])] = None,
    limit: Limit = DEFAULT,
    cursor: CursorText = None,
) -> Response:
    """In the order they were journalled; of all sessions, or of one."""
    query = ("turns", call.space, session)

    def work(memory: Memory) -> Any:
        after = decode(query, cursor, int) or 0
        space = space_of(memory)
        found = list(islice(space.read_turns(after=after, session=session), limit + 1))
        places = space.places([turn.id for turn in found[:limit]])
        more = len(found) > limit
        return page_of((found[:limit], encode(query, max(places.values())) if more else None))

    return await call.reply(work)


@router.get(_PLACE + "/{turn}", operation_id="get_turn", summary="Show a turn", response_model=Turn)
async def get_turn(call: Reading, turn: TurnId, known_at: KnownAt = None) -> Response:
    """By its id or its external id."""
    return await call.reply(lambda memory: memory.get(turn, known_at=known_at))


@router.get(
    "/v1/spaces/{space}/sessions",
    operation_id="list_sessions",
    summary="List the sessions",
    response_model=Page[SessionInfo],
)
async def list_sessions(
    call: Reading, limit: Limit = DEFAULT, cursor: CursorText = None
) -> Response:
    """In the order of their first turns."""
    return await call.page("sessions", Memory.sessions, limit=limit, cursor=cursor)


class Process(Body):
    """How much to read."""

    limit: Annotated[int, Field(ge=1, le=_MOST_TURNS)] = 100


@router.post(
    "/v1/spaces/{space}/process",
    operation_id="process",
    summary="Read the turns that nobody has read yet",
    response_model=Receipt,
)
async def process(call: Writing, body: Process) -> Response:
    """The oldest first; those whose reading failed are read again."""
    return await call.reply(lambda memory: memory.process(limit=body.limit))


class Explain(Body):
    """A text, and who says it."""

    text: Annotated[str, Field(min_length=1, max_length=20_000, examples=["I live in Oslo now."])]
    speaker: Name | None = None
    role: Role = Role.USER
    said_at: Moment | None = None
    session: Name = "default"


@router.post(
    "/v1/spaces/{space}/explain",
    operation_id="explain",
    summary="What would become of a text; nothing is stored",
    response_model=dict[str, Any],
)
async def explain(call: Reading, body: Explain) -> Response:
    """Stage by stage: what is found in it, and what is decided about each statement."""
    given = body.model_dump(exclude_unset=True)
    return await call.reply(lambda memory: memory.explain(**given))
