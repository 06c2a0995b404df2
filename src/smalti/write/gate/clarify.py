"""Which question a pending record raises, and which questions to ask next."""

from __future__ import annotations

from collections.abc import Iterable

from smalti.model.conflict import Clarification, ClarificationKind, ClarificationStatus
from smalti.model.entity import Entity
from smalti.model.errors import InvalidInput
from smalti.model.ids import content_id
from smalti.model.lifecycle import State
from smalti.model.record import Modality, Record, SlotKind
from smalti.model.turn import Turn
from smalti.write.gate import questions
from smalti.write.gate.slots import is_past, opposed
from smalti.write.gate.weigh import Case, Verdict
from smalti.write.statement import Statement
from smalti.write.work import One, Work

H_MAX = 2
"""Unanswered askings before a question counts for less (MOSAIC, arXiv 2607.16211; number ours)."""

_FADING = 0.5
_WEIGHTS = {SlotKind.UNKNOWN: 0.5}
_OPEN = (ClarificationStatus.QUEUED, ClarificationStatus.ASKED)


def question_id(record: str) -> str:
    """The id of the question about a pending record: each has one."""
    return content_id("q", record)


def is_open(question: Clarification) -> bool:
    """Whether a question still waits for an answer."""
    return question.status in _OPEN


def next_clarifications(clarifications: Iterable[Clarification], limit: int) -> list[Clarification]:
    """The open questions to ask next, the most pressing first.

    A question that was asked ``H_MAX`` times in vain loses half of its priority with each further
    asking. Among equals the older comes first, then the smaller id.

    Raises:
        InvalidInput: a negative limit.
    """
    if limit < 0:
        raise InvalidInput("limit", limit, "must not be negative")
    waiting = [one for one in clarifications if is_open(one)]
    return sorted(waiting, key=lambda one: (-pressing(one), one.created_at, one.id))[:limit]


def pressing(question: Clarification) -> float:
    """The priority that is left of a question after the askings it has had."""
    vain = max(0, question.times_asked - H_MAX)
    # beyond some thousand askings nothing is left, and a float could not hold it
    return question.priority * _FADING ** min(vain, 1000)


def clarify(
    case: Case, verdict: Verdict, record: Record, statement: Statement
) -> Work[Clarification]:
    """The question about a record that was just held: for the pronoun, else the weakest factor.

    Its priority is the importance I = w·H of MOSAIC (arXiv 2607.16211): H is the entropy in bits,
    or 1 − ρ where that is more, and w is 1, or a half for what the vocabulary does not know.
    """
    rival = _rival(case)
    kind = _kind(case, record, rival)
    if kind is ClarificationKind.WHICH and rival is not None:
        source = yield One(Entity, rival.asserted_by)
        turn: Turn | None = yield One(Turn, rival.evidence[0].turn)
        name = rival.asserted_by if source is None else source.name
        stored = questions.Side(rival, name, None if turn is None else turn.said_at)
        new = questions.Side(record, statement.asserted_by.text, case.said_at)
        text = questions.which(statement, stored, new)
    else:
        rival = None
        text = questions.ASKED[kind](statement, record)
    return Clarification(
        id=question_id(record.id),
        question=text,
        about=record.id,
        created_at=case.now,
        priority=_WEIGHTS.get(case.slot, 1.0) * max(verdict.entropy, 1.0 - verdict.rho),
        kind=kind,
        against=None if rival is None else rival.id,
    )


def _kind(case: Case, record: Record, rival: Record | None) -> ClarificationKind:
    if case.unresolved is not None:
        return ClarificationKind.WHO if case.unresolved.subject else ClarificationKind.WHAT
    factors = {ClarificationKind.CONFIRM: record.confidence.directness}
    if rival is not None:
        factors[ClarificationKind.WHICH] = record.confidence.consistency
    factors[ClarificationKind.WHAT] = record.confidence.specificity
    return min(factors, key=lambda kind: factors[kind])


def _rival(case: Case) -> Record | None:
    """The stored record that a statement cannot hold beside; one that is current before others."""
    at = case.said_at or case.now
    if not case.counts or is_past(case.record, case.slot, at):
        return None
    against = [
        one
        for one in case.held
        if one.modality is Modality.ASSERTED
        and opposed(one, case.record, case.slot)
        and not is_past(one, case.slot, at)
    ]
    against.sort(key=lambda one: one.state is not State.CURRENT)
    return against[0] if against else None
