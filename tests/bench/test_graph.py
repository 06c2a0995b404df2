from __future__ import annotations

import numpy as np
import pytest
from rich.console import Console

from smalti.bench import graph
from smalti.graph.association import AssociationGraph
from smalti.model.errors import InvalidInput


def test_a_small_graph_is_measured_in_every_respect() -> None:
    found = graph.scale(400, 2_000, 300)
    [row] = found["rows"]
    assert (row["nodes"], row["edges"], row["neighbours"]) == (400, 2_000, 300)
    assert row["components"] <= row["communities"] < 400
    assert min(row[f"{step}_s"] for step in ("leiden", "pagerank", "standing")) > 0
    assert row["recomputed"] == 0
    assert 0 < row["add_ms"]["p50"] <= row["add_ms"]["p95"]
    assert row["add_touches"]["p50"] > 1
    assert row["neighbours_edges"] > 0
    console = Console(width=100)
    with console.capture() as shown:
        for table in graph.tables(found):
            console.print(table)
    assert "standing_s" in shown.get()
    assert "add_ms p95" in shown.get()


def test_the_random_graph_has_its_size_and_is_the_same_for_the_same_seed() -> None:
    ids = [f"{number:04}" for number in range(500)]
    one, again, other = (
        AssociationGraph.from_arrays(ids, *graph.clustered(500, 3_000, seed)) for seed in (1, 1, 2)
    )
    assert len(one.source) == 3_000
    assert one == again
    assert one != other


def test_vectors_of_a_topic_are_near_each_other() -> None:
    vectors = graph.around_topics(1_000, 0)
    cosines = vectors[:100] @ vectors.T
    share = (cosines > 0.4).mean() * 1_000
    assert 20 < share < 80
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)


@pytest.mark.parametrize("sizes", [(1, 1, 1), (10, 0, 1), (10, 40, 1), (10, 5, 0)])
def test_sizes_that_no_graph_can_have_are_refused(sizes: tuple[int, int, int]) -> None:
    with pytest.raises(InvalidInput):
        graph.scale(*sizes)
