"""From verdicts to outcomes: what is superseded, corrected, disputed, kept or merged. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from smalti.model.conflict import (
    Clarification,
    ClarificationKind,
    Conflict,
    ConflictKind,
    ConflictStatus,
)
from smalti.model.ids import content_id
from smalti.model.lifecycle import State
from smalti.model.policy import Policy
from smalti.model.record import Authority, Edge, EdgeKind, Modality, Record
from smalti.model.settings import Ranks
from smalti.model.time import Instant
from smalti.write.detect.contrast import Contrast, same_condition, same_slot, values
from smalti.write.detect.judging import Judged
from smalti.write.detect.order import Order, order
from smalti.write.detect.pair import Pair, Side
from smalti.write.gate.clarify import question_id
from smalti.write.gate.slots import SINGLE, is_past
from smalti.write.settle.again import returned
from smalti.write.settle.intervals import closed, closed_by
from smalti.write.settle.outcomes import Authorities, Outcome
from smalti.write.settle.policy import outcome
from smalti.write.settle.settlement import Draft, Mark, Settlement
from smalti.write.settle.table import Situation

ACTOR = "settle"

_GUESSES = frozenset({Authority.ASSISTANT, Authority.UNTRUSTED})

_ENDS = {
    Outcome.SUPERSEDE: State.SUPERSEDED,
    Outcome.CORRECT: State.CORRECTED,
    Outcome.RETRACT: State.RETRACTED,
}
_BECOMES = {
    Outcome.REJECT: State.REJECTED,
    Outcome.DISPUTE: State.DISPUTED,
    Outcome.CONTEST: State.DISPUTED,
    Outcome.PAST: State.SUPERSEDED,
}
# Of several outcomes the first decides about the incoming statement.
_FIRST = (Outcome.MERGE, Outcome.REJECT, Outcome.DISPUTE, Outcome.CONTEST, Outcome.PAST)
# Outcomes that may stand beside each other, each for its own pair.
_ALIKE = (frozenset(_ENDS), frozenset({Outcome.DISPUTE, Outcome.CONTEST}))


@dataclass(frozen=True, slots=True)
class _Case:
    """A judged pair with what becomes of it."""

    judged: Judged
    outcome: Outcome

    @property
    def stored(self) -> Side:
        return self.judged.pair.stored


def settle(
    incoming: Record,
    judged: Sequence[Judged],
    *,
    at: Instant,
    policy: Policy = Policy.AUTO,
    firm: bool = True,
) -> Settlement:
    """What becomes of a statement and of all that it was compared with.

    A statement that is further evidence changes nothing else. One that is rejected, disputed or of
    the past ends nothing that is stored. ``firm`` is false for a statement that would not be
    believed even if nothing spoke against it: it ends, disputes and merges nothing and stays as it
    is. Nothing is superseded for a pair whose judge failed. Intervals are closed where the new one
    begins, and nothing else of a record changes but its state.

    The order of ``judged`` does not matter, but among equal scores the first duplicate is merged.
    """
    cases = [_Case(one, outcome(policy, situation(one))) for one in judged]
    unsure = tuple(one.stored.record.id for one in cases if one.outcome is Outcome.LINK)
    if not firm:
        return Settlement(Outcome.LINK, incoming, unsure=unsure)
    kinds = {one.outcome for one in cases}
    chosen = next((one for one in _FIRST if one in kinds), Outcome.KEEP_BOTH)
    if chosen is Outcome.MERGE:
        return _merged(incoming, cases, at)
    if chosen is Outcome.KEEP_BOTH and kinds & set(_ENDS):
        chosen = next(one.outcome for one in cases if one.outcome in _ENDS)
    alike = next((some for some in _ALIKE if chosen in some), frozenset({chosen}))
    done = [one for one in cases if one.outcome in alike]
    draft = Draft([incoming, *(one.stored.record for one in cases)])
    conflicts = tuple(_conflict(one, at) for one in done if one.outcome in _LOGGED)
    _carry_out(draft, incoming, chosen, done, at)
    again = returned(incoming, judged) if draft.now(incoming.id).state is State.CURRENT else None
    if again is not None:
        draft.add(again)
        draft.bring(again.id, State.CURRENT, Mark(at, ACTOR, f"again: {again.sentence}"))
    changed = draft.changed()
    return Settlement(
        chosen,
        draft.now(incoming.id),
        stored=tuple(one for one in changed if one.id != incoming.id),
        changes=draft.changes(),
        conflicts=conflicts,
        edges=tuple(edge for one in (*done, *_linked(cases, done)) for edge in _edges(one)),
        clarifications=_questions(done, at) if chosen in _OPEN else (),
        unsure=unsure,
    )


def situation(judged: Judged) -> Situation:
    """How a judged pair looks to the table."""
    pair = judged.pair
    stored, incoming = pair.stored.record, pair.incoming.record
    return Situation(
        slot=pair.stored.slot,
        relation=judged.verdict.relation,
        authorities=_authorities(stored, incoming, pair.ranks),
        order=_order(pair),
        mine=stored.asserted_by == incoming.asserted_by,
        rivals=rivals(pair),
    )


def rivals(pair: Pair) -> bool:
    """Whether two statements name different values of a slot that holds one at a time."""
    sides = (pair.stored, pair.incoming)
    return (
        pair.stored.slot in SINGLE
        and same_slot(pair)
        and same_condition(pair)
        and all(side.record.polarity for side in sides)
        and all(side.record.modality is Modality.ASSERTED for side in sides)
        and values(pair) is Contrast.OTHER
    )


def _order(pair: Pair) -> Order:
    side = pair.incoming
    return Order.EARLIER if is_past(side.record, side.slot, side.said_at) else order(pair)


def _authorities(stored: Record, incoming: Record, ranks: Ranks) -> Authorities:
    if incoming.authority is Authority.UNTRUSTED or incoming.instruction_like:
        return Authorities.NONE
    if incoming.asserted_by == stored.asserted_by:
        return Authorities.SAME
    if ranks.weaker(incoming.authority, stored.authority):
        return Authorities.WEAKER
    if stored.authority in _GUESSES and incoming.authority not in _GUESSES:
        return Authorities.GUESS
    if ranks.weaker(stored.authority, incoming.authority):
        return Authorities.STRONGER
    return Authorities.SAME


# --- carrying out --------------------------------------------------------------------------------

_OPEN = frozenset({Outcome.DISPUTE, Outcome.CONTEST})
_LOGGED = frozenset({*_OPEN, Outcome.REJECT, *_ENDS})


def _merged(incoming: Record, cases: Sequence[_Case], at: Instant) -> Settlement:
    twins = [one for one in cases if one.outcome is Outcome.MERGE]
    twin = max(twins, key=lambda one: one.judged.verdict.score).stored.record
    fresh = tuple(one for one in incoming.evidence if one not in twin.evidence)
    known = replace(twin, evidence=(*twin.evidence, *fresh))
    return Settlement(Outcome.MERGE, incoming, stored=(known,), merged=twin.id)


def _carry_out(
    draft: Draft, incoming: Record, chosen: Outcome, done: Sequence[_Case], at: Instant
) -> None:
    for one in done:
        stored = one.stored.record
        mark = _mark(one, at)
        if one.outcome in _ENDS:
            if one.outcome is Outcome.SUPERSEDE:
                draft.put(closed_by(stored, incoming))
            draft.bring(stored.id, _ENDS[one.outcome], mark)
        elif one.outcome is Outcome.DISPUTE:
            draft.bring(stored.id, State.DISPUTED, mark)
        elif one.outcome is Outcome.PAST:
            draft.put(closed(draft.now(incoming.id), stored.valid.start))
    reason = "nothing speaks against it" if not done else _mark(done[0], at).reason
    conflict = _mark(done[0], at).conflict if done else None
    mark = Mark(at, ACTOR, reason, conflict)
    draft.bring(incoming.id, _BECOMES.get(chosen, State.CURRENT), mark)


def _mark(one: _Case, at: Instant) -> Mark:
    id = _conflict_id(one) if one.outcome in _LOGGED else None
    verdict = one.judged.verdict
    return Mark(at, ACTOR, f"{one.outcome.value}: {verdict.reason}", id)


def _linked(cases: Sequence[_Case], done: Sequence[_Case]) -> list[_Case]:
    return [one for one in cases if one.outcome is Outcome.LINK and one not in done]


def _edges(one: _Case) -> list[Edge]:
    kind = {
        **dict.fromkeys(_ENDS, EdgeKind.SUPERSEDES),
        **dict.fromkeys(_OPEN, EdgeKind.CONFLICTS_WITH),
        Outcome.REJECT: EdgeKind.CONFLICTS_WITH,
        Outcome.LINK: EdgeKind.ASSOCIATED,
    }.get(one.outcome)
    pair = one.judged.pair
    if one.outcome is Outcome.PAST:
        stored, past = pair.stored.record.id, pair.incoming.record.id
        return [Edge(stored, past, EdgeKind.SUPERSEDES, 1.0)]
    if kind is None:
        return []
    weight = one.judged.verdict.score if kind is EdgeKind.ASSOCIATED else 1.0
    return [Edge(pair.incoming.record.id, pair.stored.record.id, kind, weight)]


# --- conflicts and questions ---------------------------------------------------------------------


def _conflict_id(one: _Case) -> str:
    pair = one.judged.pair
    return conflict_id(pair.stored.record.id, pair.incoming.record.id)


def conflict_id(stored: str, incoming: str) -> str:
    """The id of the conflict of two records, given by theirs."""
    return content_id("x", stored, incoming)


def _conflict(one: _Case, at: Instant) -> Conflict:
    """The conflict of a pair: open, or settled by the table with a note of how."""
    conflict = conflict_of(one.judged, at)
    if one.outcome in _OPEN:
        return conflict
    return replace(
        conflict,
        status=ConflictStatus.RESOLVED,
        outcome=one.outcome.value,
        decided_by=ACTOR,
        decided_at=at,
    )


def conflict_of(judged: Judged, at: Instant) -> Conflict:
    """What a judge found between two records, as an open conflict."""
    verdict, pair = judged.verdict, judged.pair
    stored, incoming = pair.stored.record.id, pair.incoming.record.id
    return Conflict(
        id=conflict_id(stored, incoming),
        stored=stored,
        incoming=incoming,
        kind=verdict.kind or ConflictKind.SEMANTIC,
        judge=verdict.judge,
        score=verdict.score,
        reason=verdict.reason,
        found_at=at,
        chain=verdict.chain,
        relation=verdict.relation,
    )


def _questions(done: Sequence[_Case], at: Instant) -> tuple[Clarification, ...]:
    """Which of the two is right, about the surest of the conflicts."""
    surest = max(done, key=lambda one: one.judged.verdict.score)
    pair = surest.judged.pair
    return (
        Clarification(
            id=question_id(pair.incoming.record.id),
            question=f"Which is right: {_said(pair.stored)}, or {_said(pair.incoming)}?",
            about=pair.incoming.record.id,
            created_at=at,
            priority=surest.judged.verdict.score,
            kind=ClarificationKind.WHICH,
            against=pair.stored.record.id,
        ),
    )


def _said(side: Side) -> str:
    day = "" if side.said_at is None else f", {side.said_at.local().date().isoformat()}"
    who = f" ({side.speaker}{day})" if side.speaker else ""
    return f"“{side.record.sentence.rstrip('.。 ')}”{who}"
