"""What comes before what, and what outranks what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from smalti.model.conflict import ConflictKind, Relation
from smalti.write.detect.pair import Pair, Verdict
from smalti.write.detect.rules.comparing import meet
from smalti.write.detect.rules.reading import Reading, read
from smalti.write.detect.rules.tables import forms
from smalti.write.detect.rules.words import Word, covered, similar

_REACH = 7
_STRICT = frozenset({"place", "size"})
_STOPS = frozenset(".;:")


@dataclass(frozen=True)
class Order:
    """``first`` comes before, or outranks, ``second``."""

    family: str
    first: tuple[Word, ...]
    second: tuple[Word, ...]
    text: str
    open: bool = False  # before "any other"


def orders_of(reading: Reading) -> Iterator[Order]:
    for family, direction, pattern in forms().orders:
        for m in pattern.finditer(reading.low):
            if any(a.start - 1 <= m.start() < a.end for a in reading.amounts):
                continue
            if regex.match(r"\s*(?:that|this|it|which)\b", reading.low[m.end() :]) and family in _STRICT:
                continue
            left = _side([w for w in reading.words if w.end <= m.start()][::-1])[::-1]
            right = _side([w for w in reading.words if w.start >= m.end()], forward=True)
            if left and right:
                rest = reading.low[m.end() : m.end() + 20].strip()
                wide = rest.startswith(("any other", "anything", "all other", "all else", "every other"))
                first, second = (left, right) if direction > 0 else (right, left)
                yield Order(family, tuple(first), tuple(second), m.group().strip(" ,"), wide)


def _side(words: Sequence[Word], *, forward: bool = False) -> list[Word]:
    found: list[Word] = []
    finite = forms().finite if forward else frozenset()
    for w in words:
        if found and w.low in finite and w.low not in {"do", "does", "did"}:
            break
        if w.low in _STOPS or len(found) == _REACH or (w.low in {",", "if", "when", "whenever"} and found):
            break
        if w.content:
            found.append(w)
    return found


class OrderJudge:
    name = "rule-order"

    def judge(self, pair: Pair) -> Verdict | None:
        stored, incoming = read(pair.stored.context), read(pair.incoming.context)
        m = meet(stored, incoming)
        if m.shared < 2 or m.labels or m.names or m.elsewhere:
            return None
        for s in orders_of(stored):
            for i in orders_of(incoming):
                if _kin(s.family, i.family) and (v := self.orders(s, i)):
                    return v
        return None

    def orders(self, s: Order, i: Order) -> Verdict | None:
        sa, sb = _apart(s.first, s.second)
        ia, ib = _apart(i.first, i.second)
        x, y = _meet(sa, ib), _meet(sb, ia)
        if not s.open and min(_fit(sa, ib), _fit(sb, ia)) < 0.5:
            return None
        if s.open and x:
            y = max(y, 0.7)
        direct = _meet(sa, ia) + _meet(sb, ib)
        if s.family in _STRICT and (min(x, y) < 1 or min(_fit(sa, ib), _fit(sb, ia)) < 0.7):
            return None
        if min(x, y) < 0.7 or x + y < 1.4 or direct > 0.3 * (x + y):
            return None
        return Verdict(Relation.CONFLICT, self.name, min(1.0, (x + y - direct) / 4), f"{[w.low for w in s.first]} {s.text} {[w.low for w in s.second]} against {[w.low for w in i.first]} {i.text} {[w.low for w in i.second]} x={x:.1f} y={y:.1f} d={direct:.1f}", ConflictKind.SEMANTIC)


def _fit(one: list[Word], other: list[Word]) -> float:
    return max(covered(one, other), covered(other, one)) if one and other else 0.0


def _kin(a: str, b: str) -> bool:
    return a == b


def _apart(one: tuple[Word, ...], other: tuple[Word, ...]) -> tuple[list[Word], list[Word]]:
    """The words that tell the two sides from one another."""
    return (
        [w for w in one if not any(similar(w, v) >= 0.9 for v in other)],
        [w for w in other if not any(similar(w, v) >= 0.9 for v in one)],
    )


def _meet(one: list[Word], other: list[Word]) -> float:
    return sum({w.stem: w.weight * max((similar(w, v) for v in other), default=0.0) for w in one}.values())


__all__ = ["OrderJudge", "covered"]
