"""Language models of any provider, and of any OpenAI-compatible server, through pydantic-ai.

Only its direct request is used: one prompt, one reply, as text. Reading the reply is ours. Each
completion opens its own connection and closes it, so a model may be shared by threads, by event
loops and by forked processes; that costs some 65 ms of processor time, most of it for certificates.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from smalti.models.failures import Failure, failure, shown_url, unusable
from smalti.models.llm import Completion, Prompt
from smalti.models.settings import ModelSettings

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelResponse
    from pydantic_ai.models import Model, ModelRequestParameters
    from pydantic_ai.providers import Provider
    from pydantic_ai.settings import ModelSettings as RequestSettings

_COMPATIBLE = "openai-compatible"
_SPOKEN = ("openai", "openai-chat", "ollama", _COMPATIBLE)  # prefixes that may go with an address
_OLLAMA = "http://localhost:11434/v1"
_OPENAI = ("openai", "openai-chat", "openai-responses")
_MANNERS = ("schema", "json", "plain")
_MISUSED = frozenset({400, 422})


class _Failed(Exception):
    """One try failed; carries what is known about it, and nothing that must stay secret."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


class ProviderModel:
    """A language model as the settings describe it. Nothing is loaded before the first prompt.

    JSON of a given shape is asked for where the model's server can; one that turns such a request
    down is asked for JSON of any shape, then for text, and the manner that worked is kept.
    """

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        prefix, _, rest = settings.model.partition(":")
        if settings.model_url is not None and prefix not in _SPOKEN:
            prefix, rest = _COMPATIBLE, settings.model
        self._prefix, self._model_name = prefix, rest
        self.name = f"{prefix}:{rest}"
        key = settings.model_key
        self._key = key.get_secret_value() if key is not None else None
        self._manner = 0

    def __repr__(self) -> str:
        return f"ProviderModel({self._who!r})"

    @property
    def _who(self) -> str:
        url = self._settings.model_url
        return self.name if url is None else f"{self.name} at {shown_url(url)}"

    def complete(self, prompt: Prompt) -> Completion:
        """The reply.

        Raises:
            ModelUnavailable: it cannot be reached, refuses the key or stays overloaded, after a
                bounded number of tries.
            ModelError: it turned down this prompt.
        """
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return _run(self, prompt)
        with ThreadPoolExecutor(1) as pool:  # a loop that runs cannot be waited in
            return pool.submit(_run, self, prompt).result()

    async def complete_async(self, prompt: Prompt) -> Completion:
        """The same, awaited."""
        import stamina

        started, settings, tries = perf_counter(), self._settings, 0
        last: Failure
        try:
            async with self._opened() as model:
                async for attempt in stamina.retry_context(
                    on=partial(_again, settings.model_max_wait),
                    attempts=settings.model_tries,
                    timeout=None,
                    wait_initial=settings.model_wait,
                    wait_max=settings.model_max_wait,
                    wait_jitter=settings.model_wait,
                ):
                    tries = attempt.num
                    with attempt:
                        response = await self._request(model, prompt)
                        latency = (perf_counter() - started) * 1000
                        return _completion(response, self.name, latency, tries)
        except _Failed as failed:
            last = failed.failure
        raise last.error(tries)  # outside of the handler: what went before may quote the key

    @asynccontextmanager
    async def _opened(self) -> AsyncIterator[Model]:
        """The model of pydantic-ai, with a connection of its own that is closed in the end.

        Raises:
            ModelUnavailable: no such provider, its package or its key is missing.
        """
        problem: Exception
        try:
            # Loads pydantic-ai the first time, and certificates every time: not in the loop.
            model = await asyncio.to_thread(
                _model, self._prefix, self._model_name, self._settings.model_url, self._key
            )
        except Exception as error:  # noqa: BLE001  each provider has its own
            problem = error
        else:
            async with model:
                yield model
            return
        raise unusable(self._who, problem, self._secrets)

    @property
    def _secrets(self) -> tuple[str, ...]:
        return () if self._key is None else (self._key,)

    async def _request(self, model: Model, prompt: Prompt) -> ModelResponse:
        """One try.

        Raises:
            _Failed: says why, without a trace of the original error.
        """
        problem: Exception
        try:
            return await self._in_some_manner(model, prompt)
        except Exception as error:  # noqa: BLE001  as have their transports
            problem = error
        raise _Failed(failure(self._who, problem, self._secrets))

    async def _in_some_manner(self, model: Model, prompt: Prompt) -> ModelResponse:
        from pydantic_ai.direct import model_request
        from pydantic_ai.exceptions import ModelContextWindowExceededError, ModelHTTPError
        from pydantic_ai.messages import ModelRequest, SystemPromptPart, UserPromptPart

        asked = ModelRequest(parts=[SystemPromptPart(prompt.system), UserPromptPart(prompt.user)])
        for place in range(self._manner, len(_MANNERS)):
            try:
                response = await model_request(
                    model,
                    [asked],
                    model_settings=self._request_settings(model, prompt, _MANNERS[place]),
                    model_request_parameters=_parameters(model, prompt, _MANNERS[place]),
                )
            except ModelContextWindowExceededError:
                raise
            except ModelHTTPError as error:
                if error.status_code not in _MISUSED or place == len(_MANNERS) - 1:
                    raise
            else:
                self._manner = place
                return response
        raise AssertionError("the last manner returns or raises")

    def _request_settings(self, model: Model, prompt: Prompt, manner: str) -> RequestSettings:
        ours = self._settings
        limit = ours.model_max_tokens or prompt.max_output_tokens
        settings: dict[str, Any] = {
            "timeout": ours.model_timeout,  # of each read; the next line bounds the whole
            "request_timeout": ours.model_timeout,
            "max_retries": 0,  # trying again is ours
        }
        if ours.model_url is None and self._prefix != "ollama":
            settings["max_tokens"] = limit
        else:  # local servers know the older name only; some newer ones refuse it
            name = "max_completion_tokens" if manner == "plain" else "max_tokens"
            settings["extra_body"] = {name: limit}
        if manner != "plain" and not _reasons(model):
            settings["temperature"] = 0.0
        if ours.model_url is None and self._prefix in _OPENAI:
            settings["openai_store"] = False
        return settings  # type: ignore[return-value]  # a TypedDict per provider


