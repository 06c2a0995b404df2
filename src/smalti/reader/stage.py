"""The stage: ask a model, check its reply, ask once more, and give up where that does not help."""

from __future__ import annotations

from dataclasses import dataclass, replace

from smalti.model.answer import Citation
from smalti.model.errors import ModelError
from smalti.model.results import Degradation, ModelUse
from smalti.models.llm import UNUSED, Completion, used
from smalti.models.prompts import load
from smalti.reader.brief import Brief
from smalti.reader.check import Checked, check
from smalti.write.ask.render import guarded, short
from smalti.write.work import Work

PART = "reader"
"""What is named where a model could not answer."""

_TRIES = 2
_NAMED = 8  # faults that a second prompt names
_REPEATED = 1_000  # characters of a reply that is repeated to its model


@dataclass(frozen=True, slots=True)
class Reading:
    """What a model read out of a pack.

    ``degraded`` says why there is no answer of it; what follows is empty then. An abstention has
    neither text nor citations, and its ``reason``. ``doubts`` are the numbers, dates and names of
    the answer that stand in nothing it cites. ``prompt`` names the prompt file with its version.
    """

    usage: ModelUse = UNUSED
    degraded: Degradation | None = None
    text: str = ""
    value: str | None = None
    premise: str = ""
    reason: str = ""
    citations: tuple[Citation, ...] = ()
    doubts: tuple[str, ...] = ()
    abstains: bool = False
    prompt: str = ""


def read_out(brief: Brief) -> Work[Reading]:
    """Ask a model to answer from a pack, and once more if its reply has faults.

    Yields a :class:`~smalti.models.llm.Prompt` and is sent the completion or the ``ModelError``,
    which does not leave this stage. An answer whose citations were found is taken, even where it
    names what stands in none of them; that is told then.
    """
    file = load("answer")
    prompt = question = brief.prompt(file)
    usage, best, failed = UNUSED, None, Degradation(PART, "no model was asked")
    for _ in range(_TRIES):
        try:
            completion: Completion = yield question
        except ModelError as error:
            failed = Degradation.by(PART, error)
            break
        usage = used(usage, completion)
        if completion.refused:
            reason = completion.text or "no reason given"
            failed = Degradation(PART, f"the model declined to answer: {short(reason)}")
            break
        checked = check(completion, brief)
        best = _better(best, checked)
        if not checked.problems:
            break
        faults = "\n".join(f"- {one}" for one in checked.problems[:_NAMED])
        reply = short(" ".join(completion.text.split()), _REPEATED)
        question = file.ask_again(prompt, reply=guarded(reply), faults=guarded(faults))
        failed = _unusable(checked)
    return _reading(best, usage, f"{file.name}-{file.version}") if best else Reading(usage, failed)


def _better(best: Checked | None, checked: Checked) -> Checked | None:
    """The reply to be taken: one that can be used, with the fewest doubts, an earlier one first."""
    if not checked.usable:
        return best
    return checked if best is None or len(checked.doubts) < len(best.doubts) else best


def _unusable(checked: Checked) -> Degradation:
    told = "; ".join(checked.faults[:3])
    return Degradation(PART, f"the model's answer could not be used: {told}")


def _reading(checked: Checked, usage: ModelUse, prompt: str) -> Reading:
    said = checked.said
    assert said is not None
    reading = Reading(usage, premise=said.premise, reason=said.reason, prompt=prompt)
    if said.abstains:
        return replace(reading, abstains=True)
    return replace(
        reading,
        text=said.answer,
        value=said.value,
        citations=checked.citations,
        doubts=checked.doubts,
    )
