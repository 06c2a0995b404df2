"""A model's words for a summary, taken only if they leave nothing out and add nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from smalti.consolidate.summaries import Summary
from smalti.consolidate.wording import losses
from smalti.model.errors import ModelError
from smalti.model.results import Degradation, ModelUse
from smalti.models.llm import UNUSED, Completion, used
from smalti.models.prompts import load
from smalti.write.ask.lenient import scan
from smalti.write.ask.reply import THOUGHT_ENDS
from smalti.write.work import Work

_TRIES = 2
_LONGEST = 1200  # characters of a summary in a model's words


@dataclass(frozen=True, slots=True)
class Told:
    """The words for a summary, empty where the template has to do, and what asking took."""

    text: str = ""
    usage: ModelUse = UNUSED
    degraded: Degradation | None = None


def tell(summary: Summary, names: Sequence[str]) -> Work[Told]:
    """Ask a model to say what a summary's events come to, and once more if that cannot be used.

    Yields a :class:`~smalti.models.llm.Prompt` and is sent the completion or the ``ModelError``.
    Words that drop a number, one of ``names`` or a negation, or that bring in a number nobody told,
    are not used, and the result says so.
    """
    file = load("summarise")
    prompt = file.ask(person=summary.person.name, what=summary.label, events=_listed(summary))
    sources = [one.record.sentence for one in summary.run.events]
    told, faults, question = Told(), ["no summary"], prompt
    for _ in range(_TRIES):
        try:
            completion: Completion = yield question
        except ModelError as error:
            return replace(told, text="", degraded=Degradation.by("summary", error))
        text = "" if completion.refused or completion.truncated else _text_of(completion.text)
        told = Told(text, used(told.usage, completion))
        faults = losses(text, sources, summary.text, names) if text else ["no summary"]
        if not faults:
            return told
        question = file.ask_again(prompt, summary=text or "none", faults="; ".join(faults))
    reason = f"a summary was told by template: the model left out or added {', '.join(faults[:3])}"
    return replace(told, text="", degraded=Degradation("summary", reason))


def _listed(summary: Summary) -> str:
    lines = (
        f"- {one.start.at and str(one.start.at)[:10]}: {one.record.sentence}"
        for one in summary.run.events
    )
    return "\n".join(line.replace("\n", " ") for line in lines)


def _text_of(reply: str) -> str:
    """The summary in a reply, or ""."""
    answer = THOUGHT_ENDS.split(reply)[-1]
    for found in scan(answer).found:
        if isinstance(found.value, dict) and isinstance(found.value.get("summary"), str):
            text = " ".join(found.value["summary"].split())
            return text if len(text) <= _LONGEST else ""
    return ""
