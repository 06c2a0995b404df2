from __future__ import annotations

from collections.abc import Sequence

import regex

from smalti.model.conflict import ConflictKind, Relation
from smalti.write.detect.pair import Pair, Verdict
from smalti.write.detect.rules.comparing import Meeting, meet, turns
from smalti.write.detect.rules.reading import Clause, Force, read
from smalti.write.detect.rules.subject import opening_met, past, subject_met, topic_met, universal
from smalti.write.detect.rules.tables import forms
from smalti.write.detect.rules.words import Word, covered, shared, similar

_OPPOSED = {
    frozenset({Force.NOT, Force.HOLDS}), frozenset({Force.NOT, Force.MAY}),
    frozenset({Force.EXEMPT, Force.HOLDS}),
}
T = dict(fa=0.55, fb=0.36, fs=1.5, fo=0.5, ft=.5, na=0.5, nb=0.33, ns=1.5, nsum=1.1, no=0.3, cb=.6, oa=.6, ob=.45, os=2.0)


def meeting(pair: Pair) -> Meeting:
    return meet(read(pair.stored.context), read(pair.incoming.context))


class ForceJudge:
    name = "rule-force"

    def judge(self, pair: Pair) -> Verdict | None:
        m = meeting(pair)
        if m.shared < T['fs'] or m.other_case or m.clash:
            return None
        best = None
        for s in m.stored.clauses:
            for i in m.incoming.clauses:
                v = self.clauses(m, s, i)
                if v and (best is None or v.score > best.score):
                    best = v
        return best

    def clauses(self, m: Meeting, s: Clause, i: Clause) -> Verdict | None:
        if frozenset({s.force, i.force}) not in _OPPOSED:
            return None
        t = turns(s, i)
        if len(t) % 2:
            return None
        no, yes = (s, i) if s.force in (Force.NOT, Force.EXEMPT) else (i, s)
        if not subject_met(no, m.incoming if yes is i else m.stored):
            return None
        if not denies(no, yes, (m.incoming if yes is i else m.stored).content) or _SOME.search(no.text) or _SOME.search(yes.text) or past(no) != past(yes) or excepted(no, yes):
            return None
        a = covered(s.all, m.incoming.content)
        b = covered(i.all, m.stored.content)
        w = shared(i.all, s.all)
        if max(a, b) < T['fa'] or min(a, b) < T['fb'] or w < T['fs']:
            return None
        if (opening_met(i, m) < T['fo'] or not topic_met(m)) and not universal(s):
            return None
        return Verdict(Relation.CONFLICT, self.name, min(1.0, (a + b) / 2), f"{s.force.value} against {i.force.value} a={a:.2f} b={b:.2f} w={w:.1f}: {s.text} / {i.text}", ConflictKind.LOGICAL)


def denies(no: Clause, yes: Clause, other: Sequence[Word]) -> bool:
    """Whether what one clause denies is what the other says."""
    deeds = forms().deeds
    has_deed = yes.force is Force.MAY or any(w.stem in deeds for w in yes.main)
    tail = [w for w in no.denied if w.weight >= 1]
    if no.banned:
        return covered(tail, other) >= T['ft'] and (has_deed or any(similar(w, v) >= .7 for w in no.content for v in yes.content if w.weight >= 1))
    if covered(tail, other) < T['ft']:
        return False
    if not tail and no.force is Force.NOT and not any(w.weight >= 1 for w in no.opening):
        return False
    if no.force is Force.EXEMPT:
        return True
    for w in no.negated:
        if w.stem in deeds and has_deed:
            return True
        if any(similar(w, v) >= .7 for v in yes.main if v.content):
            return True
    return False


_SOME = regex.compile(r"\b(?:most|some|few|several|half|many|hardly|rarely|seldom|at least one|a third|a quarter|percent|%|a (?:couple|few|number)|yet)\b")


def excepted(no: Clause, yes: Clause) -> bool:
    """Whether the ban leaves out just what the other clause speaks of."""
    for kind, words in no.under:
        if kind in {"unless", "without", "until", "before"}:
            rest = [w for w in words if w.content and w.weight >= 1]
            if rest and covered(rest, yes.all) >= .5 and not any(k in {"even", "without"} for k, _ in yes.under):
                return True
    return False


class OppositeJudge:
    name = "rule-opposite"

    def judge(self, pair: Pair) -> Verdict | None:
        m = meeting(pair)
        if m.shared < T['os'] or m.other_case:
            return None
        for s in m.stored.clauses:
            for i in m.incoming.clauses:
                t = turns(s, i)
                opp = frozenset({s.force, i.force}) in _OPPOSED
                if opp or len(t) != 1 or past(s) != past(i):
                    continue
                x, y = t[0]
                a = covered([w for w in s.all if w is not x], m.incoming.content)
                b = covered([w for w in i.all if w is not y], m.stored.content)
                w = shared(i.all, s.all)
                if max(a, b) >= T['oa'] and min(a, b) >= (.6 if deed(x, y) else T['ob']) and w >= T['os']:
                    return Verdict(Relation.CONFLICT, self.name, min(1.0, (a + b) / 2), f"{x.text} against {y.text} a={a:.2f} b={b:.2f} w={w:.1f}", ConflictKind.SEMANTIC)
        return None


def deed(one: Word, other: Word) -> bool:
    """Whether two words are deeds rather than values: starting and stopping both have their time."""
    return one.stem in forms().deeds or other.stem in forms().deeds
