from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from rich.console import Console

from smalti.bench import route
from smalti.bench.route import grown
from smalti.cli.bench import bench
from smalti.model.errors import InvalidInput
from smalti.testing import HashEmbedder


@pytest.fixture
def chat(tmp_path: Path) -> Path:
    file = tmp_path / "chat.jsonl"
    birds = ["heron", "kestrel", "plover", "dunlin", "curlew", "redshank", "gannet", "fulmar"]
    with file.open("w", encoding="utf-8") as lines:
        for number in range(60):
            text = f"I saw the {birds[number % 8]} and {birds[number * 7 % 5]} at mile {number}"
            lines.write(json.dumps({"text": text, "speaker": "Ada", "session": "s"}) + "\n")
    return file


def test_every_router_is_measured_at_every_size(chat: Path) -> None:
    pytest.importorskip("usearch")
    found = route.run([60, 300], data=[chat], embedder=HashEmbedder(64), queries=5)
    assert [row["turns"] for row in found["rows"]] == [60] * 7 + [300] * 7
    assert [row["router"] for row in found["rows"][:7]] == ["exact", *route.ROUTERS]
    assert found["dataset"]["turns"] == 60
    for row in found["rows"]:
        assert 0 <= row["lost@10"] <= 100
        assert row["p50_ms"] <= row["p95_ms"]
    exact, *others = found["rows"][:7]
    assert (exact["lost@10"], exact["compared"]) == (0, 60)
    for row in others:  # all of 60 are compared, or there are too few for communities
        assert row["lost@20"] == 0 or row["unsure"] == 1
    console = Console(width=140)
    with console.capture() as shown:
        for table in route.tables(found):
            console.print(table)
    assert "300 vectors" in shown.get()
    assert "lost@20" in shown.get()


def test_hnsw_is_left_out_above_its_limit(chat: Path) -> None:
    found = route.run([40], data=[chat], embedder=HashEmbedder(64), queries=2, hnsw_limit=39)
    assert "hnsw" not in [row["router"] for row in found["rows"]]


def test_vectors_beyond_the_real_ones_lie_as_real_neighbours_do() -> None:
    generator = np.random.default_rng(0)
    centres = generator.standard_normal((20, 32))
    real = centres[np.arange(400) % 20] + 0.5 * generator.standard_normal((400, 32))
    real = (real / np.linalg.norm(real, axis=1, keepdims=True)).astype(np.float32)
    more = grown(real, 2_000)
    assert np.array_equal(more[:400], real)
    assert np.allclose(np.linalg.norm(more, axis=1), 1, atol=1e-5)
    assert np.array_equal(more, grown(real, 2_000))
    cosines = real @ real.T
    tenth = float(np.median(np.sort(cosines, axis=1)[:, -11]))
    nearest = (more[400:] @ real.T).max(axis=1)
    assert abs(float(np.median(nearest)) - tenth) < 0.15


def test_too_few_real_turns_are_refused() -> None:
    with pytest.raises(InvalidInput, match="more than 16 turns"):
        grown(np.eye(16, dtype=np.float32), 100)


def test_the_command_asks_for_data() -> None:
    refused = CliRunner().invoke(bench, ["route"])
    assert refused.exit_code == 2
    assert "--data" in refused.output
