"""How many requests a key may make, and how often somebody may try one."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from smalti.serve.problems import Problem

_KEPT = 10_000  # buckets
_BURST_SECONDS = 10  # what a key may save up


class Rates:
    """A bucket of tokens for each key: it fills evenly, and each request takes one.

    Safe between threads.
    """

    def __init__(
        self,
        a_minute: int,
        *,
        burst_seconds: float = _BURST_SECONDS,
        told: str = "this key asks too often",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Allow so many requests a minute and key; 0 allows any number.

        Args:
            a_minute: how many.
            burst_seconds: so many seconds' worth can be saved up.
            told: what is said to who asks more often.
            clock: seconds from any point on.
        """
        self._a_second = a_minute / 60
        self._most = max(1.0, self._a_second * burst_seconds)
        self._told = told
        self._clock = clock
        self._lock = threading.Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> None:
        """Count a request.

        Raises:
            Problem: 429, with the seconds to wait.
        """
        if not self._a_second:
            return
        with self._lock:
            left, now = self._left(key)
            if left >= 1:
                self._buckets[key] = (left - 1, now)
                self._buckets.move_to_end(key)
                while len(self._buckets) > _KEPT:
                    self._buckets.popitem(last=False)
                return
        wait = math.ceil((1 - left) / self._a_second)
        raise Problem(
            429, "too_many_requests", self._told,
            fix=f"Wait {wait} s", headers={"Retry-After": str(wait)},
        )  # fmt: skip

    def clear(self, key: str) -> None:
        """Count nothing of what was asked before."""
        with self._lock:
            self._buckets.pop(key, None)

    def _left(self, key: str) -> tuple[float, float]:
        """The tokens that a key has now, and when that is."""
        now = self._clock()
        left, at = self._buckets.get(key, (self._most, now))
        return min(self._most, left + (now - at) * self._a_second), now
