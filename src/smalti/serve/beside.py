"""What the server does beside answering, from its start until it stops."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

Work = Callable[[asyncio.Event], Coroutine[Any, Any, None]]


@asynccontextmanager
async def beside(work: Work) -> AsyncIterator[None]:
    """Do something while the block runs; the event tells it to end, and its end is waited for."""
    stop = asyncio.Event()
    task = asyncio.create_task(work(stop))
    try:
        yield
    finally:
        stop.set()
        await task
