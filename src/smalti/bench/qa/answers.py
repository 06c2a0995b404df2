"""What a reader answered, in one shape for all readers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Given:
    """One answer.

    Attributes:
        text: in words.
        found: whether an answer was given; otherwise it says that there is none.
        value: the answer as a value: an ISO 8601 date, a number, "yes", "no".
        citations: external ids of the turns that it rests on.
        confidence: in [0, 1]; ``None`` where the reader tells none.
        disputed: whether it tells of a conflict.
        reason: why there is none, or what in the question does not hold.
        timings_ms: of each stage.
    """

    text: str
    found: bool
    value: str | None = None
    citations: tuple[str, ...] = ()
    confidence: float | None = None
    disputed: bool = False
    reason: str = ""
    timings_ms: Mapping[str, float] = field(default_factory=dict)
