"""Normalising: a grounded candidate in canonical terms, by rules and tables alone.

Predicates of the vocabulary, values with units, days and names, whom it is about, who says it, when
it held, and how exactly it speaks. Nothing is stored or asked here: which entity a name stands for
is for the next stage.
"""

from smalti.write.normalise.stage import normalise

__all__ = ["normalise"]
