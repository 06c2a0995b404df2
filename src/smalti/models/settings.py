"""Which language model is asked and how, from environment variables that begin with SMALTI_MODEL.

Importing this module loads pydantic-settings, of the ``model`` extra.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import Field, SecretStr, StringConstraints, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from smalti.model.errors import InvalidInput

Url = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^https?://[^\s/]+")]

_LOGIN = re.compile(r"[^/@\s]*@")

_FIXES = {
    "model": "Give provider and model, such as openai:gpt-5-mini or ollama:qwen3:8b",
    "model_url": "Give the address of the server with its path, such as http://localhost:8080/v1",
    "model_tries": "Give a whole number from 1 to 10",
    "model_max_tokens": "Give a whole number of tokens, at least 16",
}


class ModelSettings(BaseSettings):
    """Each field is read from the environment variable of its name in capitals, led by SMALTI_.

    ``model`` names provider and model. ``model_url`` is the base of any server that speaks the
    OpenAI chat-completions protocol, and ``model_key`` the key for it. ``model_timeout`` bounds one
    try, in seconds; a failed one is repeated up to ``model_tries`` tries in all, after
    ``model_wait`` seconds, doubled each time up to ``model_max_wait``. ``model_max_tokens`` is how
    long a reply may be; without it each prompt says so itself.
    """

    model_config = SettingsConfigDict(
        env_prefix="SMALTI_", env_ignore_empty=True, extra="ignore", frozen=True
    )

    model: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
    model_url: Url | None = None
    model_key: SecretStr | None = None
    model_timeout: float = Field(default=60.0, gt=0, allow_inf_nan=False)
    model_tries: int = Field(default=3, ge=1, le=10)
    model_max_tokens: int | None = Field(default=None, ge=16)
    model_wait: float = Field(default=0.5, ge=0, allow_inf_nan=False)
    model_max_wait: float = Field(default=30.0, ge=0, allow_inf_nan=False)


def read_settings(**given: Any) -> ModelSettings:
    """The settings: what is given, else the environment, else the defaults.

    Raises:
        InvalidInput: names the variable, its value and the fix.
    """
    try:
        return ModelSettings(**given)
    except ValidationError as error:
        first = error.errors()[0]
    field = str(first["loc"][0])
    fix = _FIXES.get(field, "Give a number of seconds, such as 60")
    value = first["input"]
    shown = _LOGIN.sub("***@", value) if isinstance(value, str) else value
    raise InvalidInput(f"SMALTI_{field.upper()}", shown, str(first["msg"]), fix=fix)
