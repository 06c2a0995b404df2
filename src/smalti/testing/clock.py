"""A clock that stands still until told otherwise."""

from __future__ import annotations

from datetime import timedelta

from smalti.model.time import Instant


class FrozenClock:
    """Call it for the current :class:`~smalti.model.time.Instant`; ``tick`` moves it on."""

    def __init__(self, now: str = "2026-01-01T00:00:00Z") -> None:
        self.now = Instant.of(now)

    def __call__(self) -> Instant:
        """Now."""
        return self.now

    def tick(self, step: timedelta = timedelta(seconds=1)) -> None:
        """Move the clock forward."""
        self.now = Instant(self.now.micros + step // timedelta(microseconds=1), self.now.offset)
