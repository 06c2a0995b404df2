"""What a server needs of a memory beyond its verbs: the store under it, reading turns it chose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from smalti.model.errors import ModelError
from smalti.model.results import Degradation

if TYPE_CHECKING:
    from smalti.memory import Memory
    from smalti.model.record import Record
    from smalti.store.contract import Space
    from smalti.store.sql import SqlStore
    from smalti.view import Axes
    from smalti.write.report import Report


def store_of(memory: Memory) -> SqlStore:
    """The store that a memory lies in."""
    return memory._setup.store


def space_of(memory: Memory) -> Space:
    """The handle of a memory's space."""
    return memory._space


def read(memory: Memory, turns: Iterable[str]) -> Report:
    """Read these turns for what they state, in journal order, as :meth:`Memory.process` would.

    Turns that are not there, or were read already, are passed over.
    """
    space = space_of(memory)
    unread = set(space.unprocessed())
    places = sorted(seq for seq in space.places(turns).values() if seq in unread)
    return memory._reader.read(places, memory._setup.now())


def as_seen(memory: Memory, records: Iterable[Record], axes: Axes) -> Iterator[Record]:
    """Records as they were known at a moment, without those that did not hold at another."""
    return memory._seen(records, axes)


def loads_of(memory: Memory) -> Iterator[Callable[[], object]]:
    """What a memory loads when it is first needed, for whoever would rather have it before."""
    setup = memory._setup
    yield lambda: setup.rules
    yield lambda: setup.vocabulary
    yield lambda: setup.embedder().embed(["Where does Vera live?"])  # the first one takes longest


def models_of(memory: Memory) -> Iterator[Degradation]:
    """Which of the models that a memory was opened with cannot be used, and why."""
    for part, load in (("vector", memory._setup.embedder), ("model", memory._setup.model)):
        try:
            load()
        except ModelError as error:
            yield Degradation.by(part, error)
