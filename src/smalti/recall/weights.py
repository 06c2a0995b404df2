"""The numbers of the ranking, kept as data with the command that chose them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class Weights:
    """See :func:`smalti.recall.rank.rank` for what each one weighs."""

    k1: float
    b: float
    lexical: float
    vector: float
    speaker: float
    date: float
    previous: float
    answers: float
    next: float
    session: float
    cosine_alone: float
    cosine_beside_words: float
    coverage: float
    coverage_alone: float

    @property
    def best_score(self) -> float:
        """What a turn would reach that is best in everything; scores are given as a share of it."""
        own = self.lexical + self.vector + self.speaker + self.date
        neighbours = max(self.previous + self.answers, self.next)
        return own * (1 + neighbours + self.session) + self.session


@cache
def default_weights() -> Weights:
    """The weights in ``weights.json``."""
    data = json.loads((resources.files("smalti.recall") / "weights.json").read_text("utf-8"))
    return Weights(**{name: data[name] for name in Weights.__slots__})
