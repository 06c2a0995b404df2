"""What cannot all be true, and what is worth asking."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from pydantic import Field

from smalti.memory import Memory
from smalti.model.conflict import Clarification, Conflict, ConflictStatus
from smalti.model.results import Receipt, Sides
from smalti.serve.rest.call import Body, Reading, Writing
from smalti.serve.rest.pages import DEFAULT, CursorText, Limit
from smalti.serve.rest.records import Decision
from smalti.serve.rest.shapes import About, Moment, Name, Page, Reason

router = APIRouter()
_CONFLICTS = "/v1/spaces/{space}/conflicts"
# As in smalti.write.settle, which takes long to load.
CHOICES = ("stored", "incoming", "changed", "merge", "both", "dismiss")
_QUESTIONS = "/v1/spaces/{space}/clarifications"
ConflictId = Annotated[
    str, Path(min_length=1, max_length=200, examples=["c_0123456789abcdefghjkmnpqrs"])
]
QuestionId = Annotated[
    str, Path(min_length=1, max_length=200, examples=["q_0123456789abcdefghjkmnpqrs"])
]


class Resolution(Body):
    """Which side is right: stored, incoming; changed: one then, the other now; merge, both."""

    choice: Annotated[str, Field(max_length=20, json_schema_extra={"enum": list(CHOICES)})]
    reason: Reason = ""
    by: Name | None = None


class Recheck(Body):
    """How many to look at."""

    limit: Annotated[int, Field(ge=1, le=1000)] = 100


class AnswerIn(Body):
    """A reply to a question: yes, no, or what is right instead."""

    reply: Annotated[str, Field(min_length=1, max_length=20_000, examples=["yes"])]
    speaker: Name | None = None
    said_at: Moment | None = None
    session: Name = "default"


@router.get(
    _CONFLICTS,
    tags=["conflicts"],
    operation_id="list_conflicts",
    summary="List statements that cannot both hold",
    response_model=Page[Conflict],
)
async def list_conflicts(
    call: Reading,
    *,
    status: ConflictStatus = ConflictStatus.OPEN,
    any: Annotated[bool, Query(description="In every status.")] = False,
    about: About = None,
    limit: Limit = DEFAULT,
    cursor: CursorText = None,
) -> Response:
    """In the order they were found."""
    wanted = None if any else status

    def listed(memory: Memory) -> Iterable[Conflict]:
        return memory.conflicts(status=wanted, about=about)

    return await call.page("conflicts", listed, wanted, about, limit=limit, cursor=cursor)


@router.get(
    _CONFLICTS + "/{conflict}",
    tags=["conflicts"],
    operation_id="get_conflict",
    summary="A conflict with both sides",
    response_model=Sides,
)
async def get_conflict(call: Reading, conflict: ConflictId) -> Response:
    """Quotes, speakers, intervals and steps of each side."""
    return await call.reply(lambda memory: memory.conflict(conflict))


@router.post(
    _CONFLICTS + "/{conflict}/resolve",
    tags=["conflicts"],
    operation_id="resolve_conflict",
    summary="Decide an open conflict",
    response_model=Receipt,
)
async def resolve_conflict(call: Writing, conflict: ConflictId, body: Resolution) -> Response:
    """`undo` takes it back."""
    by = body.by or call.principal.name
    return await call.reply(
        lambda memory: memory.resolve(conflict, body.choice, reason=body.reason, by=by)
    )


@router.post(
    _CONFLICTS + "/{conflict}/undo",
    tags=["conflicts"],
    operation_id="undo_conflict",
    summary="Take the decision of a conflict back",
    response_model=Receipt,
)
async def undo_conflict(call: Writing, conflict: ConflictId, body: Decision) -> Response:
    """Whoever made it: all is as it was before. The log keeps both steps."""
    by = body.by or call.principal.name
    return await call.reply(lambda memory: memory.undo(conflict, reason=body.reason, by=by))


@router.post(
    "/v1/spaces/{space}/recheck",
    tags=["conflicts"],
    operation_id="recheck",
    summary="Judge again what no judge could tell",
    response_model=Receipt,
)
async def recheck(call: Writing, body: Recheck) -> Response:
    """With the judges there are by now."""
    return await call.reply(lambda memory: memory.recheck(limit=body.limit))


@router.get(
    _QUESTIONS,
    tags=["clarifications"],
    operation_id="list_clarifications",
    summary="List what is worth asking",
    response_model=Page[Clarification],
)
async def list_clarifications(
    call: Reading, limit: Limit = DEFAULT, cursor: CursorText = None
) -> Response:
    """The most pressing first."""
    return await call.page("clarifications", Memory.clarifications, limit=limit, cursor=cursor)


@router.post(
    _QUESTIONS + "/{clarification}/answer",
    tags=["clarifications"],
    operation_id="answer_clarification",
    summary="Answer an open question",
    response_model=Receipt,
)
async def answer_clarification(
    call: Writing, clarification: QuestionId, body: AnswerIn
) -> Response:
    """The reply is journalled, and is the evidence of what follows from it."""
    given = body.model_dump(exclude_unset=True)
    return await call.reply(lambda memory: memory.answer(clarification, **given))
