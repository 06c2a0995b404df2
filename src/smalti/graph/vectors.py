"""Cosines that are the same to the last bit, whatever routine sums them in whatever order.

Components are rounded to multiples of 2⁻²⁴, which float32 holds exactly for unit vectors. Products
are then multiples of 2⁻⁴⁸, and no partial sum of a dot product exceeds the product of the norms,
so in float64 (53 bits) every sum is exact: batch shape, BLAS and processor play no part. The
rounding moves a cosine by less than float32 arithmetic does.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from smalti.model.errors import InvalidInput

Vectors = npt.NDArray[np.float32]

GRID = 2.0**24
UNIT = 1e-3
"""How far the norm of a unit vector may be from 1."""

_BLOCK = 4_096  # rows turned to float64 at a time


def margin(dimension: int) -> float:
    """Bound on the error of a float32 dot product of unit vectors, in any order of summation.

    γ_n = n·u/(1 − n·u) with u = 2⁻²⁴ (Higham, Accuracy and Stability of Numerical Algorithms,
    §3.1), with a factor 2 to spare.
    """
    return (dimension + 2) * 2.0**-23


def exact(vectors: Vectors, rows: npt.NDArray[np.int64], one: Vectors) -> Vectors:
    """Cosines of some rows with one vector, all of them on the grid, rounded to float32."""
    other = one.astype(np.float64)
    cosines = np.empty(len(rows), dtype=np.float32)
    for start in range(0, len(rows), _BLOCK):
        some = rows[start : start + _BLOCK]
        cosines[start : start + _BLOCK] = vectors[some].astype(np.float64) @ other
    return cosines


def matrix(vectors: npt.ArrayLike) -> Vectors:
    """The vectors as an array of float32; values too large for it become infinite.

    Raises:
        InvalidInput: not numbers in rows of one length.
    """
    try:
        with np.errstate(over="ignore"):
            return np.asarray(vectors, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise InvalidInput("vectors", vectors, "must be numbers in rows of one length") from error


def on_grid(ids: Sequence[str], vectors: Vectors, dimension: int) -> Vectors:
    """The vectors, rounded to the grid. A zero vector is allowed: it is near to nobody.

    Raises:
        InvalidInput: not one vector of this dimension for each id; a component that is not
            finite; a norm that is neither 0 nor within ``UNIT`` of 1.
    """
    if vectors.shape != (len(ids), dimension) and not (vectors.size == len(ids) == 0):
        needed = f"must be {len(ids)} vectors of dimension {dimension}"
        raise InvalidInput("vectors", vectors.shape, needed)
    rounded = np.empty((len(ids), dimension), dtype=np.float32)
    for start in range(0, len(ids), _BLOCK):
        wide = vectors[start : start + _BLOCK].astype(np.float64)
        _check(ids[start : start + _BLOCK], wide)
        rounded[start : start + _BLOCK] = np.rint(wide * GRID) / GRID
    return rounded


def _check(ids: Sequence[str], vectors: npt.NDArray[np.float64]) -> None:
    finite = np.isfinite(vectors).all(axis=1)
    if not finite.all():
        raise InvalidInput("vectors", ids[int(np.argmin(finite))], "has a component not finite")
    norm = np.sqrt(np.einsum("nd,nd->n", vectors, vectors))
    wrong = (np.abs(norm - 1) > UNIT) & (norm != 0)
    if wrong.any():
        first = int(np.argmax(wrong))
        raise InvalidInput(
            "vectors",
            ids[first],
            f"has a vector of length {norm[first]:.4g}",
            fix="Divide each vector by its norm",
        )
