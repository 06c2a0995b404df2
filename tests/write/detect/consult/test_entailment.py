"""The judge that asks for natural language inference: it may doubt, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.model.conflict import ConflictKind, Relation
from smalti.model.errors import InvalidInput, ModelUnavailable
from smalti.models.nli import Entailment, Probabilities
from smalti.write.detect import Judge, Pair, judge_all
from smalti.write.detect.consult import EntailmentJudge
from smalti.write.detect.value_logic import ValueJudge
from write.detect.consult.asking import BERLIN, CAT, LISBON, MOVED, PORTO
from write.detect.pairs import later, side


class Told:
    """Says of a pair of sentences how likely a contradiction is; 0 where nothing was told."""

    name = "told"

    def __init__(self, likely: dict[tuple[str, str], float]) -> None:
        self.asked: list[list[tuple[str, str]]] = []
        self._likely = likely

    def infer(self, premises: Sequence[str], hypotheses: Sequence[str]) -> Probabilities:
        pairs = list(zip(premises, hypotheses, strict=True))
        self.asked.append(pairs)
        shares = [self._likely.get(pair, 0.0) for pair in pairs]
        return np.array([[0.0, 1 - share, share] for share in shares], dtype=np.float32)


def both(one: Pair, likely: float, back: float | None = None) -> dict[tuple[str, str], float]:
    sentences = one.stored.record.sentence, one.incoming.record.sentence
    return {sentences: likely, sentences[::-1]: likely if back is None else back}


def test_a_likely_contradiction_is_worth_a_look() -> None:
    judge: Judge = EntailmentJudge(Told(both(MOVED[0], 0.95)))
    verdict = judge.judge(MOVED[0])
    assert verdict is not None
    assert (verdict.relation, verdict.judge, verdict.score) == (Relation.UNSURE, "nli", 0.95)
    assert verdict.kind is ConflictKind.SEMANTIC
    assert "told" in verdict.reason


@pytest.mark.parametrize(("there", "back"), [(0.89, 0.89), (0.95, 0.5), (0.5, 0.95), (0, 0)])
def test_it_takes_both_directions(there: float, back: float) -> None:
    assert EntailmentJudge(Told(both(MOVED[0], there, back))).judge(MOVED[0]) is None


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_it_never_says_more_than_unsure(there: float, back: float, threshold: float) -> None:
    judge = EntailmentJudge(Told(both(MOVED[0], there, back)), threshold)
    verdict = judge.judge(MOVED[0])
    assert verdict is None or verdict.relation is Relation.UNSURE


def test_what_is_no_number_is_no_opinion() -> None:
    assert EntailmentJudge(Told(both(MOVED[0], float("nan")))).judge(MOVED[0]) is None


def test_many_pairs_are_asked_about_at_once() -> None:
    model = Told(both(MOVED[1], 0.97))
    verdicts = EntailmentJudge(model).judge_many(MOVED)
    assert [verdict is not None for verdict in verdicts] == [False, True, False]
    assert len(model.asked) == 1
    assert len(model.asked[0]) == 2 * len(MOVED)
    assert EntailmentJudge(model).judge_many([]) == []
    assert len(model.asked) == 1


def test_after_other_judges_it_changes_nothing_that_they_decided() -> None:
    decided, left = Pair(side("Lisbon"), later("Porto")), Pair(CAT, PORTO)
    model = Told(both(decided, 1.0) | both(left, 1.0))
    judged = judge_all(
        [decided, left, Pair(BERLIN, LISBON)], [ValueJudge(), EntailmentJudge(model)]
    )
    found = {one.pair.stored.record.id: one.verdict for one in judged}
    assert found[decided.stored.record.id].judge == "value"
    assert found[decided.stored.record.id].relation is Relation.UPDATE
    assert found[CAT.record.id].relation is Relation.UNSURE


def test_a_model_that_fails_is_an_error_of_the_judge() -> None:
    class Away:
        name = "away"

        def infer(self, premises: Sequence[str], hypotheses: Sequence[str]) -> Probabilities:
            raise ModelUnavailable("model.onnx is gone")

    model: Entailment = Away()
    with pytest.raises(ModelUnavailable):
        EntailmentJudge(model).judge(MOVED[0])
    (judged,) = judge_all([MOVED[0]], [EntailmentJudge(model)])
    assert judged.verdict.relation is Relation.UNSURE
    assert "model.onnx is gone" in judged.error


@pytest.mark.parametrize("threshold", [-0.1, 1.1, float("nan")])
def test_a_senseless_threshold_is_refused(threshold: float) -> None:
    with pytest.raises(InvalidInput):
        EntailmentJudge(Told({}), threshold)
