"""The one object a run reports: what was measured, how, and the figures."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import smalti
from smalti.bench.metrics import K, measurable
from smalti.model.errors import InvalidInput
from smalti.models.embedder import Embedder
from smalti.recall.weights import default_weights

Result = dict[str, Any]


def fingerprint(path: Path) -> dict[str, Any]:
    """Which file it was: its name without the folder, and its SHA-256."""
    with path.open("rb") as file:
        return {"path": path.name, "sha256": hashlib.file_digest(file, "sha256").hexdigest()}


def settings(embedder: Embedder | None, *, unit: str, haystacks: Sequence[int]) -> dict[str, Any]:
    """What the figures depend on beside the data. ``haystacks`` are their sizes in units."""
    smallest = min(haystacks)
    found: dict[str, Any] = {
        "smalti": smalti.__version__,
        "embedder": None if embedder is None else str(embedder.info),
        "weights": asdict(default_weights()),
        "unit": unit,
        "k": list(K),
        "haystacks": {
            "count": len(haystacks),
            "smallest": smallest,
            "mean": round(sum(haystacks) / len(haystacks), 1),
            "largest": max(haystacks),
        },
    }
    if refused := [k for k in K if k not in measurable(smallest)]:
        reason = f"a cut at or above the smallest haystack ({smallest}) would return everything"
        found["not_measured"] = {"k": refused, "reason": reason}
    return found


def result(
    benchmark: str,
    *,
    dataset: dict[str, Any],
    settings: dict[str, Any],
    rows: list[dict[str, Any]],
    main: dict[str, Any] | None = None,
    **more: Any,
) -> Result:
    """The object; the plain figures of the main row, by default the first, also stand on top."""
    main = {name: value for name, value in (main or rows[0]).items() if _is_figure(value)}
    return {
        "benchmark": benchmark,
        "dataset": dataset,
        "settings": settings,
        "rows": rows,
        **more,
        **main,
    }


def append(path: Path, found: Result) -> None:
    """Add the object as one line to a file of runs.

    Raises:
        InvalidInput: the file cannot be written.
    """
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(to_json(found) + "\n")
    except OSError as error:
        raise InvalidInput("out", str(path), f"cannot be written ({error})") from error


def to_json(found: Result) -> str:
    """The object as one line of JSON."""
    return json.dumps(found, ensure_ascii=False, allow_nan=False)


def _is_figure(value: object) -> bool:
    return value is None or isinstance(value, int | float)
