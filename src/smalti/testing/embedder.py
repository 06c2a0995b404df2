"""An embedder without a model: texts that share words get similar vectors."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from smalti.models.embedder import EmbedderInfo, Vectors
from smalti.text.analyse import Analyser


class HashEmbedder:
    """Feature hashing of the analysed terms (Weinberger et al. 2009), scaled to length 1.

    Deterministic over processes and machines. A text without terms gets a fixed vector of its own.
    """

    def __init__(self, dimension: int = 64) -> None:
        self.info = EmbedderInfo("hash", dimension)
        self._analyser = Analyser("en")

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row per text, shape ``(len(texts), dimension)``, each of length 1."""
        vectors = np.zeros((len(texts), self.info.dimension), dtype=np.float32)
        for row, text in enumerate(texts):
            for term in self._analyser.terms(text) or ["\0empty"]:
                digest = hashlib.blake2b(term.encode("utf-8", "surrogatepass"), digest_size=8)
                number = int.from_bytes(digest.digest(), "big")
                sign = 1.0 if number >> 63 else -1.0
                vectors[row, number % self.info.dimension] += sign
        norms = np.linalg.norm(vectors, axis=1, keepdims=True).astype(np.float32)
        vectors[norms[:, 0] == 0, 0] = 1.0  # terms that cancelled out
        norms[norms == 0] = 1.0
        vectors /= norms
        return vectors
