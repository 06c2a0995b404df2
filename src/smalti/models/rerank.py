"""Re-ranking: how well a text answers a query, read together by an ONNX cross-encoder.

A folder with the model, run by onnxruntime and tokenizers: no torch, nothing downloaded.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from smalti.model.errors import ModelError, ModelUnavailable

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Encoding, Tokenizer

ENVIRONMENT = "SMALTI_RERANKER"
"""The folder of an ONNX cross-encoder, or ``none``, the default."""

Relevance = NDArray[np.float32]

_FILES = ("model.onnx", "tokenizer.json")
_HINT = "A folder needs model.onnx and tokenizer.json; see docs/guide/models.md"
_INSTALL = 'Install onnxruntime and tokenizers with: pip install "smalti[embed]"'
_LONGEST = 256  # tokens of a pair; the end of the longer text is cut off
_BATCH = 16
_TYPES = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}
_PARTS: dict[str, Any] = {
    "input_ids": lambda one: one.ids,
    "attention_mask": lambda one: one.attention_mask,
    "token_type_ids": lambda one: one.type_ids,
}


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
    wanted = (os.environ.get(ENVIRONMENT, "") if setting is None else setting).strip()
    if wanted in ("", "none"):
        return None
    folder = Path(wanted).expanduser()
    missing = [name for name in _FILES if not (folder / name).is_file()]
    if missing:
        raise ModelUnavailable(
            f"{ENVIRONMENT} is {wanted!r}, which has no {' and no '.join(missing)}", hint=_HINT
        )
    return _in(folder.resolve())


@cache
def _in(folder: Path) -> PairScorer:
    return PairScorer(folder)


class PairScorer:
    """A cross-encoder with one output, as Hugging Face exports re-rankers to ONNX.

    Loaded at the first query; safe to share between threads.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The name of the folder."""
        return self._folder.name

    def score(self, query: str, texts: Sequence[str]) -> Relevance:
        """The logit of each pair. Batched by length: little padding.

        Raises:
            ModelUnavailable: the model cannot be loaded.
            ModelError: it gave something that is no score, or not one for each text.
        """
        scores = np.zeros(len(texts), np.float32)
        encoded = self._tokenizer.encode_batch([(query, text) for text in texts])
        order = sorted(range(len(encoded)), key=lambda i: len(encoded[i].ids))
        for start in range(0, len(order), _BATCH):
            rows = order[start : start + _BATCH]
            scores[rows] = self._run([encoded[i] for i in rows])
        return scores

    def _run(self, batch: Sequence[Encoding]) -> Relevance:
        width = max(1, *(len(one.ids) for one in batch))
        inputs = {}
        for node in self._session.get_inputs():
            rows = np.zeros((len(batch), width), _TYPES[node.type])
            for row, one in enumerate(batch):
                values = _PARTS[node.name](one)
                rows[row, : len(values)] = values
            inputs[node.name] = rows
        try:
            logits: Any = self._session.run(None, inputs)[0]
        except Exception as error:  # onnxruntime raises its own unexported types
            raise ModelError(f"{self.name} failed: {error}") from error
        if logits.size != len(batch) or not np.isfinite(logits).all():
            raise ModelError(f"{self.name} did not give one score for each text")
        found: Relevance = logits.reshape(-1).astype(np.float32)
        return found

    @cached_property
    def _session(self) -> InferenceSession:
        with self._lock:
            try:
                import onnxruntime
            except ImportError as error:
                raise ModelUnavailable(
                    f"cannot load {self.name}: {error}", hint=_INSTALL
                ) from error
            options = onnxruntime.SessionOptions()
            options.log_severity_level = 3  # errors only: its warnings are about the exporter
            options.add_session_config_entry("session.intra_op.allow_spinning", "0")
            path = str(self._folder / "model.onnx")
            try:
                session = onnxruntime.InferenceSession(
                    path, options, providers=["CPUExecutionProvider"]
                )
            except Exception as error:  # onnxruntime raises its own unexported types
                raise self._unusable(f"model.onnx cannot be loaded: {error}") from error
            inputs = session.get_inputs()
            strange = [n for n in inputs if n.name not in _PARTS or n.type not in _TYPES]
            if strange:
                told = ", ".join(f"{one.name} as {one.type}" for one in strange)
                raise self._unusable(f"model.onnx wants {told}, which is not known")
            return session

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        with self._lock:
            try:
                from tokenizers import Tokenizer
            except ImportError as error:
                raise ModelUnavailable(
                    f"cannot load {self.name}: {error}", hint=_INSTALL
                ) from error
            try:
                text = (self._folder / "tokenizer.json").read_text("utf-8")
                tokenizer: Tokenizer = Tokenizer.from_str(text)
            except Exception as error:  # tokenizers raises plain exceptions
                raise self._unusable(f"tokenizer.json cannot be read: {error}") from error
            tokenizer.no_padding()
            tokenizer.enable_truncation(_LONGEST)  # of the longer text first
            return tokenizer

    def _unusable(self, why: str) -> ModelUnavailable:
        return ModelUnavailable(f"{self._folder}: {why}", hint=_HINT)
