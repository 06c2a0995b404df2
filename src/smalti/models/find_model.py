"""Which language model this machine is told to ask."""

from __future__ import annotations

import importlib.util
import os

from smalti.model.errors import ModelUnavailable
from smalti.models.llm import LanguageModel

ENVIRONMENT = "SMALTI_MODEL"
"""Provider and model ("openai:gpt-5-mini"), or ``none``, the default."""

_PACKAGES = ("pydantic_ai", "pydantic_settings", "stamina")


def find_model(setting: str | None = None) -> LanguageModel | None:
    """The language model of the setting, or else of the environment; ``None`` if there is none.

    Nothing is loaded and nothing is sent before the first prompt. See docs/guide/models.md for the
    other variables.

    Raises:
        ModelUnavailable: a model is named and the ``model`` extra is not installed.
        InvalidInput: one of the variables has a value that cannot be used.
    """
    wanted = (os.environ.get(ENVIRONMENT, "") if setting is None else setting).strip()
    if wanted in ("", "none"):
        return None
    missing = [name for name in _PACKAGES if importlib.util.find_spec(name) is None]
    if missing:
        raise ModelUnavailable(
            f"{ENVIRONMENT} is {wanted!r}, but {', '.join(missing)} is not installed",
            hint='Install it with: pip install "smalti[model]"',
        )
    from smalti.models.provider import ProviderModel
    from smalti.models.settings import read_settings

    return ProviderModel(read_settings(model=wanted))
