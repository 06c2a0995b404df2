from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bench.conftest import Run
from smalti.bench import locomo, tune
from smalti.bench.locomo_file import read_conversations
from smalti.bench.stand import CachingEmbedder, Stand
from smalti.model.errors import InvalidInput
from smalti.recall.rank import rank
from smalti.recall.weights import default_weights
from smalti.testing import HashEmbedder


def test_the_grid_holds_729_settings_and_the_packaged_one() -> None:
    assert np.prod([len(values) for values in tune.GRID.values()]) == 729
    packaged = default_weights()
    assert all(getattr(packaged, name) in values for name, values in tune.GRID.items())


def test_each_conversation_is_scored_with_a_setting_chosen_on_the_others(locomo_file: Path) -> None:
    found = locomo.run(locomo_file, embedder=HashEmbedder(), tune=True)["loco"]
    assert found["settings"] == 729
    assert found["questions"] == 6
    assert [fold["held_out"] for fold in found["folds"]] == ["harbour", "orchard"]
    for chosen in (*found["folds"], found["best"], found["packaged"]):
        assert set(chosen["chosen"]) == set(tune.GRID)
        assert 0 <= chosen["fraction@10"] <= chosen["fraction@20"] <= 1
    assert found["packaged"]["below_best"] >= 0
    assert found["objective"] <= found["best"]["objective"]


def test_a_setting_is_chosen_by_the_other_conversations_alone() -> None:
    found = np.zeros((3, 4, 3))
    found[0, :2] = 1.0  # right about the first conversation only
    found[1, 2:] = 1.0  # right about the second only
    found[2] = 0.4
    member = np.array([0, 0, 1, 1])
    assert tune.choose(found, member) == [1, 0]


def test_tuning_is_shown_and_reported_by_the_command(run_json: Run, locomo_file: Path) -> None:
    found = run_json("locomo", "--data", locomo_file, "--tune")
    assert found["loco"]["maximises"] == tune.OBJECTIVE


def test_one_conversation_cannot_be_left_out(locomo_file: Path) -> None:
    with pytest.raises(InvalidInput, match="at least two conversations"):
        locomo.run(locomo_file, embedder=None, tune=True, limit=2)


def test_the_lanes_rank_as_recall_does(locomo_file: Path) -> None:
    """What is tuned is what users get: the same first turns, question by question."""
    conversation = read_conversations(locomo_file)[0]
    compared = 0
    dated = replace(conversation.questions[1], text="What did Tomo bake last week?")
    questions = (*conversation.questions, dated)
    with Stand(CachingEmbedder(HashEmbedder())) as stand:
        haystack = stand.haystack("space", conversation.data, format="locomo")
        lanes = list(tune.lanes_of(haystack, questions, conversation.identify))
        for question, one in zip(questions, lanes, strict=True):
            ranking = rank(
                one.snapshot,
                one.plan,
                default_weights(),
                lexical=one.lexical,
                cosine=one.cosine,
                allowed=None,
                sessions=one.sessions,
            )
            recall = haystack.recall("smalti", question.text, k=14, now=None)
            seqs = one.snapshot.seqs[ranking.rows].tolist()
            turns = haystack.space.turns_at(seqs)
            if recall.items:  # tuning ranks also what recall holds back as irrelevant
                compared += 1
                assert [item.turn.id for item in recall.items] == [turns[seq].id for seq in seqs]
            assert {conversation.identify(turns[one.snapshot.seqs[row]]) for row in one.gold} == (
                question.gold
            )
    assert compared >= 3
    assert lanes[-1].plan.windows, "counted back from the last turn"
