"""Which embedder this machine has."""

from __future__ import annotations

import os
from pathlib import Path

from smalti.model.errors import ModelUnavailable
from smalti.models.embedder import Embedder
from smalti.models.minilm import MiniLM

ENVIRONMENT = "SMALTI_EMBEDDER"
"""``auto`` (the default), ``none``, the path of an ONNX file, or ``hf:REPO/FILE@SHA256``."""


def find_embedder(setting: str | None = None) -> Embedder:
    """The embedder this machine has; nothing is loaded yet.

    Looked for in this order: the setting (or the environment variable ``SMALTI_EMBEDDER``) if it
    names a file or a hub model, then the installed data package.

    Raises:
        ModelUnavailable: there is none, or it was switched off with ``none``; says how to get one.
    """
    wanted = setting or os.environ.get(ENVIRONMENT) or "auto"
    if wanted == "none":
        raise ModelUnavailable(f"embeddings are switched off ({ENVIRONMENT}=none)")
    if wanted == "auto":
        return MiniLM.installed()
    if wanted.startswith("hf:"):
        return MiniLM.from_hub(wanted.removeprefix("hf:"))
    return MiniLM(Path(wanted))
