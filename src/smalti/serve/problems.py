"""Errors as problem details (RFC 9457): one table from the error tree to HTTP status codes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import Response

from smalti.model import errors

MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = 1
_SHOWN = 200  # characters of a refused value that are repeated

# The first class that fits decides.
STATUS_BY_ERROR: tuple[tuple[type[errors.SmaltiError], int], ...] = (
    (errors.NotFound, 404),
    (errors.TurnTooLarge, 413),
    (errors.InvalidInput, 422),
    (errors.ExternalIdConflict, 409),
    (errors.IllegalTransition, 409),
    (errors.StoreError, 503),
    (errors.ModelError, 503),
    (errors.SmaltiError, 500),
)

# What each status means, in the words of ``title`` and of the OpenAPI description.
TITLES: Mapping[int, str] = {
    400: "The request cannot be understood",
    401: "No valid key was given",
    403: "The key does not allow this",
    404: "There is no such thing here",
    405: "The resource has no such method",
    406: "The answer cannot be given in that form",
    408: "The request took too long to arrive",
    409: "This contradicts what was done before",
    413: "The request is too large",
    415: "The body is of another kind than is read here",
    421: "The server is not called by this name",
    422: "A value cannot be used",
    429: "Too many requests",
    500: "An unexpected error",
    503: "The memory cannot be used at present",
}


class Problem(HTTPException):
    """A request that ends here: its status, a stable code, and what to do about it.

    It is an ``HTTPException`` so that the framework lets it through wherever it is raised.
    """

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        fix: str | None = None,
        field: str | None = None,
        headers: Mapping[str, str] | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(status, detail, dict(headers) if headers else None)
        self.code = code
        self.fix = fix
        self.field = field
        self.more = dict(more or {})

    @property
    def body(self) -> dict[str, Any]:
        """The problem details."""
        told: dict[str, Any] = {
            "type": f"urn:smalti:problem:{self.code}",
            "title": TITLES.get(self.status_code, "Error"),
            "status": self.status_code,
            "detail": self.detail,
            "code": self.code,
        }
        given = {"field": self.field, "fix": self.fix}
        return told | {name: part for name, part in given.items() if part} | self.more

    def response(self, request_id: str = "") -> Response:
        """The problem as a response."""
        body = self.body | ({"request_id": request_id} if request_id else {})
        content = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        return Response(content, self.status_code, self.headers, MEDIA_TYPE)


def not_here() -> Problem:
    """A space that is not there, or that the key may not see: nobody can tell which."""
    return Problem(
        404, "not_found", "there is no such space, or it is not for this key", fix="Check the name"
    )


def problem_of(error: errors.SmaltiError) -> Problem:
    """What an error of the library is over HTTP."""
    status = next(status for kind, status in STATUS_BY_ERROR if isinstance(error, kind))
    headers = {"Retry-After": str(RETRY_SECONDS)} if status == 503 else None
    field = error.field if isinstance(error, errors.InvalidInput) else None
    more = {"value": _plain(error.value)} if isinstance(error, errors.InvalidInput) else None
    return Problem(
        status, error.code, error.message, fix=error.hint, field=field, headers=headers, more=more
    )


def problem_of_validation(found: Iterable[Mapping[str, Any]]) -> Problem:
    """What is wrong with the shape of a request: the first fault as ``field``, and all of them."""
    faults = [_fault(one) for one in found]
    first = faults[0]
    detail = f"{first['field']}: {first['problem']}"
    return Problem(422, "invalid_input", detail, field=str(first["field"]), more={"errors": faults})


def _fault(found: Mapping[str, Any]) -> dict[str, Any]:
    if found["type"] == "json_invalid":
        reason, at = found["ctx"]["error"], found["loc"][-1]
        return {"field": "body", "problem": f"is no JSON: {reason} at character {at}"}
    value = _plain(found.get("input"))
    return {"field": _where(found["loc"]), "problem": found["msg"], "value": value}


def unexpected(request_id: str) -> Problem:
    """An error that nobody foresaw; its text may hold content, so only the log knows it."""
    return Problem(
        500, "unexpected", "something went wrong here", fix=f"Report it with the id {request_id}"
    )


def _where(location: Iterable[Any]) -> str:
    return ".".join(str(part) for part in location)


def _plain(value: object) -> Any:
    """A refused value as JSON can say it, and not at any length."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return value if abs(value) < 1e15 else f"{value:.3e}"
    try:
        text = value if isinstance(value, str) else repr(value)
    except (ValueError, RecursionError):
        return type(value).__name__
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
