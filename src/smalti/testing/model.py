"""A language model that says what it was told to say."""

from __future__ import annotations

from collections.abc import Iterable

from smalti.models.llm import Completion, Prompt
from smalti.text.cost import estimate_tokens

Reply = str | Completion | Exception


class ScriptedModel:
    """Replies in the order given: a text as a completion, a completion as it is; errors are raised.

    ``prompts`` are those it was sent, in order. The tokens of a text are estimated. Deterministic,
    and nothing is waited for.
    """

    def __init__(self, replies: Iterable[Reply], name: str = "scripted") -> None:
        self.name = name
        self.prompts: list[Prompt] = []
        self._replies = list(replies)

    @property
    def left(self) -> int:
        """How many replies have not been asked for."""
        return len(self._replies) - len(self.prompts)

    def complete(self, prompt: Prompt) -> Completion:
        """The next reply.

        Raises:
            AssertionError: it was asked more often than there are replies.
        """
        if not self.left:
            asked = len(self._replies)
            raise AssertionError(
                f"the scripted model has no reply left: it holds {asked}, and prompt number "
                f"{asked + 1} ({prompt.name!r}) was sent to it"
            )
        reply = self._replies[len(self.prompts)]
        self.prompts.append(prompt)
        if isinstance(reply, Exception):
            raise reply
        if isinstance(reply, Completion):
            return reply
        sent = estimate_tokens(prompt.system) + estimate_tokens(prompt.user)
        return Completion(reply, self.name, sent, estimate_tokens(reply))

    async def complete_async(self, prompt: Prompt) -> Completion:
        """The same, awaited."""
        return self.complete(prompt)
