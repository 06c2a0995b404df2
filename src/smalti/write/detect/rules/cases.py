"""Whether two sentences speak of different cases: what rules say of one does not bind the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from smalti.write.detect.rules.grammar import Grammar
from smalti.write.detect.rules.intervals import Amount, disjoint, same_measure
from smalti.write.detect.rules.reading import KEPT, Reading
from smalti.write.detect.rules.words import Word, bag, covered, similar, weighty

_SAME = 0.9  # how similar words must be to name one thing
_ALIKE = 0.5  # share of the words around two figures that must be met
_NUMBERS = range(3, 8)  # digits of a number that names something: an order, a ticket
_NEAR = 9  # characters between two names that make a range: "Monday to "


def labels_apart(one: Reading, other: Reading) -> tuple[str, str] | None:
    """Names of cases in which two sentences differ: SEV1 and SEV2, women and men, May and June."""
    a, b = _numbered(one), _numbered(other)
    for name in a.keys() & b.keys():
        if not a[name] & b[name]:
            return f"{name} {min(a[name])}", f"{name} {min(b[name])}"
    return _sides_apart(_sides(one), _sides(other))


def names_apart(one: Reading, other: Reading) -> tuple[str, str] | None:
    """Names that only one of two sentences has, on both sides: they speak of different things."""
    a = next((w for w in one.content if w.weight > 1 and not other.bag.holds(w)), None)
    b = next((w for w in other.content if w.weight > 1 and not one.bag.holds(w)), None)
    return (a.text, b.text) if a and b else None


def denied_apart(one: Reading, other: Reading) -> str | None:
    """What one of two sentences supposes and the other one excludes."""
    for lacking, supposing in ((one, other), (other, one)):
        for word in _lacking(lacking):
            if _any_same(word, supposing.conditions) and not _any_same(word, _lacking(supposing)):
                return word.text
        for word in _subject_lacks(lacking):
            if _any_same(word, supposing.content) and not _any_same(word, _lacking(supposing)):
                return word.text
    return None


def terms_apart(one: Reading, other: Reading) -> tuple[str, str] | None:
    """Two terms of which each sentence says what one means: neither bears on the other."""
    a, b = _defined(one), _defined(other)
    same = min(covered(a, bag(b)), covered(b, bag(a))) >= _SAME and _digits(a) == _digits(b)
    if not a or not b or same:
        return None
    return " ".join(word.text for word in a), " ".join(word.text for word in b)


def _defined(reading: Reading) -> list[Word]:
    """The term that a sentence says the meaning of."""
    clause = next(iter(reading.clauses), None)
    if clause is None:
        return []
    verbs = clause.grammar.words["defining"]
    at = next((at for at, word in enumerate(clause.main) if word.low in verbs), 0)
    return list(clause.main[:at])


def _digits(words: Sequence[Word]) -> set[str]:
    return {word.low for word in words if word.low.isdigit()}


def elsewhere(one: Reading, other: Reading) -> bool:
    """Whether one of two sentences speaks of another place or time, or of what is only planned."""
    patterns = one.grammar.patterns
    if bool(patterns["elsewhere"].search(one.low)) != bool(patterns["elsewhere"].search(other.low)):
        return True
    years = [{m["year"] for m in patterns["in_year"].finditer(r.low)} for r in (one, other)]
    return years[0] != years[1]


def phase_apart(one: Reading, other: Reading) -> str | None:
    """What one of two sentences is set in and the other one outside of: in and after pregnancy."""
    for inner, outer in ((one, other), (other, one)):
        for w in _after(inner, "inside"):
            for v in _after(outer, "outside"):
                both = _any_same(w, _after(inner, "outside")) or _any_same(
                    v, _after(outer, "inside")
                )
                if similar(w, v) >= _SAME and not both:
                    return w.text
    return None


def figures_apart(one: Reading, other: Reading) -> tuple[Amount, Amount] | None:
    """Figures of conditions that no case can meet at once: 15 % against 30 % or more."""
    for a in one.amounts:
        for b in other.amounts:
            if a.case and b.case and a.dimension == b.dimension != "count" and disjoint(a, b):
                met = any(same_measure(c, b) and not disjoint(c, b) for c in one.amounts)
                if not met and _alike(a, b):
                    return a, b
    return None


def _alike(a: Amount, b: Amount) -> bool:
    """Whether two figures stand in like surroundings."""
    if a.dimension == "age":
        return True
    return bool(a.near and b.near) and (
        max(covered(a.near, b.near), covered(b.near, a.near)) >= _ALIKE
    )


def _any_same(word: Word, words: Sequence[Word]) -> bool:
    return any(similar(word, other) >= _SAME for other in words)


def _after(reading: Reading, name: str) -> list[Word]:
    """The telling nouns that directly follow one of some prepositions."""
    prepositions = reading.grammar.words[name]
    found = []
    for at, word in enumerate(reading.words):
        if word.low in prepositions:
            behind = next((w for w in reading.words[at + 1 : at + 4] if w.content), None)
            if behind is not None and behind.weight >= 1:
                found.append(behind)
    return found


def _lacking(reading: Reading) -> list[Word]:
    """What conditions say must not be the case: "without angina", "who has no asthma"."""
    found: list[Word] = []
    no = reading.grammar.words["lacking"]
    for clause in reading.clauses:
        kinds = ("", *(condition.kind for condition in clause.under))
        for before, condition in zip(kinds, clause.under, strict=False):
            words = condition.words
            if condition.kind == "without" or (condition.kind == "who" and before == "without"):
                found += weighty(words)
            elif condition.kind in {"if", "who"}:
                at = next((at for at, word in enumerate(words) if word.low in no), len(words))
                found += weighty(words[at:])
    return found


def _subject_lacks(reading: Reading) -> list[Word]:
    """What those must not have who a clause is about: "patients without an allergy may …"."""
    found: list[Word] = []
    for clause in reading.clauses:
        finite = clause.grammar.words["finite"]
        verb = next((word.start for word in clause.main if word.low in finite), -1)
        found += [w for c in clause.of_kind("without") for w in c.telling if w.start < verb]
    return found


# --- names of cases ------------------------------------------------------------------------------


@lru_cache(maxsize=KEPT)
def _numbered(reading: Reading) -> dict[str, set[str]]:
    """What is named by a number: step 2, SEV1, order 40871."""
    found: dict[str, set[str]] = {}
    for pattern in ("code", "numbered"):
        for m in reading.grammar.patterns[pattern].finditer(reading.low):
            found.setdefault(m["name"], set()).add(m["number"])
    for before, word in pairwise(reading.words):
        if before.content and not word.figure and word.low.isdigit() and len(word.low) in _NUMBERS:
            found.setdefault(before.stem, set()).add(word.low)
    return found


_Sides = dict[int | str, dict[int, str]]


@lru_cache(maxsize=KEPT)
def _sides(reading: Reading) -> _Sides:
    """The names of cases of a sentence: for each row, the sides and the words."""
    found: _Sides = {}
    for name in ("week", "year"):
        places = _named(reading.meant, name, reading.grammar)
        if places:
            found[name] = {place: reading.grammar.names[name][place] for place in sorted(places)}
    for word in reading.meant:
        for row, side in word.entry.labels.items():
            found.setdefault(row, {})[side] = word.text
    return found


def _sides_apart(a: _Sides, b: _Sides) -> tuple[str, str] | None:
    for row in a.keys() & b.keys():
        if not a[row].keys() & b[row].keys():
            return next(iter(a[row].values())), next(iter(b[row].values()))
    return None


def _named(words: Sequence[Word], name: str, grammar: Grammar) -> set[int]:
    """The days of a week or months of a year that are named, those in between included."""
    places = {day: place for place, day in enumerate(grammar.names[name])}
    named = [(word, place) for word in words if (place := _place(word, places)) is not None]
    found = {place for _, place in named}
    for (one, first), (other, last) in pairwise(named):
        if 0 < other.start - one.end <= _NEAR:
            last += len(places) * (first > last)
            found |= {place % len(places) for place in range(first, last + 1)}
    if name == "week":
        lows = {word.low for word in words}
        working = range(5) if lows & grammar.words["working_days"] else ()
        free = (5, 6) if lows & grammar.words["days_off"] else ()
        found |= {*working, *free}
    return found


def _place(word: Word, places: Mapping[str, int]) -> int | None:
    if not word.text[:1].isupper():
        return None  # "may" is a month only where it is written like one
    return places.get(word.low.removesuffix("s"))
