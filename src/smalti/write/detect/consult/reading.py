"""The findings in a model's reply, whatever it wrote around them.

Expected is ``{"entries": [{"new": "N1", "found": [{"stored": "S2", …}]}]}``. Read as well: other
names for the fields, lists without names, objects that are keyed by ids, findings one by one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from smalti.write.ask.lenient import scan
from smalti.write.ask.reply import THOUGHT_ENDS, unwrapped
from smalti.write.detect.consult.render import NEW, STORED

_NAMES = {
    "new": "new new_id new_statement incoming incoming_id",
    "found": "found findings relations results matches not_compatible",
    "stored": "stored stored_id stored_statement old against",
    "relation": "relation relationship verdict",
    "kind": "kind conflict_kind",
    "explicit": "explicit is_explicit",
    "implicit": "implicit is_implicit",
    "chain": "chain chain_ids",
    "confidence": "confidence certainty score probability",
    "reason": "reason explanation rationale why",
}
_CANONICAL = {alias: name for name, aliases in _NAMES.items() for alias in aliases.split()}
_LABEL = re.compile(rf"\s*([{NEW}{STORED}])\s*\d{{1,4}}\s*", re.IGNORECASE)
_NESTED = 12


@dataclass(slots=True)
class Answer:
    """One answer: its findings, and the new statements that it has an entry for."""

    findings: list[Mapping[str, Any]] = field(default_factory=list)
    entries: list[Any] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Reply:
    """The answers of a reply, in order.

    ``readable`` says that there was JSON at all; ``whole`` that none of it is broken.
    """

    answers: tuple[Answer, ...]
    readable: bool
    whole: bool


def read_reply(text: str) -> Reply:
    """Read a reply. Any text at all has a reading; none raises.

    What stands before the end of a <think> tag counts only where nothing else does.
    """
    text = unwrapped(text.lstrip("\ufeff"))
    if not text.lstrip().startswith(("{", "[")):  # else the tag is part of what was said
        spoken = _read(THOUGHT_ENDS.split(text)[-1])
        if spoken.answers:
            return spoken
    return _read(text)


def _read(text: str) -> Reply:
    scanned = scan(text)
    answers = []
    for found in scanned.found:
        answer = Answer()
        _look(answer, found.value, {}, 0)
        if answer.findings or answer.entries:
            answers.append(answer)
    return Reply(tuple(answers), bool(scanned.found), not scanned.broken)


def _look(
    answer: Answer, value: Any, around: Mapping[str, Any], depth: int, *, listed: bool = False
) -> None:
    """Collect what is in a value. ``around`` is what is said for all of it: new, stored.

    What is ``listed`` among findings is one, even if it cannot be used as it is.
    """
    if depth > _NESTED:
        return
    if isinstance(value, list):
        for one in value:
            _look(answer, one, around, depth + 1, listed=listed)
    elif isinstance(value, dict):
        _look_in_object(answer, value, around, depth, listed=listed)
    elif listed and value is not None:
        answer.findings.append({**around, "relation" if "stored" in around else "stored": value})


def _look_in_object(
    answer: Answer, value: Mapping[str, Any], around: Mapping[str, Any], depth: int, *, listed: bool
) -> None:
    fields = _canonical(value)
    here = {**around, **{name: fields[name] for name in ("new", "stored") if _plain(fields, name)}}
    labels = {key: match for key in value if (match := _LABEL.fullmatch(key))}
    entry = "found" in fields or bool(labels)
    related = isinstance(fields.get("relation"), str | list) and ("stored" in here or not entry)
    if related or (listed and not entry):
        answer.findings.append({**fields, **here})
        return
    found = fields.get("found")
    if isinstance(found, list) or ("new" in here and "found" in fields and _is_open(found)):
        answer.entries.append(here.get("new"))
    for key, inner in value.items():
        if key not in labels:
            _look(answer, inner, here, depth + 1, listed=isinstance(inner, list) and inner is found)
        elif labels[key].group(1).upper() == STORED:
            _look(answer, inner, {**here, "stored": key}, depth + 1, listed=True)
        elif _is_open(inner):
            answer.entries.append(key)
            _look(answer, inner, {**here, "new": key}, depth + 1, listed=isinstance(inner, list))


def _is_open(found: Any) -> bool:
    """Whether findings may stand here; ``null`` stands for none."""
    return found is None or isinstance(found, list | dict)


def _canonical(value: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that are known, by their canonical names; a canonical name wins over an alias."""
    fields: dict[str, Any] = {}
    for key, one in value.items():
        plain = re.sub(r"[\s-]+", "_", key.strip().lower())
        name = _CANONICAL.get(plain)
        if name is not None and (name not in fields or plain == name):
            fields[name] = one
    return fields


def _plain(fields: Mapping[str, Any], name: str) -> bool:
    """Whether a field holds an id, or several."""
    value = fields.get(name)
    if isinstance(value, list):
        return bool(value) and all(isinstance(one, str | int) for one in value)
    return isinstance(value, str | int | float)
