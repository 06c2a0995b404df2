"""The last stage before a commit: a statement is compared with what is stored.

Drives detect and settle for one record that is believed, or would be if nothing spoke against it.
Everything that follows is returned as nouns to store; nothing is read but by request.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from smalti.model.conflict import (
    Clarification,
    Conflict,
    ConflictStatus,
    Relation,
)
from smalti.model.lifecycle import State
from smalti.model.record import Belief, Modality, Record, RecordStep, SlotKind
from smalti.model.settings import Ranks
from smalti.model.time import Instant
from smalti.write.cascade import cascade
from smalti.write.detect import Judge, Judged, Pair, Search, Searcher, judge_all
from smalti.write.gate import GatePolicy, rebuilt, slot_key
from smalti.write.outdated import outdated
from smalti.write.predicates import PredicateTable
from smalti.write.settle import Outcome, Policy, Settlement, conflict_of, settle
from smalti.write.work import Meeting, Work

_POSSIBLE = 4  # doubts kept of one statement, the likeliest
_EVERY = 10_000  # records of one slot
_COMPATIBLE = (Relation.COMPATIBLE, Relation.REFINEMENT, Relation.RECURRENCE)


@dataclass(frozen=True, slots=True)
class Rules:
    """What decisions rest on: the vocabulary, when a statement is believed, who judges it."""

    predicates: PredicateTable
    policy: GatePolicy
    searcher: Searcher
    judges: tuple[Judge, ...] = ()
    conflicts: Policy = Policy.AUTO

    def governed(self, policy: Policy, ranks: Ranks) -> Rules:
        """The same rules under another policy, where sources have these ranks."""
        if policy is self.conflicts and ranks == self.searcher.ranks:
            return self
        gate = self.policy if ranks == self.policy.ranks else GatePolicy.ranked(ranks)
        searcher = replace(self.searcher, ranks=ranks)
        return replace(self, policy=gate, searcher=searcher, conflicts=policy)

    def slot_of(self, predicate: str) -> SlotKind:
        """How the values of a predicate behave over time."""
        known = self.predicates.get(predicate)
        return SlotKind.UNKNOWN if known is None else known.slot


@dataclass(frozen=True, slots=True)
class Checked:
    """What a comparison led to, and all that is to be stored for it.

    ``judged`` are the pairs that a judge spoke of, ``pairs`` all that were compared. ``doubts`` are
    contradictions that no judge was sure of, to be judged again. ``raised`` are questions about
    what else may no longer hold, and summaries of what has ended, as ended.
    """

    settlement: Settlement
    pairs: tuple[Pair, ...]
    judged: tuple[Judged, ...]
    doubts: tuple[Conflict, ...] = ()
    beliefs: tuple[Belief, ...] = ()
    raised: tuple[Clarification | Record | RecordStep, ...] = ()

    @property
    def nouns(self) -> tuple[Any, ...]:
        """All that is to be stored, the incoming record as well unless it was merged."""
        done = self.settlement
        own = () if done.merged else (done.incoming,)
        return (
            *own,
            *done.stored,
            *done.steps,
            *done.conflicts,
            *self.doubts,
            *done.edges,
            *done.clarifications,
            *self.beliefs,
            *self.raised,
        )


def check(
    record: Record,
    rules: Rules,
    *,
    at: Instant,
    alike: Sequence[str] = (),
    told: Judge | None = None,
    firm: bool = True,
) -> Work[Checked | None]:
    """Compare a statement with what is stored, and decide what becomes of both.

    ``alike`` are the ids of turns said in similar words, ``told`` is a judge whose word goes before
    that of all others (a model that was asked beforehand, a person). Statements of one turn are
    not compared, but for a correction: they were made in one breath. One that is not ``firm`` would
    not be believed even if nothing spoke against it: it can only be disputed. ``None`` where
    nothing is compared at all.
    """
    if rules.conflicts is Policy.APPEND_ONLY:
        return None
    found = yield from rules.searcher.candidates(record, alike)
    pairs = tuple(pair for pair in found if not _in_one_breath(pair))
    judges = rules.judges if told is None else (told, *rules.judges)
    judged = tuple(judge_all(pairs, judges))
    if not judged or (record.state is State.PENDING and not _speaks(judged)):
        return Checked(Settlement(Outcome.LINK, record), pairs, judged)
    done = settle(record, judged, at=at, policy=rules.conflicts)
    if not firm and done.outcome not in (Outcome.DISPUTE, Outcome.CONTEST):
        return Checked(Settlement(Outcome.LINK, record), pairs, judged)
    doubts = () if done.merged else tuple(_doubts(judged, at))
    changed = [one for one in (*done.stored, done.incoming) if done.merged or one != record]
    gone = (record.id,) if done.merged else ()
    beliefs = yield from believed(changed, rules, at, gone=gone)
    raised = yield from cascade(done.stored, rules.slot_of, at)
    sums = yield from outdated(done.stored, at)
    return Checked(done, pairs, judged, doubts, tuple(beliefs), (*raised, *sums))


def compared(record: Record, rules: Rules, at: Instant) -> Work[tuple[Any, ...]]:
    """What is to be stored when a record that was stored before has come to be believed.

    It is there to stay, so it is no further evidence for another one.
    """
    checked = yield from check(record, rules, at=at)
    return () if checked is None or checked.settlement.merged else checked.nouns


def _in_one_breath(pair: Pair) -> bool:
    stored, incoming = pair.stored.record, pair.incoming.record
    if incoming.correction:
        return False
    turns = {one.turn for one in incoming.evidence}
    return turns.issuperset(one.turn for one in stored.evidence)


def _speaks(judged: Iterable[Judged]) -> bool:
    """Whether judges say enough to believe, or not to, what the gate would not decide about."""
    return any(
        one.verdict.relation is not Relation.UNSURE
        and (one.verdict.relation not in _COMPATIBLE or Search.SLOT in one.pair.found)
        for one in judged
    )


def _doubts(judged: Iterable[Judged], at: Instant) -> Iterator[Conflict]:
    """The likeliest pairs that nobody could tell about, as possible conflicts."""
    unsure = [one for one in judged if one.verdict.relation is Relation.UNSURE]
    unsure.sort(key=lambda one: -one.verdict.score)
    for one in unsure[:_POSSIBLE]:
        yield replace(conflict_of(one, at), status=ConflictStatus.POSSIBLE)


def believed(
    changed: Iterable[Record], rules: Rules, at: Instant, *, gone: Collection[str] = ()
) -> Work[list[Belief]]:
    """The beliefs about the slots of records that changed, as they follow from these now.

    ``changed`` are the records in their new states, ``gone`` the ids of those that are not there.
    """
    now = {one.id: one for one in changed}
    beliefs: list[Belief] = []
    slots = {
        slot_key(one): one.predicate for one in now.values() if one.modality is Modality.ASSERTED
    }
    for key, predicate in slots.items():
        stored: list[Record] = yield Meeting(Record, (key,), _EVERY)
        standing = {one.id: one for one in stored}
        standing |= {id: one for id, one in now.items() if slot_key(one) == key}
        left = [one for id, one in standing.items() if id not in gone]
        beliefs += yield from rebuilt(left, rules.slot_of(predicate), rules.policy, at)
    return beliefs
