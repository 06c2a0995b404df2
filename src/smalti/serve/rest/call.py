"""One call of a verb over HTTP: who may, in which space and threads, and its reply as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Header, Path, Request, Response
from pydantic import BaseModel, ConfigDict

from smalti.memory import Memory
from smalti.model.codec import plain
from smalti.model.record import Record
from smalti.serve.auth import Principal, forbidden, principal_of
from smalti.serve.hub import Hub, Lane
from smalti.serve.names import LONGEST
from smalti.serve.problems import not_here
from smalti.serve.rest.again import Again
from smalti.serve.rest.pages import page_of, paged

_LANES = {"read": Lane.READ, "write": Lane.WRITE, "admin": Lane.WRITE}


class Body(BaseModel):
    """The body of a request; what it does not know it refuses by name."""

    model_config = ConfigDict(extra="forbid")


@dataclass(frozen=True, slots=True)
class Call:
    """A request that may be answered: its principal, its space, the memory behind it."""

    request: Request
    principal: Principal
    hub: Hub
    space: str
    scope: str
    again: Again | None = None

    async def reply(
        self, verb: Callable[[Memory], Any], *, status: int = 200, lane: Lane | None = None
    ) -> Response:
        """Run a verb in a worker thread, and give what it returns as JSON.

        A request that came before with the same ``Idempotency-Key`` is not done again: it gets the
        same reply.
        """

        def work() -> tuple[int, bytes]:
            memory = self.hub.memory(self.space)
            if self.again is None:
                return status, encoded(verb(memory))
            return self.again.once(memory, lambda: (status, encoded(verb(memory))))

        code, content = await self.hub.run(lane or _LANES[self.scope], work)
        return Response(content, code, media_type="application/json")

    async def page(
        self,
        name: str,
        listed: Callable[[Memory], Iterable[Any]],
        *filters: Any,
        limit: int,
        cursor: str | None,
        mentions: Callable[[Any], Record] | None = None,
    ) -> Response:
        """A page of what a verb lists under these filters.

        Where ``mentions`` tells the record of an item, the names of the entities in them come too.

        Raises:
            InvalidInput: the cursor comes from another list, or from other filters.
        """

        def work(memory: Memory) -> Any:
            query = (name, self.space, *filters)
            found, next = paged(listed(memory), query, limit=limit, cursor=cursor)
            if mentions is None:
                return page_of((found, next))
            return page_of((found, next), names=memory.names(map(mentions, found)))

        return await self.reply(work)


def encoded(result: Any) -> bytes:
    """A result as JSON; lone surrogates, which UTF-8 cannot say, are escaped."""
    data = plain(result)
    try:
        return json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        return json.dumps(data, allow_nan=False).encode()


def hub_of(request: Request) -> Hub:
    """The hub of the server."""
    hub: Hub = request.app.state.hub
    return hub


def allowed(request: Request, scope: str, space: str) -> Principal:
    """Who asks, where they may do something of this scope in this space.

    Raises:
        Problem: 401, 404 where the space is none of theirs, 403 where the scope is missing.
    """
    principal = principal_of(request)
    if not principal.sees(space):
        raise not_here()
    if not principal.may(scope, space):
        raise forbidden(scope)
    hub_of(request).memory(space)  # refuses unusable names before a body is looked at
    return principal


SpaceName = Annotated[
    str,
    Path(
        description="Whose memory; a key sees its own spaces only.",
        examples=["ada"],
        min_length=1,
        max_length=LONGEST,
    ),
]
IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        description="The same key with the same body within a day gets the same reply, and nothing "
        "is done twice; with another body it is refused with 409.",
        min_length=1,
        max_length=200,
        pattern=r"^[\x21-\x7e]+$",
        examples=["6f1c2f0e-7d0f-4f6c-9b1c-3f3f8a3e5d11"],
    ),
]


def _called(scope: str) -> Callable[..., Call]:
    def call(request: Request, space: SpaceName) -> Call:
        principal = allowed(request, scope, space)
        return Call(request, principal, hub_of(request), space, scope)

    return call


def _called_once(scope: str) -> Callable[..., Any]:
    async def call(request: Request, space: SpaceName, key: IdempotencyKey = None) -> Call:
        principal = allowed(request, scope, space)
        again = None if key is None else await Again.of(request, principal, key)
        return Call(request, principal, hub_of(request), space, scope, again)

    return call


Reading = Annotated[Call, Depends(_called("read"))]
Writing = Annotated[Call, Depends(_called_once("write"))]
Inspecting = Annotated[Call, Depends(_called("admin"))]
Administering = Annotated[Call, Depends(_called_once("admin"))]
