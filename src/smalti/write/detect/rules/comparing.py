"""How the clauses of two sentences lie to each other, before any judge decides."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import regex

from smalti.write.detect.rules.amounts import Amount, disjoint, equal
from smalti.write.detect.rules.reading import Clause, Reading
from smalti.write.detect.rules.tables import lexicon
from smalti.write.detect.rules.words import Word, covered, shared, similar

_CODE = regex.compile(r"\b([a-z]{1,4})(\d{1,3})\b")
_NUMBERED = regex.compile(
    r"\b(step|stage|type|tier|phase|grade|level|class|category|group|section|version|year|zone|schedule|annex|table|band|line|sev|priority|option|plan|round|week|ward|room|unit|part|article|rule)[ -](\d{1,3}|[ivx]{1,4}|[a-d])\b"
)


@dataclass(frozen=True)
class Meeting:
    """Two readings side by side."""

    stored: Reading
    incoming: Reading

    @cached_property
    def over_stored(self) -> float:
        return covered(self.stored.content, self.incoming.content)

    @cached_property
    def over_incoming(self) -> float:
        return covered(self.incoming.content, self.stored.content)

    @cached_property
    def shared(self) -> float:
        return shared(self.incoming.content, self.stored.content)

    @cached_property
    def labels(self) -> tuple[str, str] | None:
        """Names of cases in which the two differ: SEV1 and SEV2, women and men."""
        return _numbered_clash(self.stored.low, self.incoming.low) or _label_clash(
            self.stored.meant, self.incoming.meant
        )

    @cached_property
    def apart(self) -> tuple[Amount, Amount] | None:
        """Amounts of conditions that no case can meet at once."""
        for a in self.stored.amounts:
            for b in self.incoming.amounts:
                if (a.case or b.case) and a.dimension == b.dimension and a.dimension != "count" and a.case == b.case and disjoint(a, b) and alike(a, b) >= 0.5:
                    if not any(same_measure(a2, b) and not disjoint(a2, b) for a2 in self.stored.amounts):
                        return a, b
        return None


    @cached_property
    def clash(self) -> tuple[Amount, Amount] | None:
        """Amounts of one measure that no case can meet at once, be they rule or condition."""
        for b in self.incoming.amounts:
            same = [a for a in self.stored.amounts if same_measure(a, b)]
            if same and all(disjoint(a, b) for a in same):
                return same[0], b
        return None

    @cached_property
    def names(self) -> tuple[str, str] | None:
        """Names that only one of them has, on both sides: they speak of different things."""
        a = [w for w in self.stored.content if w.weight > 1 and not covered([w], self.incoming.content)]
        b = [w for w in self.incoming.content if w.weight > 1 and not covered([w], self.stored.content)]
        return (a[0].text, b[0].text) if a and b else None

    @cached_property
    def denied(self) -> str | None:
        """What one of them supposes and the other one excludes."""
        one, other = _denied(self.stored), _denied(self.incoming)
        for no, yes in ((one, self.incoming), (other, self.stored)):
            lacking = other if no is one else one
            for w in no:
                if any(similar(w, v) >= 0.9 for v in yes.conditions) and not any(similar(w, v) >= 0.9 for v in lacking):
                    return w.text
        return None

    @cached_property
    def elsewhere(self) -> bool:
        one, other = self.stored.low, self.incoming.low
        if bool(_ELSEWHERE.search(other)) != bool(_ELSEWHERE.search(one)):
            return True
        return bool(set(_THEN.findall(one)) ^ set(_THEN.findall(other)))

    @cached_property
    def phase(self) -> str | None:
        """What one of them is set in and the other one outside of: in and after pregnancy."""
        for one, other in ((self.stored, self.incoming), (self.incoming, self.stored)):
            for w in _after(one, _IN):
                for v in _after(other, _OUT):
                    if similar(w, v) >= 0.9 and not any(similar(w, x) >= 0.9 for x in _after(one, _OUT)) and not any(similar(v, x) >= 0.9 for x in _after(other, _IN)):
                        return w.text
        return None

    @cached_property
    def other_case(self) -> bool:
        """Whether they speak of different cases, as far as words and figures tell."""
        return bool(self.labels or self.names or self.denied or self.elsewhere or self.apart or self.phase)


_THEN = regex.compile(r"\b(?:until|before|in|as of|from)\b[^,;.]{0,30}?\b((?:19|20)\d\d)\b")
_ELSEWHERE = regex.compile(
    r"\b(?:elsewhere|another (?:hospital|site|team|country|guideline|company|department|service|system)|american|european|formerly|used to|back then|at the time|plans? to|planned|as of (?:19|20)\d\d|from next|next year|next month|going to|hopes? to|intends?)\b"
)


_IN = frozenset({"in", "during", "throughout", "within", "inside"})
_OUT = frozenset({"outside", "after", "beyond", "before", "outwith"})


def _after(reading: Reading, prepositions: frozenset[str]) -> list[Word]:
    """The nouns that directly follow one of some prepositions."""
    found = []
    for at, word in enumerate(reading.words):
        if word.low in prepositions:
            behind = next((w for w in reading.words[at + 1 : at + 4] if w.content), None)
            if behind is not None and behind.weight >= 1:
                found.append(behind)
    return found


def contains(a: Amount, b: Amount) -> bool:
    """Whether all values of b lie in a."""
    return a.low <= b.low and b.high <= a.high


def _denied(reading: Reading) -> list[Word]:
    """What conditions say must not be the case: "without angina", "who has no CKD"."""
    found: list[Word] = []
    for clause in reading.clauses:
        for kind, words in clause.under:
            if kind == "without":
                found += [w for w in words if w.content and w.weight >= 1]
            elif kind in {"if", "who"}:
                off = False
                for w in words:
                    if w.low in {"no", "not", "never", "neither", "nor", "none", "without"}:
                        off = True
                    elif off and w.content and w.weight >= 1:
                        found.append(w)
    return found


@lru_cache(maxsize=512)
def meet(stored: Reading, incoming: Reading) -> Meeting:
    return Meeting(stored, incoming)


def same_measure(a: Amount, b: Amount) -> bool:
    return (a.dimension == b.dimension and a.noun == b.noun and a.dimension != "count/time") or (
        a.dimension == b.dimension == "count/time" and (a.noun == b.noun or not a.noun or not b.noun)
    )


def alike(a: Amount, b: Amount) -> float:
    """How far two amounts stand in like surroundings: the greater share of the two."""
    if a.dimension == "age":
        return 1.0
    return max(covered(a.near, b.near), covered(b.near, a.near)) if a.near and b.near else 0.0


def _numbered_clash(one: str, other: str) -> tuple[str, str] | None:
    a, b = _numbered(one), _numbered(other)
    for family in a.keys() & b.keys():
        if not a[family] & b[family]:
            return f"{family} {min(a[family])}", f"{family} {min(b[family])}"
    return None


def _numbered(low: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for pattern in (_CODE, _NUMBERED):
        for m in pattern.finditer(low):
            found.setdefault(m[1], set()).add(m[2])
    return found


def _label_clash(one: tuple[Word, ...], other: tuple[Word, ...]) -> tuple[str, str] | None:
    a, b = _sides(one), _sides(other)
    for row in a.keys() & b.keys():
        if not a[row].keys() & b[row].keys():
            return next(iter(a[row].values())), next(iter(b[row].values()))
    return None


_WEEK = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def _days(words: tuple[Word, ...]) -> list[str]:
    """The days of a week that are named, those in between included."""
    named = [(w, _WEEK.index(w.low.rstrip("s"))) for w in words if w.low.rstrip("s") in _WEEK]
    days = {day for _, day in named}
    for (one, first), (other, last) in zip(named, named[1:], strict=False):
        if 0 < other.start - one.end <= 9 and first < last:
            days |= set(range(first, last + 1))
    for w in words:
        if w.stem == "weekday":
            days |= set(range(5))
        elif w.stem == "weekend":
            days |= {5, 6}
    return [_WEEK[day] for day in sorted(days)]


def _sides(words: tuple[Word, ...]) -> dict[int, dict[int, str]]:
    table = lexicon().labels
    found: dict[int, dict[int, str]] = {}
    if days := _days(words):
        found[-1] = {_WEEK.index(day): day for day in days}
    for w in words:
        for row, side in table.get(w.stem, {}).items():
            found.setdefault(row, {})[side] = w.text
    return found


_DENY = ("un", "non-", "non", "in", "im", "dis", "ir")


def _negates(one: str, other: str) -> bool:
    return len(other) > 4 and any(one == prefix + other for prefix in _DENY)


def opposed(one: Word, other: Word) -> bool:
    """Whether two words name values that exclude each other."""
    if _negates(one.low, other.low) or _negates(other.low, one.low):
        return True
    table = lexicon().opposites
    a, b = table.get(one.stem, {}), table.get(other.stem, {})
    return any(a[row] != b[row] for row in a.keys() & b.keys()) and not any(a[row] == b[row] for row in a.keys() & b.keys())


def turns(one: Clause, other: Clause) -> list[tuple[Word, Word]]:
    """Pairs of words of two clauses that exclude each other and have no counterpart."""
    found = []
    for a in one.main:
        for b in other.main:
            if a.content and b.content and opposed(a, b):
                if not _has(a, other.main) and not _has(b, one.main):
                    found.append((a, b))
    return found


def _has(word: Word, words: tuple[Word, ...]) -> bool:
    return any(w.content and (w.stem == word.stem or _same_side(w, word)) for w in words)


def _same_side(a: Word, b: Word) -> bool:
    table = lexicon().opposites
    x, y = table.get(a.stem, {}), table.get(b.stem, {})
    return any(x[row] == y[row] for row in x.keys() & y.keys())


__all__ = ["Meeting", "alike", "equal", "meet", "opposed", "same_measure", "similar", "turns"]
