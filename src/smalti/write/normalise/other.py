"""How statements in languages but English are taken apart into a predicate and its value."""

from __future__ import annotations

from smalti.write.normalise.equations import by_equation
from smalti.write.normalise.patterned import by_pattern
from smalti.write.normalise.readings import Reader, Reading, general
from smalti.write.normalise.said import Said
from smalti.write.normalise.terms import by_term, is_equation
from smalti.write.predicates import PredicateTable

_EQUATION: tuple[Reader, ...] = (by_equation, by_term, by_pattern)
_OTHERS: tuple[Reader, ...] = (by_term, by_equation, by_pattern)


def read_other(said: Said, vocabulary: PredicateTable) -> Reading:
    """The best reading of a statement: a known predicate, or the phrase as it is.

    A general predicate is taken where no other fits.
    """
    for reader in _EQUATION if is_equation(said) else _OTHERS:
        for reading in reader(said, vocabulary):
            return reading
    return general(said, vocabulary, said.candidate.predicate.strip())
