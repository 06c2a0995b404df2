"""A model's reply to a question, whatever it wrote around it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from smalti.write.ask.fields import clean
from smalti.write.ask.lenient import scan
from smalti.write.ask.reply import THOUGHT_ENDS

_NAMES = {
    "reason": "reason reasoning rationale explanation thought",
    "abstain": "abstain abstained abstention not_in_memory",
    "answer": "answer response text",
    "value": "value",
    "premise": "premise false_premise",
    "citations": "citations citation cites sources evidence",
    "turn": "turn turn_id id cite source",
    "quote": "quote quotation words text",
}
_ABSTAINS = re.compile(r"\W*not[_ ]in[_ ]memory\W*", re.IGNORECASE)
_INLINE = re.compile(r"\s*[\[(]\s*(t\d{1,5}(?:\s*[,;]\s*t\d{1,5})*)\s*[\])]", re.IGNORECASE)
_NOTHING = frozenset({"", "none", "null", "n/a", "-", "no", "false"})
_TRUE = frozenset({"true", "yes", "1"})
_LONGEST = 4_000  # characters of an answer


@dataclass(frozen=True, slots=True)
class Cited:
    """A citation as the model wrote it; the quote may be missing."""

    turn: str
    quote: str


@dataclass(frozen=True, slots=True)
class Said:
    """What a model answered. Where it abstains there is no answer, only the reason."""

    answer: str
    reason: str = ""
    value: str | None = None
    premise: str = ""
    citations: tuple[Cited, ...] = ()
    abstains: bool = False


def read_reply(text: str) -> Said | None:
    """Read a reply; ``None`` where nothing in it is an answer. No text raises.

    What a model thinks aloud before it answers does not count. The last object that holds an answer
    does. Ids that stand inside the answer become citations.
    """
    spoken = THOUGHT_ENDS.split(text)[-1]
    for found in reversed(scan(spoken).found):
        for value in reversed(list(_objects(found.value))):
            if _field(value, "answer") is not None or _field(value, "abstain") is not None:
                return _said(value)
    return Said("", abstains=True) if _ABSTAINS.fullmatch(spoken) else None


def _objects(value: Any, depth: int = 0) -> Iterator[Mapping[str, Any]]:
    """The objects of a value, also those in a list of them."""
    if isinstance(value, dict):
        yield value
    elif isinstance(value, list) and depth < 1:
        for one in value:
            yield from _objects(one, depth + 1)


def _said(fields: Mapping[str, Any]) -> Said:
    answer, reason = _text(_field(fields, "answer")), _text(_field(fields, "reason"))
    abstains = _text(_field(fields, "abstain")).lower() in _TRUE
    if abstains or _ABSTAINS.fullmatch(answer):
        return Said("", reason, premise=_premise(fields), abstains=True)
    inline = [id for ids in _INLINE.findall(answer) for id in re.split(r"\s*[,;]\s*", ids)]
    cited = list(_citations(_field(fields, "citations")))
    known = {_plain(one.turn) for one in cited}
    cited += [Cited(id, "") for id in dict.fromkeys(inline) if _plain(id) not in known]
    value = _text(_field(fields, "value"))
    return Said(
        answer=_INLINE.sub("", answer).strip()[:_LONGEST],
        reason=reason,
        value=value or None,
        premise=_premise(fields),
        citations=tuple(cited),
    )


def _premise(fields: Mapping[str, Any]) -> str:
    told = _text(_field(fields, "premise"))
    return "" if told.lower() in _NOTHING else told


def _field(fields: Mapping[str, Any], name: str) -> Any:
    """The value of a field under any of its names, ``None`` if there is none."""
    lowered = {str(key).strip().lower().replace(" ", "_"): value for key, value in fields.items()}
    return next((lowered[one] for one in _NAMES[name].split() if one in lowered), None)


def _citations(value: Any) -> Iterator[Cited]:
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, dict):
            yield Cited(_text(_field(one, "turn")), _text(_field(one, "quote")))
        elif isinstance(one, str | int) and not isinstance(one, bool):
            yield Cited(str(one), "")


def _text(value: Any) -> str:
    """A value as a text; lists in a row, nothing as an empty one."""
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(filter(None, map(_text, value)))
    if isinstance(value, dict):
        return ""
    return " ".join(clean(str(value)).split())


def _plain(id: str) -> str:
    return id.strip(" []()").casefold()
