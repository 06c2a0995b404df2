"""The strongest others of every node by cosine, kept exact under adding and removing nodes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import Self

import numpy as np
import numpy.typing as npt

from smalti.graph.association import LIMIT, AssociationGraph, Indices, Mask
from smalti.graph.lists import NOBODY, Cosines, Lists, Others
from smalti.graph.names import checked_ids, order_of
from smalti.graph.vectors import Vectors, exact, margin, matrix, on_grid
from smalti.model.errors import InvalidInput, NotFound

THRESHOLD = 0.4
"""MOSAIC's θ (arXiv 2607.16211, §3): two nodes are associated if their cosine is above."""

_BLOCK = 64  # nodes whose cosines with all others are held at a time
_FIRST = 64  # rows at the start


@dataclass(frozen=True, slots=True)
class Change:
    """What an edit did: the nodes that came, went, or whose list is another one now.

    An edge came or went only if one of its ends is among them.
    """

    touched: frozenset[str]


class Neighbourhood:
    """Nodes with unit vectors, and for each the list of its ``limit`` strongest others.

    A list holds others with a cosine above ``threshold``, by falling cosine, ties by id. An
    association edge joins two nodes iff each is in the other's list, so no node has more than
    ``limit`` edges. The lists depend on the nodes alone: they are the same to the last bit
    whatever adds and removes led to them (see :mod:`smalti.graph.vectors`).

    Adding a node costs one scan of all vectors and work for the lists that it enters. Removing
    one costs a scan for each full list that it was in.

    Args:
        dimension: of the vectors.
        threshold: θ in (0, 1).
        limit: the length of a full list, at least 1.

    Raises:
        InvalidInput: an argument outside its range.
    """

    def __init__(self, dimension: int, *, threshold: float = THRESHOLD, limit: int = LIMIT) -> None:
        if dimension < 1:
            raise InvalidInput("dimension", dimension, "must be at least 1")
        if not 0 < threshold < 1:
            raise InvalidInput("threshold", threshold, "must lie between 0 and 1")
        if limit < 1:
            raise InvalidInput("limit", limit, "must be at least 1")
        self.dimension = dimension
        self.threshold = threshold
        self.limit = limit
        self._margin = margin(dimension)
        self._row: dict[str, int] = {}
        self._id: list[str] = []  # of each row; a freed row keeps the last one
        self._free: list[int] = []
        self._vectors: Vectors = np.zeros((_FIRST, dimension), dtype=np.float32)
        self._others: Others = np.full((_FIRST, limit), NOBODY, dtype=np.int32)
        self._cosines: Cosines = np.zeros((_FIRST, limit), dtype=np.float32)
        # The cosine below which nothing enters a list; infinite for rows that take nothing.
        self._floor: Cosines = np.full(_FIRST, np.inf, dtype=np.float32)

    def __len__(self) -> int:
        return len(self._row)

    def __contains__(self, id: object) -> bool:
        return id in self._row

    @classmethod
    def restored(cls, lists: Lists, vectors: npt.ArrayLike) -> Self:
        """The neighbourhood of which these are the :meth:`lists`, without computing them anew.

        Args:
            lists: as they were kept.
            vectors: ``[n, dimension]`` of ``lists.ids``, in that order; the same as when the lists
                were made.

        Raises:
            InvalidInput: the vectors do not fit the ids or are no unit vectors.
        """
        given = matrix(vectors)
        dimension = given.shape[1] if given.ndim == 2 else 0
        restored = cls(dimension, threshold=lists.threshold, limit=lists.limit)
        rows = restored._place(lists.ids, on_grid(lists.ids, given, dimension))
        restored._others[rows] = lists.others
        restored._cosines[rows] = lists.cosines
        restored._lower(rows)
        return restored

    def add(self, ids: Iterable[str], vectors: npt.ArrayLike) -> Change:
        """Add nodes with their vectors, all or none.

        A zero vector is allowed and is near to nobody.

        Raises:
            InvalidInput: an id is empty, there twice or there already; a vector has another
                dimension, a component that is not finite, or a norm that is not 1.
        """
        new = checked_ids(ids)
        for id in new:
            if id in self._row:
                raise InvalidInput("ids", id, "is there already", fix="Remove it first")
        rows = self._place(new, on_grid(new, matrix(vectors), self.dimension))
        touched = set(new)
        for row, near in self._scan(rows):
            touched.update(self._id[other] for other in self._offer(row, near).tolist())
            self._list(row, near)
        self._lower(rows)
        return Change(frozenset(touched))

    def remove(self, ids: Iterable[str]) -> Change:
        """Remove nodes, all or none.

        Raises:
            InvalidInput: an id is there twice.
            NotFound: a node is not there.
        """
        gone = checked_ids(ids)
        for id in gone:
            if id not in self._row:
                raise NotFound("node", id)
        rows = np.array([self._row.pop(id) for id in gone], dtype=np.int64)
        self._free.extend(rows.tolist())
        self._vectors[rows] = 0
        self._clear(rows)
        missing = np.isin(self._others[: len(self._id)], rows)
        losing = np.flatnonzero(missing.any(axis=1))
        full = self._others[losing, -1] != NOBODY
        self._close_up(losing[~full], missing[losing[~full]])
        for row, near in self._scan(losing[full]):
            self._list(row, near)
        self._lower(losing)
        return Change(frozenset({*gone, *(self._id[row] for row in losing.tolist())}))

    def neighbours(self, id: str) -> tuple[tuple[str, float], ...]:
        """Those joined with a node by an edge and the cosines, strongest first, ties by id.

        Raises:
            NotFound: the node is not there.
        """
        if id not in self._row:
            raise NotFound("node", id)
        row = self._row[id]
        pairs = zip(self._others[row].tolist(), self._cosines[row].tolist(), strict=True)
        return tuple(
            (self._id[other], cosine)
            for other, cosine in pairs
            if other != NOBODY and (self._others[other] == row).any()
        )

    def graph(self) -> AssociationGraph:
        """All nodes and the edges between them, weighted by cosine."""
        return self.lists().graph()

    def lists(self) -> Lists:
        """All lists as plain arrays, in the order of the ids: what a store may keep."""
        ids = list(self._row)
        order = order_of(ids)
        rows = np.array(list(self._row.values()), dtype=np.int64)[order]
        place = np.full(len(self._id) + 1, NOBODY, dtype=np.int32)  # the last one for NOBODY
        place[rows] = np.arange(len(rows))
        return Lists(
            self.threshold,
            tuple(ids[position] for position in order),
            place[self._others[rows]],
            self._cosines[rows],
        )

    def _place(self, ids: Sequence[str], vectors: Vectors) -> Indices:
        """Rows for new nodes; they take part in scans at once, and no list of theirs is open."""
        self._grow(len(self._row) + len(ids))
        rows = np.empty(len(ids), dtype=np.int64)
        for number, id in enumerate(ids):
            if self._free:
                rows[number] = self._free.pop()
                self._id[rows[number]] = id
            else:
                rows[number] = len(self._id)
                self._id.append(id)
            self._row[id] = int(rows[number])
        self._vectors[rows] = vectors
        return rows

    def _grow(self, needed: int) -> None:
        held = len(self._floor)
        if needed <= held:
            return
        more = max(needed, held * 2) - held
        self._vectors = np.pad(self._vectors, ((0, more), (0, 0)))
        self._others = np.pad(self._others, ((0, more), (0, 0)), constant_values=NOBODY)
        self._cosines = np.pad(self._cosines, ((0, more), (0, 0)))
        self._floor = np.pad(self._floor, (0, more), constant_values=np.inf)

    def _scan(self, rows: Indices) -> Iterator[tuple[int, Vectors]]:
        """Each row with its cosines to all rows, right within the margin."""
        everyone = self._vectors[: len(self._id)]
        for start in range(0, len(rows), _BLOCK):
            some = rows[start : start + _BLOCK]
            yield from zip(some.tolist(), self._vectors[some] @ everyone.T, strict=True)

    def _list(self, row: int, near: Vectors) -> None:
        """Make the list of a row from its cosines to all."""
        near[row] = 0
        rows = np.flatnonzero(near > self.threshold - self._margin)
        if len(rows) > self.limit:
            last = np.partition(near[rows], -self.limit)[-self.limit]
            rows = rows[near[rows] >= last - 2 * self._margin]
        cosines = exact(self._vectors, rows, self._vectors[row])
        rows, cosines = self._above(rows, cosines)
        ids, far = self._id, (-cosines).tolist()
        ranked = ((far[number], ids[other], number) for number, other in enumerate(rows.tolist()))
        best = [number for _, _, number in nsmallest(self.limit, ranked)]
        self._clear(row)
        self._others[row, : len(best)] = rows[best]
        self._cosines[row, : len(best)] = cosines[best]

    def _offer(self, row: int, near: Vectors) -> Indices:
        """Put a new row into the lists of all others that it belongs in; returns these."""
        open_to = np.flatnonzero(near >= self._floor[: len(near)] - self._margin)
        cosines = exact(self._vectors, open_to, self._vectors[row])
        rows, cosines = self._above(open_to, cosines)
        held = self._cosines[rows]
        place = (held > cosines[:, None]).sum(axis=1)
        tied: Mask = held == cosines[:, None]
        for number in np.flatnonzero(tied.any(axis=1)).tolist():
            equals = self._others[rows[number]][tied[number]]
            place[number] += sum(self._id[other] < self._id[row] for other in equals.tolist())
        enters = place < self.limit
        self._insert(rows[enters], place[enters], row, cosines[enters])
        entered: Indices = rows[enters]
        return entered

    def _insert(self, rows: Indices, place: Indices, row: int, cosines: Cosines) -> None:
        """Put one row at some place into each of these lists; what comes after moves on."""
        column = np.arange(self.limit)
        moved = column - (column > place[:, None])
        for held_by, value in ((self._others, row), (self._cosines, cosines)):
            shifted = np.take_along_axis(held_by[rows], moved, axis=1)
            shifted[np.arange(len(rows)), place] = value
            held_by[rows] = shifted
        self._lower(rows)

    def _above(self, rows: Indices, cosines: Cosines) -> tuple[Indices, Cosines]:
        kept = cosines > np.float32(self.threshold)
        return rows[kept], cosines[kept]

    def _close_up(self, rows: Indices, missing: Mask) -> None:
        """Take members out of lists that were not full, so that nobody moves up from outside."""
        order = np.argsort(missing, axis=1, kind="stable")
        for held_by, empty in ((self._others, NOBODY), (self._cosines, 0)):
            blanked = np.where(missing, empty, held_by[rows])
            held_by[rows] = np.take_along_axis(blanked, order, axis=1)

    def _clear(self, rows: Indices | int) -> None:
        self._others[rows] = NOBODY
        self._cosines[rows] = 0
        self._floor[rows] = np.inf

    def _lower(self, rows: Indices) -> None:
        """Open these lists to what is stronger than their last member, or than the threshold."""
        last = self._cosines[rows, -1]
        self._floor[rows] = np.where(last > 0, last, np.float32(self.threshold))
