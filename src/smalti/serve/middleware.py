"""What every request goes through: an id, the host check, limits, who asks, its account."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from smalti.model.errors import SmaltiError
from smalti.model.ids import new_id
from smalti.serve.accounts import Account, Accounts
from smalti.serve.auth import counted, principal_of
from smalti.serve.problems import Problem, problem_of, unexpected
from smalti.serve.settings import ServeSettings

GUARDED = ("/v1", "/memories", "/search", "/reset", "/metrics", "/mcp")
_AT_ONCE = ("/healthz", "/openapi.json")
_IMPORT = "/import"
_PATIENCE = 30  # times as long as any other request an import may take to arrive
_WITH_BODY = ("POST", "PUT", "PATCH")
_UNSAFE = (*_WITH_BODY, "DELETE")


class Gate:
    """The outermost middleware. What goes wrong anywhere leaves it as a problem."""

    def __init__(self, app: ASGIApp, *, settings: ServeSettings, accounts: Accounts) -> None:
        self._app = app
        self._settings = settings
        self._accounts = accounts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        account = self._accounts.begin(new_id("req"), scope["method"])
        scope.setdefault("state", {})["request_id"] = account.id
        reply = _Reply(send, account)
        try:
            await self._let_in(scope, Headers(scope=scope))
            body = _Body(receive, *self._borne(scope["path"]), account)
            await self._app(scope, body, reply)
        except Problem as problem:
            await reply.instead(scope, problem)
        except SmaltiError as error:
            await reply.instead(scope, problem_of(error))
        except Exception as error:  # noqa: BLE001 - told in the log by kind, and to the client by id
            account.error = type(error).__name__
            self._accounts.unforeseen(account, error)
            await reply.instead(scope, unexpected(account.id))
        finally:
            account.key = getattr(scope["state"].get("principal"), "name", "")
            account.route = _template(scope)
            self._accounts.end(account)

    async def _let_in(self, scope: Scope, headers: Headers) -> None:
        if not self._settings.knows_host(headers.get("host", "")):
            raise Problem(
                421, "unknown_host", "this server is not known under that name",
                fix="Call it by its address, or start it with --allow-host",
            )  # fmt: skip
        self._refuse_long(scope, headers)
        if not _is_guarded(scope["path"]):
            faces = getattr(scope["app"].state, "faces", None)
            if faces is not None and scope["path"] not in _AT_ONCE:
                await faces.wait()
            return
        await counted(Request(scope))
        principal_of(Request(scope))
        _refuse_foreign(scope["method"], headers)
        _refuse_kind(scope, headers)

    def _refuse_long(self, scope: Scope, headers: Headers) -> None:
        length = headers.get("content-length", "")
        limit, _ = self._borne(scope["path"])
        if length.isdecimal() and int(length) > limit:
            raise too_large(limit)

    def _borne(self, path: str) -> tuple[int, float]:
        """How many bytes a request may have, and how many seconds they may take to arrive."""
        told = self._settings
        if path.endswith(_IMPORT):
            return told.max_import, told.body_seconds * _PATIENCE
        return told.max_body, told.body_seconds


class _Body:
    """What arrives of a request, no more of it and no later than is borne."""

    def __init__(self, receive: Receive, limit: int, seconds: float, account: Account) -> None:
        self._receive = receive
        self._limit = limit
        self._until = time.monotonic() + seconds
        self._whole = False
        self._account = account

    async def __call__(self) -> Message:
        if self._whole:
            return await self._receive()  # waits for the client to go away
        try:
            message = await asyncio.wait_for(
                self._receive(), max(0.0, self._until - time.monotonic())
            )
        except TimeoutError as error:
            raise Problem(
                408, "slow_request", "the request did not arrive in time",
                headers={"Connection": "close"},
            ) from error  # fmt: skip
        if message["type"] == "http.request":
            self._account.received += len(message.get("body", b""))
            self._whole = not message.get("more_body", False)
            if self._account.received > self._limit:
                raise too_large(self._limit)
        return message


class _Reply:
    """What is sent, noted in the account, with the id and the headers that every answer has."""

    def __init__(self, send: Send, account: Account) -> None:
        self._send = send
        self._account = account
        self._begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._begun = True
            self._account.status = message["status"]
            headers = MutableHeaders(scope=message)
            headers["X-Request-ID"] = self._account.id
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        else:
            self._account.sent += len(message.get("body", b""))
        await self._send(message)

    async def instead(self, scope: Scope, problem: Problem) -> None:
        """Send a problem, unless an answer has begun already."""
        if not self._begun:
            with suppress(OSError):
                await problem.response(self._account.id)(scope, _nothing, self)


_HEADERS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


async def _nothing() -> Message:
    return {"type": "http.disconnect"}


def too_large(limit: int) -> Problem:
    """A request beyond the limit; the rest of it is not read."""
    return Problem(
        413, "too_large", f"a request may have {limit:,} bytes", fix="Send it in parts",
        headers={"Connection": "close"},
    )  # fmt: skip


def _is_guarded(path: str) -> bool:
    return any(path == prefix or path.startswith(f"{prefix}/") for prefix in GUARDED)


def _refuse_foreign(method: str, headers: Headers) -> None:
    """A page of another site must not make a browser change anything here."""
    origin = headers.get("origin")
    foreign = origin is not None and urlsplit(origin).netloc != headers.get("host", "")
    if method in _UNSAFE and (foreign or headers.get("sec-fetch-site") == "cross-site"):
        raise Problem(403, "foreign_origin", "requests of other sites are refused")


def _refuse_kind(scope: Scope, headers: Headers) -> None:
    """Bodies are JSON, but for files to import."""
    if scope["method"] not in _WITH_BODY or scope["path"].endswith(_IMPORT):
        return
    empty = headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if not empty and kind != "application/json" and not kind.endswith("+json"):
        raise Problem(
            415, "unsupported_media_type", f"the body is {kind or 'of no kind'}",
            fix="Send JSON with `Content-Type: application/json`",
        )  # fmt: skip


def _template(scope: Scope) -> str:
    """The route without what stands in it: names and ids are content."""
    return str(getattr(scope.get("route"), "path", "")) or "none"
