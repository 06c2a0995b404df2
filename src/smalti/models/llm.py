"""What Smalti asks of a language model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class Prompt:
    """One question to a model: what it is told, what it is asked, and how long it may answer.

    ``name`` and ``version`` say which prompt file it was made from, for the provenance of what
    follows from the reply. ``json`` asks providers that can to answer in JSON.
    """

    name: str
    version: str
    system: str
    user: str
    json: bool = True
    max_output_tokens: int = 4096


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's reply as it came, and what it took.

    ``truncated`` says that the model ran into its output limit; ``refused`` that the provider or
    the model declined to answer.
    """

    text: str
    model: str
    input_tokens: int = 0
    output_tokens: int = 0
    latency_ms: float = 0.0
    truncated: bool = False
    refused: bool = False


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
                bounded number of tries.
        """

    async def complete_async(self, prompt: Prompt) -> Completion:
        """The same, awaited."""
