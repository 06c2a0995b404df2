"""Whom and what records are about, and what hangs together."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel

from smalti.graph.inspect import Ego
from smalti.graph.inspect import Path as Way
from smalti.memory import Memory
from smalti.model.entity import Entity, Merge
from smalti.model.results import Central, Community
from smalti.serve.hub import Lane
from smalti.serve.rest.call import Body, Reading, Writing
from smalti.serve.rest.pages import DEFAULT, CursorText, Limit
from smalti.serve.rest.shapes import Name, Page, Reason

router = APIRouter()
_ENTITIES = "/v1/spaces/{space}/entities"
_GRAPH = "/v1/spaces/{space}/graph"
_MOST = 100
_Few = Annotated[int, Query(ge=1, le=_MOST)]
EntityId = Annotated[
    str,
    Path(description="Its id, or its name where that holds no slash.", min_length=1,
         max_length=1000, examples=["Ada"]),
]  # fmt: skip
Node = Annotated[
    str,
    Query(description="A record by id, or an entity by id or name.", min_length=1,
          max_length=1000, examples=["Ada"]),
]  # fmt: skip


class MergeIn(Body):
    """Two that are one, each by id or by name; the winner's name stands for both."""

    winner: Name
    loser: Name
    reason: Reason = ""


class Landscape(BaseModel):
    """The communities of a space, and who and what is central in it."""

    communities: list[Community]
    central: list[Central]


class WayFound(BaseModel):
    """A shortest way, if there is one, and how its nodes read."""

    path: Way | None
    labels: dict[str, str]


@router.get(
    _ENTITIES,
    tags=["entities"],
    operation_id="list_entities",
    summary="List everybody and everything known",
    response_model=Page[Entity],
)
async def list_entities(
    call: Reading, limit: Limit = DEFAULT, cursor: CursorText = None
) -> Response:
    """But for those merged into another."""
    return await call.page("entities", Memory.entities, limit=limit, cursor=cursor)


@router.get(
    _ENTITIES + "/{entity}",
    tags=["entities"],
    operation_id="get_entity",
    summary="Somebody or something",
    response_model=Entity,
)
async def get_entity(call: Reading, entity: EntityId) -> Response:
    """Of a merged one the one that stands for it."""
    return await call.reply(lambda memory: memory.entity(entity))


@router.post(
    "/v1/spaces/{space}/merges",
    tags=["entities"],
    operation_id="merge_entities",
    summary="Make two entities one",
    status_code=201,
    response_model=Merge,
)
async def merge_entities(call: Writing, body: MergeIn) -> Response:
    """Records, names and evidence stay with whom they are, so that it can be undone."""
    given = body.model_dump(exclude_unset=True)
    return await call.reply(lambda memory: memory.merge(**given), status=201)


@router.post(
    "/v1/spaces/{space}/merges/{merge}/undo",
    tags=["entities"],
    operation_id="unmerge_entities",
    summary="Take a merge back",
    response_model=Merge,
)
async def unmerge_entities(
    call: Writing,
    merge: Annotated[
        str, Path(min_length=1, max_length=200, examples=["m_0123456789abcdefghjkmnpqrs"])
    ],
) -> Response:
    """Everything is as if it had not been made."""
    return await call.reply(lambda memory: memory.unmerge(merge))


@router.get(
    _GRAPH,
    tags=["graph"],
    operation_id="landscape",
    summary="Communities, and who and what is central",
    response_model=Landscape,
)
async def landscape(call: Reading, limit: _Few = 10) -> Response:
    """The largest communities first, the most central first."""
    return await call.reply(
        lambda memory: {
            "communities": memory.communities(limit=limit),
            "central": memory.central(limit=limit),
        }
    )


@router.get(
    _GRAPH + "/around",
    tags=["graph"],
    operation_id="around",
    summary="What lies around a record or an entity",
    response_model=Ego,
)
async def around(
    call: Reading,
    about: Node,
    depth: Annotated[int, Query(ge=0, le=4)] = 2,
    per_hop: _Few = 15,
) -> Response:
    """The strongest links of each step; `omitted` counts the others."""
    return await call.reply(lambda memory: memory.around(about, depth=depth, per_hop=per_hop))


@router.get(
    _GRAPH + "/path",
    tags=["graph"],
    operation_id="path",
    summary="A shortest way between two",
    response_model=WayFound,
)
async def path(call: Reading, one: Node, other: Node) -> Response:
    """With what links each step; `null` if they do not hang together."""

    def work(memory: Memory) -> Any:
        found = memory.path(one, other)
        return {"path": found, "labels": {} if found is None else memory.labels(found.nodes)}

    return await call.reply(work)


@router.get(
    _GRAPH + "/export",
    tags=["graph"],
    operation_id="export_graph",
    summary="The whole graph in the form of Cytoscape",
    response_model=dict[str, list[dict[str, dict[str, Any]]]],
)
async def export_graph(call: Reading) -> Response:
    """Reads everything there is."""
    from smalti.graph.export import cytoscape

    return await call.reply(lambda memory: cytoscape(memory.graph()), lane=Lane.LONG)
