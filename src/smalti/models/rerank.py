"""Re-ranking: how well a text answers a query, read together by an ONNX cross-encoder."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from smalti.model.errors import ModelError
from smalti.models.pairs import PairModel, named_folder

ENVIRONMENT = "SMALTI_RERANKER"
"""The folder of an ONNX cross-encoder, or ``none``, the default."""

Relevance = NDArray[np.float32]

_FILES = ("model.onnx", "tokenizer.json")
_HINT = "A folder needs model.onnx and tokenizer.json; see docs/guide/models.md"
_LONGEST = 256  # tokens of a pair; the end of the longer text is cut off


@runtime_checkable
class Reranker(Protocol):
    """Says how well texts answer a query; only the order of its scores matters."""

    @property
    def name(self) -> str:
        """The model, known without loading it."""

    def score(self, query: str, texts: Sequence[str]) -> Relevance:
        """One finite number for each text, higher for the better, shape ``(n,)``.

        Raises:
            ModelUnavailable: the model cannot be loaded.
            ModelError: it gave something that is no score.
        """


def find_reranker(setting: str | None = None) -> Reranker | None:
    """The model of the setting, or else of the environment; ``None`` if there is none.

    Nothing is loaded before the first query, and each folder only once.

    Raises:
        ModelUnavailable: a folder is named and it, or one of its files, is missing.
    """
    folder = named_folder(ENVIRONMENT, setting, _FILES, _HINT)
    return None if folder is None else _in(folder.resolve())


@cache
def _in(folder: Path) -> PairScorer:
    return PairScorer(folder)


class PairScorer:
    """A cross-encoder with one output, as Hugging Face exports re-rankers to ONNX.

    Loaded at the first query; safe to share between threads.
    """

    def __init__(self, folder: Path) -> None:
        self._model = PairModel(folder, longest=_LONGEST, hint=_HINT)

    @property
    def name(self) -> str:
        """The name of the folder."""
        return self._model.name

    def score(self, query: str, texts: Sequence[str]) -> Relevance:
        """The logit of each pair.

        Raises:
            ModelUnavailable: the model cannot be loaded.
            ModelError: it gave something that is no score, or not one for each text.
        """
        scores = np.zeros(len(texts), np.float32)
        for batch in self._model.batches([(query, text) for text in texts]):
            logits = batch.logits
            if logits.size != len(batch.rows) or not np.isfinite(logits).all():
                raise ModelError(f"{self.name} did not give one score for each text")
            scores[batch.rows] = logits.reshape(-1).astype(np.float32)
        return scores
