"""What reads two texts together: an ONNX cross-encoder in a folder.

Run by onnxruntime and tokenizers: no torch, nothing downloaded. What its numbers mean is for those
who use it: whether one sentence follows from another, how well a text answers a query.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from smalti.model.errors import ModelError, ModelUnavailable

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Encoding, Tokenizer

Logits = NDArray[Any]

_INSTALL = 'Install onnxruntime and tokenizers with: pip install "smalti[embed]"'
_BATCH = 16
_TYPES = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}
_PARTS: dict[str, Any] = {
    "input_ids": lambda one: one.ids,
    "attention_mask": lambda one: one.attention_mask,
    "token_type_ids": lambda one: one.type_ids,
}
"""What the inputs of a model are filled with, by their names."""


def named_folder(
    variable: str, setting: str | None, files: Sequence[str], hint: str
) -> Path | None:
    """The folder that a setting names, or else the environment; ``None`` if there is none.

    Raises:
        ModelUnavailable: a folder is named and it, or one of its files, is missing.
    """
    wanted = (os.environ.get(variable, "") if setting is None else setting).strip()
    if wanted in ("", "none"):
        return None
    folder = Path(wanted).expanduser()
    missing = [name for name in files if not (folder / name).is_file()]
    if missing:
        raise ModelUnavailable(
            f"{variable} is {wanted!r}, which has no {' and no '.join(missing)}", hint=hint
        )
    return folder


@dataclass(frozen=True, slots=True)
class Batch:
    """The logits of some pairs, and which of all the pairs they are."""

    rows: list[int]
    logits: Logits


class PairModel:
    """``model.onnx`` and ``tokenizer.json`` of a folder, loaded at the first pair.

    Safe to share between threads. ``longest`` is the tokens of a pair: of a longer one the end of
    the longer text is cut off.
    """

    def __init__(self, folder: Path, *, longest: int, hint: str) -> None:
        self.folder = folder
        self._longest = longest
        self._hint = hint
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The name of the folder."""
        return self.folder.name

    def batches(self, pairs: Sequence[tuple[str, str]], padding: int = 0) -> Iterator[Batch]:
        """The logits of all pairs, those of like length together: little padding.

        ``padding`` is the id that fills the shorter ones of a batch.

        Raises:
            ModelUnavailable: the model cannot be loaded.
            ModelError: it failed.
        """
        encoded = self._tokenizer.encode_batch(list(pairs))
        order = sorted(range(len(encoded)), key=lambda i: len(encoded[i].ids))
        for start in range(0, len(order), _BATCH):
            rows = order[start : start + _BATCH]
            yield Batch(rows, self._run([encoded[i] for i in rows], padding))

    def read(self, name: str) -> str:
        """The text of a file of the folder.

        Raises:
            ModelUnavailable: it cannot be read.
        """
        try:
            return (self.folder / name).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise self.unusable(f"{name} cannot be read: {error}") from error

    def unusable(self, why: str) -> ModelUnavailable:
        """The error of a folder that cannot be used."""
        return ModelUnavailable(f"{self.folder}: {why}", hint=self._hint)

    def _run(self, batch: Sequence[Encoding], padding: int) -> Logits:
        width = max(1, *(len(one.ids) for one in batch))
        inputs = {}
        for node in self._session.get_inputs():
            fill = padding if node.name == "input_ids" else 0
            rows = np.full((len(batch), width), fill, _TYPES[node.type])
            for row, one in enumerate(batch):
                values = _PARTS[node.name](one)
                rows[row, : len(values)] = values
            inputs[node.name] = rows
        try:
            logits: Logits = self._session.run(None, inputs)[0]
        except Exception as error:  # onnxruntime raises its own unexported types
            raise ModelError(f"{self.name} failed: {error}") from error
        return logits

    @cached_property
    def _session(self) -> InferenceSession:
        with self._lock:
            try:
                import onnxruntime
            except ImportError as error:
                raise self._not_installed(error) from error
            options = onnxruntime.SessionOptions()
            options.log_severity_level = 3  # errors only: its warnings are about the exporter
            # Spinning worker threads make single pairs no faster and starve the rest.
            options.add_session_config_entry("session.intra_op.allow_spinning", "0")
            path = str(self.folder / "model.onnx")
            try:
                session = onnxruntime.InferenceSession(
                    path, options, providers=["CPUExecutionProvider"]
                )
            except Exception as error:  # onnxruntime raises its own unexported types
                raise self.unusable(f"model.onnx cannot be loaded: {error}") from error
            inputs = session.get_inputs()
            strange = [n for n in inputs if n.name not in _PARTS or n.type not in _TYPES]
            if strange:
                told = ", ".join(f"{one.name} as {one.type}" for one in strange)
                raise self.unusable(f"model.onnx wants {told}, which is not known")
            return session

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        try:
            from tokenizers import Tokenizer
        except ImportError as error:
            raise self._not_installed(error) from error
        with self._lock:
            text = self.read("tokenizer.json")
            try:
                tokenizer: Tokenizer = Tokenizer.from_str(text)
            except Exception as error:  # tokenizers raises plain exceptions
                raise self.unusable(f"tokenizer.json cannot be read: {error}") from error
            tokenizer.no_padding()
            tokenizer.enable_truncation(self._longest)  # of the longer text first
            return tokenizer

    def _not_installed(self, error: ImportError) -> ModelUnavailable:
        return ModelUnavailable(f"cannot load {self.name}: {error}", hint=_INSTALL)
