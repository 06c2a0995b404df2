"""How fast and how large: import, recall and memory at several sizes. Printed, never asserted.

Everything goes through :class:`smalti.Memory` on a file. Embedding 100,000 turns takes longer than
anyone wants to wait for a table, so only the first turns of each size are really embedded; the
others are stored with random vectors of length 1. Where all vectors are compared that takes the
same time whatever they are. Where a router chooses among them, it is seldom sure of random ones,
and all are compared after all: the slowest case.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import numpy as np

import smalti
from smalti.bench import cold, synthetic
from smalti.bench.report import Result, fingerprint, result
from smalti.interchange import formats
from smalti.memory import Memory
from smalti.model.errors import InvalidInput
from smalti.model.turn import TurnDraft
from smalti.models.embedder import Embedder, EmbedderInfo, Vectors
from smalti.models.find import ENVIRONMENT

SIZES = (1_000, 10_000, 100_000)
EMBED_LIMIT = 2_000
QUERIES = 200

_SPACE = "scale"
_ADDS = 100
_IMPORTS = 5  # fresh processes, of which the median is told
_WARM_UP = 20  # texts
_TIME_IMPORT = "import time; t = time.perf_counter(); import smalti; print(time.perf_counter() - t)"

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class _RandomVectors:
    """Stands in for an embedder where only the size of things matters."""

    info: EmbedderInfo

    def embed(self, texts: Sequence[str]) -> Vectors:
        drawn = np.random.default_rng(len(texts)).standard_normal((len(texts), self.info.dimension))
        unit: Vectors = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)
        return unit


class _Timed:
    """An embedder that notes how long it takes."""

    def __init__(self, embedder: Embedder) -> None:
        self.info = embedder.info
        self.seconds = 0.0
        self._embedder = embedder

    def embed(self, texts: Sequence[str]) -> Vectors:
        started = perf_counter()
        vectors = self._embedder.embed(texts)
        self.seconds += perf_counter() - started
        return vectors


def run(
    sizes: Iterable[int] = SIZES,
    *,
    embedder: Embedder | None,
    data: Path | None = None,
    embed_limit: int = EMBED_LIMIT,
    say: Say = lambda line: None,
) -> Result:
    """Measure each size in a file of its own; the figures of the largest stand at the top.

    Args:
        sizes: numbers of turns.
        embedder: ``None`` measures recall by words only.
        data: a file with real turns to draw from, in any format that can be imported.
        embed_limit: so many turns of each size are really embedded.
        say: told what is being done.

    Raises:
        InvalidInput: the file cannot be read or holds no turns.
    """
    source = _source(data)
    rows = []
    for size in sorted(sizes):
        say(f"{size:,} turns")
        with TemporaryDirectory(prefix="smalti-bench-") as folder:
            rows.append(_measure(size, source, embedder, embed_limit, Path(folder)))
    return result(
        "scale",
        dataset={"turns": sum(row["turns"] for row in rows), "questions": QUERIES}
        | (fingerprint(data) if data else {"path": "synthetic", "sha256": None}),
        settings={
            "smalti": smalti.__version__,
            "embedder": None if embedder is None else str(embedder.info),
            "sizes": [row["turns"] for row in rows],
            "embed_limit": embed_limit,
            "seed": 0,
            "notes": _notes(embedder, embed_limit),
        },
        rows=[{"system": "smalti", **row} for row in rows],
        main=rows[-1],
        import_smalti_ms=_import_smalti(),
        recall_ms=rows[-1]["recall_ms"],
    )


def _notes(embedder: Embedder | None, embed_limit: int) -> list[str]:
    vectors = (
        f"the first {embed_limit:,} turns of each size are embedded by {embedder.info}, "
        "the others have random vectors"
        if embedder
        else "no embedder: turns have no vectors, recall is by words only"
    )
    return [
        vectors,
        "recall_ms includes embedding the query; cold is a fresh process, from its start to the "
        "first result, with the file in the system's cache",
        f"add_ms is one turn with fsync and without a model; {os.cpu_count()} processors",
    ]


def _source(data: Path | None) -> list[TurnDraft]:
    if data is None:
        return []
    found = [item for item in formats.read(data) if isinstance(item, TurnDraft)]
    if not found:
        raise InvalidInput("data", str(data), "holds no turns")
    return found


def _measure(
    size: int,
    source: Sequence[TurnDraft],
    embedder: Embedder | None,
    embed_limit: int,
    folder: Path,
) -> dict[str, Any]:
    turns = list(synthetic.turns(size, source=source))
    embedded, rest = (turns[:embed_limit], turns[embed_limit:]) if embedder else ([], turns)
    file = folder / "memory.db"
    row: dict[str, Any] = {"turns": size, "embedded": len(embedded)}
    if embedder and embedded:
        row |= _import_embedded(file, embedded, embedder)
    if rest:
        stand_in = _RandomVectors(embedder.info) if embedder else None
        seconds = _import(file, rest, stand_in)
        row["import_unembedded_turns_per_s"] = round(len(rest) / seconds, 1)
    queries = list(synthetic.questions(turns, QUERIES))
    row |= _recalls(file, queries, embedder)
    row |= _cold(file, queries[0], embedder)
    row["add_ms_p50"] = _adds(file)
    return row


def _import(file: Path, turns: Sequence[TurnDraft], embedder: Embedder | None) -> float:
    """Import turns as JSON Lines; seconds."""
    source = file.with_suffix(".jsonl")
    with source.open("w", encoding="utf-8") as lines:
        for turn in turns:
            fields = {"text": turn.text, "speaker": turn.speaker, "session": turn.session}
            lines.write(json.dumps(fields | {"said_at": str(turn.said_at)}) + "\n")
    with Memory(file, space=_SPACE, embedder=embedder, extract=False) as memory:
        report = memory.import_(source, format="jsonl")
    if report.stored != len(turns) or (report.degraded and embedder):
        raise InvalidInput("data", report.faults + report.degraded, "was not imported whole")
    return report.timings_ms["total"] / 1000


def _import_embedded(
    file: Path, turns: Sequence[TurnDraft], embedder: Embedder
) -> dict[str, float]:
    """Turns a second with their vectors, and what the embedder by itself does meanwhile.

    One run tells both, so that the share of the time that is the embedder's does not depend on
    what else the machine was doing.
    """
    embedder.embed([turn.text for turn in turns[:_WARM_UP]])  # loading the model is not importing
    timed = _Timed(embedder)
    seconds = _import(file, turns, timed)
    return {
        "import_turns_per_s": round(len(turns) / seconds, 1),
        "embedder_texts_per_s": round(len(turns) / timed.seconds, 1),
        "import_to_embedder": round(timed.seconds / seconds, 3),
    }


def _recalls(file: Path, queries: Sequence[str], embedder: Embedder | None) -> dict[str, Any]:
    """Recall with a warm index: all of it, and the median of each step."""
    took, phases = [], []
    with Memory(file, space=_SPACE, embedder=embedder, extract=False) as memory:
        size = memory.stats().bytes
        loading = memory.recall(queries[0]).timings_ms["index"]
        for query in queries:
            started = perf_counter()
            recall = memory.recall(query)
            took.append((perf_counter() - started) * 1000)
            phases.append(recall.timings_ms)
    names = dict.fromkeys(name for laps in phases for name in laps)
    return {
        "recall_ms": _percentiles(took),
        "steps_ms_p50": {
            name: round(float(np.median([laps[name] for laps in phases if name in laps])), 2)
            for name in names
        },
        "load_index_ms": round(loading, 1),
        "file_mb": round(size / 2**20, 1),
    }


def _percentiles(took: Sequence[float]) -> dict[str, float]:
    points = zip(("p50", "p95", "p99"), np.percentile(took, [50, 95, 99]).tolist(), strict=True)
    return {name: round(value, 2) for name, value in points}


def _cold(file: Path, query: str, embedder: Embedder | None) -> dict[str, Any]:
    """The first recall of a fresh process, and that process's memory."""
    environment = os.environ | ({} if embedder else {ENVIRONMENT: "none"})
    arguments = [sys.executable, "-P", cold.__file__, str(file), _SPACE, query]
    started = perf_counter()
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, env=environment, text=True) as child:
        assert child.stdout is not None
        line = child.stdout.readline()
        wall = (perf_counter() - started) * 1000
    inside = json.loads(line)
    return {
        "cold_ms": {"total": round(wall, 1)}
        | {step: inside[f"{step}_ms"] for step in ("import", "open", "recall")},
        "cold_path": inside["path"],
        "rss_mb": {"loaded": inside.get("rss_mb"), "peak": inside.get("peak_mb")},
    }


def _adds(file: Path) -> float:
    """The median of adding one turn without a model, in milliseconds."""
    took = []
    with Memory(file, space=_SPACE, embedder=None, extract=False) as memory:
        for number in range(_ADDS):
            started = perf_counter()
            memory.add(f"One more thing, number {number}", speaker="Mara", session="last")
            took.append((perf_counter() - started) * 1000)
    return round(float(np.median(took)), 2)


def _import_smalti() -> float:
    """Milliseconds that ``import smalti`` takes in a fresh process."""
    arguments = [sys.executable, "-c", _TIME_IMPORT]
    took = [
        float(subprocess.run(arguments, capture_output=True, text=True, check=True).stdout)
        for _ in range(_IMPORTS)
    ]
    return round(float(np.median(took)) * 1000, 2)
