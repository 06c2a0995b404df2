"""What each way to choose turns costs, and what it loses against comparing all of them.

Vectors are those of real turns as far as they reach. Beyond, each further one is a real vector
moved by what tells two of its sixteen nearest neighbours apart, times 0.7, and scaled to length 1:
so it has about the distance from its model that real neighbours have, and moves in the directions
in which they differ. Real growth adds new subjects too, which this does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np
from rich.console import RenderableType

import smalti
from smalti.bench import synthetic
from smalti.bench.cold import resident
from smalti.bench.frame import framed
from smalti.bench.locomo_file import read_conversations
from smalti.bench.report import Result, fingerprint, result
from smalti.interchange import formats
from smalti.model.errors import InvalidInput
from smalti.model.turn import TurnDraft
from smalti.models.embedder import Embedder, Vectors
from smalti.recall.index import Snapshot
from smalti.recall.route.communities import CommunityVotes
from smalti.recall.route.contract import Router, scored
from smalti.recall.route.hnsw import Hnsw
from smalti.recall.route.scan import CodeScan

SIZES = (1_000, 10_000, 100_000)
QUERIES = 200
HNSW_LIMIT = 100_000
CUTS = (10, 20)

_NEIGHBOURS = 16
_MOVED = np.float32(0.7)
_AT_ONCE = 50_000  # vectors grown together
_TIE = 1e-6  # a turn as near as the last of the exact ones, but for this, is no loss

Say = Callable[[str], None]

ROUTERS: Mapping[str, Callable[[], Router]] = {
    "simhash 256 bits, 5,000": lambda: CodeScan(256, 5_000),
    "simhash 512 bits, 2,000": lambda: CodeScan(512, 2_000),
    "simhash 512 bits, 5,000": lambda: CodeScan(512, 5_000),
    "communities 8 tables, 8 probes": lambda: CommunityVotes(8, 12, 8, 32),
    "communities 16 tables, 16 probes": lambda: CommunityVotes(16, 12, 16, 64),
    "hnsw": Hnsw,
}
_DEFAULT = "simhash 512 bits, 5,000"  # what recall uses


@dataclass(frozen=True, slots=True)
class _Answer:
    """The cosines of the best, best first, and what finding them took."""

    best: Vectors
    compared: int
    sure: bool
    wall: float
    cpu: float


def run(
    sizes: Iterable[int] = SIZES,
    *,
    data: Sequence[Path],
    embedder: Embedder,
    hnsw_limit: int = HNSW_LIMIT,
    queries: int = QUERIES,
    say: Say = lambda line: None,
) -> Result:
    """Measure each router at each size.

    Args:
        sizes: numbers of vectors.
        data: files with real turns, in any format that can be imported. The questions of LoCoMo
            files are asked; without any, questions are made of words of the turns.
        embedder: for turns and questions.
        hnsw_limit: larger sizes are measured without HNSW, which takes minutes to build.
        queries: so many questions at the most.
        say: told what is being done.

    Raises:
        InvalidInput: a file cannot be read, or there are too few turns.
    """
    turns = _turns(data)
    say(f"embedding {len(turns):,} turns")
    real = embedder.embed([turn.text for turn in turns])
    asked = _questions(data, turns, queries)
    questions = embedder.embed(asked)
    rows: list[dict[str, Any]] = []
    for size in sorted(sizes):
        say(f"{size:,} vectors")
        rows += _measured(grown(real, size), questions, hnsw_limit, say)
    return result(
        "route",
        dataset={
            "files": [fingerprint(path) for path in data],
            "turns": len(turns),
            "questions": len(asked),
        },
        settings={
            "smalti": smalti.__version__,
            "embedder": str(embedder.info),
            "sizes": sorted(sizes),
            "seed": 0,
            "notes": _notes(len(real), hnsw_limit),
        },
        rows=rows,
        main=[row for row in rows if row["router"] == _DEFAULT][-1],
    )


def grown(real: Vectors, count: int, seed: int = 0) -> Vectors:
    """As many vectors as asked: real ones first, then ones that lie as real neighbours do.

    Raises:
        InvalidInput: fewer real ones than a neighbourhood has.
    """
    if len(real) <= _NEIGHBOURS:
        raise InvalidInput("data", len(real), f"must hold more than {_NEIGHBOURS} turns")
    vectors = np.empty((count, real.shape[1]), np.float32)
    known = min(count, len(real))
    vectors[:known] = real[:known]
    if count == known:
        return vectors
    near = _neighbours(real)
    generator = np.random.default_rng(seed)
    for start in range(known, count, _AT_ONCE):
        size = min(_AT_ONCE, count - start)
        model = generator.integers(len(real), size=size)
        one = generator.integers(_NEIGHBOURS, size=size)
        other = (one + generator.integers(1, _NEIGHBOURS, size=size)) % _NEIGHBOURS
        moved = real[model] + _MOVED * (real[near[model, one]] - real[near[model, other]])
        vectors[start : start + size] = moved / np.linalg.norm(moved, axis=1, keepdims=True)
    return vectors


def _neighbours(real: Vectors) -> np.ndarray[Any, np.dtype[np.int64]]:
    near = np.empty((len(real), _NEIGHBOURS), np.int64)
    for start in range(0, len(real), 1_024):
        cosines = real[start : start + 1_024] @ real.T
        cosines[np.arange(len(cosines)), np.arange(start, start + len(cosines))] = -1
        near[start : start + 1_024] = np.argpartition(-cosines, _NEIGHBOURS, axis=1)[
            :, :_NEIGHBOURS
        ]
    return near


def _measured(
    vectors: Vectors, questions: Vectors, hnsw_limit: int, say: Say
) -> Iterator[dict[str, Any]]:
    snapshot = _snapshot(vectors)
    exact = [_exact(snapshot, query) for query in questions]
    row = _timed(exact) | {"build_s": 0.0, "mb": round(vectors.nbytes / 2**20)}
    yield {"turns": len(vectors), "router": "exact", **_lost(exact, exact), **row}
    for name, make in ROUTERS.items():
        if name == "hnsw" and len(vectors) > hnsw_limit:
            continue
        say(f"  {name}")
        before = resident().get("rss_mb", 0.0)
        router = make()
        started = perf_counter()
        router.route(snapshot, questions[0])
        built = perf_counter() - started
        held = resident().get("rss_mb", 0.0) - before
        found = [_routed(router, snapshot, query) for query in questions]
        row = _timed(found) | {"build_s": round(built, 1), "mb": round(max(held, 0.0))}
        yield {"turns": len(vectors), "router": name, **_lost(exact, found), **row}


def _exact(snapshot: Snapshot, query: Vectors) -> _Answer:
    assert snapshot.vectors is not None
    wall, cpu = perf_counter(), process_time()
    cosines = snapshot.vectors @ query
    rows = np.argpartition(-cosines, min(max(CUTS), len(cosines) - 1))[: max(CUTS)]
    best = np.sort(scored(snapshot, rows, query))[::-1]
    return _Answer(best, len(cosines), True, perf_counter() - wall, process_time() - cpu)


def _routed(router: Router, snapshot: Snapshot, query: Vectors) -> _Answer:
    wall, cpu = perf_counter(), process_time()
    found = router.route(snapshot, query)
    best = np.sort(found.cosines)[::-1][: max(CUTS)]
    wall, cpu = perf_counter() - wall, process_time() - cpu
    return _Answer(best, len(found.rows), found.confidence >= router.trusted_from, wall, cpu)


def _lost(exact: Sequence[_Answer], found: Sequence[_Answer]) -> dict[str, Any]:
    """Points of recall lost by what was found itself; how often the router was not sure of it."""
    lost = {
        f"lost@{cut}": round(
            100 * float(np.mean([_missing(a, b, cut) for a, b in zip(exact, found, strict=True)])),
            2,
        )
        for cut in CUTS
    }
    return lost | {
        "unsure": round(1 - float(np.mean([one.sure for one in found])), 3),
        "compared": int(np.mean([one.compared for one in found])),
    }


def _missing(exact: _Answer, found: _Answer, cut: int) -> float:
    """The share of the exact best that was not found; what is as near as they are counts."""
    wanted = exact.best[:cut]
    return 1 - float((found.best[:cut] >= wanted[-1] - _TIE).sum()) / len(wanted)


def _timed(answers: Sequence[_Answer]) -> dict[str, float]:
    wall = np.percentile([one.wall for one in answers], [50, 95]) * 1_000
    cpu = float(np.median([one.cpu for one in answers])) * 1_000
    return {
        "p50_ms": round(float(wall[0]), 2),
        "p95_ms": round(float(wall[1]), 2),
        "cpu_ms": round(cpu, 2),
    }


def _snapshot(vectors: Vectors) -> Snapshot:
    count = len(vectors)
    none = np.full(count, -1, np.int64)
    return Snapshot(
        seqs=np.arange(1, count + 1),
        sessions=none,
        speakers=none,
        roles=none,
        said_at=none,
        said_on=none,
        lengths=none,
        asks=np.zeros(count, np.bool_),
        previous=none,
        next=none,
        names={},
        vectors=vectors,
        has_vector=np.ones(count, np.bool_),
        embedder=None,
    )


def _turns(data: Sequence[Path]) -> list[TurnDraft]:
    """The turns of all files, each text once."""
    found = {
        item.text: item
        for path in data
        for item in formats.read(path)
        if isinstance(item, TurnDraft)
    }
    return list(found.values())


def _questions(data: Sequence[Path], turns: Sequence[TurnDraft], limit: int) -> list[str]:
    asked = [
        question.text
        for path in data
        if formats.detect(path) == "locomo"
        for conversation in read_conversations(path)
        for question in conversation.questions
    ]
    if not asked:
        return list(synthetic.questions(turns, limit))
    return asked[:: -(-len(asked) // limit)]


def _notes(real: int, hnsw_limit: int) -> list[str]:
    return [
        f"{real:,} vectors are those of real turns; beyond, real ones moved as neighbours differ",
        "lost@k: points of recall@k against comparing all; unsure: share of the questions for "
        "which the router would have had all compared",
        "ms: one query after the other, its embedding not included; cpu_ms: processor time, median",
        "mb: vectors for exact, else what the router holds beside them, by resident memory",
        f"hnsw up to {hnsw_limit:,}: its graph is built by one thread, to be the same every time",
    ]


_SHOWN = ("lost@10", "lost@20", "unsure", "compared", "p50_ms", "p95_ms", "cpu_ms", "build_s", "mb")


def tables(found: Result) -> Iterator[RenderableType]:
    """One table a size, one line a router."""
    for size in found["settings"]["sizes"]:
        table = framed(f"{size:,} vectors")
        table.add_column("router", overflow="fold", min_width=12)
        for name in _SHOWN:
            table.add_column(name, justify="right", no_wrap=True)
        for row in found["rows"]:
            if row["turns"] == size:
                table.add_row(row["router"], *(f"{row[name]:,}" for name in _SHOWN))
        yield table
    yield "\n".join(found["settings"]["notes"])
