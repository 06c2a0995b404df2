"""The clauses of a sentence: what holds, under which conditions, and with which force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from itertools import pairwise

from smalti.write.detect.rules.cutting import Piece
from smalti.write.detect.rules.grammar import Grammar
from smalti.write.detect.rules.words import Bag, Word, bag, telling, weighty


class Force(Enum):
    """What a clause says of a deed or state."""

    HOLDS = "required"  # must be, should be, or simply is
    MAY = "allowed"
    NOT = "ruled out"  # must not be, or is not
    EXEMPT = "not needed"

    @property
    def denies(self) -> bool:
        """Whether something is taken away."""
        return self in (Force.NOT, Force.EXEMPT)


@dataclass(frozen=True, slots=True)
class Condition:
    """Words under which something holds; ``kind`` is one of the grammar's."""

    kind: str
    words: tuple[Word, ...]

    @property
    def telling(self) -> list[Word]:
        """The words that tell of which case it speaks."""
        return weighty(self.words)


@dataclass(frozen=True, slots=True)
class Denial:
    """What a clause denies.

    ``deed`` are the words of what is not done, ``said`` all that is said behind the negation.
    ``banned`` tells that the ban is a word of its own, as in "contraindicated". ``start`` is where
    the negation stands.
    """

    deed: tuple[Word, ...] = ()
    said: tuple[Word, ...] = ()
    banned: bool = False
    start: int = -1


@dataclass(frozen=True, eq=False)
class Clause:
    """One statement of a sentence.

    Attributes:
        main: the words of what is said.
        under: the conditions it is said under.
        force: what is said of it.
        text: ``main`` in small letters, without figures.
        grammar: the language.
        carried: the subject of the clause before, where this one leaves it out.
        denial: what it denies.
        elliptical: it is denied in passing: "by hand and not with a device".
    """

    main: tuple[Word, ...]
    under: tuple[Condition, ...]
    force: Force
    text: str
    grammar: Grammar
    carried: tuple[Word, ...] = ()
    denial: Denial = field(default_factory=Denial)
    elliptical: bool = False

    @cached_property
    def content(self) -> tuple[Word, ...]:
        """The words of ``main`` that say something."""
        return telling(self.main)

    @cached_property
    def conditions(self) -> tuple[Word, ...]:
        """The words of all conditions that say something."""
        return telling(word for condition in self.under for word in condition.words)

    @cached_property
    def opening(self) -> tuple[Word, ...]:
        """The words before the verb: whom or what it is about, and where."""
        finite = self.grammar.words["finite"]
        for at, word in enumerate(self.main):
            if word.low in finite:
                return telling(self.main[:at])
        return self.content[:3]

    @cached_property
    def all(self) -> tuple[Word, ...]:
        """All that is said, its subject and conditions included."""
        return self.carried + self.content + self.conditions

    @cached_property
    def bag(self) -> Bag:
        """``all``, to look for words in."""
        return bag(self.all)

    @cached_property
    def variants(self) -> tuple[tuple[Word, ...], ...]:
        """What is said, once for each case: "in angina, asthma or heart failure"."""
        said = self.carried + self.content
        if self.elliptical:
            rest = tuple(word for word in said if word not in self.denial.said)
            return tuple(rest + case for case in self._cases(self.denial.said))
        cases = [case for condition in self.under for case in self._cases(condition.words)]
        return tuple(said + case for case in cases) if len(cases) > len(self.under) else (self.all,)

    def _cases(self, words: tuple[Word, ...]) -> list[tuple[Word, ...]]:
        """The alternatives of a condition, cut at commas and "or"."""
        either = self.grammar.words["either"]
        if not any(word.low in either for word in words):
            return [telling(words)]
        cases: list[list[Word]] = [[]]
        for at, word in enumerate(words):
            if word.low == "or" or (at and word.start - words[at - 1].end > 1):
                cases.append([])
            if word.content:
                cases[-1].append(word)
        return [tuple(case) for case in cases if case]

    def says(self, pattern: str) -> bool:
        """Whether a pattern of the grammar is found in what it says."""
        return bool(self.grammar.patterns[pattern].search(self.text))

    def has(self, name: str) -> bool:
        """Whether one of its words is of a set of the grammar's."""
        words = self.grammar.words[name]
        return any(word.low in words for word in self.main)

    def of_kind(self, *kinds: str) -> Iterator[Condition]:
        """Its conditions of some kinds."""
        return (condition for condition in self.under if condition.kind in kinds)


