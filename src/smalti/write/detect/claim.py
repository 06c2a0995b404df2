"""A judge of what two sources say of one thing in other words: other figures, or the opposite.

Predicates differ where people put things in their own words. Two sources that speak of the same
things and give figures that cannot both be right contradict each other, whatever the predicates
are, and so does one that denies what the other affirms. Nothing is said of one and the same source.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from smalti.model.conflict import ConflictKind
from smalti.model.record import SlotKind
from smalti.text.quantities import QuantityMention, Relation, compare, find_quantities
from smalti.write.detect.contrast import Contrast, Found
from smalti.write.detect.pair import Pair, Side, Verdict
from smalti.write.detect.relate import same_source, verdict
from smalti.write.detect.talk import shared_terms

_SCORE = 0.6
_FIGURES = 1  # terms in common, besides the figures
_DENIAL = 2


@dataclass(frozen=True, slots=True)
class ClaimJudge:
    """Two sources, the same things, and figures or signs that cannot both be right."""

    name: str = "claim"

    def judge(self, pair: Pair) -> Verdict | None:
        """A conflict, or a correction of hearsay by whom it is about."""
        if same_source(pair):
            return None
        kind = self._differs(pair)
        if kind is None:
            return None
        reason = f"Two sources differ about {', '.join(sorted(shared_terms(pair)))}"
        found = Found(Contrast.EXCLUDED, kind, SlotKind.UNKNOWN, reason, _SCORE)
        return verdict(self.name, pair, found)

    def _differs(self, pair: Pair) -> ConflictKind | None:
        common = len(shared_terms(pair))
        if common >= _FIGURES and _clash(pair.stored, pair.incoming):
            return ConflictKind.NUMERIC
        opposite = pair.stored.record.polarity is not pair.incoming.record.polarity
        return ConflictKind.LOGICAL if opposite and common >= _DENIAL else None


def _clash(stored: Side, incoming: Side) -> bool:
    """Whether both give figures of one kind, and none of these fits any of the other side."""
    pairs = [
        compare(one, other)
        for one in _figures(stored.record.sentence)
        for other in _figures(incoming.record.sentence)
    ]
    told = [one for one in pairs if one is not Relation.INCOMPARABLE]
    return bool(told) and all(one is Relation.DIFFERENT for one in told)


@lru_cache(maxsize=4096)
def _figures(text: str) -> tuple[QuantityMention, ...]:
    return tuple(find_quantities(text))
