"""Natural language inference: whether one sentence follows from another, or contradicts it.

An ONNX cross-encoder in a folder, run by onnxruntime and tokenizers: no torch, nothing downloaded.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from smalti.model.errors import InvalidInput, ModelError, ModelUnavailable

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Encoding, Tokenizer

ENVIRONMENT = "SMALTI_NLI"
"""The folder of an ONNX cross-encoder, or ``none``, the default."""

Probabilities = NDArray[np.float32]

_FILES = ("model.onnx", "tokenizer.json", "config.json")
_HINT = "A folder needs model.onnx, tokenizer.json and config.json; see docs/guide/judges.md"
_INSTALL = 'Install onnxruntime and tokenizers with: pip install "smalti[embed]"'
_LABELS = ("entail", "neutral", "contradict")  # how the names of the columns begin
_IDS = ("0", "1", "2")
_LONGEST = 512  # tokens of a pair; the end of the longer sentence is cut off
_BATCH = 16
_TYPES = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}


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
    wanted = (os.environ.get(ENVIRONMENT, "") if setting is None else setting).strip()
    if wanted in ("", "none"):
        return None
    folder = Path(wanted).expanduser()
    missing = [name for name in _FILES if not (folder / name).is_file()]
    if missing:
        raise ModelUnavailable(
            f"{ENVIRONMENT} is {wanted!r}, which has no {' and no '.join(missing)}", hint=_HINT
        )
    return CrossEncoder(folder)


class CrossEncoder:
    """A sequence classifier over pairs, as Hugging Face exports them to ONNX.

    ``config.json`` names the columns (``id2label``): one begins with "entail", one with "neutral",
    one with "contradict", in any order and case. Loaded at the first pair; safe to share between
    threads.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The name of the folder."""
        return self._folder.name

    def infer(self, premises: Sequence[str], hypotheses: Sequence[str]) -> Probabilities:
        """Softmax of the logits, in the order of the protocol. Batched by length: little padding.

        Raises:
            InvalidInput: not as many hypotheses as premises.
            ModelUnavailable: the model cannot be loaded or has other labels.
            ModelError: it gave something that is no probability.
        """
        if len(premises) != len(hypotheses):
            raise InvalidInput("hypotheses", len(hypotheses), f"must be {len(premises)}, as many")
        probabilities = np.zeros((len(premises), len(_LABELS)), dtype=np.float32)
        encoded = self._tokenizer.encode_batch(list(zip(premises, hypotheses, strict=True)))
        order = sorted(range(len(encoded)), key=lambda i: len(encoded[i].ids))
        for start in range(0, len(order), _BATCH):
            rows = order[start : start + _BATCH]
            probabilities[rows] = self._run([encoded[i] for i in rows])
        return probabilities

    def _run(self, batch: Sequence[Encoding]) -> Probabilities:
        width = max(1, *(len(one.ids) for one in batch))
        inputs = {}
        for node in self._session.get_inputs():
            rows = np.full((len(batch), width), self._padding(node.name), _TYPES[node.type])
            for row, one in enumerate(batch):
                values = _PARTS[node.name](one)
                rows[row, : len(values)] = values
            inputs[node.name] = rows
        try:
            logits: Any = self._session.run(None, inputs)[0]
        except Exception as error:  # onnxruntime raises its own unexported types
            raise ModelError(f"{self.name} failed: {error}") from error
        if logits.shape != (len(batch), len(_LABELS)) or not np.isfinite(logits).all():
            raise ModelError(f"{self.name} gave something that is no probability")
        logits = logits.astype(np.float64)[:, self._columns]
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares: Probabilities = (powers / powers.sum(axis=1, keepdims=True)).astype(np.float32)
        return shares

    def _padding(self, input_name: str) -> int:
        found = self._config.get("pad_token_id")
        return found if input_name == "input_ids" and isinstance(found, int) else 0

    @cached_property
    def _config(self) -> dict[str, Any]:
        try:
            found = json.loads(self._read("config.json"))
        except ValueError as error:
            raise self._unusable(f"config.json is no JSON: {error}") from error
        if not isinstance(found, dict):
            raise self._unusable("config.json holds no object")
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
            raise self._unusable(
                "id2label in config.json must give 0, 1 and 2 the names entailment, neutral and "
                f"contradiction, and is {labels!r}"
            )
        return [column[0] for column in columns]

    @cached_property
    def _session(self) -> InferenceSession:
        with self._lock:
            self._columns  # noqa: B018  labels that cannot be used are told before a long load
            try:
                import onnxruntime
            except ImportError as error:
                raise ModelUnavailable(
                    f"cannot load {self.name}: {error}", hint=_INSTALL
                ) from error
            options = onnxruntime.SessionOptions()
            options.log_severity_level = 3  # errors only: its warnings are about the exporter
            # Spinning worker threads make single pairs no faster and starve the rest.
            options.add_session_config_entry("session.intra_op.allow_spinning", "0")
            path = self._folder / "model.onnx"
            try:
                session = onnxruntime.InferenceSession(
                    str(path), options, providers=["CPUExecutionProvider"]
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
        try:
            from tokenizers import Tokenizer
        except ImportError as error:
            raise ModelUnavailable(f"cannot load {self.name}: {error}", hint=_INSTALL) from error
        with self._lock:
            try:
                tokenizer: Tokenizer = Tokenizer.from_str(self._read("tokenizer.json"))
            except ModelUnavailable:
                raise
            except Exception as error:  # tokenizers raises plain exceptions
                raise self._unusable(f"tokenizer.json cannot be read: {error}") from error
            tokenizer.no_padding()
            tokenizer.enable_truncation(_LONGEST)  # of the longer sentence first
            return tokenizer

    def _read(self, name: str) -> str:
        try:
            return (self._folder / name).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise self._unusable(f"{name} cannot be read: {error}") from error

    def _unusable(self, why: str) -> ModelUnavailable:
        return ModelUnavailable(f"{self._folder}: {why}", hint=_HINT)


def _pairs(labels: Any) -> Iterable[tuple[Any, Any]]:
    return labels.items() if isinstance(labels, dict) else ()


_PARTS: dict[str, Any] = {
    "input_ids": lambda one: one.ids,
    "attention_mask": lambda one: one.attention_mask,
    "token_type_ids": lambda one: one.type_ids,
}
"""What the inputs of a model are filled with, by their names."""
