"""Which statements go into one prompt: a whole turn, unless that is too long.

In a window every statement stands once, however many others it meets. Stored statements and new
ones are numbered apart, from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from smalti.write.detect.consult.render import statement_cost
from smalti.write.detect.pair import Pair, Side

MOST_NEW = 12
"""New statements in one prompt: with many more, small models lose count."""
MOST_STORED = 60
"""Stored ones: their ids must stay below those of the example in the instructions."""

Meeting = tuple[int, int]
"""The number of a new statement and that of a stored one it is compared with."""


@dataclass(frozen=True, slots=True)
class Window:
    """The statements of one prompt, and what is compared with what.

    ``pairs`` has for each comparison the places of its pairs in what is asked about.
    """

    stored: tuple[Side, ...]
    new: tuple[Side, ...]
    pairs: Mapping[Meeting, tuple[int, ...]]

    def met_by(self, new: int) -> list[int]:
        """The numbers of the stored statements that a new one is compared with."""
        return [one for other, one in self.pairs if other == new]


def plan(pairs: Sequence[Pair], budget: int) -> list[Window]:
    """Divide pairs into prompts of about ``budget`` tokens of statements.

    The comparisons of one new statement stay together as far as they fit.
    """
    sides = _fullest(pairs)
    met: dict[str, dict[str, list[int]]] = {}
    for place, pair in enumerate(pairs):
        by_new = met.setdefault(pair.incoming.record.id, {})
        by_new.setdefault(pair.stored.record.id, []).append(place)
    windows: list[Window] = []
    draft = _Draft(sides)
    for new, stored in met.items():
        if draft.pairs and not draft.has_room(new, list(stored), budget):
            windows.append(draft.window())
            draft = _Draft(sides)
        for one, places in stored.items():
            if draft.pairs and not draft.has_room(new, [one], budget):
                windows.append(draft.window())
                draft = _Draft(sides)
            draft.add(new, one, places)
    return [*windows, draft.window()] if draft.pairs else windows


def _fullest(pairs: Sequence[Pair]) -> dict[tuple[bool, str], Side]:
    """The sides by their record, stored and new apart; of several, the one that tells most."""
    sides: dict[tuple[bool, str], Side] = {}
    for is_new, side in _all(pairs):
        known = sides.setdefault((is_new, side.record.id), side)
        if len(side.context) > len(known.context):
            sides[is_new, side.record.id] = side
    return sides


def _all(pairs: Sequence[Pair]) -> Iterator[tuple[bool, Side]]:
    for pair in pairs:
        yield False, pair.stored
        yield True, pair.incoming


@dataclass(slots=True)
class _Draft:
    """A window under way."""

    sides: Mapping[tuple[bool, str], Side]
    spent: int = 0
    stored: dict[str, int] = field(default_factory=dict)
    new: dict[str, int] = field(default_factory=dict)
    pairs: dict[Meeting, tuple[int, ...]] = field(default_factory=dict)

    def has_room(self, new: str, stored: Sequence[str], budget: int) -> bool:
        """Whether a new statement and some stored ones fit in as well."""
        fresh = [one for one in stored if one not in self.stored]
        cost = sum(self._cost(False, one) for one in fresh)
        news = len(self.new)
        if new not in self.new:
            cost, news = cost + self._cost(True, new), news + 1
        fits = len(self.stored) + len(fresh) <= MOST_STORED and news <= MOST_NEW
        return fits and self.spent + cost <= budget

    def add(self, new: str, stored: str, places: Sequence[int]) -> None:
        """Put a comparison in."""
        for is_new, id, numbers in ((True, new, self.new), (False, stored, self.stored)):
            if id not in numbers:
                numbers[id] = len(numbers) + 1
                self.spent += self._cost(is_new, id)
        self.pairs[self.new[new], self.stored[stored]] = tuple(places)

    def window(self) -> Window:
        """The window as it is by now."""
        return Window(
            tuple(self.sides[False, id] for id in self.stored),
            tuple(self.sides[True, id] for id in self.new),
            self.pairs,
        )

    def _cost(self, is_new: bool, id: str) -> int:
        return statement_cost(self.sides[is_new, id])
