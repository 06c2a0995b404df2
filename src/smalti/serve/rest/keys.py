"""Who may do what: making keys, listing and revoking them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from smalti.model.access import ApiKey, Scope
from smalti.model.time import Instant
from smalti.serve.auth import Principal, forbidden, principal_of
from smalti.serve.hub import Lane
from smalti.serve.keys import DEFAULT_SCOPES, Keyring, told, unknown_key
from smalti.serve.rest.call import Body, encoded, hub_of
from smalti.serve.rest.pages import DEFAULT, CursorText, Limit, page_of, paged
from smalti.serve.rest.shapes import MOMENT, Page

router = APIRouter(tags=["keys"])
_PLACE = "/v1/keys"


class KeyIn(Body):
    """A key to make."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [{"name": "notes app", "spaces": ["ada"], "scopes": ["read", "write"]}]
        },
    )
    name: Annotated[str, Field(min_length=1, max_length=100)]
    spaces: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=128)]] | None,
        Field(min_length=1, max_length=1000, description="`null` for all."),
    ]
    scopes: Annotated[
        list[Scope],
        Field(min_length=1, max_length=3, default_factory=lambda: list(DEFAULT_SCOPES)),
    ]
    expires_at: Annotated[str, Field(max_length=64, examples=[MOMENT])] | None = None


class KeyTold(BaseModel):
    """A key as it is told: without what it is."""

    id: str
    name: str
    spaces: list[str] | None
    scopes: list[Scope]
    created_at: str
    expires_at: str | None = None
    revoked_at: str | None = None


class KeyMade(KeyTold):
    """A new key; `key` is shown this once."""

    key: str


@router.get(_PLACE, operation_id="list_keys", summary="List keys", response_model=Page[KeyTold])
async def list_keys(
    request: Request, limit: Limit = DEFAULT, cursor: CursorText = None
) -> Response:
    """Those whose spaces the asker administers, the revoked ones among them."""
    admin, hub = _admin(request), hub_of(request)

    def work() -> bytes:
        found = (told(key) for key in hub.keys.all() if _covers(admin, key.spaces))
        return encoded(page_of(paged(found, "keys", limit=limit, cursor=cursor)))

    return Response(await hub.run(Lane.READ, work), media_type="application/json")


@router.post(
    _PLACE,
    operation_id="add_key",
    summary="Make a key",
    status_code=201,
    response_model=KeyMade,
)
async def add_key(request: Request, body: KeyIn) -> Response:
    """For spaces and with scopes that the asker has. The key is shown once; its hash is kept."""
    admin, hub = _admin(request), hub_of(request)
    spaces = None if body.spaces is None else tuple(body.spaces)
    if not _covers(admin, spaces):
        raise forbidden("admin of these spaces")
    beyond = {scope.value for scope in body.scopes} - admin.scopes
    if beyond:
        raise forbidden(min(beyond))

    def work() -> bytes:
        expires = None if body.expires_at is None else Instant.of(body.expires_at)
        key, secret = hub.keys.add(body.name, spaces=spaces, scopes=body.scopes, expires_at=expires)
        return encoded(told(key) | {"key": secret})

    return Response(await hub.run(Lane.WRITE, work), 201, media_type="application/json")


@router.delete(
    _PLACE + "/{key}", operation_id="revoke_key", summary="Revoke a key", response_model=KeyTold
)
async def revoke_key(
    request: Request, key: Annotated[str, Path(max_length=200, examples=["key_01ja9c6k0x7y3p2v"])]
) -> Response:
    """It counts no longer, from now on."""
    admin, hub = _admin(request), hub_of(request)
    return Response(
        await hub.run(Lane.WRITE, lambda: encoded(told(_revoked(hub.keys, admin, key)))),
        media_type="application/json",
    )


def _revoked(keyring: Keyring, admin: Principal, id: str) -> ApiKey:
    found = next((key for key in keyring.all() if key.id == id), None)
    if found is None or not _covers(admin, found.spaces):
        raise unknown_key(id)
    return keyring.revoke(id)


def _admin(request: Request) -> Principal:
    principal = principal_of(request)
    if Scope.ADMIN.value not in principal.scopes:
        raise forbidden(Scope.ADMIN.value)
    return principal


def _covers(admin: Principal, spaces: tuple[str, ...] | None) -> bool:
    """Whether somebody administers all of these spaces."""
    return admin.spaces is None or (spaces is not None and admin.spaces.issuperset(spaces))
