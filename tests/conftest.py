"""What all tests share: how hypothesis runs, an environment without settings, two fixtures."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from smalti import Memory
from smalti.testing import FrozenClock

# Assertions in modules that hold tests but are not collected by their own name.
pytest.register_assert_rewrite("store.contract")

settings.register_profile(
    "smalti",
    deadline=None,  # no test may depend on how busy the machine is
    max_examples=40,
    print_blob=True,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.differing_executors,  # contract suites are inherited on purpose
        HealthCheck.function_scoped_fixture,  # each example takes a space or folder of its own
    ],
)
settings.load_profile("smalti")


@pytest.fixture(autouse=True)
def no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine's own memory file and model play no part in the tests."""
    for setting in [name for name in os.environ if name.startswith("SMALTI_")]:
        monkeypatch.delenv(setting)


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock("2026-03-01T09:30:00Z")


@pytest.fixture
def memory(clock: FrozenClock) -> Iterator[Memory]:
    with Memory(":memory:", embedder=None, clock=clock) as opened:
        yield opened
