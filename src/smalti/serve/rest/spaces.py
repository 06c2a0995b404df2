"""The spaces of a server."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from smalti.model.results import Stats
from smalti.model.settings import SpaceSettings
from smalti.serve.auth import forbidden, principal_of
from smalti.serve.hub import Lane
from smalti.serve.rest.call import Administering, Body, Reading, encoded, hub_of
from smalti.serve.rest.pages import DEFAULT, CursorText, Limit, page_of, paged

router = APIRouter(tags=["spaces"])


class SpacesPage(BaseModel):
    """Names of spaces."""

    items: list[str]
    next: str | None = None


class NewSettings(Body):
    """What to decide; ``null`` leaves it as it is."""

    policy: str | None = None
    authorities: str | None = None


@router.get(
    "/v1/spaces",
    operation_id="list_spaces",
    summary="List the spaces that a key sees",
    response_model=SpacesPage,
)
async def list_spaces(
    request: Request, limit: Limit = DEFAULT, cursor: CursorText = None
) -> Response:
    """Those that were written to, in the order of their names."""
    principal, hub = principal_of(request), hub_of(request)
    if "read" not in principal.scopes:
        raise forbidden("read")

    def work() -> bytes:
        seen = (name for name in hub.spaces() if principal.sees(name))
        return encoded(page_of(paged(seen, "spaces", limit=limit, cursor=cursor)))

    return Response(await hub.run(Lane.READ, work), media_type="application/json")


@router.get(
    "/v1/spaces/{space}",
    operation_id="get_space",
    summary="How much a space holds",
    response_model=Stats,
)
async def get_space(call: Reading) -> Response:
    """Counts of turns, records and entities, and what the indexes were made with."""
    return await call.reply(lambda memory: memory.stats())


@router.get(
    "/v1/spaces/{space}/settings",
    operation_id="get_settings",
    summary="How a space settles what cannot all be true",
    response_model=SpaceSettings,
)
async def get_settings(call: Reading) -> Response:
    """Its policy, and whose word goes first."""
    return await call.reply(lambda memory: memory.settings())


@router.put(
    "/v1/spaces/{space}/settings",
    operation_id="put_settings",
    summary="Decide how a space settles what cannot all be true",
    response_model=SpaceSettings,
)
async def put_settings(call: Administering, body: NewSettings) -> Response:
    """What is settled already stays as it is. Needs the scope admin."""
    given = body.model_dump()
    return await call.reply(lambda memory: memory.configure(**given))
