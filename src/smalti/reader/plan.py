"""The stage: ask a model how a question is meant, check its reply, keep to the rules otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypeVar

from smalti.model.answer import AnswerType, Intent, QuestionPlan, Side, Window
from smalti.model.errors import InvalidInput, ModelError
from smalti.model.results import Degradation
from smalti.model.time import Instant
from smalti.models.llm import Completion
from smalti.models.prompts import load
from smalti.reader.brief import day_told
from smalti.write.ask.fields import clean
from smalti.write.ask.lenient import scan
from smalti.write.ask.quotes import Haystack
from smalti.write.ask.render import guarded, json_line, short
from smalti.write.ask.reply import THOUGHT_ENDS
from smalti.write.work import Work

PART = "plan"
"""What is named where a model could not tell."""

_TRIES = 2
_PAIRED = (Intent.ELAPSED, Intent.DIFFERENCE, Intent.SUM)

Member = TypeVar("Member", bound=Enum)
Properties = Callable[[str], Sequence[str]]
"""The predicates that an English phrase may ask for."""


@dataclass(frozen=True, slots=True)
class Meant:
    """What a reply says of a question, checked; ``faults`` are what it cannot be used for."""

    intent: Intent = Intent.LOOKUP
    wants: AnswerType = AnswerType.TEXT
    phrase: str = ""
    since: Instant | None = None
    until: Instant | None = None
    events: tuple[str, ...] = ()
    side: Side = Side.WITHIN
    faults: tuple[str, ...] = ()


def plan_out(
    plan: QuestionPlan, asked_at: Instant | None, properties: Properties
) -> Work[QuestionPlan]:
    """Ask a model how a question is meant, and once more if its reply has faults.

    Yields a :class:`~smalti.models.llm.Prompt` and is sent the completion or the ``ModelError``,
    which does not leave this stage. Whom the question names and its terms stay as the rules have
    them; where the model fails, all does, and ``degraded`` of the plan says why.
    """
    file = load("plan")
    question = prompt = file.ask(day=day_told(asked_at), question=json_line(plan.question))
    failed = Degradation(PART, "no model was asked")
    for _ in range(_TRIES):
        try:
            completion: Completion = yield question
        except ModelError as error:
            failed = Degradation.by(PART, error)
            break
        meant = read_plan(completion.text, plan.question, asked_at)
        if not meant.faults and not completion.refused:
            return _merged(plan, meant, properties, completion.model)
        told = "; ".join(meant.faults) or "it declined"
        failed = Degradation(PART, f"the model's plan could not be used: {short(told)}")
        faults = "\n".join(f"- {guarded(one)}" for one in meant.faults)
        question = file.ask_again(prompt, faults=faults)
    return replace(plan, degraded=(*plan.degraded, failed))


def read_plan(text: str, question: str, asked_at: Instant | None) -> Meant:
    """What a reply says. Any text at all has a reading; none raises."""
    spoken = THOUGHT_ENDS.split(text)[-1]
    values = [one.value for one in scan(spoken).found if isinstance(one.value, dict)]
    fields: Mapping[str, Any] = next((one for one in reversed(values) if "intent" in one), {})
    if not fields:
        return Meant(faults=("it could not be read as a JSON object with an intent",))
    faults: list[str] = []
    since, until = (_day(fields, end, asked_at, faults) for end in ("since", "until"))
    if since is not None and until is not None and until.micros <= since.micros:
        faults.append("until: is not after since")
    return Meant(
        intent=_member(Intent, fields, "intent", faults) or Intent.LOOKUP,
        wants=_member(AnswerType, fields, "wants", faults) or AnswerType.TEXT,
        phrase=_text(fields.get("property")).replace("_", " "),
        since=since,
        until=until,
        events=_events(fields.get("events"), question, faults),
        side=_member(Side, fields, "side", faults) or Side.WITHIN,
        faults=tuple(faults),
    )


def _member(
    kind: type[Member], fields: Mapping[str, Any], name: str, faults: list[str]
) -> Member | None:
    """The member of an enum that a field names; a missing one is none, a wrong one a fault."""
    told = _text(fields.get(name)).lower()
    if not told:
        return None
    try:
        return kind(told)
    except ValueError:
        faults.append(f"{name}: {short(told, 60)!r} is none of {', '.join(m.value for m in kind)}")
        return None


def _day(
    fields: Mapping[str, Any], name: str, asked_at: Instant | None, faults: list[str]
) -> Instant | None:
    told = _text(fields.get(name))
    if not told:
        return None
    try:
        return Instant.of(told, default_offset=0 if asked_at is None else asked_at.offset)
    except InvalidInput as error:
        faults.append(f"{name}: {short(told, 60)!r} {error.problem}")
        return None


def _events(value: Any, question: str, faults: list[str]) -> tuple[str, ...]:
    """The words of events as they stand in the question."""
    told = [_text(one) for one in (value if isinstance(value, list) else [value])]
    found: list[str] = []
    for words in filter(None, told[:2]):
        span = Haystack(question, 0, len(question)).find(words)
        if span is None:
            faults.append(f"events: {short(words, 60)!r} does not stand in the question")
        else:
            found.append(question[span[0] : span[1]])
    return tuple(found)


def _text(value: Any) -> str:
    return " ".join(clean(str(value)).split()) if isinstance(value, str | int | float) else ""


def _merged(plan: QuestionPlan, meant: Meant, properties: Properties, model: str) -> QuestionPlan:
    """A plan by rules with what a model says; a time that only the rules saw stays."""
    paired = meant.intent in _PAIRED
    anchor = meant.events[0] if meant.events and not paired else ""
    window = plan.window
    if meant.since or meant.until or anchor:
        window = Window(meant.since, meant.until, meant.side, anchor)
    named = properties(meant.phrase) if meant.phrase else ()
    return replace(
        plan,
        intent=meant.intent,
        wants=meant.wants,
        predicates=tuple(dict.fromkeys([*named, *plan.predicates])),
        window=window,
        events=meant.events if paired else (),
        reader=model,
    )
