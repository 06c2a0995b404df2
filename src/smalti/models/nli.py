"""Natural language inference: whether one sentence follows from another, or contradicts it.

An ONNX cross-encoder in a folder (:mod:`smalti.models.pairs`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from smalti.model.errors import InvalidInput, ModelError
from smalti.models.pairs import PairModel, named_folder

ENVIRONMENT = "SMALTI_NLI"
"""The folder of an ONNX cross-encoder, or ``none``, the default."""

Probabilities = NDArray[np.float32]

_FILES = ("model.onnx", "tokenizer.json", "config.json")
_HINT = "A folder needs model.onnx, tokenizer.json and config.json; see docs/guide/judges.md"
_LABELS = ("entail", "neutral", "contradict")  # how the names of the columns begin
_IDS = ("0", "1", "2")
_LONGEST = 512  # tokens of a pair; the end of the longer sentence is cut off


@runtime_checkable
class Entailment(Protocol):
    """Says of pairs of sentences whether the second follows from the first."""

    @property
    def name(self) -> str:
        """The model, known without loading it."""

    def infer(self, premises: Sequence[str], hypotheses: Sequence[str]) -> Probabilities:
        """One row for each pair: entailment, neutral, contradiction; each row adds up to 1.

        Raises:
            InvalidInput: not as many hypotheses as premises.
            ModelUnavailable: the model cannot be loaded.
            ModelError: it gave something that is no probability.
        """


def find_entailment(setting: str | None = None) -> Entailment | None:
    """The model of the setting, or else of the environment; ``None`` if there is none.

    Nothing is loaded before the first pair.

    Raises:
        ModelUnavailable: a folder is named and it, or one of its files, is missing.
    """
    folder = named_folder(ENVIRONMENT, setting, _FILES, _HINT)
    return None if folder is None else CrossEncoder(folder)


class CrossEncoder:
    """A sequence classifier over pairs, as Hugging Face exports them to ONNX.

    ``config.json`` names the columns (``id2label``): one begins with "entail", one with "neutral",
    one with "contradict", in any order and case. Loaded at the first pair; safe to share between
    threads.
    """

    def __init__(self, folder: Path) -> None:
        self._model = PairModel(folder, longest=_LONGEST, hint=_HINT)

    @property
    def name(self) -> str:
        """The name of the folder."""
        return self._model.name

    def infer(self, premises: Sequence[str], hypotheses: Sequence[str]) -> Probabilities:
        """Softmax of the logits, in the order of the protocol.

        Raises:
            InvalidInput: not as many hypotheses as premises.
            ModelUnavailable: the model cannot be loaded or has other labels.
            ModelError: it gave something that is no probability.
        """
        if len(premises) != len(hypotheses):
            raise InvalidInput("hypotheses", len(hypotheses), f"must be {len(premises)}, as many")
        columns = self._columns  # labels that cannot be used are told before a long load
        probabilities = np.zeros((len(premises), len(_LABELS)), dtype=np.float32)
        pairs = list(zip(premises, hypotheses, strict=True))
        for batch in self._model.batches(pairs, self._padding):
            logits = batch.logits
            if logits.shape != (len(batch.rows), len(_LABELS)) or not np.isfinite(logits).all():
                raise ModelError(f"{self.name} gave something that is no probability")
            logits = logits.astype(np.float64)[:, columns]
            powers = np.exp(logits - logits.max(axis=1, keepdims=True))
            probabilities[batch.rows] = powers / powers.sum(axis=1, keepdims=True)
        return probabilities

    @property
    def _padding(self) -> int:
        found = self._config.get("pad_token_id")
        return found if isinstance(found, int) else 0

    @cached_property
    def _config(self) -> dict[str, Any]:
        try:
            found = json.loads(self._model.read("config.json"))
        except ValueError as error:
            raise self._model.unusable(f"config.json is no JSON: {error}") from error
        if not isinstance(found, dict):
            raise self._model.unusable("config.json holds no object")
        return found

    @cached_property
    def _columns(self) -> list[int]:
        """For each of our labels the column of the model."""
        labels = self._config.get("id2label")
        named = {str(id): str(label).lower() for id, label in _pairs(labels)}
        columns = [
            [int(id) for id in _IDS if named.get(id, "").startswith(ours)] for ours in _LABELS
        ]
        if named.keys() != set(_IDS) or any(len(column) != 1 for column in columns):
            raise self._model.unusable(
                "id2label in config.json must give 0, 1 and 2 the names entailment, neutral and "
                f"contradiction, and is {labels!r}"
            )
        return [column[0] for column in columns]


def _pairs(labels: Any) -> Iterable[tuple[Any, Any]]:
    return labels.items() if isinstance(labels, dict) else ()
