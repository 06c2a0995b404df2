"""The asynchronous twin, without twin code: each verb of ``Memory`` run in a worker thread."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from functools import update_wrapper
from types import TracebackType
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Self, TypeVar

from smalti.memory import Memory

if TYPE_CHECKING:
    from smalti.agenda.agenda import Next
    from smalti.agenda.coverage import Progress, StopReason
    from smalti.memory.agendas import Source
    from smalti.memory.agendas.handle import AgendaHandle
    from smalti.memory.agendas.questions import Clarifications
    from smalti.memory.agendas.told import AgendaInfo, UnitInfo
    from smalti.model.results import Receipt

P = ParamSpec("P")
R = TypeVar("R")


def _in_thread(
    verb: Callable[Concatenate[Memory, P], R],
) -> Callable[Concatenate[AsyncMemory, P], Awaitable[R]]:
    async def run(self: AsyncMemory, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await asyncio.to_thread(verb, self._memory, *args, **kwargs)

    return update_wrapper(run, verb)


def _listed(
    verb: Callable[Concatenate[Memory, P], Iterator[R]],
) -> Callable[Concatenate[Memory, P], list[R]]:
    def run(memory: Memory, /, *args: P.args, **kwargs: P.kwargs) -> list[R]:
        return list(verb(memory, *args, **kwargs))

    return update_wrapper(run, verb)


class AsyncAgenda:
    """An agenda for asyncio: the same methods, awaited.

    See :class:`~smalti.memory.agendas.handle.AgendaHandle`.
    """

    def __init__(self, agenda: AgendaHandle | Clarifications) -> None:
        self._agenda = agenda

    async def next(self, language: str = "") -> Next | None:
        """The next question."""
        return await asyncio.to_thread(self._agenda.next, language)

    async def observe(self, text: str, **arguments: Any) -> Receipt:
        """Take in a reply."""
        return await asyncio.to_thread(self._agenda.observe, text, **arguments)

    async def skip(self, unit: str, skipped: bool = True) -> None:
        """Leave a unit out, or take it in again."""
        await asyncio.to_thread(self._agenda.skip, unit, skipped)

    async def progress(self) -> Progress:
        """How far it has come."""
        return await asyncio.to_thread(self._agenda.progress)

    async def stop(self) -> StopReason | None:
        """Why there is nothing more to ask."""
        return await asyncio.to_thread(self._agenda.stop)

    async def units(self) -> tuple[UnitInfo, ...]:
        """How things stand with every unit."""
        return await asyncio.to_thread(self._agenda.units)

    async def info(self) -> AgendaInfo:
        """The agenda at a glance."""
        return await asyncio.to_thread(self._agenda.info)

    async def export(self) -> dict[str, Any]:
        """The whole agenda, as JSON can hold it."""
        return await asyncio.to_thread(self._agenda.export)


class AsyncMemory:
    """:class:`~smalti.Memory` for asyncio: the same verbs, awaited, never blocking the loop.

    Takes the arguments of :class:`~smalti.Memory`. Calls may run at the same time; writes of one
    file wait for each other.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._memory = Memory(*args, **kwargs)

    def space(self, name: str) -> AsyncMemory:
        """Another space of the same file."""
        other = object.__new__(AsyncMemory)
        other._memory = self._memory.space(name)
        return other

    async def agenda(self, source: Source, **arguments: Any) -> AsyncAgenda:
        """Open an agenda; see :meth:`smalti.Memory.agenda`."""
        return AsyncAgenda(await asyncio.to_thread(self._memory.agenda, source, **arguments))

    add = _in_thread(Memory.add)
    assert_ = _in_thread(Memory.assert_)
    assert_all = _in_thread(Memory.assert_all)
    process = _in_thread(Memory.process)
    import_ = _in_thread(Memory.import_)
    recall = _in_thread(Memory.recall)
    plan = _in_thread(Memory.plan)
    ask = _in_thread(Memory.ask)
    get = _in_thread(Memory.get)
    turns = _in_thread(_listed(Memory.turns))
    sessions = _in_thread(Memory.sessions)
    spaces = _in_thread(Memory.spaces)
    settings = _in_thread(Memory.settings)
    graph = _in_thread(Memory.graph)
    around = _in_thread(Memory.around)
    path = _in_thread(Memory.path)
    labels = _in_thread(Memory.labels)
    communities = _in_thread(Memory.communities)
    central = _in_thread(Memory.central)
    consolidate = _in_thread(Memory.consolidate)
    configure = _in_thread(Memory.configure)
    records = _in_thread(_listed(Memory.records))
    record = _in_thread(Memory.record)
    history = _in_thread(Memory.history)
    timeline = _in_thread(Memory.timeline)
    why = _in_thread(Memory.why)
    explain = _in_thread(Memory.explain)
    entities = _in_thread(_listed(Memory.entities))
    entity = _in_thread(Memory.entity)
    names = _in_thread(Memory.names)
    merge = _in_thread(Memory.merge)
    unmerge = _in_thread(Memory.unmerge)
    clarifications = _in_thread(Memory.clarifications)
    answer = _in_thread(Memory.answer)
    agendas = _in_thread(Memory.agendas)
    drop_agenda = _in_thread(Memory.drop_agenda)
    conflicts = _in_thread(Memory.conflicts)
    conflict = _in_thread(Memory.conflict)
    resolve = _in_thread(Memory.resolve)
    undo = _in_thread(Memory.undo)
    correct = _in_thread(Memory.correct)
    recheck = _in_thread(Memory.recheck)
    retract = _in_thread(Memory.retract)
    forget = _in_thread(Memory.forget)
    compact = _in_thread(Memory.compact)
    erasures = _in_thread(Memory.erasures)
    stats = _in_thread(Memory.stats)
    reindex = _in_thread(Memory.reindex)
    check = _in_thread(Memory.check)
    export = _in_thread(Memory.export)
    close = _in_thread(Memory.close)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
