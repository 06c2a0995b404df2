"""What was said and holds no longer comes after what holds.

An old date that was repeated often must not win over the new one that was told once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, islice
from typing import NamedTuple

from smalti.model.results import Standing
from smalti.model.turn import Turn

Standings = Callable[[Sequence[str]], Mapping[str, tuple[Standing, ...]]]
"""Tells of turns, by id, where the records stand that rest on them."""

OVER = 0.5
"""What is left of the score of a turn that says nothing which holds."""

LATER = 0.75
"""What is left where it may have held, and was first heard of after the moment asked for."""

_LEAST = 30  # of the best turns are looked at, so that those that hold have room to come up


class Ranked(NamedTuple):
    """A turn in a ranking: its row in the index, and where the records stand that rest on it."""

    row: int
    turn: Turn
    standing: tuple[Standing, ...] = ()

    @property
    def share(self) -> float:
        """How much of its score it keeps."""
        if not self.standing or not all(one.over or one.later for one in self.standing):
            return 1.0
        return OVER if all(one.over for one in self.standing) else LATER


def nowhere(_turns: Sequence[str]) -> Mapping[str, tuple[Standing, ...]]:
    """No record rests on any turn."""
    return {}


def reordered(
    ranked: Iterator[Ranked], score: Callable[[int], float], standings: Standings, wanted: int
) -> Iterator[Ranked]:
    """Ranked turns with where their records stand, those that are over further down.

    Looks at the best ones only; the others follow as they were ranked, and nothing is told of them.
    The ranking counts, not the scores alone: it may have been made diverse.
    """
    best = list(islice(ranked, max(_LEAST, 3 * wanted)))
    found = standings([one.turn.id for one in best])
    told = [one._replace(standing=found.get(one.turn.id, ())) for one in best]
    worth = accumulate((score(one.row) for one in told), min)
    placed = sorted(zip(worth, told, strict=True), key=lambda one: -one[0] * one[1].share)
    return chain((one for _, one in placed), ranked)
