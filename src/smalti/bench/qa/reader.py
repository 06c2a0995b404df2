"""Readers: who answers a question from what was found.

The offline reader is :meth:`smalti.Memory.ask`. Any language model reads the same context of every
arm with the same prompt, so that a row shows the memory and not the reader.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from smalti.bench.qa.answers import Given
from smalti.bench.qa.case import Question, Talk
from smalti.bench.qa.context import Context, asked_at, of_recall
from smalti.bench.qa.replies import asked
from smalti.memory import Memory
from smalti.model.answer import Answer
from smalti.model.errors import NotFound
from smalti.models.llm import LanguageModel
from smalti.models.prompts import PromptFile, load

OFFLINE = "offline"
_PROMPT = "qa_read"
_UNSEEN = (
    "(none: nothing that was said is given. Answer from what you know, and guess if you must.)"
)
_NOTHING = "(none: nothing was found)"


@dataclass(frozen=True, slots=True)
class Read:
    """An answer and what it took: the prompt (with a reference for the sources), replies, usage.

    ``fault`` says why a reader gave nothing usable; then the answer counts for nothing.
    """

    given: Given
    prompt: str = ""
    replies: tuple[str, ...] = ()
    usage: Mapping[str, Any] | None = None
    fault: str = ""


def reader_name(model: LanguageModel | None) -> str:
    """How a reader is pinned: the model and the version of its prompt."""
    if model is None:
        return OFFLINE
    return f"{model.name}, {_PROMPT} {load(_PROMPT).version}"


def from_memory(memory: Memory, answer: Answer) -> tuple[Context, Read]:
    """What a memory answered by itself, and what it was found in."""
    recall_ms = answer.timings_ms.get("recall", 0.0)
    spent = sum(answer.timings_ms.values())
    known = {item.turn.id: item.turn.external_id or item.turn.id for item in answer.recall.items}
    cited = [known.get(one.turn) or _external(memory, one.turn) for one in answer.citations]
    given = Given(
        text=answer.text,
        found=answer.found,
        value=answer.value,
        citations=tuple(dict.fromkeys(cited)),
        confidence=answer.confidence,
        disputed=answer.disputed,
        reason=answer.reason,
        timings_ms={"answer": round(spent - recall_ms, 3)},
    )
    return of_recall(answer.recall, recall_ms), Read(given)


def _external(memory: Memory, turn: str) -> str:
    try:
        return memory.get(turn).external_id or turn
    except NotFound:
        return turn


def from_model(
    model: LanguageModel, context: Context, talk: Talk, question: Question, *, blind: bool
) -> Read:
    """What a model answers from a context; ``blind`` where no memory is given on purpose.

    Raises:
        ModelUnavailable: it cannot be asked now.
    """
    began = perf_counter()
    file = load(_PROMPT)
    day = _day(talk, question)
    values = {"day": day, "question": question.text}
    prompt = file.ask(sources=_sources(context, blind), **values)
    reply = asked(model, file, prompt, lambda found: _faults(found, len(context.numbered)))
    kept = _kept_prompt(file, context, values)
    if reply.object is None:
        given = Given("", found=False, reason=reply.fault)
        return Read(given, kept, reply.texts, reply.usage, reply.fault)
    given = _given(reply.object, context, (perf_counter() - began) * 1000)
    return Read(given, kept, reply.texts, reply.usage)


def _sources(context: Context, blind: bool) -> str:
    return _UNSEEN if blind else context.text or _NOTHING


def _day(talk: Talk, question: Question) -> str:
    moment = question.as_of or asked_at(talk, question)
    return "an unknown day" if moment is None else moment.local().date().isoformat()


def _kept_prompt(file: PromptFile, context: Context, values: Mapping[str, str]) -> str:
    """The prompt as it is kept: the sources by their hash, since many prompts share them."""
    return file.ask(sources=f"(the sources {context.hash})", **values).user


def _faults(found: Mapping[str, Any], sources: int) -> list[str]:
    faults = []
    if not isinstance(found.get("found"), bool):
        faults.append('"found" must be true or false')
    if not isinstance(found.get("answer"), str):
        faults.append('"answer" must be a text')
    elif found.get("found") is True and not found["answer"].strip():
        faults.append('"answer" is empty, though "found" is true')
    listed = found.get("sources", [])
    if not isinstance(listed, list) or not all(_is_source(one, sources) for one in listed):
        faults.append(f'"sources" must be a list of numbers of lines, 1 to {sources}')
    return faults


def _is_source(one: object, sources: int) -> bool:
    return isinstance(one, int) and not isinstance(one, bool) and 1 <= one <= sources


def _given(found: Mapping[str, Any], context: Context, ms: float) -> Given:
    cited = (context.numbered[one - 1] for one in found.get("sources", []))
    return Given(
        text=found["answer"].strip(),
        found=found["found"],
        citations=tuple(dict.fromkeys(cited)),
        disputed=found.get("disputed") is True,
        reason="" if found["found"] else found["answer"].strip(),
        timings_ms={"answer": round(ms, 3)},
    )