def _run(model: ProviderModel, prompt: Prompt) -> Completion:
    # A factory of its own keeps asyncio from touching the loop that the caller may have set.
    with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
        return runner.run(model.complete_async(prompt))


def _again(longest: float, error: Exception) -> bool | float:
    """Whether to try again, or after how many seconds, where the provider said so."""
    if not isinstance(error, _Failed) or not error.failure.again:
        return False
    wait = error.failure.wait
    if wait is None:
        return True
    return wait if 0 < wait <= longest else wait <= 0


def _reasons(model: Model) -> bool:
    """Whether a model deliberates unless told otherwise; such models refuse a temperature."""
    profile = model.profile
    return bool(
        profile.get("thinking_enabled_by_default", False)
        or profile.get("thinking_always_enabled", False)
    )


def _parameters(model: Model, prompt: Prompt, manner: str) -> ModelRequestParameters:
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.output import OutputObjectDefinition

    if not prompt.json or manner == "plain":
        return ModelRequestParameters()
    shape = OutputObjectDefinition(json.loads(prompt.schema or "{}"), name=prompt.name)
    able = model.profile.get("supports_json_schema_output", False)
    return ModelRequestParameters(
        output_mode="native" if able and prompt.schema and manner == "schema" else "prompted",
        output_object=shape,
        prompted_output_template=False,
    )


def _completion(response: ModelResponse, name: str, latency_ms: float, tries: int) -> Completion:
    from pydantic_ai.messages import TextPart

    refused = response.finish_reason == "content_filter"
    text = "".join(part.content for part in response.parts if isinstance(part, TextPart))
    if refused:
        text = str((response.provider_details or {}).get("refusal", "")) or text
    return Completion(
        text,
        name,
        input_tokens=response.usage.input_tokens,
        output_tokens=response.usage.output_tokens,
        latency_ms=latency_ms,
        truncated=response.finish_reason == "length",
        refused=refused,
        tries=tries,
    )


def _model(prefix: str, model_name: str, url: str | None, key: str | None) -> Model:
    from pydantic_ai.models import infer_model

    if url is not None and prefix != "ollama":
        return _compatible(model_name, url, key)
    return infer_model(f"{prefix}:{model_name}", partial(_provider, url=url, key=key))


def _compatible(model_name: str, url: str, key: str | None) -> Model:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    provider = OpenAICompatibleProvider(_COMPATIBLE, base_url=url, api_key=key)
    return OpenAIChatModel(model_name, provider=provider)


def _provider(prefix: str, *, url: str | None, key: str | None) -> Provider[Any]:
    import os

    from pydantic_ai.providers import infer_provider, infer_provider_class

    if prefix == "ollama":
        from pydantic_ai.providers.ollama import OllamaProvider

        return OllamaProvider(base_url=url or os.getenv("OLLAMA_BASE_URL") or _OLLAMA, api_key=key)
    if key is None:
        return infer_provider(prefix)
    return infer_provider_class(prefix)(api_key=key)  # type: ignore[call-arg]
