"""How fast turns are read, without a language model and without an embedder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import numpy as np

from smalti.memory import Memory
from smalti.model.results import Receipt
from smalti.model.time import Instant
from smalti.model.turn import TurnDraft
from smalti.write.extract import extract
from smalti.write.journal import number

BULK, ONE_BY_ONE = 1_000, 200
"""At most so many turns are read at once, and one by one."""


def speed(turns: Sequence[TurnDraft]) -> dict[str, Any]:
    """Turns per second of extraction alone and of ``add()``; milliseconds of adding one turn.

    What is loaded by the first use is loaded before. CPU is that of this process on all cores.
    """
    bulk, single = turns[:BULK], turns[:ONE_BY_ONE]
    now = Instant.of("2026-01-01T00:00:00Z")
    drafts = list(number(bulk, now))
    extract(drafts[:1])
    wall, cpu, _ = _timed(lambda: extract(drafts))
    with TemporaryDirectory(prefix="smalti-bench-") as folder:
        with Memory(Path(folder) / "bulk.db", embedder=None, model=None) as memory:
            added, _, receipt = _timed(lambda: memory.add(bulk))
        with Memory(Path(folder) / "single.db", embedder=None, model=None) as memory:
            one = [_timed(lambda turn=turn: memory.add(turn)) for turn in single]  # type: ignore[misc]
    return {
        "turns": len(bulk),
        "extract_turns_per_second": round(len(bulk) / wall, 1),
        "extract_cpu_ms_per_turn": round(cpu / len(bulk) * 1000, 2),
        "add_turns_per_second": round(len(bulk) / added, 1),
        "add_ms_per_turn": dict(_per_turn(receipt, len(bulk))),
        "add_one_turn_ms": percentiles([seconds * 1000 for seconds, _, _ in one]),
        "add_one_turn_cpu_ms": percentiles([seconds * 1000 for _, seconds, _ in one]),
    }


def _timed(work: Callable[[], Any]) -> tuple[float, float, Any]:
    """Seconds by the clock and of the processors, and what came of it."""
    began, spent = perf_counter(), process_time()
    made = work()
    return perf_counter() - began, process_time() - spent, made


def _per_turn(receipt: Receipt, turns: int) -> Iterator[tuple[str, float]]:
    for stage, spent in receipt.timings_ms.items():
        yield stage, round(spent / turns, 3)


def percentiles(values_ms: Sequence[float]) -> dict[str, float]:
    """The median and the 95th percentile."""
    values = np.percentile(np.array(values_ms), [50, 95])
    return {"p50": round(float(values[0]), 2), "p95": round(float(values[1]), 2)}
