"""What the OpenAPI description says beyond the routes: problems, keys, tags."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI

from smalti.serve.problems import MEDIA_TYPE, TITLES

DESCRIPTION = """\
Long-term memory that knows who said what, when it held, and what it contradicts.

Every space is a memory of its own. A key sees the spaces it was made for; others do not exist for
it. Errors are problem details (RFC 9457) with a stable `code`, and where it helps `field` and
`fix`. Lists come in pages: pass `next` back as `cursor`. A POST with an `Idempotency-Key` is done
once, however often it is sent.
"""
TAGS: list[dict[str, Any]] = [
    {"name": "turns", "description": "What was said, verbatim, and reading it."},
    {"name": "recall", "description": "Finding turns, and answering questions from them."},
    {"name": "records", "description": "What was learnt, on two time axes, and why."},
    {"name": "conflicts", "description": "Statements that cannot both hold."},
    {"name": "clarifications", "description": "What is worth asking."},
    {"name": "agendas", "description": "What is to be found out."},
    {"name": "entities", "description": "Whom and what records are about."},
    {"name": "graph", "description": "What hangs together."},
    {"name": "upkeep", "description": "Forgetting, export and import, consolidation, settings."},
    {"name": "spaces", "description": "The memories of a server."},
    {"name": "keys", "description": "Who may do what."},
    {"name": "mem0", "description": "The paths that clients of mem0's server know."},
    {"name": "server", "description": "Health and metrics."},
]

_PROBLEM = "Problem"
_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "title": _PROBLEM,
    "description": "What went wrong (RFC 9457).",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string", "format": "uri"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string", "description": "Stable, for programs."},
        "field": {"type": "string", "description": "The value that cannot be used."},
        "value": {"description": "The value itself, shortened."},
        "fix": {"type": "string", "description": "What to do next."},
        "errors": {"type": "array", "items": {"type": "object"}},
        "request_id": {"type": "string"},
    },
    "example": {
        "type": "urn:smalti:problem:not_found",
        "title": TITLES[404],
        "status": 404,
        "detail": "no record 'rec_01' in this space",
        "code": "not_found",
        "fix": "`records()` and `smalti records` list what there is",
        "request_id": "req_01ja9c6k0x7y3p2v5q8t4w1z6m",
    },
}
_SECURITY: Mapping[str, Any] = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "`smalti keys add` makes one."},
    "header": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
}
_OPEN = ("/healthz",)
_ANY = (401, 408, 421, 422, 429, 503)  # what any call may end in
_IN_A_SPACE = (403, 404)
_WITH_BODY = (403, 409, 413, 415)


def describe(app: FastAPI) -> None:
    """Complete what the framework derives from the routes; worked out once, when asked for."""
    derive = app.openapi

    def complete() -> dict[str, Any]:
        if app.openapi_schema is None:
            found = derive()
            parts = found.setdefault("components", {})
            schemas = parts.setdefault("schemas", {})
            for name in ("HTTPValidationError", "ValidationError"):
                schemas.pop(name, None)
            schemas[_PROBLEM] = _SCHEMA
            parts["securitySchemes"] = _SECURITY
            for path, operations in found["paths"].items():
                for method, operation in operations.items():
                    _complete(path, method, operation)
            app.openapi_schema = found
        return app.openapi_schema

    app.openapi = complete  # type: ignore[method-assign]


def _complete(path: str, method: str, operation: dict[str, Any]) -> None:
    responses = operation["responses"]
    responses.pop("422", None)
    for status in _statuses(path, method):
        responses.setdefault(str(status), _problem(status))
    operation["security"] = [] if path in _OPEN else [{"bearer": []}, {"header": []}, {}]


def _statuses(path: str, method: str) -> list[int]:
    """What a call may end in beside its own success."""
    if path in _OPEN:
        return [421]
    found = list(_ANY)
    if "{" in path:
        found += _IN_A_SPACE
    if method in ("post", "put", "patch", "delete"):
        found += _IN_A_SPACE + _WITH_BODY
    return sorted(set(found))


def _problem(status: int) -> dict[str, Any]:
    return {
        "description": TITLES[status],
        "content": {MEDIA_TYPE: {"schema": {"$ref": f"#/components/schemas/{_PROBLEM}"}}},
    }
