"""What comes before what, and what outranks what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from smalti.model.conflict import ConflictKind, Relation
from smalti.write.detect.pair import Pair, Verdict
from smalti.write.detect.rules.meeting import meeting_of
from smalti.write.detect.rules.reading import KEPT, Reading
from smalti.write.detect.rules.reasons import phrase
from smalti.write.detect.rules.words import Word, covered, similar

_REACH = 5  # telling words on each side
_STOPS = frozenset(".;:")
_OPENERS = frozenset({",", "if", "when", "whenever"})
_STRICT = frozenset({"place", "size"})  # families whose words have other uses too
_SHARED = 2.0  # weight of what both sentences speak of
_CROSSED, _CROSSED_OPEN = 0.95, 0.7  # weight that each side must have in the opposite one
_SUM, _SUM_OPEN = 1.9, 1.7  # of both
_FIT, _STRICT_FIT, _STRICT_WEIGHT = 0.4, 0.7, 1.0
_STRAIGHT = 0.3  # of the crossed weight that may be met the straight way as well
_MOST = 4.0  # crossed weight that makes it certain


@dataclass(frozen=True, eq=False)
class Order:
    """``first`` comes before, or outranks, ``second``; ``wide`` if that is anything else."""

    family: str
    first: tuple[Word, ...]
    second: tuple[Word, ...]
    wide: bool


class OrderJudge:
    """Finds two things that are put the other way round."""

    @property
    def name(self) -> str:
        """Under which its verdicts are told."""
        return "rule-order"

    def judge(self, pair: Pair) -> Verdict | None:
        """A conflict, or ``None``."""
        meeting = meeting_of(pair)
        if meeting is None or meeting.shared < _SHARED:
            return None
        if meeting.labels or meeting.names or meeting.elsewhere:
            return None
        stored, incoming = orders_of(meeting.stored), orders_of(meeting.incoming)
        for s in stored:
            for i in incoming:
                score = _crossed(s, i) if s.family == i.family else None
                if any(_crossed(o, i) for o in incoming) or any(_crossed(s, o) for o in stored):
                    continue  # a sentence that tells it both ways means something else
                if score is not None:
                    told = _told(s, meeting.stored), _told(i, meeting.incoming)
                    reason = f"{told[0]}; the other way round: {told[1]}"
                    return Verdict(
                        Relation.CONFLICT, self.name, score, reason, ConflictKind.SEMANTIC
                    )
        return None


@lru_cache(maxsize=KEPT)
def orders_of(reading: Reading) -> tuple[Order, ...]:
    """The orders that a sentence tells."""
    return tuple(_orders(reading))


def _orders(reading: Reading) -> Iterator[Order]:
    patterns = reading.grammar.patterns
    for family, earlier, pattern in reading.grammar.orders:
        for m in pattern.finditer(reading.low):
            if any(a.start - 1 <= m.start() < a.end for a in reading.amounts):
                continue  # "above 85 %" puts nothing above anything
            if family in _STRICT and patterns["refers_back"].search(reading.low[m.end() :]):
                continue
            left = _side([w for w in reversed(reading.words) if w.end <= m.start()])[::-1]
            verbs = reading.grammar.words["helping"] | reading.grammar.words["verbs"]
            right = _side([w for w in reading.words if w.start >= m.end()], verbs - {"do", "does"})
            if left and right:
                wide = bool(patterns["any_other"].search(reading.low[m.end() :].lstrip()))
                forward = earlier != _turned(reading, m.start())
                first, second = (left, right) if forward else (right, left)
                yield Order(family, tuple(first), tuple(second), wide)


def _side(words: Iterable[Word], verbs: frozenset[str] = frozenset()) -> list[Word]:
    """The telling words on one side, nearest first, up to a stop or the next verb."""
    found: list[Word] = []
    for word in words:
        if word.low in _STOPS or len(found) == _REACH:
            break
        if found and (word.low in _OPENERS or word.low in verbs):
            break
        if word.content:
            found.append(word)
    return found


def _turned(reading: Reading, at: int) -> bool:
    """Whether a negation stands before in the clause: "never A before B" puts B first."""
    start = max(reading.low.rfind(mark, 0, at) for mark in (",", ";", ".")) + 1
    return bool(reading.grammar.patterns["denied_before"].search(reading.low, start, at))


def _crossed(s: Order, i: Order) -> float | None:
    """How surely the sides of two orders are exchanged; ``None`` where they are not."""
    (sa, sb), (ia, ib) = _told_apart(s), _told_apart(i)
    x, y = _meet(sa, ib), _meet(sb, ia)
    fit = min(_fit(sa, ib), _fit(sb, ia))
    if s.wide and x:
        y = max(y, _CROSSED_OPEN)
    elif fit < _FIT:
        return None
    if s.family in _STRICT and (min(x, y) < _STRICT_WEIGHT or fit < _STRICT_FIT):
        return None
    each, both = (_CROSSED_OPEN, _SUM_OPEN) if s.wide else (_CROSSED, _SUM)
    straight = min(_meet(sa, ia), _meet(sb, ib))
    if min(x, y) < each or x + y < both or straight > _STRAIGHT * min(x, y):
        return None
    return min(1.0, (x + y - straight) / _MOST)


def _told_apart(order: Order) -> tuple[list[Word], list[Word]]:
    """The words that tell the two sides from one another."""
    first, second = ({word.stem for word in side} for side in (order.first, order.second))
    return (
        [word for word in order.first if word.stem not in second],
        [word for word in order.second if word.stem not in first],
    )


def _meet(one: list[Word], other: list[Word]) -> float:
    """The weight of the words of one side that the other one has."""
    return sum(
        {
            word.stem: word.weight * max((similar(word, o) for o in other), default=0.0)
            for word in one
        }.values()
    )


def _fit(one: list[Word], other: list[Word]) -> float:
    return max(covered(one, other), covered(other, one)) if one and other else 0.0


def _told(order: Order, reading: Reading) -> str:
    first, second = phrase(order.first, reading), phrase(order.second, reading)
    return f"{first} before {second}"