def clauses_of(pieces: Sequence[Piece], grammar: Grammar) -> Iterator[Clause]:
    """The clauses of a sentence, those that are denied in passing after their own."""
    subject: tuple[Word, ...] = ()
    before: Clause | None = None
    for piece in pieces:
        clause = _resumed(_clause(piece, grammar, subject), before)
        yield clause
        yield from _elliptical(clause, grammar)
        subject = clause.opening or subject
        before = clause


def _clause(piece: Piece, grammar: Grammar, subject: tuple[Word, ...]) -> Clause:
    text = " ".join(word.low for word in piece.main if not word.figure)
    clause = Clause(
        tuple(piece.main),
        tuple(Condition(kind, tuple(words)) for kind, words in piece.under),
        force_of(text, grammar),
        text,
        grammar,
        denial=_denial(piece.main, grammar),
    )
    return clause if clause.opening else replace(clause, carried=subject)


def _resumed(clause: Clause, before: Clause | None) -> Clause:
    """A clause that is "exempt from this" denies what the clause before it says."""
    if before is None or clause.force is not Force.EXEMPT or not clause.says("from_this"):
        return clause
    said = tuple(word for word in before.content if word not in before.opening)
    return replace(clause, denial=Denial(said, said))


def _elliptical(clause: Clause, grammar: Grammar) -> Iterator[Clause]:
    if clause.force.denies:
        return
    marks = grammar.words["marks"]
    for condition in clause.under:
        words = tuple(word for word in condition.words if word.low not in marks)
        late = condition.kind == "without" and bool(
            clause.main and condition.words[0].start > clause.main[-1].start
        )
        said = telling(words)[: 2 if late else None]
        if said and (late or condition.kind == "instead"):
            yield Clause(
                clause.main + words,
                tuple(
                    clause.of_kind(*{c.kind for c in clause.under} - {"instead", condition.kind})
                ),
                Force.NOT,
                "not " + " ".join(word.low for word in words),
                grammar,
                clause.carried,
                Denial(said, said, start=words[0].start),
                elliptical=True,
            )


def force_of(text: str, grammar: Grammar) -> Force:
    """The force of a clause: each negation turns it, and idioms come first."""
    patterns = grammar.patterns
    plain = patterns["not_negative"].sub(" ", text)
    plain, allowed = patterns["permit"].subn(" ", plain)
    if patterns["exempt"].search(plain):
        return Force.EXEMPT
    if len(patterns["negative"].findall(plain)) % 2:
        return Force.NOT
    return Force.MAY if allowed or patterns["may"].search(plain) else Force.HOLDS


def _denial(main: Sequence[Word], grammar: Grammar) -> Denial:
    """What the first negation of a clause denies."""
    for at, word in enumerate(main):
        behind = main[at + 1 :]
        if grammar.patterns["not_word"].search(word.low):
            said = _behind(behind, grammar)
            joined = any(w.low in {"or", "and", "nor"} for w in behind[:4]) and len(behind) > 2
            return Denial(said[: 2 if joined else 1], said, start=word.start)
        if grammar.patterns["no_word"].search(word.low):
            deed, said = _no_deed(main, at, grammar)
            return Denial(deed, said, start=word.start)
        if grammar.patterns["negative"].fullmatch(word.low):
            aside = next((k for k, w in enumerate(behind) if w.low in grammar.words["aside"]), None)
            return Denial((), _behind(behind[:aside], grammar), banned=True, start=word.start)
    return Denial()


def _no_deed(
    main: Sequence[Word], at: int, grammar: Grammar
) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
    """What "no", "nobody" and their like deny: the deed, and all that is said."""
    behind = main[at + 1 :]
    said = _behind(behind, grammar)
    if not said:  # "pages nobody"
        before = _behind(main[:at], grammar)[-1:]
        return before, before
    finite = grammar.words["finite"]
    verb = next((place for place, word in enumerate(behind) if word.low in finite), None)
    if verb is None:
        return said[: 2 if main[at].low == "no" else 1], said
    if behind[verb].low in grammar.words["verbs"]:
        return (behind[verb],), said
    return _behind(behind[verb + 1 :], grammar)[:1], said


def _behind(words: Sequence[Word], grammar: Grammar) -> tuple[Word, ...]:
    """The words that say something; "another environment" may be any."""
    fillers, other = grammar.words["fillers"], grammar.words["any_other"]
    found = []
    for before, word in pairwise([None, *words]):
        if word is None or not word.content or word.low in fillers:
            continue
        if before is None or before.low not in other:
            found.append(word)
    return tuple(found)
