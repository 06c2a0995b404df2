"""The tools that write: each is one verb of the memory, and a small answer."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from smalti.model.errors import InvalidInput
from smalti.model.results import Outcome
from smalti.serve.mcp import answers, arguments, nouns
from smalti.serve.mcp.texts import line, notes

if TYPE_CHECKING:
    from smalti.memory import Memory

_NAMED = 20  # ids told of what is forgotten
# What can be forgotten through a tool, and its name in the library. A whole space cannot.
_TARGETS = {name: name for name in ("record", "turn", "session", "entity")} | {"speaker": "source"}


def remember(memory: Memory, given: arguments.Remember) -> answers.Remembered:
    """Journal what was said, and learn from it."""
    receipt = memory.add(
        given.text,
        speaker=given.speaker,
        role=given.role,
        said_at=_said_at(given.said_at),
        session=given.session,
    )
    [item] = receipt.items
    learnt = nouns.learnt(receipt.records)
    passed_over = Counter(one.reason for one in receipt.records if one.outcome is Outcome.REFUSED)
    return answers.Remembered(
        turn=item.id or "",
        new=item.outcome is Outcome.STORED,
        learnt=learnt[: nouns.LEARNT],
        more_learnt=max(0, len(learnt) - nouns.LEARNT),
        passed_over=dict(passed_over),
        notes=notes(receipt.degraded),
    )


def resolve(memory: Memory, given: arguments.Resolve) -> answers.Decided:
    """Decide a conflict, or take its decision back."""
    if given.choice == arguments.UNDO:
        receipt = memory.undo(given.conflict, reason=given.reason, by=given.by)
    else:
        receipt = memory.resolve(given.conflict, given.choice, reason=given.reason, by=given.by)
    return answers.Decided(
        conflict=given.conflict,
        choice=given.choice,
        records=[
            answers.Changed(
                record=item.id or "", sentence=line(item.reason), outcome=item.outcome.value
            )
            for item in receipt.items
        ],
    )


def clarify(memory: Memory, given: arguments.Clarify) -> answers.Clarified:
    """List what is worth asking, or answer one of these questions."""
    if given.question is None:
        if given.answer is not None:
            fix = "Give the id of the question; without both, the open ones are listed"
            raise InvalidInput("question", None, "is missing", fix=fix)
        found = memory.clarifications(limit=given.limit + 1)
        return answers.Clarified(
            open=[nouns.question(one) for one in found[: given.limit]],
            more=len(found) > given.limit,
        )
    if given.answer is None:
        raise InvalidInput("answer", None, "is missing", fix="yes, no, or what is right instead")
    receipt = memory.answer(
        given.question,
        given.answer,
        speaker=given.speaker,
        said_at=_said_at(given.said_at),
        session=given.session,
    )
    return answers.Clarified(
        answered=given.question,
        turn=receipt.ids[0],
        learnt=nouns.learnt(islice(receipt.records, nouns.LEARNT)),
    )


def forget(memory: Memory, given: arguments.Forget) -> answers.Forgotten:
    """Tell what would go; erase it only where that was confirmed."""
    named = {name: getattr(given, name) for name in _TARGETS if getattr(given, name) is not None}
    if len(named) != 1:
        raise InvalidInput("target", named, f"needs exactly one of {', '.join(_TARGETS)}")
    [name], [value] = named, named.values()
    done = memory.forget(
        **{_TARGETS[name]: value},
        dry_run=not given.confirm,
        reason=given.reason,
    )
    return answers.Forgotten(
        erased=not done.dry_run,
        target=name,
        removed=dict(done.removed),
        turns=list(done.turns[:_NAMED]),
        records=list(done.records[:_NAMED]),
        hold_again=len(done.reopened),
        still_named=done.still_named,
        notes=notes(done.degraded),
    )


def _said_at(value: str | None) -> str | None:
    return None if value == arguments.UNKNOWN else value or "now"
