"""How many requests a key may make."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable

from smalti.serve.problems import Problem

_KEPT = 10_000  # buckets
_BURST_SECONDS = 10  # what a key may save up


class Rates:
    """A bucket of tokens for each key: it fills evenly, and each request takes one."""

    def __init__(self, a_minute: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Allow so many requests a minute and key; 0 allows any number."""
        self._a_second = a_minute / 60
        self._most = max(1.0, self._a_second * _BURST_SECONDS)
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> None:
        """Count a request.

        Raises:
            Problem: 429, with the seconds to wait.
        """
        if not self._a_second:
            return
        now = self._clock()
        left, at = self._buckets.get(key, (self._most, now))
        left = min(self._most, left + (now - at) * self._a_second)
        if left < 1:
            wait = math.ceil((1 - left) / self._a_second)
            raise Problem(
                429, "too_many_requests", "this key asks too often",
                fix=f"Wait {wait} s", headers={"Retry-After": str(wait)},
            )  # fmt: skip
        self._buckets[key] = (left - 1, now)
        self._buckets.move_to_end(key)
        while len(self._buckets) > _KEPT:
            self._buckets.popitem(last=False)
