"""What is told about requests: a line of JSON for each, and metrics. Never any content."""

from __future__ import annotations

import json
import logging
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric

log = logging.getLogger("smalti.serve.requests")
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


@dataclass
class Account:
    """What is known of one request. ``route`` is the template, without names and ids."""

    id: str
    method: str
    route: str = "none"
    status: int = 0
    key: str = ""
    received: int = 0
    sent: int = 0
    error: str = ""
    begun: float = field(default_factory=time.perf_counter)


class Accounts:
    """Counts requests and writes a line about each."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        labels = ("method", "route", "status")
        self._requests = Counter(
            "smalti_requests", "Requests answered.", labels, registry=self.registry
        )
        self._seconds = Histogram(
            "smalti_request_seconds", "How long answers took.", ("method", "route"),
            registry=self.registry, buckets=_BUCKETS,
        )  # fmt: skip
        self._under_way = Gauge(
            "smalti_requests_under_way", "Requests being answered.", registry=self.registry
        )

    def begin(self, id: str, method: str) -> Account:
        """A request has come."""
        self._under_way.inc()
        return Account(id, method if method in _METHODS else "OTHER")

    def end(self, account: Account) -> None:
        """It was answered, or its client has gone (status 499)."""
        self._under_way.dec()
        seconds = time.perf_counter() - account.begun
        status = account.status or 499
        self._requests.labels(account.method, account.route, str(status)).inc()
        self._seconds.labels(account.method, account.route).observe(seconds)
        told = {
            "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "id": account.id,
            "method": account.method,
            "route": account.route,
            "status": status,
            "ms": round(seconds * 1000, 1),
            "received": account.received,
            "sent": account.sent,
            "key": account.key,
        }
        log.info(json.dumps(told | ({"error": account.error} if account.error else {})))

    def unforeseen(self, account: Account, error: Exception) -> None:
        """Where an unforeseen error arose; its message may hold content and is left out."""
        places = [
            f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}"
            for frame in traceback.extract_tb(error.__traceback__)[-8:]
        ]
        log.error(json.dumps({"id": account.id, "error": type(error).__name__, "at": places}))

    def watch(self, gauges: Callable[[], Mapping[str, tuple[str, float]]]) -> None:
        """Have values read whenever metrics are asked for: name to help and value."""
        self.registry.register(_Watched(gauges))

    def exposition(self) -> bytes:
        """All metrics in the text format of Prometheus."""
        return generate_latest(self.registry)


class _Watched:
    """Gauges that are read when they are collected."""

    def __init__(self, gauges: Callable[[], Mapping[str, tuple[str, float]]]) -> None:
        self._gauges = gauges

    def collect(self) -> Iterator[Metric]:
        """The values of now."""
        for name, (help, value) in self._gauges().items():
            yield GaugeMetricFamily(name, help, value)

    def describe(self) -> Iterator[Metric]:
        """Nothing: their names are known when they are read."""
        return iter(())
