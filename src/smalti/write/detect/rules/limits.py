"""Restrictions and exceptions: "only", "nobody else", "except", "even"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from smalti.model.conflict import ConflictKind, Relation
from smalti.write.detect.pair import Pair, Verdict
from smalti.write.detect.rules.amounts import disjoint
from smalti.write.detect.rules.comparing import Meeting, contains, meet, same_measure, turns
from smalti.write.detect.rules.reading import Clause, Force, Reading, read
from smalti.write.detect.rules.subject import person
from smalti.write.detect.rules.tables import forms
from smalti.write.detect.rules.words import Word, covered, shared


@dataclass(frozen=True)
class Restriction:
    """``deed`` is for ``allowed`` alone."""

    kind: str
    allowed: tuple[Word, ...]
    deed: tuple[Word, ...]
    text: str
    span: tuple[int, int]


def restrictions_of(reading: Reading) -> Iterator[Restriction]:
    table = forms()
    if any(c.force in (Force.NOT, Force.EXEMPT) for c in reading.clauses):
        return
    taken: list[tuple[int, int]] = []
    for kind, patterns in (("who", table.only_who), ("when", table.only_when)):
        for pattern in patterns:
            for m in pattern.finditer(reading.low):
                if any(m.start() < e and s < m.end() for s, e in taken):
                    continue
                taken.append(m.span())
                start, end = m.span("set")
                left = max(reading.low.rfind(mark, 0, m.start()) for mark in (";", ". ", ", but ", ", and ")) + 1
                right = min((at for mark in (";", ". ", ", but ", ", and ") if (at := reading.low.find(mark, m.end())) >= 0), default=len(reading.low))
                words = [w for w in reading.words if w.content and left <= w.start < right]
                allowed = tuple(w for w in words if start <= w.start < end)
                deed = tuple(w for w in words if not start <= w.start < end)
                if any(w.low in {"it", "them", "this", "that"} for w in reading.words if left <= w.start < right):
                    deed += tuple(w for w in reading.content if w.start < left)
                if allowed and deed:
                    yield Restriction(kind, allowed, deed, reading.text[start:end], (start, end))


class OnlyJudge:
    name = "rule-only"

    def judge(self, pair: Pair) -> Verdict | None:
        stored, incoming = read(pair.stored.context), read(pair.incoming.context)
        m = meet(stored, incoming)
        if m.shared < 1.8 or m.labels or m.names or m.elsewhere:
            return None
        s, i = list(restrictions_of(stored)), list(restrictions_of(incoming))
        for a in s:
            for b in i:
                if v := self.both(a, b):
                    return v
        if not i:
            for a in s:
                if v := self.one(a, incoming, m):
                    return v
        if not s:
            for b in i:
                if v := self.one(b, stored, m):
                    return v
        return None

    def both(self, a: Restriction, b: Restriction) -> Verdict | None:
        if a.kind != b.kind:
            return None
        if min(covered(a.deed, b.deed), covered(b.deed, a.deed)) < 0.3 or max(covered(a.deed, b.deed), covered(b.deed, a.deed)) < .4 or shared(a.deed, b.deed) < 1.0:
            return None
        x, y = covered(a.allowed, b.allowed), covered(b.allowed, a.allowed)
        if max(x, y) > 0.5 if a.kind == "when" else min(x, y) > 0.5:
            return None
        return self.verdict(f"only {a.text} against only {b.text} x={x:.2f} y={y:.2f}")

    def one(self, a: Restriction, other: Reading, m: Meeting) -> Verdict | None:
        """Whether the other sentence lets in what this one shuts out."""
        for c in other.clauses:
            if c.force not in (Force.HOLDS, Force.MAY):
                continue
            d = covered(a.deed, other.content)
            e = covered(c.all, a.deed + a.allowed)
            if d < 0.6 or e < 0.4 or shared(a.deed, c.all) < 1.5:
                continue
            if a.kind == "who" and self.other_group(a, c):
                return self.verdict(f"only {a.text} against {c.text} d={d:.2f} e={e:.2f}")
            if a.kind == "who":
                subject = [w for w in c.opening if w.weight >= 0.25 and not covered([w], a.deed)]
                if subject and covered(subject, a.allowed) < 0.2 and covered(a.allowed, other.content) < .3:
                    return self.verdict(f"only {a.text} against {[w.low for w in subject]} d={d:.2f} e={e:.2f}")
            elif forms().universal.search(c.text) and (covered(a.allowed, other.content) < 0.5 or self.narrower(a, m, other)):
                return self.verdict(f"only {a.text} against {c.text} d={d:.2f} e={e:.2f}")
        return None

    def other_group(self, a: Restriction, c: Clause) -> bool:
        """Whether the other sentence speaks of people of whom nothing says that they are meant."""
        mine = [w for w in a.allowed if w.weight >= 1]
        theirs = [w for w in c.opening if w.weight >= 1]
        people = bool(c.opening) and person(c.opening[0]) and any(person(w) for w in a.allowed[:1])
        return people and bool(mine) and bool(theirs) and covered(mine, c.all) < 0.7 and covered(theirs, a.allowed) < 0.7

    def narrower(self, a: Restriction, m: Meeting, other: Reading) -> bool:
        """Whether the figures of the restriction leave out cases that the other sentence takes in."""
        mine = m.incoming if other is m.stored else m.stored
        start, end = a.span
        return any(
            same_measure(x, y) and not contains(x, y) and not disjoint(x, y)
            for x in mine.amounts if start <= x.start < end
            for y in other.amounts
        )

    def verdict(self, reason: str) -> Verdict:
        return Verdict(Relation.CONFLICT, self.name, 0.7, reason, ConflictKind.LOGICAL)


class ExceptionJudge:
    name = "rule-exception"

    def judge(self, pair: Pair) -> Verdict | None:
        stored, incoming = read(pair.stored.context), read(pair.incoming.context)
        m = meet(stored, incoming)
        if m.shared < 2.0 or m.labels or m.names or m.elsewhere:
            return None
        for one, other in ((stored, incoming), (incoming, stored)):
            for c in one.clauses:
                for kind, words in c.under:
                    if kind != "unless":
                        continue
                    left_out = [w for w in words if w.content and w.weight >= 1]
                    for d in other.clauses:
                        if any(k == "unless" for k, _ in d.under) or not left_out:
                            continue
                        main = [*c.main, *(w for k, ws in c.under if k != 'unless' for w in ws)]
                        if same_sense(c.force, d.force) and not len(turns(c, d)) % 2 and covered(left_out, d.all) >= (0.4 if any(w.low == "or" for w in words) else 0.6) and covered([w for w in main if w.content], other.content) >= 0.4 and shared(main, d.all) >= 1.0:
                            return Verdict(Relation.CONFLICT, self.name, 0.7, f"leaves out {[w.low for w in left_out]} against {d.text}", ConflictKind.LOGICAL)
        return None


def same_sense(a: Force, b: Force) -> bool:
    return (a in (Force.NOT, Force.EXEMPT)) == (b in (Force.NOT, Force.EXEMPT))
