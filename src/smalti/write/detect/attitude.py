"""A judge of likes and dislikes, in whichever words they are told."""

from __future__ import annotations

from dataclasses import dataclass

from smalti.model.conflict import ConflictKind
from smalti.model.record import SlotKind
from smalti.write.detect.contrast import Contrast, Found, same_condition, same_subject
from smalti.write.detect.marks import marked
from smalti.write.detect.pair import Pair, Side, Verdict
from smalti.write.detect.relate import spoken, verdict
from smalti.write.detect.talk import score
from smalti.write.detect.topic import topic

_ENOUGH = 1.0


@dataclass(frozen=True, slots=True)
class AttitudeJudge:
    """Who cannot stand a thing does not love it; tastes change where somebody says so."""

    name: str = "attitude"

    def judge(self, pair: Pair) -> Verdict | None:
        """An update where a change is told, else a conflict."""
        if not spoken(pair):
            return None
        if not same_subject(pair) or not same_condition(pair):
            return None
        before, after = _fond(pair.stored), _fond(pair.incoming)
        if before is None or after is None or before is after:
            return None
        shared = topic(pair)
        if shared.weight < _ENOUGH:
            return None
        changed = marked("change", pair.incoming.turn or pair.incoming.context)
        contrast, slot = (
            (Contrast.OTHER, SlotKind.CHANGING) if changed
            else (Contrast.EXCLUDED, SlotKind.UNKNOWN)
        )  # fmt: skip
        reason = f"One likes what the other does not: {shared}"
        found = Found(contrast, ConflictKind.SEMANTIC, slot, reason, score(shared))
        return verdict(self.name, pair, found)


def _fond(side: Side) -> bool | None:
    """Whether somebody likes what is spoken of; ``None`` where nothing is said of it."""
    sentence, polarity = side.record.sentence, side.record.polarity
    if marked("averse", sentence):
        return False
    return polarity if marked("fond", sentence) else None
