"""Which events of a person belong together: the same concept, several times within a month.

After CogMem's offline consolidation (PEC²F, arXiv 2610.11314, §3): the same person and concept with
at least three events inside 30 days. A concept is a word that the events share.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from smalti.consolidate.happenings import Happening

LEAST = 3
WITHIN = timedelta(days=30)

_MICROS = 1_000_000


@dataclass(frozen=True, slots=True)
class Run:
    """Events of one person that have a word in common and lie close together, in order of time."""

    term: str
    events: tuple[Happening, ...]

    @property
    def ids(self) -> frozenset[str]:
        """Those of its events."""
        return frozenset(one.id for one in self.events)


def runs(happenings: Iterable[Happening]) -> list[Run]:
    """All runs of a person's events, the first first; whatever the order they are given in.

    An event is part of a run if it is one of :data:`LEAST` events with the word within
    :data:`WITHIN`; windows that share events are one run. Of runs of the same events the longest
    word stands for all, and a run of which another has all events is left out.
    """
    ordered = sorted(happenings, key=lambda one: (one.micros, one.id))
    sharing: dict[str, list[Happening]] = defaultdict(list)
    for one in ordered:
        for term in one.terms:
            sharing[term].append(one)
    best: dict[frozenset[str], Run] = {}
    for term in sorted(sharing, key=lambda term: (-len(term), term)):
        for events in close(sharing[term]):
            run = Run(term, tuple(events))
            best.setdefault(run.ids, run)
    return sorted(_widest(best), key=lambda run: (run.events[0].micros, run.term))


def _widest(runs_by_ids: Mapping[frozenset[str], Run]) -> Iterator[Run]:
    """Those of which no other has all events."""
    having: defaultdict[str, list[frozenset[str]]] = defaultdict(list)
    for ids in runs_by_ids:
        for id in ids:
            having[id].append(ids)
    for ids, run in runs_by_ids.items():
        rarest = min(ids, key=lambda id: len(having[id]))
        if not any(ids < other for other in having[rarest]):
            yield run


def close(events: Sequence[Happening]) -> list[list[Happening]]:
    """The stretches of ordered events in which each is one of several within a window."""
    within = int(WITHIN.total_seconds()) * _MICROS
    found: list[list[Happening]] = []
    reached = 0  # how many of the events are in a stretch already
    for first in range(len(events) - LEAST + 1):
        last = first + LEAST
        if events[last - 1].micros - events[first].micros > within:
            continue
        if found and first < reached:
            found[-1] += events[reached:last]
        else:
            found.append(list(events[first:last]))
        reached = last
    return found
