"""A language model's reply as an object that was checked, asked for twice at the most."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from smalti.model.errors import ModelError, ModelUnavailable
from smalti.models.llm import UNUSED, Completion, LanguageModel, Prompt, used
from smalti.models.prompts import PromptFile
from smalti.write.ask.lenient import scan
from smalti.write.ask.reply import THOUGHT_ENDS

_TRIES = 2

Check = Callable[[Mapping[str, Any]], list[str]]
"""What is wrong with an object; nothing if it can be used."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An object, or why there is none; every reply as it came; what asking took."""

    object: Mapping[str, Any] | None
    fault: str
    texts: tuple[str, ...]
    usage: Mapping[str, Any]


def asked(model: LanguageModel, file: PromptFile, prompt: Prompt, check: Check) -> Reply:
    """Ask a model for an object, and once more if there is something wrong with it.

    Raises:
        ModelUnavailable: it cannot be asked now; what is kept so far can be taken up again.
    """
    question, usage, faults = prompt, UNUSED, ["no reply"]
    texts: list[str] = []
    for _ in range(_TRIES):
        try:
            completion = model.complete(question)
        except ModelUnavailable:
            raise
        except ModelError as error:
            return Reply(None, error.message, tuple(texts), _told(usage))
        usage = used(usage, completion)
        texts.append(completion.text)
        found = _object(completion)
        faults = ["it holds no JSON object"] if found is None else check(found)
        if found is not None and not faults:
            return Reply(found, "", tuple(texts), _told(usage))
        question = file.ask_again(prompt, faults="\n".join(f"- {fault}" for fault in faults))
    return Reply(None, "; ".join(faults), tuple(texts), _told(usage))


def _object(completion: Completion) -> Mapping[str, Any] | None:
    """The last object of a reply, behind whatever was thought aloud."""
    if completion.refused or completion.truncated:
        return None
    spoken = THOUGHT_ENDS.split(completion.text)[-1]
    objects = [one.value for one in scan(spoken).found if isinstance(one.value, dict)]
    return objects[-1] if objects else None


def _told(usage: Any) -> dict[str, Any]:
    return {
        "model": usage.model,
        "calls": usage.calls,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "ms": round(usage.latency_ms, 3),
    }
