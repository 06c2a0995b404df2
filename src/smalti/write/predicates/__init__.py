"""The vocabulary of predicates: what can be said of whom, and what follows from it.

The words stand in ``data/*.toml``; docs/guide/predicates.md tells how to add to them.
"""

from smalti.write.predicates.entries import (
    DIMENSIONS,
    Argument,
    Ended,
    Ending,
    Exclusion,
    Group,
    Implication,
    Predicate,
    Side,
    Triple,
)
from smalti.write.predicates.table import PredicateTable

__all__ = [
    "DIMENSIONS",
    "Argument",
    "Ended",
    "Ending",
    "Exclusion",
    "Group",
    "Implication",
    "Predicate",
    "PredicateTable",
    "Side",
    "Triple",
]
