"""What was found in each case, kept line by line, so that a run can be stopped and taken up again.

A file may hold rows of several runs; those of another one are passed over.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

import smalti
from smalti.bench.conflicts.trial import Trial
from smalti.bench.kept import keep, read_kept
from smalti.model.codec import from_data, to_data


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
    wanted = asdict(run)
    rows = (row for _, row in read_kept(path, "trial") if row["run"] == wanted)
    return {trial.case: trial for trial in (from_data(Trial, row["trial"]) for row in rows)}


def append(path: Path | None, trial: Trial, run: Run) -> None:
    """Add a trial to a file.

    Raises:
        InvalidInput: the file cannot be written.
    """
    if path is not None:
        keep(path, {"run": asdict(run), "trial": to_data(trial)})
