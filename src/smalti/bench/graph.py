"""How long the memory graph takes and how much memory it needs. Printed, never asserted."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import RenderableType

import smalti
from smalti.bench.cold import resident
from smalti.bench.conflicts.tables import pairs
from smalti.bench.report import Result, result
from smalti.graph.association import AssociationGraph
from smalti.graph.centrality import ranks_within
from smalti.graph.communities import communities
from smalti.graph.neighbours import Neighbourhood
from smalti.graph.standing import standing, updated
from smalti.model.errors import InvalidInput

NODES, EDGES = 100_000, 1_000_000
NEIGHBOURS = 20_000
"""Nodes with vectors; all lists together take time in proportion to the square."""

DIMENSION = 384

_SIZE = 50  # nodes of a cluster, on average
_INSIDE = 0.9  # share of the edges drawn inside a cluster
_SPREAD = 0.9  # of vectors around their topic: cosines inside one are about 0.55
_EDITS = 200
_CHILD = (
    "import json, sys; from smalti.bench import graph; "
    "json.dump(graph.{measure}(*map(int, sys.argv[1:])), sys.stdout)"
)


def scale(
    nodes: int = NODES, edges: int = EDGES, neighbours: int = NEIGHBOURS, *, seed: int = 0
) -> Result:
    """Communities and PageRank of a random clustered graph, and edits of a neighbourhood.

    Each is measured in a fresh process, so that the peak of memory is its own.

    Args:
        nodes: of the random graph.
        edges: of the random graph, at most half of all that there could be.
        neighbours: nodes with vectors that adding and removing one is measured on.
        seed: of everything that is drawn.

    Raises:
        InvalidInput: a size that no graph can have.
    """
    if nodes < 2 or neighbours < 1:
        raise InvalidInput("nodes", (nodes, neighbours), "must be at least 2 and 1")
    if not 0 < edges <= nodes * (nodes - 1) // 4:
        raise InvalidInput("edges", edges, "must be more than 0 and half of all pairs at most")
    row = {
        "system": "smalti",
        **_in_fresh_process("measure_graph", nodes, edges, seed),
        **_in_fresh_process("measure_neighbours", neighbours, seed),
    }
    return result(
        "graph",
        dataset={"path": "synthetic", "sha256": None, "nodes": nodes, "edges": edges},
        settings={"smalti": smalti.__version__, "seed": seed, "dimension": DIMENSION},
        rows=[row],
    )


def tables(found: Result) -> Iterator[RenderableType]:
    """The figures of :func:`scale` for people."""
    [row] = found["rows"]
    figures: list[tuple[str, Any]] = []
    for name, value in row.items():
        if isinstance(value, dict):
            figures.extend((f"{name} {point}", one) for point, one in value.items())
        elif name != "system":
            figures.append((name, value))
    yield pairs("graph", figures)
    yield "depends on the machine; peaks are of a fresh process each, input and libraries included"


def measure_graph(nodes: int, edges: int, seed: int) -> dict[str, Any]:
    """Seconds of each step on a random clustered graph, and this process's peak of memory."""
    ids = [f"n{number:07}" for number in range(nodes)]
    drawn = clustered(nodes, edges, seed)
    build, graph = _timed(lambda: AssociationGraph.from_arrays(ids, *drawn))
    find, component = _timed(graph.components)
    leiden, community = _timed(lambda: communities(graph, component))
    pagerank, _ = _timed(lambda: ranks_within(graph, component))
    whole, before = _timed(lambda: standing(graph))
    peak = resident().get("peak_mb")
    update, after = _timed(lambda: updated(before, graph, set()))
    return {
        "nodes": nodes,
        "edges": len(graph.source),
        "components": len(np.unique(component)),
        "communities": len(np.unique(community)),
        "build_s": build,
        "components_s": find,
        "leiden_s": leiden,
        "pagerank_s": pagerank,
        "standing_s": whole,
        "update_of_nothing_s": update,
        "recomputed": after.recomputed,
        "peak_mb": peak,
    }


def measure_neighbours(nodes: int, seed: int) -> dict[str, Any]:
    """Milliseconds of adding and removing one of many nodes, and the lists that it touches."""
    edits = min(_EDITS, nodes)
    vectors = around_topics(nodes + edits, seed)
    order = np.random.default_rng(seed).permutation(nodes + edits).tolist()
    ids = [f"n{number:07}" for number in order]
    made = Neighbourhood(DIMENSION)
    build, _ = _timed(lambda: made.add(ids[:nodes], vectors[:nodes]))
    held = vectors[:nodes]
    scans = [_timed(lambda one=one: held @ one)[0] for one in vectors[:edits]]  # type: ignore[misc]
    adds, touched = [], []
    for number in range(nodes, nodes + edits):
        took, change = _timed(lambda n=number: made.add([ids[n]], vectors[n : n + 1]))  # type: ignore[misc]
        adds.append(took)
        touched.append(len(change.touched))
    removes = [_timed(lambda id=id: made.remove([id]))[0] for id in ids[nodes:]]  # type: ignore[misc]
    links, graph = _timed(made.graph)
    return {
        "neighbours": nodes,
        "neighbours_build_s": build,
        "scan_ms": _percentiles(scans),
        "add_ms": _percentiles(adds),
        "add_touches": {"p50": float(np.median(touched)), "most": float(max(touched))},
        "remove_ms": _percentiles(removes),
        "neighbours_graph_s": links,
        "neighbours_edges": len(graph.source),
        "neighbours_peak_mb": resident().get("peak_mb"),
    }


def clustered(
    nodes: int, edges: int, seed: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Sources, targets and weights of a random graph in which most edges stay in their cluster."""
    random = np.random.default_rng(seed)
    home = np.sort(random.integers(0, max(nodes // _SIZE, 1), nodes))
    key = np.empty(0, dtype=np.int64)
    while len(key) < edges:
        source = random.integers(0, nodes, edges)
        low, high = (np.searchsorted(home, home[source], side) for side in ("left", "right"))
        inside = random.random(edges) < _INSIDE
        target = random.integers(np.where(inside, low, 0), np.where(inside, high, nodes))
        less, more = np.minimum(source, target), np.maximum(source, target)
        key = np.union1d(key, (less * nodes + more)[less != more])
    key = random.permutation(key)[:edges]
    return key // nodes, key % nodes, random.uniform(0.4, 1.0, edges)


def around_topics(nodes: int, seed: int) -> npt.NDArray[np.float32]:
    """Unit vectors in topics of about ``_SIZE``: near each other inside one, far between two."""
    random = np.random.default_rng(seed)
    topics = random.standard_normal((max(nodes // _SIZE, 1), DIMENSION)).astype(np.float32)
    vectors = random.standard_normal((nodes, DIMENSION)).astype(np.float32) * np.float32(_SPREAD)
    vectors += topics[random.integers(0, len(topics), nodes)]
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors


def _in_fresh_process(measure: str, *sizes: int) -> dict[str, Any]:
    code = _CHILD.format(measure=measure)
    arguments = [sys.executable, "-c", code, *map(str, sizes)]
    run = subprocess.run(arguments, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    started = perf_counter()
    made = work()
    return round(perf_counter() - started, 6), made


def _percentiles(seconds: list[float]) -> dict[str, float]:
    found = np.percentile(np.array(seconds) * 1000, [50, 95]).round(3).tolist()
    return dict(zip(("p50", "p95"), found, strict=True))
