"""What Smalti asks of an embedder, and how one is found."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from smalti.model.errors import ModelUnavailable

Vectors = NDArray[np.float32]

ENVIRONMENT = "SMALTI_EMBEDDER"
"""``auto`` (the default), ``none``, the path of an ONNX file, or ``hf:REPO/FILE@SHA256``."""


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


def find_embedder(setting: str | None = None) -> Embedder:
    """The embedder this machine has; nothing is loaded yet.

    Looked for in this order: the setting (or the environment variable ``SMALTI_EMBEDDER``) if it
    names a file or a hub model, then the installed data package.

    Raises:
        ModelUnavailable: there is none, or it was switched off with ``none``; says how to get one.
    """
    from smalti.models import minilm

    wanted = setting or os.environ.get(ENVIRONMENT) or "auto"
    if wanted == "none":
        raise ModelUnavailable(f"embeddings are switched off ({ENVIRONMENT}=none)")
    if wanted == "auto":
        return minilm.MiniLM.installed()
    if wanted.startswith("hf:"):
        return minilm.MiniLM.from_hub(wanted.removeprefix("hf:"))
    return minilm.MiniLM(Path(wanted))
