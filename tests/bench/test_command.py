from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from bench.conftest import Run
from smalti import Memory
from smalti.bench.answers import Answer, Question
from smalti.bench.stand import CachingEmbedder, Stand, baselines
from smalti.cli.bench import bench
from smalti.model.errors import InvalidInput, ModelUnavailable
from smalti.models.embedder import EmbedderInfo, Vectors
from smalti.testing import HashEmbedder


class Counting:
    """An embedder that remembers what it was asked."""

    def __init__(self) -> None:
        self.info = EmbedderInfo("hash", 64)
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        return HashEmbedder().embed(texts)


class Broken:
    """An embedder that cannot be loaded."""

    info = EmbedderInfo("broken", 8)

    def embed(self, texts: object) -> Vectors:
        raise ModelUnavailable("its file is damaged")


def test_each_run_is_appended_as_a_line(run_json: Run, locomo_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "runs.jsonl"
    for _ in range(2):
        printed = run_json("locomo", "--data", locomo_file, "--out", out)
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert lines == [printed, printed]


def test_a_place_that_cannot_be_written_is_named(run_json: Run, locomo_file: Path) -> None:
    with pytest.raises(InvalidInput, match="out: cannot be written"):
        run_json("locomo", "--data", locomo_file, "--out", "/proc/none/runs.jsonl")


@pytest.mark.parametrize("columns", [80, 200])
def test_people_get_tables_that_fit(
    monkeypatch: pytest.MonkeyPatch, locomo_file: Path, audit_file: Path, columns: int
) -> None:
    monkeypatch.setenv("SMALTI_EMBEDDER", "none")
    monkeypatch.setenv("COLUMNS", str(columns))
    done = CliRunner().invoke(
        bench,
        ["locomo", "--data", str(locomo_file), "--audit", str(audit_file), "--tune"],
        catch_exceptions=False,
    )
    for shown in (
        "smalti by category",
        "with the corrected key",
        "adversarial questions",
        "held out",
        "packaged",
        "2 of 3 corrections matched",
        "1 questions without usable evidence",
        "not measured at k = 20, 50",
    ):
        assert shown in done.stdout
    assert done.stdout.count("…") == 1, "of the hash; no cell is cut"


def test_standard_output_holds_the_result_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, evidence_file: Path
) -> None:
    monkeypatch.setenv("SMALTI_EMBEDDER", "none")
    done = CliRunner().invoke(bench, ["longmemeval", "--data", str(evidence_file), "--json"])
    assert len(done.stdout.splitlines()) == 1
    assert "words only" in done.stderr


def test_each_text_is_embedded_once_for_all_systems() -> None:
    counting = Counting()
    cached = CachingEmbedder(counting)
    assert cached.embed(["a", "b", "a"]).shape == (3, 64)
    assert (cached.embed(["a", "b", "a"]) == HashEmbedder().embed(["a", "b", "a"])).all()
    assert cached.embed([]).shape == (0, 64)
    assert counting.asked == ["a", "b"]


def test_a_baseline_is_one_lane_that_holds_nothing_back() -> None:
    lanes = baselines(HashEmbedder())
    assert (lanes["bm25"].lexical, lanes["bm25"].vector) == (1.0, 0.0)
    assert (lanes["vector"].lexical, lanes["vector"].vector) == (0.0, 1.0)
    for weights in lanes.values():
        assert (weights.speaker, weights.previous, weights.session) == (0.0, 0.0, 0.0)
        assert max(weights.cosine_alone, weights.cosine_beside_words, weights.coverage) <= 0
    assert list(baselines(None)) == ["bm25"]


def test_the_cost_of_an_answer_is_that_of_recalling_ten() -> None:
    with Memory(":memory:", embedder=None, extract=False) as memory:
        memory.add([f"The harbour bell rang {number} times" for number in range(20)])
        deep, ten = (memory.recall("harbour bell", k=k) for k in (15, 10))
    question = Question("q", "harbour bell", "any", "any", frozenset({"x"}))
    answer = Answer.of(question, deep, lambda turn: turn.id)
    assert answer.tokens == sum(item.tokens for item in ten.items) > 0
    assert len(answer.ranked) == 15


def test_an_embedder_that_fails_gives_no_figures_in_its_name() -> None:
    data = {"sample_id": "x", "session_1": [{"speaker": "Ada", "dia_id": "D1:1", "text": "Hi"}]}
    with Stand(Broken()) as stand, pytest.raises(ModelUnavailable, match="file is damaged"):
        stand.haystack("x", data, format="locomo")
