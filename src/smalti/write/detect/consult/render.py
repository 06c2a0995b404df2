"""Statements as the lines of a prompt: what a judge must know of each, and nothing else.

No ids of the store go out. Text in a statement cannot leave its place
(:mod:`smalti.write.ask.render`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from smalti.model.lifecycle import State
from smalti.model.record import Modality
from smalti.model.time import Bound, Instant, Interval, Precision
from smalti.text.analyse import normalise
from smalti.text.cost import estimate_tokens
from smalti.write.ask.render import json_line, short
from smalti.write.detect.pair import Side
from smalti.write.gate.validity import known

NEW, STORED = "N", "S"
"""What the ids of new and of stored statements begin with, so that nobody takes one for another."""

_SENTENCE = 400  # characters
_WORDS = 300
_CONDITION = 120
_NAME = 60
_ID = 8  # tokens that an id with its comparisons takes, about
_FORMATS = {
    Precision.DECADE: "%Y",
    Precision.YEAR: "%Y",
    Precision.SEASON: "%Y-%m",
    Precision.MONTH: "%Y-%m",
    Precision.WEEK: "%Y-%m-%d",
    Precision.DAY: "%Y-%m-%d",
}
_TO_THE_MINUTE = "%Y-%m-%d %H:%M"


def statement_line(id: str, side: Side, only: Sequence[str] = ()) -> str:
    """One line for a statement; ``only`` are the ids of those it is compared with, if not all."""
    line = {"id": id, **_fields(side)}
    if only:
        line["compare only with"] = list(only)
    return json_line(line)


def statement_cost(side: Side) -> int:
    """The tokens that a statement takes in a prompt, estimated."""
    return estimate_tokens(json_line(_fields(side))) + _ID


def _fields(side: Side) -> dict[str, Any]:
    record = side.record
    told = {
        "says": short(record.sentence, _SENTENCE),
        "words": _words(side),
        "by": short(side.speaker, _NAME),
        "as": record.authority.value,
        "on": "" if side.said_at is None else side.said_at.local().strftime(_TO_THE_MINUTE),
        "holds": _holds(record.valid),
        "if": _condition(side),
        "sense": "" if record.modality is Modality.ASSERTED else record.modality.value,
        "over": record.state is State.SUPERSEDED,
    }
    return {name: value for name, value in told.items() if value}


def _words(side: Side) -> str:
    """What was said, where the sentence does not say it in the same words."""
    alike = normalise(side.context).strip(" .。") == normalise(side.record.sentence).strip(" .。")
    return "" if alike else short(side.context, _WORDS)


def _condition(side: Side) -> str:
    """The condition, where nothing else tells of it."""
    condition = normalise(side.record.condition or "")
    told = normalise(f"{side.record.sentence} {side.context}")
    return "" if condition in told else short(side.record.condition or "", _CONDITION)


def _holds(valid: Interval) -> str:
    """When a statement holds, as far as that was said; the last day, month or year counts as in."""
    start, end = _shown(valid.start), _shown(valid.end, is_end=True)
    if start and end:
        return start if start == end else f"{start} to {end}"
    return f"from {start}" if start else f"until {end}" if end else ""


def _shown(bound: Bound | None, *, is_end: bool = False) -> str:
    at = known(bound)
    if at is None or bound is None:
        return ""
    rounded = bound.precision in _FORMATS
    last = Instant(at.micros - 1, at.offset) if is_end and rounded else at
    return last.local().strftime(_FORMATS.get(bound.precision, _TO_THE_MINUTE))
