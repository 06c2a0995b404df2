"""What reading turns gives an account of: the material of a receipt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

from smalti.model.processing import ProcessStatus
from smalti.model.results import Degradation, ModelUse, RecordItem


@dataclass(slots=True)
class Report:
    """What reading some turns gave, for the receipt."""

    turns: dict[str, ProcessStatus] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    records: list[RecordItem] = field(default_factory=list)
    usage: list[ModelUse] = field(default_factory=list)
    degraded: dict[Degradation, None] = field(default_factory=dict)  # each once, in order
    timings_ms: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the time of a block to a stage."""
        started = perf_counter()
        try:
            yield
        finally:
            self.timings_ms[stage] += (perf_counter() - started) * 1000

    def degrade(self, *notes: Degradation) -> None:
        """Note what did not work as well as it could."""
        self.degraded.update(dict.fromkeys(notes))
