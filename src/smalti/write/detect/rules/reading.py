"""A sentence as the rule judges read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from smalti.text.numerals import guess_language, narrow
from smalti.write.detect.rules.amounts import amounts_of
from smalti.write.detect.rules.clauses import Clause, clauses_of
from smalti.write.detect.rules.cutting import cut
from smalti.write.detect.rules.grammar import Grammar, grammar, languages
from smalti.write.detect.rules.intervals import Amount
from smalti.write.detect.rules.lexicon import lexicon
from smalti.write.detect.rules.mentions import mentions_of
from smalti.write.detect.rules.words import Bag, Word, bag, lowered, telling, words_of

KEPT = 4096  # sentences; one takes some 20 kB
_LONGEST = 1000  # characters; what is longer is no sentence
_UNTOLD = "en"  # what a text is read as where nothing tells its language


@dataclass(frozen=True, eq=False)
class Reading:
    """A sentence with its words, clauses and figures; ``counts`` says how many count something."""

    text: str
    low: str
    words: tuple[Word, ...]
    clauses: tuple[Clause, ...]
    amounts: tuple[Amount, ...]
    counts: int
    grammar: Grammar

    @cached_property
    def content(self) -> tuple[Word, ...]:
        """The words that say something."""
        return telling(self.words)

    @cached_property
    def bag(self) -> Bag:
        """``content``, to look for words in."""
        return bag(self.content)

    @cached_property
    def meant(self) -> tuple[Word, ...]:
        """All that is said but for what exceptions and contrasts leave out."""
        out = {
            word.start
            for clause in self.clauses
            for condition in clause.of_kind("unless", "instead")
            for word in condition.words
        }
        return tuple(word for word in self.content if word.start not in out)

    @cached_property
    def conditions(self) -> tuple[Word, ...]:
        """The words of all conditions."""
        return tuple(word for clause in self.clauses for word in clause.conditions)

    def clause_of(self, amount: Amount) -> Clause | None:
        """The clause that an amount stands in."""
        for clause in self.clauses:
            words: Sequence[Word] = (*clause.main, *(w for c in clause.under for w in c.words))
            if not clause.elliptical and any(amount.start <= w.start < amount.end for w in words):
                return clause
        return None

    def amounts_in(self, clause: Clause) -> list[Amount]:
        """The amounts of a clause; one that leaves its subject out has those of the sentence."""
        words = (*clause.main, *(w for c in clause.under for w in c.words))
        mine = [a for a in self.amounts if any(a.start <= w.start < a.end for w in words)]
        return mine or (list(self.amounts) if clause.carried else [])


@lru_cache(maxsize=KEPT)
def read(text: str) -> Reading | None:
    """The reading of a sentence, kept for the next time; ``None`` in a language without tables.

    Pure: the same sentence always reads the same. Readings are shared and must not be changed.
    """
    language = guess_language(narrow(text)) or _UNTOLD
    if not text.strip() or len(text) > _LONGEST or language not in languages():
        return None
    forms, known = grammar(language), lexicon(language)
    mentions = mentions_of(text, forms)
    words = words_of(text, known, [(m.start, m.end) for m in mentions])
    clauses = tuple(clauses_of(cut(words, forms), forms))
    return Reading(
        text,
        lowered(text),
        tuple(words),
        clauses,
        tuple(amounts_of(text, mentions, clauses, known)),
        sum(m.dimension == "count" for m in mentions),
        forms,
    )
