"""Serving over streamable HTTP: at ``/mcp`` of a server, or by itself on this machine.

Each request stands alone: it carries its key and names its space, and no session is kept between
requests. So a session cannot be taken over, and a restarted server is the same server.
"""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Route

from smalti.model.errors import InvalidInput, SmaltiError
from smalti.serve.auth import Principal, principal_of
from smalti.serve.hub import Hub, Lane
from smalti.serve.mcp.access import EVERYTHING, Result
from smalti.serve.mcp.server import build_server
from smalti.serve.mcp.tools import READ, WRITE
from smalti.serve.names import space_named
from smalti.serve.problems import Problem, not_here, problem_of
from smalti.serve.settings import ServeSettings

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from smalti.memory import Memory

PATH = "/mcp"
SPACE_HEADER = "X-Smalti-Space"
LOOPBACK = "127.0.0.1"
PORT = 7626
_LANES = {READ: Lane.READ, WRITE: Lane.WRITE}
_NAMES = ("127.0.0.1", "localhost", "[::1]")  # of this machine


@dataclass(frozen=True, slots=True)
class Caller:
    """Who makes a request, and in which space."""

    principal: Principal
    space: str


@dataclass(frozen=True, slots=True)
class Keyed:
    """The memory that a request names; its key allows what ``granted`` has as well."""

    granted: frozenset[str] = EVERYTHING

    def scopes(self, request: Any) -> frozenset[str]:
        """What the key of the request allows in its space."""
        caller: Caller = request.state.caller
        return frozenset(one for one in self.granted if caller.principal.may(one, caller.space))

    async def run(self, request: Any, scope: str, verb: Callable[[Memory], Result]) -> Result:
        """Do it in the space of the request, in the threads for its scope."""
        hub: Hub = request.app.state.hub
        space: str = request.state.caller.space
        return await hub.run(_LANES[scope], lambda: verb(hub.memory(space)))


def mount_mcp(
    app: Starlette, *, space: str = "default", granted: frozenset[str] = EVERYTHING
) -> None:
    """Serve the tools at ``/mcp`` of an app with ``hub``, ``settings``, ``lifespans`` in its state.

    Call it before the app starts: the transport lives in one of the lifespans. A request is for the
    space that its header ``X-Smalti-Space`` names, else for the only one of its key, else, for who
    may see all, for ``space``. It is answered 401 without a key where one is needed, and 404 for a
    space that it may not see.
    """
    settings: ServeSettings = app.state.settings
    manager = StreamableHTTPSessionManager(
        build_server(Keyed(granted)),
        json_response=True,
        stateless=True,
        security_settings=_security(settings),
        max_request_body_size=settings.max_body,
    )
    app.state.lifespans.append(manager.run)
    app.router.routes.insert(0, Route(PATH, _Door(manager.asgi_app, space)))


class _Door:
    """Lets a request in with its caller, or answers why not."""

    def __init__(self, inner: ASGIApp, space: str) -> None:
        self._inner = inner
        self._space = space

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        try:
            request.state.caller = await self._let_in(request)
            answer = self._inner
        except Problem as problem:
            answer = problem.response(_id_of(request))
        except SmaltiError as error:
            answer = problem_of(error).response(_id_of(request))
        await answer(scope, receive, send)

    async def _let_in(self, request: Request) -> Caller:
        if request.method != "POST":
            raise _no_stream()
        hub: Hub = request.app.state.hub
        if hub.keys.is_stale:
            await hub.run(Lane.READ, hub.keys.refresh)
        return caller_of(request, self._space)


def _id_of(request: Request) -> str:
    """The id under which the log has the request, where one was given."""
    return getattr(request.state, "request_id", "")


def caller_of(request: Request, space: str) -> Caller:
    """Who makes a request, and for which space; ``space`` is that of who may see all.

    Raises:
        Problem: 401 without a key where one is needed, 404 for a space that the key may not see,
            400 where it may see several and none is named.
        InvalidInput: no usable name.
    """
    principal = principal_of(request)
    named = request.headers.get(SPACE_HEADER)
    if named is not None:
        found = space_named(named.encode("latin-1").decode("utf-8", "replace"))
    elif principal.spaces is None:
        found = space
    elif len(principal.spaces) == 1:
        [found] = principal.spaces
    else:
        fix = f"Name one in the header {SPACE_HEADER}"
        raise Problem(400, "space_needed", "the key is for several spaces", fix=fix)
    if not principal.sees(found):
        raise not_here()
    return Caller(principal, found)


def _no_stream() -> Problem:
    fix = "Send each message with POST; nothing is sent that was not asked for"
    return Problem(
        405, "method_not_allowed", "there is no stream to open", fix=fix, headers={"Allow": "POST"}
    )


def _security(settings: ServeSettings) -> TransportSecuritySettings:
    """Which hosts and origins may call: against pages that rebind a name to this machine."""
    if not settings.is_local and not settings.hosts:
        return TransportSecuritySettings(enable_dns_rebinding_protection=False)
    names = [*_NAMES, settings.host, *settings.hosts]
    hosts = [form for name in names for form in (name, f"{name}:*")]
    origins = [f"{scheme}://{host}" for scheme in ("http", "https") for host in hosts]
    return TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=origins)


def http_app(
    memory: Memory, *, space: str = "default", granted: frozenset[str] = EVERYTHING, port: int = 0
) -> Starlette:
    """An app that serves the tools of a memory file and nothing else, on this machine alone.

    While no key is made in the file it is open to whoever is on this machine. The caller closes
    the memory.
    """
    app = Starlette(lifespan=_lifespan)
    app.state.hub = Hub(memory)
    app.state.settings = ServeSettings(host=LOOPBACK, port=port)
    app.state.lifespans = []
    mount_mcp(app, space=space, granted=granted)
    return app


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    async with AsyncExitStack() as stack:
        for begin in app.state.lifespans:
            await stack.enter_async_context(begin())
        yield


def listen(port: int) -> socket.socket:
    """A socket on this machine's own address.

    Raises:
        InvalidInput: the port is taken, or not to be had.
    """
    try:
        return socket.create_server((LOOPBACK, port))
    except OSError as error:
        problem = f"cannot be listened on ({error.strerror})"
        raise InvalidInput("port", port, problem, fix="Choose another with --port") from error


def serve_http(app: Starlette, listening: socket.socket) -> None:
    """Serve until a signal to stop; logs go to standard error."""
    import uvicorn

    config = uvicorn.Config(app, log_level="warning", access_log=False, lifespan="on")
    uvicorn.Server(config).run(sockets=[listening])
