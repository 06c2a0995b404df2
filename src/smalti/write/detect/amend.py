"""A judge of slips: somebody says that what was said before was never so."""

from __future__ import annotations

from dataclasses import dataclass

from smalti.model.conflict import ConflictKind, Relation
from smalti.model.record import Authority, Modality, SlotKind
from smalti.write.detect.contrast import Contrast, Found
from smalti.write.detect.fillers import other_figures
from smalti.write.detect.marks import marked
from smalti.write.detect.order import TALK_SECONDS
from smalti.write.detect.pair import Pair, Side, Verdict
from smalti.write.detect.relate import same_source, spoken, verdict
from smalti.write.detect.talk import score
from smalti.write.detect.topic import topic

_ENOUGH = 1.0  # the weight of what both speak of
_MICROS = 1_000_000
_SENSES = frozenset({Modality.ASSERTED, Modality.PLANNED})


@dataclass(frozen=True, slots=True)
class AmendJudge:
    """A correction is told by its words, or by another figure for what was said just before."""

    name: str = "amend"

    def judge(self, pair: Pair) -> Verdict | None:
        """A correction by the source of the stored statement, or by whom hearsay is about."""
        stored, incoming = pair.stored.record, pair.incoming.record
        if stored.modality not in _SENSES or incoming.modality not in _SENSES:
            return None
        if not spoken(pair):
            return None
        if not (same_source(pair) or _own(pair)):
            return None
        if marked("stays", incoming.sentence) or _both_put_right(pair):
            return None
        told = marked("wrong", pair.incoming.context)
        told = told or (incoming.correction and pair.stored.turn != pair.incoming.turn)
        if not told and not _looks_again(pair):
            return None
        figure = other_figures(stored.sentence, pair.incoming.context)
        shared = topic(pair, pair.incoming.context)
        near = shared.weight >= _ENOUGH
        if not (told and near) and not (figure and (near or _just_before(pair))):
            return None
        kind = ConflictKind.NUMERIC if figure else ConflictKind.SEMANTIC
        reason = f"It puts right what was said about {figure or shared}"
        if not same_source(pair):
            found = Found(Contrast.EXCLUDED, kind, SlotKind.UNKNOWN, reason, score(shared))
            return verdict(self.name, pair, found)
        return Verdict(Relation.CORRECTION, self.name, score(shared), reason, kind)


def _both_put_right(pair: Pair) -> bool:
    """Whether both were said in the one turn that puts something right."""
    sides = (pair.stored, pair.incoming)
    together = {one.turn for one in pair.stored.record.evidence} & {
        one.turn for one in pair.incoming.record.evidence
    }
    return bool(together) and all(side.record.correction for side in sides)


def _looks_again(pair: Pair) -> bool:
    return marked("wrong", pair.incoming.turn) or marked("doubt", pair.incoming.turn)


def _own(pair: Pair) -> bool:
    """Whether somebody speaks of what another one said about him or her."""
    return pair.incoming.record.authority is Authority.SELF and (
        pair.stored.record.subject == pair.incoming.record.subject
    )


def _just_before(pair: Pair) -> bool:
    before, after = (_said(side) for side in (pair.stored, pair.incoming))
    return 0 <= after - before <= TALK_SECONDS * _MICROS


def _said(side: Side) -> int:
    return (side.said_at or side.record.recorded_at).micros
