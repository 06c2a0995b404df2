"""Two sentences side by side: how far they share a subject, and whether they speak of one case."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from smalti.write.detect.pair import Pair
from smalti.write.detect.rules import cases
from smalti.write.detect.rules.intervals import disjoint, same_measure
from smalti.write.detect.rules.reading import Reading, read
from smalti.write.detect.rules.words import covered, shared

_KEPT = 512  # pairs: each judge asks about the same ones in turn


@dataclass(frozen=True, eq=False)
class Meeting:
    """Two readings side by side; what is found out is kept for the next judge."""

    stored: Reading
    incoming: Reading

    @cached_property
    def over_stored(self) -> float:
        """The share of the stored sentence that the incoming one accounts for."""
        return covered(self.stored.content, self.incoming.bag)

    @cached_property
    def over_incoming(self) -> float:
        """The share of the incoming sentence that the stored one accounts for."""
        return covered(self.incoming.content, self.stored.bag)

    @cached_property
    def shared(self) -> float:
        """The weight of what both speak of."""
        return shared(self.incoming.content, self.stored.bag)

    @cached_property
    def labels(self) -> tuple[str, str] | None:
        """Names of cases in which the two differ."""
        return cases.labels_apart(self.stored, self.incoming)

    @cached_property
    def names(self) -> tuple[str, str] | None:
        """Names that only one of them has, on both sides."""
        return cases.names_apart(self.stored, self.incoming)

    @cached_property
    def elsewhere(self) -> bool:
        """Whether one of them speaks of another place or time."""
        return cases.elsewhere(self.stored, self.incoming)

    @cached_property
    def other_case(self) -> bool:
        """Whether they speak of different cases, as far as words and figures tell."""
        return bool(
            self.labels
            or self.names
            or self.elsewhere
            or cases.denied_apart(self.stored, self.incoming)
            or cases.terms_apart(self.stored, self.incoming)
            or cases.figures_apart(self.stored, self.incoming)
            or cases.phase_apart(self.stored, self.incoming)
        )

    @cached_property
    def clash(self) -> bool:
        """Whether a figure of the incoming sentence is met by no figure of the stored one."""
        return any(
            same and all(disjoint(a, b) for a in same)
            for b in self.incoming.amounts
            if (same := [a for a in self.stored.amounts if same_measure(a, b)])
        )

    def other(self, reading: Reading) -> Reading:
        """The reading that is not the given one."""
        return self.incoming if reading is self.stored else self.stored


def meeting_of(pair: Pair) -> Meeting | None:
    """The sentences of a pair, if both may be rules.

    ``None`` where one cannot be read, where they are of two languages, and where somebody talks of
    themselves: what people do and feel is no rule for others.
    """
    return _meet(pair.stored.context, pair.incoming.context)


@lru_cache(maxsize=_KEPT)
def _meet(stored: str, incoming: str) -> Meeting | None:
    one, other = read(stored), read(incoming)
    if one is None or other is None or one.grammar is not other.grammar:
        return None
    personal = one.grammar.patterns["personal"]
    if personal.search(one.low) or personal.search(other.low):
        return None
    return Meeting(one, other)
