"""A judge of what two sources say of one thing in other words: other figures, or the opposite.

Predicates differ where people put things in their own words. Two sources that speak of the same
things and give figures that cannot both be right contradict each other, whatever the predicates
are; so does one that denies what the other affirms, and one that objects and names somebody or
something else. Nothing is said of one and the same source.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import regex

from smalti.model.conflict import ConflictKind
from smalti.model.record import Modality, RecordKind, SlotKind
from smalti.text.quantities import QuantityMention, Relation, compare, find_quantities
from smalti.write.detect.contrast import Contrast, Found, same_subject
from smalti.write.detect.fillers import other_figures
from smalti.write.detect.frames import heft
from smalti.write.detect.marks import language_in, marked
from smalti.write.detect.pair import Pair, Side, Verdict
from smalti.write.detect.relate import same_source, spoken, verdict
from smalti.write.detect.topic import terms, topic, two_things

_SCORE = 0.6
_ENOUGH = 1.0  # the weight of what both speak of, besides the figures
_DENIAL = 1.5
_MOST = 0.6  # the part of the shorter sentence that a denial shares with what it denies
_REST = 3.0  # the weight of all else in a sentence that says but one thing
_NAME = regex.compile(r"(?<=[^.!?…]\s)\p{Lu}[\p{L}\p{M}]+")
_SENSES = frozenset({Modality.ASSERTED, Modality.PLANNED})


@dataclass(frozen=True, slots=True)
class ClaimJudge:
    """Two sources, the same things, and figures or signs that cannot both be right."""

    name: str = "claim"

    def judge(self, pair: Pair) -> Verdict | None:
        """A conflict, or a correction of hearsay by whom it is about."""
        senses = {side.record.modality for side in (pair.stored, pair.incoming)}
        if same_source(pair) or not senses <= _SENSES or two_things(pair):
            return None
        kind = self._differs(pair)
        if kind is None:
            return None
        shared = topic(pair, pair.incoming.context)
        reason = f"Two sources differ about {shared}"
        found = Found(Contrast.EXCLUDED, kind, SlotKind.UNKNOWN, reason, _SCORE)
        return verdict(self.name, pair, found)

    def _differs(self, pair: Pair) -> ConflictKind | None:
        shared = topic(pair, pair.incoming.context).weight
        if shared >= _ENOUGH and _clash(pair.stored, pair.incoming):
            return ConflictKind.NUMERIC
        opposite = pair.stored.record.polarity is not pair.incoming.record.polarity
        if opposite and _says_the_same(pair):
            return ConflictKind.LOGICAL
        if not spoken(pair) or not _of_one_thing(pair):
            return None
        if shared >= _ENOUGH and _rivals(pair):
            return ConflictKind.SEMANTIC
        objects = marked("objection", pair.incoming.context)
        return ConflictKind.SEMANTIC if objects and shared >= _ENOUGH else None


def _says_the_same(pair: Pair) -> bool:
    """Whether most of what the shorter sentence says is in the other one."""
    shorter = min(heft(side.record.sentence) for side in (pair.stored, pair.incoming))
    return topic(pair).weight >= max(_DENIAL, _MOST * shorter)


def _of_one_thing(pair: Pair) -> bool:
    """Whether the incoming sentence names what the stored statement is about."""
    if same_subject(pair):
        return True
    language = language_in(pair.incoming.context)
    named = terms(pair.stored.subject, language)
    return bool(named & terms(pair.incoming.record.sentence, language))


def _rivals(pair: Pair) -> bool:
    """Whether both say of one thing, in few words, whom or what it belongs to: two names."""
    sides = (pair.stored, pair.incoming)
    if any(side.record.kind is RecordKind.EVENT or not side.record.polarity for side in sides):
        return False
    shared = topic(pair).weight
    rests = [heft(side.record.sentence) - shared for side in sides]
    if not (min(rests) >= _ENOUGH and max(rests) <= _REST):
        return False
    one, other = (_names(side) for side in sides)
    return bool(one - other) and bool(other - one)


def _names(side: Side) -> frozenset[str]:
    """The names in a sentence but for its first word, which may be written so anyhow."""
    spoken = {side.speaker, *side.speaker.split()}
    return frozenset(_NAME.findall(side.record.sentence)) - spoken


def _clash(stored: Side, incoming: Side) -> bool:
    """Whether both give figures of one kind, and none of these fits any of the other side."""
    pairs = [
        compare(one, other)
        for one in _figures(stored.record.sentence)
        for other in _figures(incoming.record.sentence)
    ]
    told = [one for one in pairs if one is not Relation.INCOMPARABLE]
    if told:
        return all(one is Relation.DIFFERENT for one in told)
    return bool(other_figures(stored.record.sentence, incoming.record.sentence))


@lru_cache(maxsize=4096)
def _figures(text: str) -> tuple[QuantityMention, ...]:
    return tuple(find_quantities(text))
