"""Loading what the first requests would wait for, once the server answers.

Grammars, judges and the embedder take seconds to load, and the first look at a large space reads
its indexes. Here that is done in the background, a piece at a time, so that a request which comes
meanwhile waits for no more than the piece at hand.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from importlib import import_module

from fastapi import FastAPI

from smalti.memory import Memory
from smalti.memory.within import loads_of
from smalti.model.errors import SmaltiError
from smalti.serve.beside import beside
from smalti.serve.hub import Hub, Lane
from smalti.serve.names import space_named

_log = logging.getLogger("smalti.serve.warming")
_SPACES = 8  # whose indexes are read: each takes memory, and most are asked for seldom
_SAID = ("My sister Vera moved from Lisbon to Oslo in May.", "She likes tea, and I do not.")
_ASKED = "Where does Vera live?"
_MODULES = ("smalti.write.reading", "smalti.write.answering", "smalti.recall.answer.operators")

Piece = tuple[Lane, Callable[[], object]]


def pieces(hub: Hub, others: Iterable[Callable[[], object]] = ()) -> Iterator[Piece]:
    """What is to be loaded, in the order in which it is likely to be missed.

    The grammars are loaded where writes are worked on, as a write that came meanwhile would load
    them a second time. ``others`` are what the faces of the server need.
    """
    for load in others:
        yield Lane.FACES, load
    for module in _MODULES:
        yield Lane.WRITE, lambda name=module: import_module(name)  # type: ignore[misc]
    yield Lane.WRITE, _parser
    for load in loads_of(hub.any_memory):
        yield Lane.WRITE, load
    for text in _SAID:
        yield Lane.WRITE, lambda said=text: _once(lambda memory: memory.add(said, speaker="Ada"))  # type: ignore[misc]
    yield Lane.FACES, lambda: _once(lambda memory: memory.ask(_ASKED, reader="local"))
    for space in hub.spaces()[:_SPACES]:
        yield Lane.FACES, lambda name=space: _first_look(hub, name)  # type: ignore[misc]


def _parser() -> None:
    from smalti.write.extract.en.parse import installed_parser

    installed_parser()


def _once(verb: Callable[[Memory], object]) -> None:
    """Do something in a memory that nobody keeps: what it loads stays loaded."""
    with Memory(":memory:", embedder=None, model=None) as memory:
        verb(memory)


def _first_look(hub: Hub, space: str) -> None:
    memory = hub.memory(space_named(space))
    memory.recall(_ASKED, k=1)
    memory.plan(_ASKED)
    memory.clarifications(limit=1)


@asynccontextmanager
async def warmed(app: FastAPI) -> AsyncIterator[None]:
    """Load in the background while the server answers; ``app.state.warming`` says whether it does.

    What cannot be loaded is left to whoever needs it, who is then told why. A stop waits for the
    piece at hand.
    """
    app.state.warming = True
    async with beside(lambda stop: _warm(app, stop)):
        yield


async def _warm(app: FastAPI, stop: asyncio.Event) -> None:
    hub: Hub = app.state.hub
    try:
        if (faces := getattr(app.state, "faces", None)) is not None:
            await faces.wait()
        for lane, load in await hub.run(Lane.FACES, lambda: list(pieces(hub, app.state.loads))):
            if stop.is_set():
                return
            await hub.run(lane, lambda load=load: _loaded(load))  # type: ignore[misc]
    except Exception as error:  # noqa: BLE001 - whoever needs what is missing is told
        _log.warning("not all could be loaded at the start: %s", type(error).__name__)
    finally:
        app.state.warming = False


def _loaded(load: Callable[[], object]) -> None:
    """Load a piece; of what is not installed, or was closed meanwhile, the first request tells."""
    try:
        load()
    except SmaltiError as error:
        _log.info("not loaded at the start: %s", error.code)
