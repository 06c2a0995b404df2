"""Who is named together: entities that occur in the same dialogue context."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from itertools import combinations
from math import sqrt

from smalti.graph.association import LIMIT, AssociationGraph
from smalti.graph.names import checked_ids
from smalti.model.errors import InvalidInput, NotFound

WIDEST = 64
"""A context that names more entities is a list, not a conversation: it joins none of them."""


class CoOccurrence:
    """Entities and the contexts that they occur in, counted exactly.

    The weight of a pair is n_uv / √(n_u·n_v): the cosine of their incidence vectors over contexts.
    An edge joins two entities iff each is among the ``limit`` strongest of the other (ties by
    id). Counts are whole numbers, so what follows from them does not depend on any order of adding
    and removing. Adding or removing a context of k entities costs O(k²).
    """

    def __init__(self) -> None:
        self._entities: dict[str, frozenset[str]] = {}
        self._contexts: Counter[str] = Counter()
        self._together: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def __len__(self) -> int:
        return len(self._contexts)

    def add(self, context: str, entities: Collection[str]) -> None:
        """Count a context. One that names more than ``WIDEST`` is known but not counted.

        Raises:
            InvalidInput: the context is there already, or an entity is named twice or empty.
        """
        if context in self._entities:
            raise InvalidInput("context", context, "is there already", fix="Remove it first")
        named = frozenset(checked_ids(entities))
        self._entities[context] = named if len(named) <= WIDEST else frozenset()
        self._count(self._entities[context], 1)

    def remove(self, context: str) -> None:
        """Take a context back.

        Raises:
            NotFound: there is no such context.
        """
        if context not in self._entities:
            raise NotFound("context", context)
        self._count(self._entities.pop(context), -1)

    def affected(self, context: str) -> frozenset[str]:
        """The entities of a context and all that occur with one of them in any context.

        Every edge that adding this context changed, or that removing it will change, has an end
        among them: how often its entities occur tells where they stand in the lists of others.

        Raises:
            NotFound: there is no such context.
        """
        if context not in self._entities:
            raise NotFound("context", context)
        named = self._entities[context]
        return named.union(*(self._together[one] for one in named if one in self._together))

    def weight(self, one: str, other: str) -> float:
        """The cosine of two entities in [0, 1]; 0 where they never occur together."""
        together = self._together[one][other] if one in self._together else 0
        return together / sqrt(self._contexts[one] * self._contexts[other]) if together else 0.0

    def graph(self, limit: int = LIMIT) -> AssociationGraph:
        """All entities that occur in a context, and the edges between them."""
        pairs = (
            (one, other, self.weight(one, other))
            for one, others in self._together.items()
            for other in others
            if one < other
        )
        return AssociationGraph.of(self._contexts, pairs).capped(limit)

    def _count(self, named: frozenset[str], step: int) -> None:
        for one in named:
            _bump(self._contexts, one, step)
        for one, other in combinations(named, 2):
            for end, far in ((one, other), (other, one)):
                _bump(self._together[end], far, step)
                if not self._together[end]:
                    del self._together[end]


def _bump(counts: Counter[str], key: str, step: int) -> None:
    counts[key] += step
    if not counts[key]:
        del counts[key]
