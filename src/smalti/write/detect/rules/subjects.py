"""Whether two sentences speak of the same thing, as far as their subjects tell."""

from __future__ import annotations

from itertools import pairwise

from smalti.write.detect.rules.clauses import Clause
from smalti.write.detect.rules.meeting import Meeting
from smalti.write.detect.rules.reading import Reading
from smalti.write.detect.rules.words import Word, covered, weighty

_MET = 0.7  # share of a subject that the other sentence must speak of
_LISTED = 0.3  # of a subject that is a list
_BANNED = 0.6  # of what is banned in a word of its own


def person(word: Word) -> bool:
    """Whether a word means somebody."""
    return word.entry.person


def of_person(clause: Clause) -> bool:
    """Whether the subject of a clause is somebody: the last word of its first noun tells."""
    noun: Word | None = None
    for word in clause.main:
        if word.content and word in clause.opening:
            noun = word
            if word.low.endswith("s") and person(word):
                return True  # a plural ends the noun: "team leads keep"
        elif noun is not None:
            break
    return noun is not None and person(noun)


def universal(clause: Clause) -> bool:
    """Whether a clause speaks of all or of nobody."""
    words = clause.grammar.words["universal"]
    return any(word.low in words for word in clause.main[:3])


def opening_met(clause: Clause, meeting: Meeting) -> float:
    """The share of the subject of an incoming clause that the stored sentence speaks of."""
    owned = _owned(clause)
    if owned and covered(owned, meeting.stored.bag) < _MET:
        return 0.0
    if clause.opening and (clause.opening[0].weight < 1 or of_person(clause)):
        return 1.0
    if clause.main and clause.main[0].figure:
        return 1.0  # "two weeks' notice is enough" is about what it is enough for
    words = _uncounted(weighty(clause.opening), meeting.incoming)
    if words and covered(words[:1], meeting.stored.bag) < _MET:
        return 0.0
    return covered(words, meeting.stored.bag)


def topic_met(meeting: Meeting) -> bool:
    """Whether what the incoming sentence is about is something that the stored one speaks of."""
    clauses = meeting.incoming.clauses
    if clauses and clauses[0].main and clauses[0].main[0].figure:
        return True
    first = _uncounted(list(clauses[0].opening), meeting.incoming) if clauses else []
    if not first or first[0].weight < 1 or covered(first[:1], meeting.stored.bag) >= _MET:
        return True
    if not of_person(clauses[0]):
        return False
    return not any(
        of_person(clause) and clause.opening[0].weight >= 1
        for clause in meeting.stored.clauses
        if clause.opening
    )


def subject_met(no: Clause, other: Reading) -> bool:
    """Whether the other sentence speaks of what a ban is about."""
    heads = no.opening
    if not heads or heads[0].weight < 1 or universal(no):
        return True
    joined = any(word.low in {"and", *no.grammar.words["either"]} for word in no.main[:6])
    whole = covered(weighty(heads), other.bag)
    if no.denial.banned and whole < (_LISTED if joined else _BANNED):
        return False
    met = covered(heads[:1], other.bag) >= _MET
    return met or (joined and covered(heads, other.bag) >= _LISTED)


def _owned(clause: Clause) -> list[Word]:
    """What belongs to somebody in the subject: it is about the sister in "Goran's sister"."""
    return weighty(
        word for owner, word in pairwise(clause.opening) if owner.low.endswith(("'s", "s'"))
    )


def _uncounted(words: list[Word], reading: Reading) -> list[Word]:
    """The words that no figure counts."""
    counted = {stem for amount in reading.amounts for stem in amount.noun}
    return [word for word in words if word.stem not in counted]
