"""A judge that asks a local model for natural language inference, and never decides alone.

Such models call contradictory much that is merely alike. So all that follows from their word is
that a pair nobody else had an opinion of is worth a better judge's look.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from smalti.model.conflict import ConflictKind, Relation
from smalti.model.errors import InvalidInput
from smalti.models.nli import Entailment
from smalti.write.detect.pair import Pair, Verdict

_CONTRADICTION = 2  # the column


@dataclass(frozen=True, slots=True)
class EntailmentJudge:
    """``UNSURE`` where two sentences are likely to contradict each other; no opinion otherwise.

    ``threshold`` in [0, 1] is how likely a contradiction must be, whichever sentence comes first.

    Raises:
        InvalidInput: a threshold outside [0, 1].
    """

    model: Entailment
    threshold: float = 0.9
    name: str = "nli"

    def __post_init__(self) -> None:
        if not 0.0 <= self.threshold <= 1.0:
            raise InvalidInput("threshold", self.threshold, "must lie between 0 and 1")

    def judge(self, pair: Pair) -> Verdict | None:
        """What the model suspects of one pair.

        Raises:
            ModelError: it could not be asked.
        """
        return self.judge_many([pair])[0]

    def judge_many(self, pairs: Sequence[Pair]) -> list[Verdict | None]:
        """The same for many pairs, asked together.

        Raises:
            ModelError: the model could not be asked.
        """
        if not pairs:
            return []
        stored = [pair.stored.record.sentence for pair in pairs]
        new = [pair.incoming.record.sentence for pair in pairs]
        rows = self.model.infer([*stored, *new], [*new, *stored])[:, _CONTRADICTION]
        there, back = rows[: len(pairs)], rows[len(pairs) :]
        return [self._verdict(min(float(a), float(b))) for a, b in zip(there, back, strict=True)]

    def _verdict(self, likely: float) -> Verdict | None:
        if not likely >= self.threshold:
            return None
        reason = f"{self.model.name} takes the two sentences for a contradiction"
        return Verdict(Relation.UNSURE, self.name, round(likely, 3), reason, ConflictKind.SEMANTIC)
