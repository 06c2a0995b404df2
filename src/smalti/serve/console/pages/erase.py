"""Taking out: everything as a file, or one thing for good, with a receipt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from smalti.memory.forgetting import Forgotten
from smalti.model.errors import InvalidInput
from smalti.serve.auth import forbidden
from smalti.serve.console.ego import shortened
from smalti.serve.console.sessions import Notice
from smalti.serve.console.shown import When, count, moment
from smalti.serve.console.visit import Done, Visit
from smalti.store.contract import Erasure

_RECEIPTS = 50
_EXAMPLES = 5  # of what would go
_SHOWN = 120  # characters of a turn
_KINDS: Mapping[str, tuple[str, str]] = {
    "entity": ("A person or thing", "What is said about it or by it, and the turns that name it."),
    "source": ("A speaker", "All that they said."),
    "session": ("A session", "All its turns."),
    "turn": ("A turn", "By its id or its external id."),
    "record": ("A record", "By its id, with the turns that it quotes."),
    "space": ("Everything", "All there is in this space."),
}


@dataclass(frozen=True, slots=True)
class Receipt:
    """The note of an erasure."""

    id: str
    target: str
    when: When
    removed: str
    reason: str
    compacted: bool


@dataclass(frozen=True, slots=True)
class Examples:
    """Some of what would go, of one kind, and how many more of it."""

    name: str
    texts: tuple[str, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Preview:
    """What would go, and what has to be typed before it does."""

    kind: str
    target: str
    typed: str
    done: Forgotten
    removed: list[tuple[str, int]]
    examples: tuple[Examples, ...]


def view(visit: Visit) -> dict[str, Any]:
    """The receipts so far; with a target what would go with it."""
    kind, target = visit.text("kind"), visit.text("target")
    asked = kind in _KINDS and (target or kind == "space") and visit.may("write")
    receipts = visit.memory.erasures()
    return {
        "kinds": _KINDS,
        "kind": kind if kind in _KINDS else "entity",
        "target": target,
        "preview": _preview(visit, kind, target) if asked else None,
        "receipts": [_receipt(one) for one in receipts[: -_RECEIPTS - 1 : -1]],
        "more": max(len(receipts) - _RECEIPTS, 0),
    }


def _preview(visit: Visit, kind: str, target: str) -> Preview:
    done = visit.memory.forget(**_named(visit, kind, target), dry_run=True)
    typed = visit.space if kind == "space" else target
    return Preview(
        kind, target, typed, done, list(done.removed.items()), tuple(_examples(visit, done))
    )


def _examples(visit: Visit, done: Forgotten) -> Iterator[Examples]:
    """The first of the records and turns that would go."""
    labels = visit.memory.labels(done.records[:_EXAMPLES])
    turns = [visit.memory.get(id) for id in done.turns[:_EXAMPLES]]
    texts = (f"{one.speaker}: {shortened(one.text, _SHOWN)}" for one in turns)
    for name, told, all in (
        ("record", tuple(labels.values()), done.records),
        ("turn", tuple(texts), done.turns),
    ):
        if told:
            yield Examples(name, told, len(all) - len(told))


def _named(visit: Visit, kind: str, target: str) -> dict[str, Any]:
    """What is to be forgotten, as the verb takes it.

    Raises:
        Problem: 403, everything without the scope of an administrator.
    """
    if kind == "space":
        if not visit.may("admin"):
            raise forbidden("admin")
        return {"space": True}
    if kind not in _KINDS:
        raise InvalidInput("kind", kind, "is unknown", fix=f"Use {', '.join(_KINDS)}")
    return {kind: target}


def _receipt(one: Erasure) -> Receipt:
    removed = ", ".join(f"{number:,} {name}" for name, number in one.removed.items())
    return Receipt(
        one.id, one.target, moment(one.at), removed or "nothing", one.reason, one.compacted
    )


# ------------------------------------------------------------------------------------ what is done


def erase(visit: Visit) -> Done:
    """Erase for good what was shown, if it was typed once more."""
    kind, target = visit.text("kind"), visit.text("target")
    named = _named(visit, kind, target)
    expected = visit.space if kind == "space" else target
    if visit.text("typed") != expected:
        raise InvalidInput("typed", visit.text("typed"), "is not what is to be erased",
                           fix=f"Type {expected!r}")  # fmt: skip
    done = visit.memory.forget(**named, reason=visit.text("reason"))
    removed = ", ".join(f"{number:,} {name}" for name, number in done.removed.items())
    told = f"Erased for good: {removed or 'nothing'}."
    if done.reopened:
        told += f" {count(len(done.reopened), 'record holds', 'records hold')} again."
    faults = [note.reason for note in done.degraded]
    if faults:
        return Done(visit.url("erase"), Notice(f"{told} But: {'; '.join(faults)}.", "wrong"))
    return Done(visit.url("erase"), Notice(told))
