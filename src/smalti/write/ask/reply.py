"""The items in a model's reply, whatever it wrote around them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from smalti.write.ask.fields import canonical, looks_like_an_item
from smalti.write.ask.lenient import Found, scan

THOUGHT_ENDS = re.compile(
    r"</(?:think|thinking|thought|reasoning|reflection|scratchpad)>", re.IGNORECASE
)
"""Where a model has done thinking aloud, and begins to answer."""

_TOP = ""  # a list without a name
_LISTS = frozenset(
    (
        _TOP,
        "items",
        "item",
        "memories",
        "memory",
        "facts",
        "statements",
        "records",
        "results",
        "data",
    )
)
_SERIOUS = re.compile(r"\[\s*\{|\{\s*[\"'“]?\w+[\"'”]?\s*:")
_NESTED = 12
_TURN = re.compile(r"\D{0,8}(\d{1,6})\D?")

Item = Mapping[str, Any] | str
"""What stands for one item: its fields by canonical name, or what stood there instead."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The items of a reply, in order.

    ``readable`` says that there was an answer at all, be it an empty list; ``whole`` that nothing
    of it is missing.
    """

    items: tuple[Item, ...]
    readable: bool
    whole: bool


@dataclass(frozen=True, slots=True)
class _Part:
    """What one list or object of a reply holds; ``listed`` if it was a list of items, even none."""

    items: tuple[Item, ...]
    listed: bool
    start: int


def read_reply(text: str) -> Reply:
    """Read a reply. Any text at all has a reading; none raises.

    What stands in <think> tags counts only where nothing else does. Where a reply answers several
    times, all answers count; about the same words of the same turn, the last list that has them.
    """
    text = unwrapped(text.lstrip("\ufeff"))
    if not text.lstrip().startswith(("{", "[", "`")):  # else the tag is part of what was said
        spoken = _read(THOUGHT_ENDS.split(text)[-1])
        if spoken.readable:
            return spoken
    return _read(text)


def unwrapped(text: str) -> str:
    """JSON that was written as a JSON string."""
    if text.lstrip()[:1] != '"':
        return text
    try:
        inner = json.loads(text, strict=False)
    except ValueError:
        return text
    return inner if isinstance(inner, str) else text


def _read(text: str) -> Reply:
    scanned = scan(text)
    answers = [part for found in scanned.found if (part := _part(found)).items or part.listed]
    items: list[Item] = []
    for place, part in enumerate(answers):
        later = [item for other in answers[place + 1 :] if other.listed for item in other.items]
        better = {_words(item) for item in later}
        items += [item for item in part.items if _words(item) not in better]
    broken = [at for at in scanned.broken if _SERIOUS.match(text, at)]
    return Reply(tuple(items), bool(answers), bool(answers) and _is_whole(answers, broken))


def _is_whole(answers: list[_Part], broken: list[int]) -> bool:
    """Whether nothing is missing: a list that ends, and nothing broken behind where it begins."""
    lists = [part.start for part in answers if part.listed]
    return all(at < lists[-1] for at in broken) if lists else not broken


def _words(item: Item) -> tuple[str, ...]:
    return (item,) if isinstance(item, str) else (str(item.get("turn")), str(item.get("quote")))


def _part(found: Found) -> _Part:
    gathering = _Gathering()
    gathering.look(found.value, {}, _TOP, 0)
    return _Part(tuple(gathering.items), gathering.listed, found.start)


class _Gathering:
    """Collects the items of one value, however deep they lie in it."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.listed = False

    def look(self, value: Any, known: Mapping[str, Any], name: str, depth: int) -> None:
        """Collect them. ``known`` is what is said around them for all of them, as their turn."""
        if depth > _NESTED:
            return
        if isinstance(value, dict):
            self._look_in_object(value, known, depth)
        elif isinstance(value, list):
            self.listed |= (not value and name in _LISTS) or any(isinstance(v, dict) for v in value)
            for one in value:
                self.look(one, known, name, depth + 1)
        elif isinstance(value, str) and name in _LISTS:
            self._look_in_text(value, known, name, depth)

    def _look_in_object(self, value: dict[str, Any], known: Mapping[str, Any], depth: int) -> None:
        fields = canonical(value)
        if looks_like_an_item(fields) and not _is_turn(value):
            self.items.append({**known, **fields})
            return
        shared = {"turn": fields["turn"]} if "turn" in fields else known
        for key, inner in value.items():
            number = _TURN.fullmatch(key)
            self.listed |= inner is None and key.lower() in _LISTS
            around = {"turn": number.group(1)} if number is not None else shared
            self.look(inner, around, _TOP if number is not None else key.lower(), depth + 1)

    def _look_in_text(self, value: str, known: Mapping[str, Any], name: str, depth: int) -> None:
        """Items that were written as text, or a text that is none."""
        inner = scan(value).found if value.lstrip()[:1] in ("[", "{") else ()
        for found in inner:
            self.look(found.value, known, name, depth + 1)
        if not inner and value.strip():
            self.items.append(value)


def _is_turn(value: Mapping[str, Any]) -> bool:
    """Whether an object is one of the turns themselves, copied into the reply."""
    names = {key.lower() for key in value}
    return bool(names & {"speaker", "role"}) and not names & {"quote", "predicate", "sentence"}
