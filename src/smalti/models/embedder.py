"""What Smalti asks of an embedder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class EmbedderInfo:
    """Which model made a vector; vectors of different models are never compared."""

    name: str
    dimension: int

    def __str__(self) -> str:
        return f"{self.name} ({self.dimension} dimensions)"


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into vectors whose dot product says how close their meanings are."""

    @property
    def info(self) -> EmbedderInfo:
        """Name and dimension, known without loading the model."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row per text, shape ``(len(texts), dimension)``, each of Euclidean length 1.

        Raises:
            ModelUnavailable: the model cannot be loaded.
        """
