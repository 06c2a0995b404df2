"""Query parameters that a resource does not know are refused, as unknown fields of a body are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import Request

from smalti.serve.problems import Problem

_OURS = "/v1/"  # clients of other servers send what theirs know


def refuse_unknown(request: Request) -> None:
    """Let nobody take a misspelt filter for one that was heeded.

    Raises:
        Problem: 422, with the parameter and those there are.
    """
    route = request.scope["route"]
    if not route.path.startswith(_OURS):
        return
    known = sorted(set(_declared(route.dependant)))
    for name in request.query_params:
        if name not in known:
            fix = f"Known here: {', '.join(known)}" if known else "There is none here"
            detail = f"query.{name[:80]}: is no parameter of this operation"
            raise Problem(422, "invalid_input", detail, fix=fix, field=f"query.{name[:80]}")


def _declared(dependant: Any) -> Iterator[str]:
    yield from (field.alias for field in dependant.query_params)
    for part in dependant.dependencies:
        yield from _declared(part)
