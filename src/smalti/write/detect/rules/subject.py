"""Whether two sentences speak of the same thing, as far as their subjects tell."""

from __future__ import annotations

import regex

from smalti.write.detect.rules.comparing import Meeting
from smalti.write.detect.rules.reading import Clause, Reading
from smalti.write.detect.rules.tables import forms, lexicon
from smalti.write.detect.rules.words import Word, covered

_MET = 0.7


def person(word: Word) -> bool:
    return word.stem in lexicon().persons or word.stem.split()[-1] in lexicon().persons


_PAST = regex.compile(r"\b(?:was|were|had|did)\b")


def past(c: Clause) -> bool:
    return bool(_PAST.search(c.text))


def head(c: Clause) -> Word | None:
    """The last word of the noun that a clause starts with: the role of "the admin role is held"."""
    found: Word | None = None
    for word in c.main:
        if word.content and (word in c.opening):
            found = word
        elif found is not None:
            break
    return found


def of_person(c: Clause) -> bool:
    """Whether the subject of a clause is somebody."""
    noun = head(c)
    return noun is not None and person(noun)


def universal(c: Clause) -> bool:
    """Whether a clause speaks of all or of nobody."""
    return any(w.low in {"nobody", "anyone", "everyone", "everybody", "no-one", "every", "all", "any", "each", "no"} for w in c.main[:3])


def opening_met(c: Clause, m: Meeting) -> float:
    """The share of the subject of an incoming clause that the stored sentence speaks of."""
    if c.opening and (c.opening[0].weight < 1 or of_person(c)):
        return 1.0
    weighty = [w for w in c.opening if w.weight >= 1]
    if not weighty:
        return 1.0
    if covered(weighty[:1], m.stored.content) < _MET:
        return 0.0
    return covered(weighty, m.stored.content)


def topic_met(m: Meeting) -> bool:
    """Whether what the incoming sentence is about is something that the stored one speaks of."""
    first = m.incoming.clauses[0].opening if m.incoming.clauses else ()
    if not first or first[0].weight < 1 or covered(first[:1], m.stored.content) >= _MET:
        return True
    if not of_person(m.incoming.clauses[0]):
        return False
    return not any(of_person(c) and c.opening[0].weight >= 1 for c in m.stored.clauses if c.opening)


def subject_met(no: Clause, other: Reading) -> bool:
    """Whether the other sentence speaks of what a ban is about."""
    heads = no.opening
    if not heads or heads[0].weight < 1 or universal(no):
        return True
    joined = any(w.low in {"and", "or", "nor"} for w in no.main[:6])
    return covered(heads[:1], other.content) >= _MET or (joined and covered(heads, other.content) >= 0.3)


__all__ = ["forms", "opening_met", "person", "subject_met", "topic_met", "universal"]
