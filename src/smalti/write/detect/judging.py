"""The judges in their order, cheap first, and what comes of asking them about all pairs."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from smalti.model.conflict import Relation
from smalti.write.detect.amend import AmendJudge
from smalti.write.detect.apart import DesignationJudge
from smalti.write.detect.attitude import AttitudeJudge
from smalti.write.detect.claim import ClaimJudge
from smalti.write.detect.echo import EchoJudge
from smalti.write.detect.frames import FrameJudge
from smalti.write.detect.guards import ConditionJudge, OccasionJudge, SenseJudge
from smalti.write.detect.lives import LivesJudge
from smalti.write.detect.meaning import EndingJudge, ExclusionJudge
from smalti.write.detect.pair import Judge, OfWords, Pair, Verdict
from smalti.write.detect.plans import PlanJudge
from smalti.write.detect.talk import TalkJudge
from smalti.write.detect.value_logic import CorrectionJudge, RecurrenceJudge, ValueJudge
from smalti.write.predicates import PredicateTable

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Judged:
    """A pair and what was found about it; ``error`` says which judge failed, and how."""

    pair: Pair
    verdict: Verdict
    error: str = ""


def local_judges(table: PredicateTable) -> tuple[Judge, ...]:
    """The judges that need no model, in the order they are asked."""
    return (
        DesignationJudge(),
        RecurrenceJudge(),
        OfWords(AmendJudge()),
        OfWords(PlanJudge()),
        SenseJudge(),
        ConditionJudge(),
        OccasionJudge(),
        CorrectionJudge(),
        ValueJudge(),
        EndingJudge(table),
        ExclusionJudge(table),
        OfWords(LivesJudge()),
        OfWords(AttitudeJudge()),
        OfWords(TalkJudge()),
        OfWords(FrameJudge()),
        OfWords(ClaimJudge()),
        OfWords(EchoJudge()),
    )


def judge_all(pairs: Iterable[Pair], judges: Sequence[Judge]) -> list[Judged]:
    """What the first judge with an opinion says of each pair; pairs that nobody speaks of drop out.

    A judge is asked about what the ones before it left open, ``UNSURE`` included. One that fails
    makes the pair ``UNSURE``: nothing is superseded on the word of those after it. Of several
    statements that a correction could mean, it means the likeliest, and then the one said last.
    """
    judged = [one for pair in pairs if (one := judge_pair(pair, judges)) is not None]
    return list(_nearest_corrected(judged))


def judge_pair(pair: Pair, judges: Sequence[Judge]) -> Judged | None:
    """What is said of one pair."""
    unsure: Judged | None = None
    for judge in judges:
        try:
            verdict = judge.judge(pair)
        except Exception as error:  # noqa: BLE001  told in the verdict, and judged again later
            _log.exception("judge %s failed", judge.name)
            reason = f"{judge.name} failed: {type(error).__name__}: {error}"
            return Judged(pair, Verdict(Relation.UNSURE, judge.name, 0.0, reason), reason)
        if verdict is not None and verdict.relation is not Relation.UNSURE:
            return Judged(pair, verdict)
        if verdict is not None and unsure is None:
            unsure = Judged(pair, verdict)
    return unsure


def _nearest_corrected(judged: Sequence[Judged]) -> Iterable[Judged]:
    corrected = [one for one in judged if one.verdict.relation is Relation.CORRECTION]
    nearest = max(corrected, key=_nearness, default=None)
    own = nearest is not None and nearest.pair.incoming.record.correction
    for one in judged:
        if not own or one is nearest or one.verdict.relation is not Relation.CORRECTION:
            yield one


def _nearness(judged: Judged) -> tuple[float, int, int]:
    said = judged.pair.stored.said_at
    recorded = judged.pair.stored.record.recorded_at.micros
    return judged.verdict.score, recorded if said is None else said.micros, recorded
