"""What a router promises, and what keeps it up to date with its space."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from smalti.models.embedder import Vectors
from smalti.recall.filters import Mask
from smalti.recall.index import Rows, Snapshot

Scores = NDArray[np.float32]

BEST = 20
"""Routing is judged by so many of the nearest turns: what a user is shown, and some to spare."""

_BLOCK = 256  # rows turned to float64 at a time: they stay in the processor's cache


@dataclass(frozen=True, slots=True)
class Routed:
    """Turns that may be near a query: rows, ascending, and their exact cosines.

    ``confidence`` in [0, 1] is the router's own estimate of how surely the nearest are among them.
    """

    rows: Rows
    cosines: Scores
    confidence: float


class Router(Protocol):
    """Finds turns near a query without comparing it with all of them."""

    @property
    def name(self) -> str:
        """As it stands in the path of a recall."""

    @property
    def pays_from(self) -> int:
        """The number of turns from which it is asked at all."""

    @property
    def trusted_from(self) -> float:
        """The confidence below which all turns are compared instead."""

    def route(self, snapshot: Snapshot, query: Vectors, among: Mask | None = None) -> Routed:
        """Rows of the snapshot that have a vector and, with ``among``, are marked in it."""


class Following(ABC):
    """A router that takes in what is new in a snapshot, and begins anew with each generation.

    What it holds is a function of the vectors of the snapshot, not of the steps by which they came.
    Safe to share between threads.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._generation = -1
        self._held = np.zeros(0, np.bool_)

    def _follow(self, snapshot: Snapshot) -> None:
        """Take in the vectors that are not held yet. Call it with the lock held."""
        assert snapshot.vectors is not None
        if snapshot.generation > self._generation:
            self._generation, self._held = snapshot.generation, np.zeros(0, np.bool_)
            self._reset(snapshot.vectors.shape[1])
        if snapshot.generation < self._generation or len(snapshot) < len(self._held):
            return  # an older one, which another thread still uses
        has = snapshot.has_vector.copy()  # another thread may write it just now
        new = has.copy()
        new[: len(self._held)] &= ~self._held
        rows: Rows = np.flatnonzero(new)
        self._held = has
        if len(rows):
            self._take(snapshot, rows)

    @abstractmethod
    def _reset(self, dimension: int) -> None:
        """Forget everything; vectors have this dimension from now on."""

    @abstractmethod
    def _take(self, snapshot: Snapshot, rows: Rows) -> None:
        """Take in these rows, ascending, which have got their vectors."""


def scored(snapshot: Snapshot, rows: Rows, query: Vectors) -> Scores:
    """Cosines of some rows with the query, summed in float64 and rounded to float32.

    So they do not depend on the order of the sum, but where a sum lies within 10⁻¹⁵ of the middle
    between two numbers of float32.
    """
    assert snapshot.vectors is not None
    wide = query.astype(np.float64)
    cosines = np.empty(len(rows), np.float32)
    for start in range(0, len(rows), _BLOCK):
        some = rows[start : start + _BLOCK]
        cosines[start : start + _BLOCK] = snapshot.vectors[some].astype(np.float64) @ wide
    return cosines
