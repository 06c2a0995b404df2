"""Restrictions: "only", "nobody else", "reserved for"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import regex

from smalti.model.conflict import ConflictKind, Relation
from smalti.write.detect.pair import Pair, Verdict
from smalti.write.detect.rules.clauses import Clause
from smalti.write.detect.rules.intervals import contains, disjoint, same_measure
from smalti.write.detect.rules.meeting import Meeting, meeting_of
from smalti.write.detect.rules.reading import KEPT, Reading
from smalti.write.detect.rules.reasons import quoted
from smalti.write.detect.rules.subjects import person
from smalti.write.detect.rules.words import Bag, Word, bag, covered, shared, telling, weighty

_SCORE = 0.7  # 13 of 16 such verdicts on development data were right
_SHARED = 1.5  # weight of what both sentences speak of
_DEEDS = (0.3, 0.4, 1.0)  # of both deeds, of either, and their weight, of two restrictions
_ALLOWED = 0.5  # share of those allowed that two restrictions may have in common
_WHO, _WHEN = 0.45, 0.6  # of the restricted deed, by the other sentence
_CLAUSE, _CLAUSE_WIDE = 0.4, 0.3  # of the other clause, by the restriction
_DEED = 1.0  # weight of the deed that both speak of
_GROUP = 0.7  # of a group of people, by the other one
_AVOIDED = 0.7  # of what a clause goes without, by what is required
_AGENT, _OTHERS = 0.2, 0.3  # of somebody by those allowed, and the other way round
_AGENT_WORDS = 5  # behind "by"


@dataclass(frozen=True, eq=False)
class Restriction:
    """``deed`` is for ``allowed`` alone: people ("who") or cases ("when")."""

    kind: str
    allowed: tuple[Word, ...]
    deed: tuple[Word, ...]
    text: str
    start: int
    end: int

    @cached_property
    def bag(self) -> Bag:
        """Those allowed, to look for words in."""
        return bag(self.allowed)

    @cached_property
    def alone(self) -> list[Word]:
        """The words of those allowed that the deed does not have as well."""
        deed = bag(self.deed)
        return [word for word in self.allowed if not deed.holds(word)]


class OnlyJudge:
    """Compares what is for some people or cases alone with what is for others or for all."""

    @property
    def name(self) -> str:
        """Under which its verdicts are told."""
        return "rule-only"

    def judge(self, pair: Pair) -> Verdict | None:
        """A conflict, or ``None``."""
        meeting = meeting_of(pair)
        if meeting is None or meeting.shared < _SHARED or meeting.elsewhere:
            return None
        s, i = restrictions_of(meeting.stored), restrictions_of(meeting.incoming)
        reason = _both(meeting, s, i)
        if reason is None and not i:
            reason = next(_told(meeting, s, meeting.incoming), None)
        if reason is None and not s:
            reason = next(_told(meeting, i, meeting.stored), None)
        if reason is None:
            return None
        return Verdict(Relation.CONFLICT, self.name, _SCORE, reason, ConflictKind.LOGICAL)


@lru_cache(maxsize=KEPT)
def restrictions_of(reading: Reading) -> tuple[Restriction, ...]:
    """The restrictions of a sentence; those that are denied are none."""
    return tuple(_restrictions(reading))


def _restrictions(reading: Reading) -> Iterator[Restriction]:
    denied = {
        word.start
        for clause in reading.clauses
        if clause.force.denies and not clause.elliptical
        for word in clause.main
    }
    taken: list[range] = []
    for kind, pattern in reading.grammar.only:
        for m in pattern.finditer(reading.low):
            span = range(m.start(), m.end())
            if any(span.start < t.stop and t.start < span.stop for t in taken):
                continue
            taken.append(span)
            if denied.isdisjoint(span) and (found := _restriction(reading, kind, m)) is not None:
                yield found


def _restriction(reading: Reading, kind: str, m: regex.Match[str]) -> Restriction | None:
    start, end = m.span("set")
    marks = (";", ". ", ", but ", ", and ")
    left = max(reading.low.rfind(mark, 0, m.start()) for mark in marks) + 1
    ends = (reading.low.find(mark, m.end()) for mark in (";", ". ", ", "))
    right = min((at for at in ends if at >= 0), default=len(reading.low))
    words = [word for word in reading.words if left <= word.start < right]
    allowed = telling(word for word in words if start <= word.start < end)
    deed = telling(word for word in words if not m.start() <= word.start < end)
    if any(word.low in reading.grammar.words["pronouns"] for word in words):
        deed += tuple(word for word in reading.content if word.start < left)
    if not allowed or not deed:
        return None
    return Restriction(kind, allowed, deed, reading.text[start:end], start, end)


def _both(meeting: Meeting, s: Sequence[Restriction], i: Sequence[Restriction]) -> str | None:
    """What two restrictions of one deed to different people or cases tell."""
    if meeting.labels or meeting.names:
        return None
    for a in s:
        for b in i:
            if a.kind == b.kind and _same_deed(a, b) and not _same_allowed(a, b):
                return f"only {a.text} against only {b.text}"
    return None


def _same_deed(a: Restriction, b: Restriction) -> bool:
    shares = covered(a.deed, b.deed), covered(b.deed, a.deed)
    both, either, weight = _DEEDS
    return min(shares) >= both and max(shares) >= either and shared(a.deed, b.deed) >= weight


def _same_allowed(a: Restriction, b: Restriction) -> bool:
    shares = covered(a.allowed, b.bag), covered(b.allowed, a.bag)
    return (max(shares) if a.kind == "when" else min(shares)) > _ALLOWED


def _told(meeting: Meeting, restrictions: Sequence[Restriction], other: Reading) -> Iterator[str]:
    """What the other sentence tells that a restriction shuts out."""
    for restriction in restrictions:
        for clause in other.clauses:
            if clause.force.denies or not _about(restriction, clause, other):
                continue
            if _shut_out(meeting, restriction, clause, other):
                yield f"only {restriction.text}; but {quoted(clause, other)}"


def _about(a: Restriction, clause: Clause, other: Reading) -> bool:
    """Whether a clause speaks of what is restricted."""
    wide = other.grammar.patterns["every_case"].search(other.low) is not None
    return (
        covered(a.deed, other.bag) >= (_WHO if a.kind == "who" else _WHEN)
        and covered(clause.all, a.deed + a.allowed) >= (_CLAUSE_WIDE if wide else _CLAUSE)
        and shared(a.deed, clause.bag) >= _DEED
    )


def _shut_out(meeting: Meeting, a: Restriction, clause: Clause, other: Reading) -> bool:
    """Whether what a clause says is not for those, or not in the case, that are allowed."""
    if meeting.labels:
        return a.kind == "when" and _labelled(a, meeting.labels)
    if meeting.names:
        return False
    if _avoided(a, clause):
        return True
    if a.kind == "who":
        return (
            _other_group(a, clause)
            or _for_all(meeting, a, clause, other)
            or _others(a, clause, other)
        )
    if clause.says("every_case") and covered(a.allowed, other.bag) < _ALLOWED:
        return True
    return _elsewhere(a, clause, other) or (
        clause.says("every_case") and _narrower(meeting, a, other)
    )


def _elsewhere(a: Restriction, clause: Clause, other: Reading) -> bool:
    """Whether a clause names another place or way than the one that is allowed."""
    place = a.text.casefold().partition(" ")[0]
    if place not in clause.grammar.words["places"] or covered(a.alone, other.bag) >= _OTHERS:
        return False
    deed = bag(a.deed)
    for at, word in enumerate(clause.main):
        if word.low == place:
            named = next((w for w in clause.main[at + 1 :] if w.content), None)
            if named is not None and named.weight >= 1 and not deed.holds(named):
                return True
    return False


def _labelled(a: Restriction, labels: tuple[str, str]) -> bool:
    """Whether the case that the two differ in is the one that the restriction names."""
    text = a.text.casefold().replace(" ", "")
    return any(label.replace(" ", "") in text for label in labels)


def _avoided(a: Restriction, clause: Clause) -> bool:
    """Whether a clause goes without what is required: "without the bastion"."""
    lacking = [word for condition in clause.of_kind("without") for word in condition.telling]
    return bool(lacking) and covered(lacking, a.bag) >= _AVOIDED


def _other_group(a: Restriction, clause: Clause) -> bool:
    """Whether a clause speaks of people of whom nothing says that they are meant."""
    mine, theirs = weighty(a.allowed), weighty(clause.opening)
    if not mine or not theirs or not (person(clause.opening[0]) and person(a.allowed[0])):
        return False
    return covered(mine, clause.bag) < _GROUP and covered(theirs, a.bag) < _GROUP


def _for_all(meeting: Meeting, a: Restriction, clause: Clause, other: Reading) -> bool:
    """Whether the other sentence lets in all people, and the restriction some only."""
    figures = meeting.other(other).amounts
    if any(a.start <= figure.start < a.end for figure in figures):
        return _narrower(meeting, a, other)
    limits = weighty(a.allowed)
    return (
        bool(limits)
        and person(a.allowed[0])
        and clause.says("everybody")
        and covered(limits, other.bag) < _ALLOWED
    )


def _narrower(meeting: Meeting, a: Restriction, other: Reading) -> bool:
    """Whether the figures of a restriction leave out cases that the other sentence takes in."""
    return any(
        same_measure(x, y) and not contains(x, y) and not disjoint(x, y)
        for x in meeting.other(other).amounts
        if a.start <= x.start < a.end
        for y in other.amounts
    )


def _others(a: Restriction, clause: Clause, other: Reading) -> bool:
    """Whether somebody or something else than those allowed does it."""
    people = any(person(word) for word in a.allowed)
    deed = bag(a.deed)
    named = _agent(clause) if people else clause.opening
    subject = [word for word in named if word.content and not deed.holds(word)]
    return (
        bool(weighty(subject))
        and covered(subject, a.alone) < _AGENT
        and covered(a.alone, other.bag) < _OTHERS
    )


def _agent(clause: Clause) -> tuple[Word, ...]:
    """Who does it: what follows "by", or the subject."""
    for at, word in enumerate(clause.main):
        if word.low == "by":
            return telling(clause.main[at + 1 : at + 1 + _AGENT_WORDS])
    return () if clause.says("passive") else clause.opening
