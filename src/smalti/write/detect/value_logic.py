"""Judges of two values of one slot: the same, more exact, another, denied, over."""

from __future__ import annotations

from smalti.model.conflict import ConflictKind, Relation
from smalti.model.lifecycle import State
from smalti.model.record import Record, RecordKind, SlotKind
from smalti.write.detect.contrast import (
    Contrast,
    Found,
    comparable,
    conflict_kind,
    figures_differ,
    same_slot,
    shown,
    values,
)
from smalti.write.detect.marks import marked
from smalti.write.detect.pair import Pair, Verdict
from smalti.write.detect.relate import same_source, verdict
from smalti.write.detect.topic import topic
from smalti.write.gate.slots import SINGLE, is_past
from smalti.write.gate.validity import adds_nothing, apart, dated

_DAY = 86_400_000_000  # microseconds
_SAME = (Contrast.SAME, Contrast.FINER, Contrast.COARSER)


class RecurrenceJudge:
    """A value that was superseded and is stated again holds again: A, then B, then A."""

    name = "recurrence"

    def judge(self, pair: Pair) -> Verdict | None:
        """Recurrence of what was superseded; nothing else bears on what is over."""
        if pair.stored.record.state is not State.SUPERSEDED:
            return None
        again = _told_again(pair)
        past = is_past(pair.incoming.record, pair.incoming.slot, pair.incoming.said_at)
        if again is None or past:
            return Verdict(Relation.COMPATIBLE, self.name, 0.9, "The stored one is over")
        return Verdict(Relation.RECURRENCE, self.name, again[0], f"{again[1]} again")


def _told_again(pair: Pair) -> tuple[float, str] | None:
    """What holds again, and how sure that is: the same value of the slot, or by its wording."""
    if _signs(pair) != (True, True) or _just_ended(pair):
        return None
    if same_slot(pair):
        return (0.85, shown(pair.incoming)) if values(pair) is Contrast.SAME else None
    shared = topic(pair)
    if not same_source(pair) or shared.weight < 1 or not _says_again(pair):
        return None
    return 0.5, str(shared)


def _says_again(pair: Pair) -> bool:
    sentence = pair.incoming.record.sentence
    return marked("again", sentence) or marked("back", sentence)


def _just_ended(pair: Pair) -> bool:
    """Whether the stored one ended on the day of the incoming one, as by the same turn."""
    end, said = pair.stored.record.valid.end, pair.incoming.said_at
    if end is None or end.at is None or said is None:
        return False
    return end.at.micros > said.micros - _DAY


class CorrectionJudge:
    """What is marked as putting something right puts right what the same source said."""

    name = "correction"

    def judge(self, pair: Pair) -> Verdict | None:
        """A correction of another value of the slot, whatever its kind."""
        if not pair.incoming.record.correction or not same_source(pair) or not same_slot(pair):
            return None
        signs = _signs(pair)
        other = signs == (True, True) and values(pair) is Contrast.OTHER
        turned = signs[0] is not signs[1] and values(pair) is Contrast.SAME
        if not other and not turned:
            return None
        if pair.stored.slot not in SINGLE and topic(pair).weight < 1:
            return None  # of many values nobody knows which one was meant
        reason = f"{shown(pair.incoming)} is said to be right, not {shown(pair.stored)}"
        return Verdict(Relation.CORRECTION, self.name, 0.9, reason, conflict_kind(pair))


class ValueJudge:
    """Value logic of one slot (MemConflict, arXiv 2605.20926: the kind of a slot decides)."""

    name = "value"

    def judge(self, pair: Pair) -> Verdict | None:
        """The relation of two statements of one slot under one condition."""
        if not same_slot(pair):
            return None
        signs = _signs(pair)
        if signs[0] is not signs[1]:
            return self._turned(pair, affirmed=signs[1])
        if values(pair) in _SAME:
            return self._agreeing(pair)
        return self._different(pair) if all(signs) else None

    def _turned(self, pair: Pair, *, affirmed: bool) -> Verdict | None:
        """One affirms what the other denies."""
        denied = pair.stored if affirmed else pair.incoming
        wholly = marked("anything", denied.value) and not dated(denied.record.valid)
        contrast = Contrast.SAME if wholly else values(pair)
        narrower = Contrast.COARSER if affirmed else Contrast.FINER
        if contrast is Contrast.OTHER or contrast is narrower:
            return None  # who eats no nuts may eat food; who dislikes Rome may like Italy
        way = Contrast.AFFIRMED if affirmed else Contrast.DENIED
        reason = f"One says {shown(pair.stored)}, the other denies it"
        return verdict(self.name, pair, Found(way, ConflictKind.LOGICAL, pair.stored.slot, reason))

    def _agreeing(self, pair: Pair) -> Verdict | None:
        one, other = pair.stored.record, pair.incoming.record
        contrast = values(pair)
        if other.ended and not one.ended:
            reason = f"{shown(pair.incoming)} is said to be over"
            found = Found(Contrast.ENDED, ConflictKind.TEMPORAL, pair.stored.slot, reason)
            return verdict(self.name, pair, found)
        if apart(one.valid, other.valid):
            reason = f"{shown(pair.incoming)} at another time"
            return Verdict(Relation.RECURRENCE, self.name, 0.8, reason)
        if contrast is Contrast.SAME and _tells_when(pair):
            reason = f"It says when {shown(pair.incoming)} held"
            return Verdict(Relation.REFINEMENT, self.name, 0.7, reason)
        reason = f"Both say {shown(pair.incoming)}"
        found = Found(contrast, ConflictKind.SEMANTIC, pair.stored.slot, reason)
        return verdict(self.name, pair, found)

    def _different(self, pair: Pair) -> Verdict | None:
        """Two values, both affirmed."""
        slot = _kind(pair)
        if slot is SlotKind.MANY_VALUED:
            reason = "The slot holds many values"
            return Verdict(Relation.COMPATIBLE, self.name, 0.85, reason)
        reason = f"{shown(pair.incoming)} against {shown(pair.stored)}"
        if slot not in SINGLE:
            return Verdict(
                Relation.UNSURE, self.name, 0.2, f"{reason}: nothing is known of the slot"
            )
        return verdict(self.name, pair, Found(Contrast.OTHER, conflict_kind(pair), slot, reason))


def _kind(pair: Pair) -> SlotKind:
    """The kind of the slot; where it is unknown, two figures for one thing rule each other out.

    Not so of what happens: many things can, and each has figures of its own.
    """
    slot = pair.stored.slot
    if RecordKind.EVENT in (pair.stored.record.kind, pair.incoming.record.kind):
        return slot if slot in SINGLE else SlotKind.MANY_VALUED
    if slot is SlotKind.UNKNOWN and (comparable(pair) or figures_differ(pair)):
        return SlotKind.CHANGING
    return slot


def _signs(pair: Pair) -> tuple[bool, bool]:
    return pair.stored.record.polarity, pair.incoming.record.polarity


def _tells_when(pair: Pair) -> bool:
    one, other = pair.stored.record, pair.incoming.record
    return _newly_dated(one, other) and not adds_nothing(one, other, pair.incoming.said_at)


def _newly_dated(one: Record, other: Record) -> bool:
    return dated(other.valid) and not dated(one.valid)
