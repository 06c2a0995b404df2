"""The adapter for re-rankers, with a tiny model that is written byte by byte."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from test_nli import folder

from smalti.model.errors import ModelError, ModelUnavailable
from smalti.models.rerank import ENVIRONMENT, PairScorer, Reranker, find_reranker

pytest.importorskip("onnxruntime", reason="the embed extra is missing")
pytest.importorskip("tokenizers", reason="the embed extra is missing")


def test_each_text_is_read_together_with_the_query(tmp_path: Path) -> None:
    model = find_reranker(str(folder(tmp_path / "tiny", columns=1)))
    assert isinstance(model, Reranker)
    assert model.name == "tiny"
    scores = model.score("never cats", ["sleep", "never", "cats often"])
    assert scores.tolist() == [1, 5, 1]


def test_a_batch_gives_what_each_pair_gives_alone(tmp_path: Path) -> None:
    model = PairScorer(folder(tmp_path / "tiny", columns=1))
    texts = ["cats " * n + "never" for n in range(40)]
    alone = np.concatenate([model.score("never", [text]) for text in texts])
    assert np.array_equal(model.score("never", texts), alone)


def test_no_texts_get_no_scores(tmp_path: Path) -> None:
    assert PairScorer(folder(tmp_path / "tiny", columns=1)).score("never", []).shape == (0,)


def test_a_model_with_several_outputs_is_no_reranker(tmp_path: Path) -> None:
    model = PairScorer(folder(tmp_path / "tiny", columns=3))
    with pytest.raises(ModelError, match="one score for each text"):
        model.score("never", ["cats", "sleep"])


def test_scores_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    model = PairScorer(folder(tmp_path / "tiny", columns=1, factor=float("inf")))
    with pytest.raises(ModelError, match="one score for each text"):
        model.score("never", ["never"])


@pytest.mark.parametrize("setting", ["", "none", "  none "])
def test_there_is_none_by_default(setting: str) -> None:
    assert find_reranker(setting) is None


def test_a_folder_is_loaded_once(tmp_path: Path) -> None:
    path = str(folder(tmp_path / "tiny", columns=1))
    assert find_reranker(path) is find_reranker(path)


def test_a_missing_file_is_told_with_what_is_needed(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=f"{ENVIRONMENT}.*no model.onnx") as caught:
        find_reranker(str(tmp_path))
    assert "models.md" in (caught.value.hint or "")


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, name: str) -> None:
    path = folder(tmp_path / "tiny", columns=1)
    (path / name).write_bytes(b"no such thing")
    with pytest.raises(ModelUnavailable, match=name):
        PairScorer(path).score("never", ["cats"])
