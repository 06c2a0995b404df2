"""What Smalti asks of a language model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from smalti.model.results import ModelUse


@dataclass(frozen=True, slots=True)
class Prompt:
    """One question to a model: what it is told, what it is asked, and how long it may answer.

    ``name`` and ``version`` say which prompt file it was made from, for the provenance of what
    follows from the reply. ``json`` asks providers that can to answer in JSON, and ``schema``, a
    JSON Schema as text, in JSON of that shape. Neither is a promise: the reply is text, to be read
    with care.
    """

    name: str
    version: str
    system: str
    user: str
    json: bool = True
    schema: str = ""
    max_output_tokens: int = 4096


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's reply as it came, and what it took.

    ``truncated`` says that the model ran into its output limit; ``refused`` that the provider or
    the model declined to answer, and ``text`` is then its reason, if it gave one. ``latency_ms`` is
    the whole time until the reply was there, with the waiting between its ``tries``.
    """

    text: str
    model: str
    input_tokens: int = 0
    output_tokens: int = 0
    latency_ms: float = 0.0
    truncated: bool = False
    refused: bool = False
    tries: int = 1


UNUSED = ModelUse("", 0, 0, 0, 0.0)
"""No model was asked."""


def used(before: ModelUse, completion: Completion) -> ModelUse:
    """What was asked for so far, with one more completion."""
    return ModelUse(
        completion.model,
        before.calls + completion.tries,
        before.input_tokens + completion.input_tokens,
        before.output_tokens + completion.output_tokens,
        before.latency_ms + completion.latency_ms,
    )


@runtime_checkable
class LanguageModel(Protocol):
    """Completes a prompt. Both methods do the same; the second never blocks an event loop."""

    @property
    def name(self) -> str:
        """Provider and model, known without any call."""

    def complete(self, prompt: Prompt) -> Completion:
        """The reply.

        Raises:
            ModelUnavailable: it cannot be reached, refuses the key or stays overloaded, after a
                bounded number of tries. The next prompt would fail too.
            ModelError: it turned down this prompt; another may go through.
        """

    async def complete_async(self, prompt: Prompt) -> Completion:
        """The same, awaited."""
