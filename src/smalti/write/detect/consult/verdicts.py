"""From what a model finds to verdicts: a model proposes, and what is certain without it decides."""

from __future__ import annotations

from smalti.model.conflict import ConflictKind, Relation
from smalti.write.detect.consult.consulted import ConsultPolicy
from smalti.write.detect.consult.figures import figures_differ
from smalti.write.detect.consult.finding import Finding
from smalti.write.detect.judging import Judged
from smalti.write.detect.pair import Pair, Verdict

JUDGE = "model"
"""The name that verdicts of a language model have."""

_SILENCE = 0.8  # how sure it is that what a model does not name is compatible
_CONTRARY = frozenset(
    {Relation.UPDATE, Relation.CORRECTION, Relation.RETRACTION, Relation.CONFLICT}
)
_OF_A_KIND = _CONTRARY | {Relation.UNSURE}


def failed(pair: Pair, problem: str) -> Judged:
    """What comes of a pair that no model has judged: nothing is decided."""
    reason = f"No model has judged it: {problem}"
    return Judged(pair, Verdict(Relation.UNSURE, JUDGE, 0.0, reason), f"{JUDGE}: {problem}")


def unnamed(pair: Pair) -> Judged:
    """What comes of a pair that a model was shown and had nothing to say of."""
    reason = "The model finds nothing that speaks against both"
    return Judged(pair, Verdict(Relation.COMPATIBLE, JUDGE, _SILENCE, reason))


def named(pair: Pair, finding: Finding, chain: tuple[str, ...], policy: ConsultPolicy) -> Judged:
    """What comes of a pair that a model has judged; ``chain`` are the ids of further records.

    The chain of an implicit contradiction that takes no further record holds the incoming one.
    """
    relation, doubt = _relation(pair, finding, policy)
    of_a_kind = relation in _OF_A_KIND and finding.relation in _OF_A_KIND
    implicit = chain or (() if finding.explicit else (pair.incoming.record.id,))
    verdict = Verdict(
        relation,
        JUDGE,
        round(finding.confidence, 3),
        f"{finding.reason} ({doubt})" if doubt else finding.reason,
        (finding.kind or ConflictKind.SEMANTIC) if of_a_kind else None,
        implicit if of_a_kind else (),
    )
    return Judged(pair, verdict)


def _relation(pair: Pair, finding: Finding, policy: ConsultPolicy) -> tuple[Relation, str]:
    """The relation, and why it is not the one that was found if it is not."""
    found = finding.relation
    if found in _CONTRARY and finding.confidence < policy.sure:
        return Relation.UNSURE, f"the model takes it for a case of {found.value}, but is not sure"
    texts = (pair.stored.record.sentence, pair.incoming.record.sentence)
    if found is Relation.DUPLICATE and figures_differ(*texts):
        return Relation.UNSURE, "the model takes both for the same, but their figures differ"
    return found, ""
