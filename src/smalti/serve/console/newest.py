"""The newest nouns of a space, read from the end of its clock.

The store streams nouns from a point of the clock on. What was stored last is found by going back
from the end, one window after the other, each twice as long as the one before; nothing is read
twice, and nothing before the last window. Where a page ends, the next one goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Generic, TypeVar

from smalti.model.turn import Turn
from smalti.store.contract import Space

Noun = TypeVar("Noun")

_FIRST = 128
FARTHEST = 4_096
"""How far back in the clock one page looks, in stored items; a record takes about five."""


@dataclass(frozen=True, slots=True)
class Window(Generic[Noun]):
    """What was stored after a point of the clock and before another, newest first.

    ``after`` is that point: 0 where nothing was stored before.
    """

    nouns: list[Noun]
    after: int


def windows(space: Space, cls: type[Noun], before: int | None = None) -> Iterator[Window[Noun]]:
    """Windows over the nouns of a class, turns as well, back to the first or :data:`FARTHEST`.

    Args:
        space: where.
        cls: which nouns.
        before: where to begin, as :attr:`Window.after` said; by default at the present.
    """
    end = space.watermark().seq if before is None else before
    begun, length = end, _FIRST
    limit = _first(space, cls, end) if before is not None else None
    while end > 0 and begun - end < FARTHEST:
        after = max(end - length, 0)
        found = list(takewhile(lambda one: one.id != limit, _after(space, cls, after)))  # noqa: B023
        yield Window(found[::-1], after)
        limit = found[0].id if found else limit
        end, length = after, length * 2


def newest(
    space: Space,
    cls: type[Noun],
    *,
    wanted: int,
    kept: Callable[[Noun], bool] = lambda _: True,
    before: int | None = None,
) -> Window[Noun]:
    """The nouns stored last that are to be kept: at least ``wanted``, if there are so many."""
    found: list[Noun] = []
    after = 0
    for window in windows(space, cls, before):
        found += [one for one in window.nouns if kept(one)]
        after = window.after
        if len(found) >= wanted:
            break
    return Window(found, after)


def _first(space: Space, cls: type[Any], after: int) -> str | None:
    return next((one.id for one in _after(space, cls, after)), None)


def _after(space: Space, cls: type[Any], after: int) -> Iterable[Any]:
    return space.read_turns(after=after) if cls is Turn else space.every(cls, after)
