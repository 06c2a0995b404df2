"""What was found in each case, kept line by line, so that a run can be stopped and taken up again.

A file may hold rows of several runs; those of another one are passed over.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import smalti
from smalti.bench.conflicts.trial import Trial
from smalti.model.codec import from_data, to_data, to_line
from smalti.model.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Run:
    """What must be the same for the rows of two runs to belong together."""

    sha256: str
    variant: str
    model: str | None
    embedder: str | None
    smalti: str = smalti.__version__


def known(path: Path | None, run: Run) -> dict[str, Trial]:
    """The trials of a run that are in a file already, by case. A line cut off in writing goes.

    Raises:
        InvalidInput: the file cannot be read, or a line is no row.
    """
    if path is None or not path.exists():
        return {}
    return {trial.case: trial for trial in _rows(path, run)}


def append(path: Path | None, trial: Trial, run: Run) -> None:
    """Add a trial to a file.

    Raises:
        InvalidInput: the file cannot be written.
    """
    if path is None:
        return
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(to_line({"run": asdict(run), "trial": to_data(trial)}) + "\n")
    except OSError as error:
        raise InvalidInput("rows", str(path), f"cannot be written ({error})") from error


def _rows(path: Path, run: Run) -> Iterator[Trial]:
    try:
        lines = path.read_text("utf-8").split("\n")
        if lines.pop():
            path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput("rows", str(path), f"cannot be used ({error})") from error
    wanted = asdict(run)
    for number, line in enumerate(lines, 1):
        row = _row(f"{path.name}:{number}", line)
        if row["run"] == wanted:
            yield from_data(Trial, row["trial"])


def _row(place: str, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise InvalidInput("rows", place, f"is not JSON ({error})") from error
    if not isinstance(row, dict) or not row.keys() >= {"run", "trial"}:
        raise InvalidInput("rows", place, "is no row of this benchmark")
    return row
