"""What the server does beside answering: reading what waits, consolidating at night."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from fastapi import FastAPI

from smalti.model.errors import SmaltiError
from smalti.serve.hub import Hub
from smalti.serve.night import Night
from smalti.serve.queue import Backlog


@asynccontextmanager
async def working(app: FastAPI) -> AsyncIterator[None]:
    """Work until the server stops: the batch at hand is finished then, the rest stays queued."""
    hub: Hub = app.state.hub
    backlog = Backlog(hub)
    loop = asyncio.get_running_loop()
    hub.when_queued(lambda: loop.call_soon_threadsafe(backlog.tell))
    tasks = [asyncio.create_task(backlog.run())]
    workers: list[Backlog | Night] = [backlog]
    if app.state.settings.consolidate_hours:
        night = app.state.night = Night(hub, app.state.settings.consolidate_hours)
        workers.append(night)
        tasks.append(asyncio.create_task(night.run()))
    app.state.accounts.watch(lambda: _gauges(hub))
    try:
        yield
    finally:
        hub.when_queued(lambda: None)
        for worker in workers:
            worker.stop()
        await asyncio.gather(*tasks, return_exceptions=True)


def _gauges(hub: Hub) -> Mapping[str, tuple[str, float]]:
    """What is read from the store when metrics are asked for."""
    try:
        waiting, size = sum(hub.store.waiting().values()), hub.store.size()
    except SmaltiError:
        return {"smalti_store_up": ("Whether the store can be read.", 0)}
    return {
        "smalti_store_up": ("Whether the store can be read.", 1),
        "smalti_store_bytes": ("Bytes on disk.", size),
        "smalti_turns_waiting": ("Turns that wait to be read.", waiting),
    }
