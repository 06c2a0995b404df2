from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from smalti.memory import Memory
from smalti.model.errors import ModelUnavailable
from smalti.model.turn import TurnDraft
from smalti.models.embedder import Embedder
from smalti.models.rerank import Relevance, Reranker
from smalti.recall.engine import Recaller
from smalti.recall.rank import Ranking
from smalti.recall.rerank import SHARE, blended
from smalti.recall.search import RecallRequest
from smalti.store.contract import Space
from smalti.store.sqlite import open_sqlite
from smalti.text.analyse import Analyser


class Counting:
    """Thinks a text the better the more often it says a word."""

    name = "counting"

    def __init__(self, word: str) -> None:
        self.word = word

    def score(self, query: str, texts: Sequence[str]) -> Relevance:
        return np.array([text.count(self.word) for text in texts], np.float32)


class Missing:
    """A model that is not there."""

    name = "missing"

    def score(self, query: str, texts: Sequence[str]) -> Relevance:
        raise ModelUnavailable("no such model", hint="Get it")


RANKING = Ranking(
    np.array([0, 1, 2]),
    np.array([0.8, 0.7, 0.1], np.float32),
    {"lexical": np.array([0.8, 0.7, 0.1], np.float32)},
)
TEXTS = {0: "a", 1: "a x x", 2: "a x"}


def test_the_one_it_thinks_best_gains_a_share_of_the_best_score() -> None:
    found = blended(RANKING, Counting("x"), "?", TEXTS)
    least = 1 / (1 + SHARE)
    assert np.allclose(found.parts["reranker"], least * SHARE * 0.8 * np.array([0, 1, 0.5]))
    assert found.rows.tolist() == [1, 0, 2], "it lifts, and does not decide alone"
    assert np.allclose(found.score, sum(found.parts.values()))


def test_scores_stay_below_one() -> None:
    top = Ranking(np.array([0, 1]), np.array([1.0, 0.5], np.float32), {})
    assert blended(top, Counting("x"), "?", {0: "x", 1: ""}).score.max() <= 1


def test_a_reranker_that_scores_all_alike_changes_nothing() -> None:
    assert blended(RANKING, Counting("a"), "?", TEXTS) is RANKING
    assert blended(RANKING, Counting("x"), "?", {0: "a"}) is RANKING


@pytest.fixture
def space(tmp_path: Path) -> Iterator[Space]:
    file = tmp_path / "memory.db"
    with Memory(file, embedder=None, extract=False) as memory:
        memory.add(
            [
                TurnDraft("the river froze", session="1"),
                TurnDraft("the river and the river bank, xx", session="2"),
            ]
        )
    store = open_sqlite(file)
    yield store.space("default")
    store.close()


def recaller(space: Space, reranker: Reranker | None) -> Recaller:
    def nobody() -> Embedder:
        raise ModelUnavailable("none here")

    return Recaller(space, Analyser("en"), nobody, reranker=lambda: reranker)


def test_recall_tells_what_the_reranker_added(space: Space) -> None:
    request = RecallRequest("river", explain=True)
    without = recaller(space, None).recall(request)
    found = recaller(space, Counting("x")).recall(request)
    assert all("reranker" not in item.parts for item in without.items)
    assert {item.turn.session: item.parts["reranker"] > 0 for item in found.items} == {
        "1": False,
        "2": True,
    }
    assert "reranker" in found.timings_ms


def test_recall_works_without_a_reranker_that_fails_and_says_so(space: Space) -> None:
    request = RecallRequest("river")
    found = recaller(space, Missing()).recall(request)
    assert [item.turn for item in found.items] == [
        item.turn for item in recaller(space, None).recall(request).items
    ]
    assert [(one.part, one.hint) for one in found.degraded if one.part == "reranker"] == [
        ("reranker", "Get it")
    ]
