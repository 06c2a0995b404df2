"""What each stage found for each question, kept line by line.

A row belongs to a run: what must be the same for it to be used again. Rows of other runs in the
same file (another judge, another budget) stay there and are not used. Contexts are kept once, by
their hash.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any

from smalti.bench.kept import keep, read_kept
from smalti.model.codec import to_line
from smalti.model.errors import InvalidInput

Run = Mapping[str, Any]
Key = tuple[str, str, str, str]


class Stage(Enum):
    """What a row tells."""

    CONTEXT = "context"  # the text of a context
    RETRIEVE = "retrieve"
    ANSWER = "answer"
    JUDGE = "judge"
    PROBE = "probe"


class Rows:
    """The rows of a file; without one they are kept for this run only.

    Raises:
        InvalidInput: the file is there and is not to be resumed, or it holds something else.
    """

    def __init__(self, path: Path | None, *, resume: bool) -> None:
        self.used = 0
        self._path = path
        self._rows: dict[Key, dict[str, Any]] = {}
        if path is None or not path.exists():
            return
        if not resume:
            raise InvalidInput("rows", str(path), "is there already", fix="Resume, or name another")
        for place, row in read_kept(path, "stage"):
            missing = {"id", "arm", "found"} - row.keys()
            if missing:
                raise InvalidInput("rows", place, f"has no {', '.join(sorted(missing))}")
            self._rows[_key(row["stage"], row["run"], row["id"], row["arm"])] = row["found"]

    def get(self, stage: Stage, run: Run, id: str, arm: str) -> dict[str, Any] | None:
        """What was found, or ``None``."""
        found = self._rows.get(_key(stage.value, run, id, arm))
        self.used += found is not None
        return found

    def put(self, stage: Stage, run: Run, id: str, arm: str, found: dict[str, Any]) -> None:
        """Keep what was found."""
        self._rows[_key(stage.value, run, id, arm)] = found
        self._write({"run": run, "stage": stage.value, "id": id, "arm": arm, "found": found})

    def keep_text(self, hash: str, text: str) -> None:
        """Keep the text of a context, once."""
        key = _key(Stage.CONTEXT.value, {}, hash, "")
        if key not in self._rows:
            self.put(Stage.CONTEXT, {}, hash, "", {"text": text})

    def text(self, hash: str) -> str | None:
        """The text of a context."""
        found = self._rows.get(_key(Stage.CONTEXT.value, {}, hash, ""))
        return None if found is None else str(found["text"])

    def _write(self, row: Mapping[str, Any]) -> None:
        if self._path is not None:
            keep(self._path, row)


def _key(stage: str, run: Run, id: str, arm: str) -> Key:
    return stage, to_line(run), id, arm
