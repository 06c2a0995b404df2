"""Whether the server can do its work, and how much it does."""

from __future__ import annotations

import time
from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from smalti import __version__
from smalti.memory.within import models_of
from smalti.model.errors import InvalidInput, StoreError
from smalti.serve.auth import principal_of
from smalti.serve.hub import Hub, Lane
from smalti.serve.rest.call import encoded, hub_of

router = APIRouter(tags=["server"])
_WAIT_SECONDS = 1.0
_FRESH_SECONDS = 1.0


class Check(BaseModel):
    """One part, whether it works, and what is wrong with it."""

    ok: bool
    detail: str = ""


class HealthReport(BaseModel):
    """``status`` is "ok", "degraded" where recall or reading do less than they could, or "failed".

    ``waiting`` counts the turns that wait to be read. ``warming`` says that what first requests
    need is still being loaded: they are answered all the same, and may take longer.
    """

    status: str
    version: str
    store: Check
    models: list[Check]
    waiting: int | None = None
    warming: bool = False
    consolidation: dict[str, Any] = {}


@router.get(
    "/healthz",
    operation_id="health",
    summary="Whether store and models can be used",
    response_model=HealthReport,
    responses={503: {"model": HealthReport, "description": "The store cannot be used."}},
)
async def health(request: Request) -> Response:
    """Take the store's write lock for a moment, and look whether the models can be loaded.

    200 while the store can be written; models that are missing only degrade. The answer counts for
    a second, however often it is asked for.
    """
    state, now = request.app.state, time.monotonic()
    known: tuple[float, HealthReport] | None = getattr(state, "health", None)
    if known is None or now - known[0] > _FRESH_SECONDS:
        report = await hub_of(request).run(Lane.CHECK, lambda: look(hub_of(request)))
        known = state.health = (now, report)
    report = known[1].model_copy()
    night = getattr(state, "night", None)
    report.consolidation = {} if night is None else night.told()
    report.warming = getattr(state, "warming", False)
    status = 200 if report.store.ok else 503
    return Response(encoded(report.model_dump()), status, media_type="application/json")


def look(hub: Hub) -> HealthReport:
    """What works and what does not."""
    try:
        hub.store.probe(_WAIT_SECONDS)
        waiting = sum(hub.store.waiting().values())
    except (StoreError, InvalidInput) as error:
        store = Check(ok=False, detail=error.code)
        return HealthReport(status="failed", version=__version__, store=store, models=[])
    models = [
        Check(ok=False, detail=f"{one.part}: {one.reason}") for one in models_of(hub.any_memory)
    ]
    return HealthReport(
        status="degraded" if models else "ok",
        version=__version__,
        store=Check(ok=True),
        models=models,
        waiting=waiting,
    )


@router.get(
    "/metrics",
    operation_id="metrics",
    summary="Metrics in the text format of Prometheus",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def metrics(request: Request) -> Response:
    """Counts and durations by route; no content, no names. Any valid key may read them."""
    principal_of(request)
    found = await hub_of(request).run(Lane.CHECK, request.app.state.accounts.exposition)
    return Response(found, media_type="text/plain; version=0.0.4; charset=utf-8")
