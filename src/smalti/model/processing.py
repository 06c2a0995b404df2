"""Whether a turn has been read for what it says, and how that went."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from smalti.model.time import Instant


class ProcessStatus(Enum):
    """How the reading of a turn went."""

    DONE = "done"
    DEGRADED = "degraded"  # read, but not by the extractor that was asked for
    FAILED = "failed"  # not read; `process` tries again


@dataclass(frozen=True, slots=True)
class Processed:
    """A turn that was read. A turn without one is waiting; ``id`` is the turn's.

    ``records`` counts what the turn became evidence for.
    """

    id: str
    status: ProcessStatus
    extractor: str
    at: Instant
    records: int = 0
    reason: str = ""
