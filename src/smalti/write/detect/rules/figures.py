"""Figures that cannot both hold: doses, deadlines, limits, rates, times of day."""

from __future__ import annotations

from smalti.model.conflict import ConflictKind, Relation
from smalti.write.detect.pair import Pair, Verdict
from smalti.write.detect.relate import spoken
from smalti.write.detect.rules.clauses import Clause, Force
from smalti.write.detect.rules.intervals import Amount, disjoint, equal
from smalti.write.detect.rules.meeting import Meeting, meeting_of
from smalti.write.detect.rules.opposing import turns
from smalti.write.detect.rules.pairing import answers, likeness, mixed, other_case, rescaled
from smalti.write.detect.rules.reasons import figure, subject
from smalti.write.detect.rules.subjects import opening_met, topic_met
from smalti.write.detect.rules.words import covered, shared
from smalti.write.detect.topic import two_things

# Shares of the two clauses that must be met, set on development data by kinds.
_EITHER, _BOTH, _SUM, _FAR_SUM = 0.5, 0.25, 1.05, 1.35
_COUNTS = 0.5  # of both, where something is counted
_LIMITS, _SAME_CASE = 0.6, 0.85  # of both, where the figures are conditions
_NAMELESS = 0.85  # of both, for a bare number
_DATES = 1.2  # in sum, for dates
_WHOLE, _ALIKE = 0.95, 0.7  # of one clause, and likeness, at which its extra words do not matter
_SHARED = 1.0  # weight of what both speak of
_OPENING = 0.3  # of the incoming subject
_FAR = 50  # how many times longer a time may be and still be meant for the same
_LIMIT = frozenset({"upper", "lower"})
_PLAIN = frozenset({"count", "currency"})


class FigureJudge:
    """Compares the figures of two rules about the same thing, case and measure.

    Values are compared after conversion of units. Figures conflict where no value fits both, or
    where one limit is told in two ways. It says nothing where the figures may be of two cases, of
    two things, or the same at another scale.
    """

    @property
    def name(self) -> str:
        """Under which its verdicts are told."""
        return "rule-figures"

    def judge(self, pair: Pair) -> Verdict | None:
        """A conflict, or ``None``."""
        meeting = meeting_of(pair)
        if spoken(pair) and two_things(pair):
            return None
        if meeting is None or meeting.shared < _SHARED or meeting.other_case or _unmet(meeting):
            return None
        differing = [
            (s, i) for s, i in answers(meeting) if i.dimension != "age" and not equal(s, i)
        ]
        if rescaled(differing) or mixed(differing) or other_case(differing):
            return None
        verdicts = (self._verdict(meeting, s, i) for s, i in differing)
        return next((verdict for verdict in verdicts if verdict is not None), None)

    def _verdict(self, meeting: Meeting, s: Amount, i: Amount) -> Verdict | None:
        stored, incoming = meeting.stored.clause_of(s), meeting.incoming.clause_of(i)
        if stored is None or incoming is None or not _conflict(s, i):
            return None
        if _other_thing(stored, incoming, s, i) or not _close(meeting, stored, incoming, s, i):
            return None
        if not topic_met(meeting) or opening_met(incoming, meeting) < _OPENING:
            return None
        score = sum(_shares(meeting, stored, incoming, s, i)) / 2
        sides = figure(s, meeting.stored), figure(i, meeting.incoming)
        reason = f"{sides[0]} against {sides[1]}, {subject(meeting, stored)}"
        return Verdict(Relation.CONFLICT, self.name, score, reason, ConflictKind.NUMERIC)


def _conflict(s: Amount, i: Amount) -> bool:
    """Whether two figures cannot both be right."""
    if i.wrong:
        return s.bound != "exact" and s.low <= i.low and i.high <= s.high
    if disjoint(s, i):
        return True
    if i.dimension in {"clock", "date"} and "range" in (s.bound, i.bound):
        one, other = (s, i) if s.bound == "range" else (i, s)
        if other.bound == "upper":
            return other.high != one.high
        if other.bound == "lower":
            return other.low != one.low
        return other.bound == "range" and not equal(s, i)
    return s.bound == i.bound and s.bound in _LIMIT


def _other_thing(stored: Clause, incoming: Clause, s: Amount, i: Amount) -> bool:
    """Whether the clauses, or the figures in them, are told apart by what they are of."""
    spans = stored.grammar.stems["spans"]
    return (
        _ruled_out(stored, s) != _ruled_out(incoming, i)
        or bool(s.figures and i.figures and not s.figures & i.figures)
        or s.part
        or i.part
        or any(one.stem not in spans for one, _ in turns(stored, incoming))
        or (incoming.says("past") and not stored.says("past"))
    )


def _ruled_out(clause: Clause, amount: Amount) -> bool:
    """Whether it is a figure's clause that says what must not be."""
    return clause.force is Force.NOT and not amount.turned


def _shares(
    meeting: Meeting, stored: Clause, incoming: Clause, s: Amount, i: Amount
) -> tuple[float, float]:
    """How far each clause is met by the other sentence, what is counted left aside."""
    counted = s.noun | i.noun
    return (
        covered([w for w in stored.all if w.stem not in counted], meeting.incoming.bag),
        covered([w for w in incoming.all if w.stem not in counted], meeting.stored.bag),
    )


def _close(meeting: Meeting, stored: Clause, incoming: Clause, s: Amount, i: Amount) -> bool:
    """Whether two clauses share enough to be about the same figure."""
    a, b = _shares(meeting, stored, incoming, s, i)
    both, either, near = min(a, b), max(a, b), shared(incoming.all, stored.bag)
    if (s.case or i.case) and (s.bound != i.bound or both < _case_share(s)):
        return False
    if i.dimension.partition(":")[0] in _PLAIN and meeting.stored.grammar.patterns[
        "divided"
    ].search(meeting.stored.low):
        return False
    if i.dimension == "date" and a + b < _DATES:
        return False
    sure = either >= _WHOLE and near >= 2 * _SHARED and likeness(s, i) >= _ALIKE
    if i.dimension == "count" and not _countable(meeting, i, both, sure=sure):
        return False
    enough = a + b >= (_FAR_SUM if _far(s, i) else _SUM) and either >= _EITHER
    low = _COUNTS if i.dimension == "count" else _BOTH
    return sure or (enough and both >= low and near >= _SHARED)


def _case_share(s: Amount) -> float:
    return _LIMITS if s.bound in _LIMIT else _SAME_CASE


def _countable(meeting: Meeting, i: Amount, both: float, *, sure: bool) -> bool:
    """Whether it is plain what is counted: a bare number, or one of several, needs more."""
    if not i.noun and both < _NAMELESS:
        return False
    several = max(meeting.stored.counts, meeting.incoming.counts) > 1
    return sure or not several or both >= 0.9


def _far(s: Amount, i: Amount) -> bool:
    """Whether two times are so far apart that they are hardly meant for the same thing."""
    one, other = (abs(x.high if x.high.is_finite() else x.low) for x in (s, i))
    return i.dimension == "time" and min(one, other) * _FAR < max(one, other)


def _unmet(meeting: Meeting) -> bool:
    """Whether one sentence is bound to a figure that the other one does not speak of."""
    known = {
        reading: {amount.dimension for amount in reading.amounts}
        for reading in (meeting.stored, meeting.incoming)
    }
    return any(
        amount.case
        and amount.dimension not in _FREE | known[meeting.other(reading)]
        and (amount.dimension != "age" or reading is meeting.incoming)
        for reading in known
        for amount in reading.amounts
    )


_FREE = frozenset({"count", "period", "time", "clock", "date"})  # not taken for a case alone
