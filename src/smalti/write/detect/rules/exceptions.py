"""A rule that is told for just the case that another one leaves out."""

from __future__ import annotations

from smalti.model.conflict import ConflictKind, Relation
from smalti.write.detect.pair import Pair, Verdict
from smalti.write.detect.rules.clauses import Clause, Condition
from smalti.write.detect.rules.meeting import Meeting, meeting_of
from smalti.write.detect.rules.opposing import turns
from smalti.write.detect.rules.reading import Reading
from smalti.write.detect.rules.reasons import phrase, quoted
from smalti.write.detect.rules.words import covered, shared, telling

_SCORE = 0.7
_SHARED = 2.0  # weight of what both sentences speak of
_CASE, _LISTED = 0.6, 0.4  # share of the exception that the other clause speaks of
_RULE = 0.4  # share of the rule that the other sentence speaks of
_WEIGHT = 1.0  # of the rule, in the other clause


class ExceptionJudge:
    """Finds an exception that the other sentence takes back: "even in …"."""

    @property
    def name(self) -> str:
        """Under which its verdicts are told."""
        return "rule-exception"

    def judge(self, pair: Pair) -> Verdict | None:
        """A conflict, or ``None``."""
        meeting = meeting_of(pair)
        if meeting is None or meeting.shared < _SHARED:
            return None
        if meeting.labels or meeting.names or meeting.elsewhere:
            return None
        for reading in (meeting.stored, meeting.incoming):
            reason = _taken_back(meeting, reading)
            if reason is not None:
                return Verdict(Relation.CONFLICT, self.name, _SCORE, reason, ConflictKind.LOGICAL)
        return None


def _taken_back(meeting: Meeting, reading: Reading) -> str | None:
    """What the other sentence says of a case that one sentence leaves out."""
    other = meeting.other(reading)
    for clause in reading.clauses:
        for exception in clause.of_kind("unless"):
            for against in other.clauses:
                if _same_rule(clause, exception, against, other):
                    left_out = phrase(exception.words, reading)
                    return f"{left_out} is left out; but {quoted(against, other)}"
    return None


def _same_rule(clause: Clause, exception: Condition, against: Clause, other: Reading) -> bool:
    """Whether a clause says of an excepted case what the rule says of the others."""
    if not exception.telling or any(True for _ in against.of_kind("unless")):
        return False
    if clause.force.denies != against.force.denies or len(turns(clause, against)) % 2:
        return False
    kinds = {condition.kind for condition in clause.under} - {"unless"}
    rule = clause.content + telling(w for c in clause.of_kind(*kinds) for w in c.words)
    listed = any(word.low in clause.grammar.words["either"] for word in exception.words)
    return (
        covered(exception.telling, against.bag) >= (_LISTED if listed else _CASE)
        and covered(rule, other.bag) >= _RULE
        and shared(rule, against.bag) >= _WEIGHT
    )
