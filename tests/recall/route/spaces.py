"""Snapshots of turns with vectors that lie in clusters, as those of real turns do."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from smalti.models.embedder import Vectors
from smalti.recall.index import UNDATED, Snapshot

DIMENSION = 48


def unit(vectors: NDArray[np.float64]) -> Vectors:
    made: Vectors = (vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)).astype(np.float32)
    return made


def clustered(count: int, seed: int = 0, topics: int = 40) -> Vectors:
    """Unit vectors about topics, in random order."""
    generator = np.random.default_rng(seed)
    centres = np.random.default_rng(7).standard_normal((topics, DIMENSION))
    noise = generator.standard_normal((count, DIMENSION))
    return unit(centres[generator.integers(topics, size=count)] + 0.7 * noise)


def questions(count: int = 20) -> Vectors:
    return clustered(count, seed=99)


def snapshot_of(
    vectors: Vectors, *, has: NDArray[np.bool_] | None = None, generation: int = 1
) -> Snapshot:
    """Sessions of ten turns by one speaker."""
    count = len(vectors)
    rows = np.arange(count)
    return Snapshot(
        seqs=rows + 1,
        sessions=rows // 10,
        speakers=np.zeros(count, np.int64),
        roles=np.zeros(count, np.int64),
        said_at=np.full(count, UNDATED),
        said_on=np.full(count, UNDATED),
        lengths=np.full(count, 10),
        asks=np.zeros(count, np.bool_),
        previous=np.where(rows % 10, rows - 1, -1),
        next=np.where((rows % 10 < 9) & (rows < count - 1), rows + 1, -1),
        names={
            "session": {str(i): i for i in range(-(-count // 10))},
            "speaker": {"ada": 0},
            "role": {"user": 0},
        },
        vectors=vectors,
        has_vector=np.ones(count, np.bool_) if has is None else has,
        embedder=None,
        generation=generation,
    )
