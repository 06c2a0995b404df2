"""The inbox: what cannot all be true, and what is worth asking, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from smalti.model.conflict import Clarification, ClarificationKind, Conflict, ConflictStatus
from smalti.model.results import Outcome, Receipt, Sides, Why
from smalti.model.time import Instant
from smalti.serve.console.cards import Card, Question, Quoted, card_of, question, quoted
from smalti.serve.console.plain import Plain, actor, kind, outcome, reason
from smalti.serve.console.sessions import Notice
from smalti.serve.console.shown import When, count, moment
from smalti.serve.console.takeback import take_back, undo_of_answer
from smalti.serve.console.timeline import Span, Timeline, timeline
from smalti.serve.console.visit import Done, Visit, own

_CONFLICTS = 6  # on one page
_QUESTIONS = 8
_MOST = 100_000


@dataclass(frozen=True, slots=True)
class Choice:
    """A way to decide: what it is called over the API, its key, its words."""

    value: str
    key: str
    label: str
    help: str


SIDES = (
    Choice("stored", "1", "This is right", "The other never was."),
    Choice("incoming", "2", "This is right", "The other never was."),
)
OTHERS = (
    Choice("changed", "c", "It changed", "1 was true until 2 began."),
    Choice(
        "both", "b", "Both are true", "They speak of different things; say of which, if you like."
    ),
    Choice("merge", "m", "Both say the same", "One record stays, with the evidence of both."),
    Choice("dismiss", "x", "Nothing to decide", "The two stay as they are."),
)

_VIEWS: Mapping[str, tuple[str, tuple[ConflictStatus, ...]]] = {
    "open": ("Open", (ConflictStatus.OPEN,)),
    "decided": ("Decided", (ConflictStatus.RESOLVED, ConflictStatus.DISMISSED)),
    "possible": ("Doubts", (ConflictStatus.POSSIBLE,)),
}


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two statements, with its words and how sure memory is of it."""

    number: int
    name: str
    card: Card
    quotes: tuple[Quoted, ...]
    rho: float


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A conflict as it is shown. ``question`` is the id under which another value can be told."""

    id: str
    title: str
    reason: Plain
    kind: Plain
    judge: str
    score: float
    sides: tuple[Side, Side]
    lines: Timeline
    chain: tuple[str, ...]
    found: When
    question: str
    outcome: Plain
    by: Plain
    decided: When


def view(visit: Visit) -> dict[str, Any]:
    """Open conflicts with both sides, and the questions that are not about one of them."""
    memory = visit.memory
    shown = visit.text("status") if visit.text("status") in _VIEWS else "open"
    start = visit.number("from", 0, most=_MOST)
    conflicts = _conflicts(visit, shown)
    questions = memory.clarifications()
    asked = {(one.about, one.against): one.id for one in questions}
    page = conflicts[start : start + _CONFLICTS]
    return {
        "conflicts": [_shown(memory.conflict(one.id), asked, visit.now) for one in page],
        "total": len(conflicts),
        "start": start,
        "next": start + _CONFLICTS if start + _CONFLICTS < len(conflicts) else None,
        "previous": max(start - _CONFLICTS, 0) if start else None,
        "status": shown,
        "views": {name: words for name, (words, _) in _VIEWS.items()},
        "side_choices": SIDES,
        "other_choices": OTHERS,
        **_questions(visit, questions, conflicts if shown == "open" else _conflicts(visit, "open")),
    }


def _conflicts(visit: Visit, shown: str) -> list[Conflict]:
    found = [one for status in _VIEWS[shown][1] for one in visit.memory.conflicts(status=status)]
    if shown == "decided":
        found.sort(key=lambda one: -(one.decided_at or one.found_at).micros)
    return found


def _questions(
    visit: Visit, questions: Sequence[Clarification], conflicts: Iterable[Conflict]
) -> dict[str, Any]:
    """The questions beside the conflicts: those that a conflict asks already are left out."""
    pairs = {frozenset((one.stored, one.incoming)) for one in conflicts}
    rest = [
        one
        for one in questions
        if one.kind is not ClarificationKind.WHICH
        or frozenset((one.about, one.against or "")) not in pairs
    ]
    start = visit.number("asked_from", 0, most=_MOST)
    shown: list[Question] = [question(one) for one in rest[start : start + _QUESTIONS]]
    return {
        "questions": shown,
        "questions_total": len(rest),
        "questions_next": start + _QUESTIONS if start + _QUESTIONS < len(rest) else None,
        "questions_previous": max(start - _QUESTIONS, 0) if start else None,
    }


def _shown(sides: Sides, asked: Mapping[tuple[str, str | None], str], now: Instant) -> Disagreement:
    one = sides.conflict
    pair = (_side(1, "stored", sides.stored), _side(2, "incoming", sides.incoming))
    spans = [
        Span(str(side.number), why.record.valid, why.record.state.value)
        for side, why in zip(pair, (sides.stored, sides.incoming), strict=True)
    ]
    return Disagreement(
        id=one.id,
        title=_title(pair),
        reason=reason(one.reason),
        kind=kind(one.kind.value),
        judge=one.judge,
        score=one.score,
        sides=pair,
        lines=timeline(spans, now=now),
        chain=tuple(record.sentence for record in sides.chain),
        found=moment(one.found_at),
        question=asked.get((one.incoming, one.stored)) or asked.get((one.stored, one.incoming), ""),
        outcome=outcome(one.outcome or one.status.value),
        by=actor(one.decided_by or "nobody"),
        decided=moment(one.decided_at),
    )


def _title(pair: tuple[Side, Side]) -> str:
    """Whom and what it is about: "Berend: born on"."""
    subjects, predicates = (
        list(dict.fromkeys(getattr(side.card, name) for side in pair))
        for name in ("subject", "predicate")
    )
    return f"{' and '.join(subjects)}: {' or '.join(predicates)}"


def _side(number: int, name: str, why: Why) -> Side:
    return Side(number, name, card_of(why), quoted(why.quotes), why.rho)


# ------------------------------------------------------------------------------------ what is done


def resolve(visit: Visit) -> Done:
    """Decide a conflict."""
    id, choice = visit.text("id"), visit.text("choice")
    sides = visit.memory.conflict(id)
    visit.memory.resolve(id, choice, reason=visit.text("reason"), by=visit.who)
    told = _DECIDED[choice].format(
        stored=sides.stored.record.sentence, incoming=sides.incoming.record.sentence
    )
    return _back(visit, Notice(f"Decided: {told}.", undo="undo", given={"id": id}))


def undo(visit: Visit) -> Done:
    """Take a decision back."""
    receipt = visit.memory.undo(visit.text("id"), reason=visit.text("reason"), by=visit.who)
    told = "; ".join(f"“{item.reason}” is {item.outcome.value}" for item in receipt.items)
    return _back(visit, Notice(f"Taken back. {told}" if told else "Taken back."))


def answer(visit: Visit) -> Done:
    """Answer a question."""
    speaker = visit.text("speaker") or None
    receipt = visit.memory.answer(visit.text("id"), visit.text("reply"), speaker=speaker)
    undo, given = undo_of_answer(visit.memory, receipt)
    told = _answered(receipt) if undo else f"{_answered(receipt)} {_FINAL}"
    return _back(visit, Notice(told, undo=undo, given=given))


def untell(visit: Visit) -> Done:
    """Take back what a reply told."""
    told = take_back(visit.memory, visit.text("id"), by=visit.who)
    gone = "; ".join(f"“{one.sentence}” is taken back" for one in told.records)
    return _back(visit, Notice(f"Undone. {gone}." if gone else "Undone."))


def recheck(visit: Visit) -> Done:
    """Put the oldest doubts before the judges there are by now."""
    receipt = visit.memory.recheck(limit=50)
    settled = count(len(receipt.items), "doubt")
    told = f"{settled} settled. {_EACH}" if receipt.items else "No doubt could be settled."
    return _back(visit, Notice(told))


_FINAL = "This has no undo; whatever it led to can be put right on its own page."
_EACH = "There is no undo for all at once; each has one under “Decided”."
_DECIDED: Mapping[str, str] = {
    "stored": "“{stored}” is right",
    "incoming": "“{incoming}” is right",
    "changed": "“{incoming}” is right now, and “{stored}” was until then",
    "both": "both are true",
    "merge": "both say the same",
    "dismiss": "there is nothing to decide",
}


def _answered(receipt: Receipt) -> str:
    told = [
        item for item in receipt.records if item.outcome is not Outcome.REFUSED and item.sentence
    ]
    if not told:
        return "Answered."
    last = told[-1]
    return f"Answered: “{last.sentence}” is {last.outcome.value}."


def _back(visit: Visit, notice: Notice) -> Done:
    return Done(own(visit.text("back"), visit.url("inbox")), notice)
