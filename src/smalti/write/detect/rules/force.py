"""What one rule forbids or calls needless, and another one allows or asks for."""

from __future__ import annotations

from smalti.model.conflict import ConflictKind, Relation
from smalti.write.detect.pair import Pair, Verdict
from smalti.write.detect.rules.clauses import Clause, Force
from smalti.write.detect.rules.denying import bars, denies
from smalti.write.detect.rules.meeting import Meeting, meeting_of
from smalti.write.detect.rules.opposing import turns
from smalti.write.detect.rules.reasons import quoted
from smalti.write.detect.rules.subjects import opening_met, subject_met, topic_met, universal
from smalti.write.detect.rules.words import covered, shared, weighty

OPPOSED = frozenset(
    {
        frozenset({Force.NOT, Force.HOLDS}),
        frozenset({Force.NOT, Force.MAY}),
        frozenset({Force.EXEMPT, Force.HOLDS}),
    }
)

# Shares of the two clauses that must be met, set on development data by kinds.
_EITHER, _BOTH = 0.5, 0.33
_WHOLE, _PART = 0.9, 0.25  # of one and of the other, where one is all but the same
_PASSING = 0.6  # of one, where something is denied in passing
_SAME_DENIAL = 0.5  # of what two clauses deny
_SHARED = 1.2  # weight of what both speak of
_OPENING = 0.5  # of the incoming subject


class ForceJudge:
    """Compares what is allowed, asked for, ruled out or needless.

    Two words that exclude each other turn the sense once more, so that "must not be stopped" and
    "must be continued" agree. The ban has to be on what the other clause says, for a case that the
    other sentence speaks of, and must not leave it out.
    """

    @property
    def name(self) -> str:
        """Under which its verdicts are told."""
        return "rule-force"

    def judge(self, pair: Pair) -> Verdict | None:
        """The surest conflict between clauses of the two, or ``None``."""
        meeting = meeting_of(pair)
        if meeting is None or meeting.shared < _SHARED or meeting.other_case or meeting.clash:
            return None
        verdicts = [
            verdict
            for stored in meeting.stored.clauses
            for incoming in meeting.incoming.clauses
            if (verdict := self._verdict(meeting, stored, incoming)) is not None
        ]
        return max(verdicts, key=lambda verdict: verdict.score, default=None)

    def _verdict(self, meeting: Meeting, stored: Clause, incoming: Clause) -> Verdict | None:
        if frozenset({stored.force, incoming.force}) not in OPPOSED:
            return None
        if len(turns(stored, incoming)) % 2 or not _denied(meeting, stored, incoming):
            return None
        if not universal(stored) and (
            opening_met(incoming, meeting) < _OPENING or not topic_met(meeting)
        ):
            return None
        score = _closeness(meeting, stored, incoming)
        if score is None or _agreed(meeting, stored, incoming) or _others(stored, incoming):
            return None
        sides = ((stored, meeting.stored), (incoming, meeting.incoming))
        reason = "; ".join(f"{c.force.value}: {quoted(c, reading)}" for c, reading in sides)
        return Verdict(Relation.CONFLICT, self.name, score, reason, ConflictKind.LOGICAL)


def _denied(meeting: Meeting, stored: Clause, incoming: Clause) -> bool:
    """Whether one clause denies what the other one says."""
    readings = {stored: meeting.stored, incoming: meeting.incoming}
    no, yes = (stored, incoming) if stored.force.denies else (incoming, stored)
    return (
        subject_met(no, readings[yes])
        and not bars(no, yes, readings[no], readings[yes])
        and denies(no, yes, readings[yes])
    )


def _closeness(meeting: Meeting, stored: Clause, incoming: Clause) -> float | None:
    """The mean share of the clauses that is met; ``None`` where that is too little."""
    a = max(covered(words, meeting.incoming.bag) for words in stored.variants)
    b = max(covered(words, meeting.stored.bag) for words in incoming.variants)
    both, either = min(a, b), max(a, b)
    passing = stored.elliptical or incoming.elliptical
    if shared(incoming.all, stored.bag) < _SHARED or (passing and either < _PASSING):
        return None
    close = (either >= _EITHER and both >= _BOTH) or (either >= _WHOLE and both >= _PART)
    return (a + b) / 2 if close else None


def _others(stored: Clause, incoming: Clause) -> bool:
    """Whether the subjects are told apart: data at rest, and data in transit."""
    one, other = weighty(stored.opening), weighty(incoming.opening)
    return (
        covered(one, incoming.bag) < 1
        and covered(other, stored.bag) < 1
        and (not universal(stored) and covered(one, other) > 0)
    )


def _agreed(meeting: Meeting, stored: Clause, incoming: Clause) -> bool:
    """Whether the sentence of the clause that says it denies the same thing itself, and closer."""
    no, other = (stored, meeting.incoming) if stored.force.denies else (incoming, meeting.stored)
    opposed = _alike(stored, incoming)
    return any(
        one.force.denies
        and _alike(one, no) >= opposed
        and covered(one.denial.said, no.denial.said) >= _SAME_DENIAL
        and covered(no.denial.said, one.denial.said) >= _SAME_DENIAL
        for one in other.clauses
    )


def _alike(one: Clause, other: Clause) -> float:
    """The mean share of two clauses that each accounts for in the other."""
    return (covered(one.all, other.bag) + covered(other.all, one.bag)) / 2
