"""A sentence read as clauses: what holds, under which condition, with which force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, lru_cache

import regex

from smalti.write.detect.rules.amounts import Amount, amounts_of, mentions_of
from smalti.write.detect.rules.cutting import Piece, cut
from smalti.write.detect.rules.tables import Forms, forms, lexicon
from smalti.write.detect.rules.words import Word, words_of


class Force(Enum):
    """What a clause says of a deed or state."""

    HOLDS = "holds"  # must be, should be, or simply is
    MAY = "may"
    NOT = "not"  # must not be, or is not
    EXEMPT = "exempt"  # need not be


@dataclass(frozen=True)
class Clause:
    """One statement of a sentence.

    ``main`` are the words of what is said, ``under`` those of the conditions it is said under.
    """

    main: tuple[Word, ...]
    under: tuple[tuple[str, tuple[Word, ...]], ...]
    force: Force
    text: str
    carried: tuple[Word, ...] = ()
    negated: tuple[Word, ...] = ()
    denied: tuple[Word, ...] = ()
    banned: bool = False
    elliptical: bool = False

    @cached_property
    def content(self) -> tuple[Word, ...]:
        return tuple(w for w in self.main if w.content)

    @cached_property
    def conditions(self) -> tuple[Word, ...]:
        return tuple(w for _, words in self.under for w in words if w.content)

    @cached_property
    def opening(self) -> tuple[Word, ...]:
        """The words before the verb: whom or what it is about, and where."""
        finite = forms().finite
        for at, word in enumerate(self.main):
            if word.low in finite:
                return tuple(w for w in self.main[:at] if w.content)
        return self.content[:3]

    @cached_property
    def all(self) -> tuple[Word, ...]:
        return self.carried + self.content + self.conditions


@dataclass(frozen=True)
class Reading:
    text: str
    words: tuple[Word, ...]
    clauses: tuple[Clause, ...]
    amounts: tuple[Amount, ...]
    counts: int = 0

    @cached_property
    def content(self) -> tuple[Word, ...]:
        return tuple(w for w in self.words if w.content)

    @cached_property
    def meant(self) -> tuple[Word, ...]:
        """All that is said but for what exceptions leave out."""
        out = {w.start for c in self.clauses for kind, ws in c.under if kind in {"unless", "instead"} for w in ws}
        return tuple(w for w in self.content if w.start not in out)

    @cached_property
    def conditions(self) -> tuple[Word, ...]:
        return tuple(w for c in self.clauses for w in c.conditions)

    @cached_property
    def low(self) -> str:
        return self.text.casefold().replace("’", "'")


@lru_cache(maxsize=4096)
def read(text: str, language: str = "en") -> Reading:
    """The reading of a sentence; kept, as a stored sentence is compared again and again."""
    mentions = mentions_of(text)
    inside = [(m.start, m.end) for m in mentions]
    words = words_of(text, lexicon(language), inside)
    clauses = tuple(_clauses(cut(words, inside, forms(language)), forms(language)))
    return Reading(text, tuple(words), clauses, tuple(amounts_of(text, mentions, [_placed(c) for c in clauses])), sum(m.dimension == "count" for m in mentions))


_NO_CASE = frozenset({"instead", "before", "after", "until"})


def _placed(clause: Clause) -> tuple[list[Word], list[Word]]:
    """The words of a clause in order, and those of its conditions."""
    under = [w for kind, words in clause.under if kind not in _NO_CASE for w in words]
    everything = [*clause.carried, *clause.main, *(w for _, words in clause.under for w in words)]
    return sorted(everything, key=lambda w: w.start), under


def _clauses(pieces: Sequence[Piece], table: Forms) -> Iterator[Clause]:
    subject: tuple[Word, ...] = ()
    for piece in pieces:
        if not piece.main and not piece.under:
            continue
        clause = _clause(piece, table, subject)
        yield clause
        yield from _elliptical(clause, table)
        subject = clause.opening or subject


def _clause(piece: Piece, table: Forms, subject: tuple[Word, ...]) -> Clause:
    main = " ".join(w.low for w in piece.main)
    clause = Clause(
        tuple(piece.main),
        tuple((kind, tuple(words)) for kind, words in piece.under),
        _force(main, table),
        main,
        (),
        *_negated(piece.main, table),
    )
    return clause if clause.opening else replace(clause, carried=subject)


def _elliptical(clause: Clause, table: Forms) -> Iterator[Clause]:
    """What is denied in passing: "is measured by hand and not with a device" """
    if clause.force in (Force.NOT, Force.EXEMPT):
        return
    for kind, words in clause.under:
        said = tuple(w for w in words if w.content and w.low not in {"never", "not"})
        late = kind == "without" and clause.main and words[0].start > clause.main[-1].start
        if late:
            said = said[:2]
        if (kind == "instead" or late) and said:
            rest = tuple((k, ws) for k, ws in clause.under if k not in {"instead", kind})
            yield Clause(
                clause.main, rest, Force.NOT, "not " + " ".join(w.low for w in words), (), said[:1], said, False, True
            )


_NOT = regex.compile(r"^(?:not|never|cannot)$|n't$")
_NO = regex.compile(r"^(?:no|nobody|no-one|none|nothing|neither|nor|nowhere)$")


def _negated(main: Sequence[Word], table: Forms) -> tuple[tuple[Word, ...], tuple[Word, ...], bool]:
    """What a clause denies: the deed, what is said with it, and whether it is banned in a word of
    its own, as in "contraindicated".
    """
    for at, word in enumerate(main):
        behind = main[at + 1 :]
        if _NOT.search(word.low):
            rest = _telling(behind, table)
            return rest[:1], rest, False
        if _NO.search(word.low):
            rest = _telling(behind, table)
            verb = next((k for k, w in enumerate(behind) if w.low in table.finite), None)
            if verb is None:
                return rest[: 2 if word.low == "no" else 1], rest, False
            return _telling(behind[verb + 1 :], table)[:1], rest, False
        if table.negative.fullmatch(word.low):
            return (), _telling(behind, table), True
    return (), (), False


def _telling(words: Sequence[Word], table: Forms) -> tuple[Word, ...]:
    return tuple(w for w in words if w.content and w.low not in table.fillers)


def _force(main: str, table: Forms) -> Force:
    plain = table.not_negative.sub(" ", main)
    plain, allowed = table.permit.subn(" ", plain)
    if table.exempt.search(plain):
        return Force.EXEMPT
    if len(table.negative.findall(plain)) % 2:
        return Force.NOT
    if allowed or table.may.search(plain):
        return Force.MAY
    return Force.HOLDS
