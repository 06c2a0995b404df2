"""A judge of sentences that say the same but for a figure: another time, day or amount."""

from __future__ import annotations

from dataclasses import dataclass

from smalti.model.conflict import ConflictKind
from smalti.model.record import RecordKind, SlotKind
from smalti.write.detect.contrast import Contrast, Found, same_condition
from smalti.write.detect.fillers import other_figures
from smalti.write.detect.marks import language_in
from smalti.write.detect.order import Order, order
from smalti.write.detect.pair import Pair, Verdict
from smalti.write.detect.relate import spoken, verdict
from smalti.write.detect.talk import score, stays
from smalti.write.detect.topic import terms, topic, two_things, weight

_ENOUGH = 1.5  # the weight of what both speak of
_FRAME = 0.6  # the part of the shorter sentence that this is


@dataclass(frozen=True, slots=True)
class FrameJudge:
    """The same thing is said with another figure of the same kind.

    Said later by the same source that is an update, at once by the same or by another one a
    conflict. What happened may have happened twice, so nothing is said of it.
    """

    name: str = "frame"

    def judge(self, pair: Pair) -> Verdict | None:
        """An update or a conflict; ``None`` where more than a figure differs."""
        one, other = pair.stored.record, pair.incoming.record
        if not spoken(pair):
            return None
        if stays(pair) or other.kind is RecordKind.EVENT or not same_condition(pair):
            return None
        if not (one.polarity and other.polarity):
            return None
        figure = other_figures(one.sentence, other.sentence)
        if not figure or two_things(pair):
            return None
        shared = topic(pair)
        if shared.weight < _ENOUGH or shared.weight < _FRAME * _shorter(pair):
            return None
        later = order(pair) is Order.LATER
        contrast = Contrast.OTHER if later else Contrast.EXCLUDED
        reason = f"Another figure ({figure}) for {shared}"
        found = Found(contrast, ConflictKind.NUMERIC, SlotKind.CHANGING, reason, score(shared))
        return verdict(self.name, pair, found)


def _shorter(pair: Pair) -> float:
    sentences = (pair.stored.record.sentence, pair.incoming.record.sentence)
    return min(heft(one) for one in sentences)


def heft(sentence: str) -> float:
    """The weight of all that a sentence says."""
    language = language_in(sentence)
    return sum(weight(term, language) for term in terms(sentence, language))
