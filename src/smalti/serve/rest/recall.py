"""Finding turns, and answering questions from them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import ConfigDict, Field

from smalti.model.answer import Answer
from smalti.model.results import Recall
from smalti.model.turn import Role
from smalti.serve.rest.call import Body, Reading
from smalti.serve.rest.shapes import Moment, Name

router = APIRouter(tags=["recall"])
_MOST = 200
Names = Name | Annotated[list[Name], Field(max_length=100)]


class FiltersIn(Body):
    """Which turns count at all; `since` and `until` are of the time of saying, half-open."""

    speaker: Names | None = None
    role: Role | Annotated[list[Role], Field(max_length=10)] | None = None
    session: Names | None = None
    since: Moment | None = None
    until: Moment | None = None


class _Query(Body):
    k: Annotated[int, Field(ge=1, le=_MOST)] = 10
    budget: Annotated[int, Field(ge=1, le=1_000_000, description="Tokens, at most.")] | None = None
    filters: FiltersIn | None = None
    now: Annotated[Moment | None, Field(description="What “two weeks ago” counts back from.")] = (
        None
    )
    as_of: Annotated[Moment | None, Field(description="What held then.")] = None
    known_at: Annotated[Moment | None, Field(description="As it was known then.")] = None


class RecallIn(_Query):
    """A question or some words; the first 2,000 characters count."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"query": "Where does Ada live?", "k": 5}]},
    )
    query: Annotated[str, Field(min_length=1, max_length=20_000)]
    diversity: Annotated[float, Field(ge=0, le=1)] = 0.0
    explain: bool = False


class AskIn(_Query):
    """A question; the first 2,000 characters count."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"question": "Where does Ada live?"}]}
    )
    question: Annotated[str, Field(min_length=1, max_length=20_000)]
    k: Annotated[int, Field(ge=1, le=_MOST)] = 20


@router.post(
    "/v1/spaces/{space}/recall",
    operation_id="recall",
    summary="Find the turns that best answer a query",
    response_model=Recall,
)
async def recall(call: Reading, body: RecallIn) -> Response:
    """Best first, each with the records that rest on it; nothing relevant gives the reason.

    `text` is what to put before a language model.
    """
    given = body.model_dump(exclude_unset=True, mode="json")
    return await call.reply(lambda memory: memory.recall(**given))


@router.post(
    "/v1/spaces/{space}/ask",
    operation_id="ask",
    summary="Answer a question, with what the answer rests on",
    response_model=Answer,
)
async def ask(call: Reading, body: AskIn) -> Response:
    """A record, a sentence that was said, a date or a number; or that it is not in memory."""
    given = body.model_dump(exclude_unset=True, mode="json")
    return await call.reply(lambda memory: memory.ask(**given))
