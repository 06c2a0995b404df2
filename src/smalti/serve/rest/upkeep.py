"""Forgetting, consolidating, checking, and moving a whole space."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import StreamingResponse

from smalti.interchange.export import export_lines
from smalti.interchange.formats import FORMATS
from smalti.memory import Memory
from smalti.memory.forgetting import Forgotten
from smalti.memory.within import space_of
from smalti.model.errors import InvalidInput
from smalti.model.results import Consolidation, Health, ImportReport, ReindexReport
from smalti.serve.auth import forbidden
from smalti.serve.hub import Lane
from smalti.serve.rest.call import Administering, Body, Inspecting, Reading, Writing
from smalti.serve.rest.pages import DEFAULT, CursorText, Limit
from smalti.serve.rest.shapes import Name, Page, Reason
from smalti.store.contract import Erasure

router = APIRouter(tags=["upkeep"])
_PLACE = "/v1/spaces/{space}"
_CHUNK_LINES = 200


class ForgetIn(Body):
    """One thing to erase, with all that rests only on it."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"session": "chat-1", "dry_run": True}]}
    )
    record: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    turn: Annotated[str, Field(min_length=1, max_length=1000)] | None = None
    session: Name | None = None
    source: Annotated[Name | None, Field(description="A speaker: all that they said.")] = None
    entity: Name | None = None
    space: Annotated[bool, Field(description="Everything; needs the scope admin.")] = False
    dry_run: bool = False
    compact: bool = True
    reason: Reason = ""


class Night(Body):
    """What to look at: what changed, or everything."""

    everything: bool = False


class Reindexing(Body):
    """What to do anew: what is out of date, or everything."""

    all: bool = False


class Imported(BaseModel):
    """What an import did, and how many turns are queued to be read."""

    report: ImportReport
    queued: int = 0


@router.post(
    _PLACE + "/forget",
    operation_id="forget",
    summary="Erase one thing, for good",
    response_model=Forgotten,
)
async def forget(call: Writing, body: ForgetIn) -> Response:
    """It and all that rests only on it; it cannot be taken back. `dry_run` tells what would go."""
    if body.space and "admin" not in call.principal.scopes:
        raise forbidden("admin")
    given = body.model_dump(exclude_unset=True)
    return await call.reply(lambda memory: memory.forget(**given))


@router.get(
    _PLACE + "/erasures",
    operation_id="list_erasures",
    summary="The notes of what was erased",
    response_model=Page[Erasure],
)
async def list_erasures(
    call: Reading, limit: Limit = DEFAULT, cursor: CursorText = None
) -> Response:
    """What kind, how much, when; no text."""
    return await call.page("erasures", Memory.erasures, limit=limit, cursor=cursor)


@router.post(
    _PLACE + "/consolidate",
    operation_id="consolidate",
    summary="Sum up and tidy what was learnt",
    response_model=Consolidation,
)
async def consolidate(call: Writing, body: Night) -> Response:
    """Since the last time. Nothing is deleted."""
    return await call.reply(
        lambda memory: memory.consolidate(everything=body.everything), lane=Lane.LONG
    )


@router.post(
    _PLACE + "/reindex",
    operation_id="reindex",
    summary="Bring the indexes up to date",
    response_model=ReindexReport,
)
async def reindex(call: Administering, body: Reindexing) -> Response:
    """Terms of another analyser, missing or foreign vectors."""
    return await call.reply(lambda memory: memory.reindex(all=body.all), lane=Lane.LONG)


@router.get(
    _PLACE + "/check",
    operation_id="check",
    summary="What is wrong with the file, and what could be better",
    response_model=Health,
)
async def check(call: Inspecting) -> Response:
    """Reads the whole file. Needs the scope admin."""
    return await call.reply(lambda memory: memory.check(), lane=Lane.LONG)


@router.get(
    _PLACE + "/export",
    operation_id="export_space",
    summary="Everything a space knows, as JSON Lines",
    response_class=Response,
    responses={200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}}},
)
async def export_space(call: Reading) -> Response:
    """Importing it into an empty space and exporting that gives the same bytes."""
    memory = call.hub.memory(call.space)
    lines = export_lines(space_of(memory))
    first = await call.hub.run(Lane.READ, lambda: next(lines))  # fails while it still can be told
    return StreamingResponse(_chunks(first, lines), media_type="application/x-ndjson")


@router.post(
    _PLACE + "/import",
    operation_id="import_space",
    summary="Take in a file of turns, or an export",
    response_model=Imported,
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/octet-stream": {"schema": {"type": "string", "format": "binary"}}
            },
        }
    },
)
async def import_space(
    call: Writing,
    request: Request,
    format: Annotated[
        str | None,
        Query(
            description="By default as its content is.", json_schema_extra={"enum": list(FORMATS)}
        ),
    ] = None,
    read: Annotated[bool, Query(description="Queue the new turns to be read.")] = True,
) -> Response:
    """The body is the file itself, in any format of the guide. Done again it adds what is missing.

    Items that cannot be read are reported with their place, and the rest is imported.
    """
    with tempfile.TemporaryDirectory(prefix="smalti-") as folder:
        file = Path(folder) / "upload"
        with file.open("wb") as target:
            async for chunk in request.stream():
                await call.hub.run(Lane.CHECK, lambda part=chunk: target.write(part))  # type: ignore[misc]

        def work(memory: Memory) -> Any:
            if not file.stat().st_size:
                raise InvalidInput("body", "", "is empty", fix="Send the file itself")
            space = space_of(memory)
            before = space.watermark().seq
            report = _imported(memory, file, format)
            new = [turn.id for turn in space.read_turns(after=before)] if read else []
            queued = call.hub.enqueue(call.space, new)
            return {"report": replace(report, source="body"), "queued": queued}

        return await call.reply(work, lane=Lane.LONG)


def _imported(memory: Memory, file: Path, format: str | None) -> ImportReport:
    """Import a file, whose place on this machine is nobody's business."""
    try:
        return memory.import_(file, format=format, extract=False)
    except InvalidInput as error:
        value = "body" if error.value == str(file) else error.value
        problem = error.problem.replace(str(file), "body")
        raise InvalidInput(error.field, value, problem, fix=error.fix) from error


def _chunks(first: str, lines: Iterator[str]) -> Iterator[bytes]:
    """Lines with their ends, some hundreds at a time."""
    part = [first]
    for line in lines:
        part.append(line)
        if len(part) == _CHUNK_LINES:
            yield _ended(part)
            part = []
    if part:
        yield _ended(part)


def _ended(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")
