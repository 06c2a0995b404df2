"""Which units wait for a unit: compressed rows, and the few that were edited beside them."""

from __future__ import annotations

import numpy as np

from smalti.agenda.scoring import Array


class Dependents:
    """For every unit those that require it. Acyclicity is the prerequisite graph's to keep."""

    def __init__(self, units: int, edges: Array) -> None:
        """``edges`` has a row (prerequisite, unit) for each; one given twice counts once."""
        keys = np.unique(edges[:, 0].astype(np.int64) * units + edges[:, 1])
        self._units = units
        self._rows = (keys % units if units else keys).astype(np.int32)
        counts = np.bincount(keys // units, minlength=units) if units else np.zeros(0, np.int64)
        self._starts = np.concatenate([[0], np.cumsum(counts)])
        self._edited: dict[int, Array] = {}

    def of(self, unit: int) -> Array:
        """The units that require this one, in order."""
        edited = self._edited.get(unit)
        return self._row(unit) if edited is None else edited

    def add(self, prerequisite: int, unit: int) -> bool:
        """Add an edge; whether it is new."""
        row = self.of(prerequisite)
        if unit in row:
            return False
        self._edited[prerequisite] = np.sort(np.append(row, np.int32(unit)))
        return True

    def remove(self, prerequisite: int, unit: int) -> bool:
        """Remove an edge; whether it was there."""
        row = self.of(prerequisite)
        if unit not in row:
            return False
        self._edited[prerequisite] = row[row != unit]
        return True

    def edges(self) -> Array:
        """All edges as rows (prerequisite, unit)."""
        kept = np.ones(self._units, bool)
        kept[list(self._edited)] = False
        sources = np.repeat(np.arange(self._units), np.diff(self._starts))
        plain = np.stack([sources, self._rows], axis=1)[kept[sources]]
        edited = [
            np.stack([np.full(len(row), unit), row], axis=1) for unit, row in self._edited.items()
        ]
        return np.concatenate([plain, *edited])

    def _row(self, unit: int) -> Array:
        return self._rows[self._starts[unit] : self._starts[unit + 1]]
