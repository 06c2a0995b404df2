"""Figures that cannot both hold: doses, deadlines, limits, rates, times of day."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import permutations

from smalti.model.conflict import ConflictKind, Relation
from smalti.write.detect.pair import Pair, Verdict
from smalti.write.detect.rules.amounts import Amount, disjoint, equal, same_value
from smalti.write.detect.rules.comparing import Meeting, meet, same_measure, turns
from smalti.write.detect.rules.reading import Clause, Reading, read
from smalti.write.detect.rules.subject import opening_met, past, topic_met
from smalti.write.detect.rules.words import covered, shared

T = dict(na=0.5, nb=0.25, nsum=1.05, nfar=1.35, ns=1.0, no=0.3, cb=0.5, strict=0.6)
_SLACK = Decimal("0.02")
_FAR = 50
_MOST_PERMUTED = 4
_RULED = frozenset({"upper", "lower"})


class AmountJudge:
    """Compares the figures of two rules about the same thing, case and measure."""

    name = "rule-amount"

    def judge(self, pair: Pair) -> Verdict | None:
        m = meet(read(pair.stored.context), read(pair.incoming.context))
        if m.shared < T["ns"] or m.other_case or unmet_case(m):
            return None
        differing = [(s, i) for s, i in paired(m) if i.dimension != "age" and not equal(s, i)]
        if not differing or rescaled(differing) or mixed(differing) or other_case(differing):
            return None
        for s, i in differing:
            if v := self.figures(m, s, i):
                return v
        return None

    def figures(self, m: Meeting, s: Amount, i: Amount) -> Verdict | None:
        cs, ci = clause_of(m.stored, s), clause_of(m.incoming, i)
        if cs is None or ci is None or not differ(s, i):
            return None
        if (s.figures and i.figures and not s.figures & i.figures) or s.part or i.part or turns(cs, ci) or (past(ci) and not past(cs)):
            return None
        a = covered([w for w in cs.all if w.stem != s.noun], m.incoming.content)
        b = covered([w for w in ci.all if w.stem != s.noun], m.stored.content)
        near = shared(ci.all, cs.all)
        if (s.case or i.case) and not (s.bound == i.bound and s.bound in _RULED and min(a, b) >= T["strict"]):
            return None
        low = T["cb"] if i.dimension == "count" else T["nb"]
        if max(a, b) < T["na"] or min(a, b) < low or a + b < T["nfar" if far(s, i) else "nsum"] or near < T["ns"]:
            return None
        if i.dimension == "count" and max(m.stored.counts, m.incoming.counts) > 1 and min(a, b) < 0.9:
            return None
        if not topic_met(m) or opening_met(ci, m) < T["no"]:
            return None
        return Verdict(Relation.CONFLICT, self.name, min(1.0, (a + b) / 2), f"{s.text} against {i.text} a={a:.2f} b={b:.2f} near={near:.1f}", ConflictKind.NUMERIC)


def far(s: Amount, i: Amount) -> bool:
    """Whether two times are so far apart that they are hardly meant for the same thing."""
    one, other = (abs(x.high if x.high.is_finite() else x.low) for x in (s, i))
    return i.dimension == "time" and min(one, other) * _FAR < max(one, other)


def mixed(differing: list[tuple[Amount, Amount]]) -> bool:
    """Whether several figures of one measure differ and it is not plain which answers to which."""
    seen: dict[tuple[str, str], list[float]] = {}
    for s, i in differing:
        seen.setdefault((i.dimension, i.noun), []).append(likeness(s, i))
    return any(len(values) > 1 and min(values) < 0.6 for values in seen.values())


def other_case(differing: list[tuple[Amount, Amount]]) -> bool:
    """Whether one of the figures says that another case is meant: at 20 °C, and at 24 °C."""
    return len(differing) > 1 and any(
        (s.case or i.case) and disjoint(s, i) and i.dimension not in ("count", "pressure:systolic", "pressure:diastolic")
        for s, i in differing
    )


def rescaled(differing: list[tuple[Amount, Amount]]) -> bool:
    """Whether two figures differ by the same factor: 5 litres for 100 km and 1 litre for 20 km."""
    plain = [(s, i) for s, i in differing if s.bound == i.bound == "exact" and s.low and i.low and ":" not in s.dimension]
    for at, (s, i) in enumerate(plain):
        for t, j in plain[at + 1 :]:
            if same_value(s.low * j.low, t.low * i.low, _SLACK):
                return True
    return False


def paired(m: Meeting) -> Iterator[tuple[Amount, Amount]]:
    """Each incoming figure with the stored one that it answers to."""
    left = list(m.incoming.amounts)
    while left:
        first = left[0]
        mine = [i for i in left if same_measure(i, first)]
        left = [i for i in left if i not in mine]
        theirs = [s for s in m.stored.amounts if same_measure(s, first)]
        if theirs:
            yield from _matched(theirs, mine, m)


def _matched(theirs: list[Amount], mine: list[Amount], m: Meeting) -> Iterator[tuple[Amount, Amount]]:
    if len(theirs) > _MOST_PERMUTED or len(mine) > _MOST_PERMUTED:
        yield from ((max(theirs, key=lambda s: likeness(s, i)), i) for i in mine)
        return
    small, big, swap = (mine, theirs, False) if len(mine) <= len(theirs) else (theirs, mine, True)
    best = max(permutations(big, len(small)), key=lambda some: sum(likeness(*((b, a) if not swap else (a, b))) for a, b in zip(small, some, strict=True)))
    for a, b in zip(small, best, strict=True):
        yield (b, a) if not swap else (a, b)


def likeness(s: Amount, i: Amount) -> float:
    """How well two figures answer to each other by the words around them."""
    near_s, near_i = s.before[-4:] + s.after[:3], i.before[-4:] + i.after[:3]
    words = (covered(near_s, near_i) + covered(near_i, near_s)) / 2 if near_s and near_i else 0.0
    return words + 0.25 * equal(s, i) + 0.1 * (s.bound == i.bound) + 0.2 * (s.case == i.case) + 0.2 * bool(s.figures & i.figures)


def differ(s: Amount, i: Amount) -> bool:
    """Whether no value fits both, or one limit is told in two ways."""
    if disjoint(s, i):
        return True
    if i.dimension == "clock" and "range" in (s.bound, i.bound):
        ends = {(x.low, x.high) for x in (s, i)}
        one, other = (s, i) if s.bound == "range" else (i, s)
        if other.bound == "upper":
            return other.high != one.high
        if other.bound == "lower":
            return other.low != one.low
        return other.bound == "range" and len(ends) > 1
    return s.bound == i.bound and s.bound in _RULED and not equal(s, i)


def clause_of(r: Reading, a: Amount) -> Clause | None:
    for c in r.clauses:
        if not c.elliptical and any(a.start <= w.start < a.end for w in [*c.main, *(w for _, ws in c.under for w in ws)]):
            return c
    return None


def unmet_case(m: Meeting) -> bool:
    """Whether one of them is bound to a figure that the other one does not speak of."""
    for mine, others in ((m.incoming, m.stored), (m.stored, m.incoming)):
        for a in mine.amounts:
            if a.case and a.dimension not in ("count", "period", "time", "clock") and not any(o.dimension == a.dimension for o in others.amounts):
                if mine is m.incoming or a.dimension != "age":
                    return True
    return False
