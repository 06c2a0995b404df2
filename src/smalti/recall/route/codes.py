"""SimHash codes: for each vector the sides of random hyperplanes that it lies on.

Two vectors at an angle θ lie on different sides of a random hyperplane with probability θ/π
(Goemans and Williamson 1995; as a hash: Charikar 2002), so the bits in which two codes differ
estimate the angle. Hyperplanes have components ±1 (Achlioptas 2003).

A code depends on its vector alone, and is the same on every machine: the vector is rounded to whole
multiples of 1/4000, whose sums with ±1 are whole numbers below 2²⁴, and those float32 adds exactly
in any order. The hyperplanes are read from a hash, not drawn by a generator that may change.
"""

from __future__ import annotations

import hashlib
from functools import cache
from math import erf, pi, sqrt

import numpy as np
from numpy.typing import NDArray

from smalti.models.embedder import Vectors

Words = NDArray[np.uint64]
Distances = NDArray[np.uint16]
Mask = NDArray[np.bool_]
Rows = NDArray[np.int64]

GRID = np.float32(4000)
"""Steps in a unit: the largest round number S for which all dot products of unit vectors, rounded
to multiples of 1/S, are whole multiples of 1/S² below 2²⁴/S². float32 sums them exactly."""

WORD = 64  # bits
_BLOCK = 32_768  # rows whose distances are counted at a time: they stay in the processor's cache


@cache
def planes(dimension: int, bits: int) -> Vectors:
    """The normals of the hyperplanes, shape ``(dimension, bits)``, each component 1 or -1."""
    length = -(-dimension * bits // 8)
    drawn = hashlib.shake_256(f"hyperplanes {dimension}".encode()).digest(length)
    signs = np.unpackbits(np.frombuffer(drawn, np.uint8))[: dimension * bits]
    return (signs.reshape(bits, dimension).T.astype(np.float32) * 2 - 1).copy()


def on_grid(vectors: Vectors) -> Vectors:
    """Vectors as whole numbers of steps."""
    steps: Vectors = np.rint(vectors * GRID)
    return steps


def projected(vectors: Vectors, bits: int) -> Vectors:
    """How far each vector lies from each hyperplane, in a unit that does not matter; exact."""
    distance: Vectors = on_grid(vectors) @ planes(vectors.shape[-1], bits)
    return distance


def encoded(vectors: Vectors, bits: int) -> Words:
    """The codes, shape ``(n, bits / 64)``. ``bits`` is a multiple of 64."""
    return np.packbits(projected(vectors, bits) > 0, axis=-1).view(np.uint64)


def distances(columns: tuple[Words, ...], code: Words) -> Distances:
    """In how many bits each code differs from one; ``columns`` are the words of all codes."""
    count = len(columns[0])
    differing = np.zeros(count, np.uint16)
    for start in range(0, count, _BLOCK):
        some = slice(start, start + _BLOCK)
        for column, word in zip(columns, code, strict=True):
            differing[some] += np.bitwise_count(column[some] ^ word)
    return differing


def within(differing: Distances, bits: int) -> Rows:
    """How many rows differ in at most so many bits, for each number up to ``bits``."""
    return np.bincount(differing, minlength=bits + 1)[: bits + 1].cumsum()


def closest(differing: Distances, counted: Rows, wanted: int) -> tuple[Rows, int]:
    """The ``wanted`` rows that differ least, ascending, and the difference of the last one.

    Of rows that differ alike, earlier ones are taken. Rows that ``counted`` (:func:`within`) leaves
    out, as they differ in more bits than there are, are never taken.
    """
    last = int(np.searchsorted(counted, min(wanted, counted[-1])))
    rows: Rows = np.flatnonzero(differing <= last)
    surplus = len(rows) - wanted
    if surplus > 0:
        rows = np.delete(rows, np.flatnonzero(differing[rows] == last)[-surplus:])
    return rows, last


def chance(cosine: float, bits: int, last: int) -> float:
    """How likely the code of a vector with this cosine differs in at most ``last`` bits.

    The number of differing bits is binomial with θ/π; its normal approximation is taken.
    """
    share = float(np.arccos(np.clip(cosine, -1.0, 1.0))) / pi
    deviation = sqrt(max(bits * share * (1 - share), 1e-9))
    return 0.5 * (1 + erf((last + 0.5 - bits * share) / deviation / sqrt(2)))
