"""One finding of a model with every field of its kind, or the reason why it cannot be used."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from smalti.model.conflict import ConflictKind, Relation
from smalti.write.ask.fields import choice, clean, share, yes_or_no
from smalti.write.detect.consult.render import NEW, STORED

_RELATIONS = {
    Relation.DUPLICATE: "duplicate duplicates same identical equal restatement repeats repetition",
    Relation.REFINEMENT: "refinement refines refined elaboration more_detail specification",
    Relation.UPDATE: "update updates updated supersedes superseded supersede replaces changed",
    Relation.CORRECTION: "correction corrects corrected",
    Relation.RECURRENCE: "recurrence recurs recurring again",
    Relation.RETRACTION: "retraction retracts retracted ended ends withdrawn",
    Relation.CONFLICT: "conflict conflicts conflicting contradiction contradicts contradictory"
    " incompatible",
    Relation.COMPATIBLE: "compatible unrelated none no_conflict consistent independent neutral",
    Relation.UNSURE: "unsure uncertain unclear unknown possible_conflict maybe",
}
_KINDS = {
    ConflictKind.NUMERIC: "numeric numerical number quantity",
    ConflictKind.SEMANTIC: "semantic meaning value",
    ConflictKind.LOGICAL: "logical logic rule",
    ConflictKind.TEMPORAL: "temporal time date",
    ConflictKind.IDENTITY: "identity who",
}
_UNSAID = 0.6  # how sure a model is that does not say so
_REASON = 300  # characters
_REFERENCE = re.compile(rf"\W*([{NEW}{STORED}]?)\W*(\d{{1,4}})(?:\.0)?\W*", re.IGNORECASE)
_SEPARATOR = re.compile(r"[\s,;]+")
_SHOWN = 40

Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class Finding:
    """What a model says of a pair. ``chain`` are numbers of stored statements.

    ``notes`` tell what was left out of it.
    """

    relation: Relation
    confidence: float
    reason: str
    kind: ConflictKind | None = None
    explicit: bool = True
    chain: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


class BadFinding(ValueError):
    """A finding cannot be used, and why."""


def reference(value: Any, letter: str, count: int) -> int:
    """The number of a statement of one list, that has ``count`` of them.

    Raises:
        BadFinding: no such statement is in this list; an id of the other list is none.
    """
    name = _LISTS[letter]
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    match = None if isinstance(value, bool | list) else _REFERENCE.fullmatch(str(value))
    if match is None or match.group(1).upper() not in ("", letter):
        raise BadFinding(f"{_shown(value)} is not the id of {name} statement")
    number = int(match.group(2))
    if not 1 <= number <= count:
        raise BadFinding(f"there is no {name.split()[-1]} statement {_shown(value)}")
    return number


_LISTS = {NEW: "a new", STORED: "a stored"}


def read_finding(fields: Mapping[str, Any], stored: int, count: int) -> Finding:
    """A finding about the stored statement of a number, of ``count`` that there are.

    What decides about the meaning is not guessed; what only adds to it is left out where it cannot
    be read.

    Raises:
        BadFinding: its relation or its confidence has no meaning.
    """
    notes: list[str] = []

    def maybe(name: str, read: Callable[[Any], Read], instead: Read) -> Read:
        if fields.get(name) is None:
            return instead
        try:
            return read(fields[name])
        except ValueError as error:
            notes.append(f"{name} {_shown(fields[name])} {error}")
            return instead

    explicit = maybe("explicit", yes_or_no, not maybe("implicit", yes_or_no, False))
    return Finding(
        relation=_vital(fields, "relation", choice(_RELATIONS), None),
        confidence=_vital(fields, "confidence", share, _UNSAID),
        reason=_reason(fields.get("reason")),
        kind=maybe("kind", choice(_KINDS), None),
        explicit=explicit,
        chain=_chain(fields.get("chain"), stored, count, notes),
        notes=tuple(notes),
    )


def _vital(
    fields: Mapping[str, Any], name: str, read: Callable[[Any], Read], instead: Read | None
) -> Read:
    value = fields.get(name)
    if value is None:
        if instead is None:
            raise BadFinding(f"{name} is missing")
        return instead
    try:
        return read(value)
    except ValueError as error:
        raise BadFinding(f"{name} {_shown(value)} {error}") from error


def _chain(value: Any, stored: int, count: int, notes: list[str]) -> tuple[int, ...]:
    """The other stored statements that a contradiction takes; ids that mean none are left out."""
    texts = value if isinstance(value, list) else [value]
    parts = [part for one in texts for part in _SEPARATOR.split(str(one or ""))]
    numbers: list[int] = []
    for part in parts:
        try:
            if part:
                numbers.append(reference(part, STORED, count))
        except BadFinding as error:
            notes.append(f"chain: {error}")
    return tuple(dict.fromkeys(number for number in numbers if number != stored))


def _reason(value: Any) -> str:
    text = " ".join(clean(value).split()) if isinstance(value, str) else ""
    text = text if len(text) <= _REASON else f"{text[: _REASON - 1]}…"
    return text or "The model gives no reason"


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
