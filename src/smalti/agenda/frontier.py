"""A set of units that can be added to, taken from and read as an array in constant time each."""

from __future__ import annotations

import numpy as np

from smalti.agenda.scoring import Array

_OUT = -1


class Frontier:
    """The units that can be asked now, as positions; their order tells nothing."""

    def __init__(self, inside: Array) -> None:
        """``inside`` says of every position whether it belongs to the set."""
        members = np.flatnonzero(inside).astype(np.int32)
        self._size = len(members)
        self._members = np.zeros(len(inside), np.int32)
        self._members[: self._size] = members
        self._place = np.full(len(inside), _OUT, np.int32)
        self._place[members] = np.arange(self._size, dtype=np.int32)

    @property
    def units(self) -> Array:
        """The members; a view that the next change may change."""
        return self._members[: self._size]

    def __len__(self) -> int:
        return self._size

    def __contains__(self, unit: int) -> bool:
        return bool(self._place[unit] != _OUT)

    def put(self, unit: int, inside: bool) -> None:
        """Have the unit in the set or out of it, whatever it was."""
        if inside == (unit in self):
            return
        if inside:
            self._members[self._size] = unit
            self._place[unit] = self._size
            self._size += 1
            return
        place, last = self._place[unit], self._members[self._size - 1]
        self._members[place] = last
        self._place[last] = place
        self._place[unit] = _OUT
        self._size -= 1
