"""Values of one thing that exclude each other: higher and lower, by hand and automatic."""

from __future__ import annotations

from smalti.model.conflict import ConflictKind, Relation
from smalti.write.detect.pair import Pair, Verdict
from smalti.write.detect.rules.clauses import Clause, Force
from smalti.write.detect.rules.force import OPPOSED
from smalti.write.detect.rules.meeting import Meeting, meeting_of
from smalti.write.detect.rules.opposing import says, turns
from smalti.write.detect.rules.reasons import subject
from smalti.write.detect.rules.words import Word, covered, shared

# Shares of the two clauses that must be met, set on development data by kinds.
_EITHER, _BOTH, _DEEDS = 0.6, 0.45, 0.6
_SUM, _SHARED = 1.4, 2.0  # in sum, and weight of what both speak of,
_LONG_SUM, _LONG_SHARED = 1.15, 3.2  # or of longer clauses
_RESUMED = 0.6  # of the time that an end is set at


class ValueJudge:
    """Finds the one word of a clause that is exchanged for a word that excludes it."""

    @property
    def name(self) -> str:
        """Under which its verdicts are told."""
        return "rule-values"

    def judge(self, pair: Pair) -> Verdict | None:
        """A conflict, or ``None``."""
        meeting = meeting_of(pair)
        if meeting is None or meeting.shared < _SHARED or meeting.other_case:
            return None
        for stored in meeting.stored.clauses:
            for incoming in meeting.incoming.clauses:
                verdict = self._verdict(meeting, stored, incoming)
                if verdict is not None:
                    return verdict
        return None

    def _verdict(self, meeting: Meeting, stored: Clause, incoming: Clause) -> Verdict | None:
        exchanged = turns(stored, incoming)
        if len(exchanged) != 1 or _otherwise_apart(stored, incoming):
            return None
        one, other = exchanged[0]
        if _of_a_kind(stored, one) or _of_a_kind(incoming, other):
            return None
        if says(meeting.stored.content, other) or says(meeting.incoming.content, one):
            return None
        deeds = _phase(stored, one) or _phase(incoming, other)
        if deeds and (_resumed(stored, incoming) or _resumed(incoming, stored)):
            return None
        if one.stem in stored.grammar.stems["spans"] and _timed(meeting, stored, incoming):
            return None
        a, b = _shares(meeting, stored, incoming, one, other)
        near = shared(incoming.all, stored.bag)
        if max(a, b) < _EITHER or min(a, b) < (_DEEDS if deeds else _BOTH):
            return None
        if not (a + b >= _SUM or (a + b >= _LONG_SUM and near >= _LONG_SHARED)) or near < _SHARED:
            return None
        reason = f"“{one.text}” against “{other.text}”, {subject(meeting, stored)}"
        return Verdict(Relation.CONFLICT, self.name, (a + b) / 2, reason, ConflictKind.SEMANTIC)


def _otherwise_apart(stored: Clause, incoming: Clause) -> bool:
    """Whether force, time or a comparison turns the sense as well."""
    compared = all(any(word.low == "than" for word in clause.main) for clause in (stored, incoming))
    return (
        compared
        or frozenset({stored.force, incoming.force}) in OPPOSED
        or stored.says("past") != incoming.says("past")
    )


def _shares(
    meeting: Meeting, stored: Clause, incoming: Clause, one: Word, other: Word
) -> tuple[float, float]:
    """How far the clauses are met but for the exchanged words; stored conditions may lack."""
    bare = (stored.all, stored.carried + stored.content)
    return (
        max(covered([w for w in words if w is not one], meeting.incoming.bag) for words in bare),
        covered([w for w in incoming.all if w is not other], meeting.stored.bag),
    )


def _of_a_kind(clause: Clause, word: Word) -> bool:
    """Whether a word tells which kind of thing may be: "a manual restart may be asked for"."""
    return clause.force is Force.MAY and word in clause.opening


def _phase(clause: Clause, word: Word) -> bool:
    """Whether a word is a deed that has its time: starting and stopping are both done."""
    return word.stem in clause.grammar.stems["phases"]


def _timed(meeting: Meeting, stored: Clause, incoming: Clause) -> bool:
    """Whether a clause tells how long, which is for another judge."""
    amounts = (*meeting.stored.amounts_in(stored), *meeting.incoming.amounts_in(incoming))
    return any(amount.dimension in {"time", "clock"} for amount in amounts)


def _resumed(one: Clause, other: Clause) -> bool:
    """Whether a clause speaks of the time that another one sets an end at."""
    ends = [word for condition in one.of_kind("until") for word in condition.telling]
    return bool(ends) and covered(ends, other.conditions) >= _RESUMED
