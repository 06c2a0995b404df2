"""Health, and consolidating on a schedule."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from serve.conftest import ok, serving
from serve.test_again import until
from smalti import Memory
from smalti.serve.hub import Hub
from smalti.testing import HashEmbedder


@pytest.fixture
def well(db: Path) -> Iterator[Hub]:
    hub = Hub(Memory(db, embedder=HashEmbedder(), model=None))
    yield hub
    hub.close()


def test_a_server_with_store_and_models_is_well(well: Hub) -> None:
    with serving(well) as client:
        told = ok(client.get("/healthz"))
    assert (told["status"], told["store"]["ok"], told["models"]) == ("ok", True, [])
    assert (told["waiting"], told["consolidation"]) == (0, {})


def test_without_an_embedder_it_does_less_and_says_so(client: TestClient) -> None:
    told = ok(client.get("/healthz"))
    assert told["status"] == "degraded"
    assert "vector" in told["models"][0]["detail"]


def test_a_closed_store_is_no_store(hub: Hub) -> None:
    with serving(hub) as client:
        hub.close()
        response = client.get("/healthz")
        assert response.status_code == 503
        assert response.json()["store"] == {"ok": False, "detail": "store_closed"}
        assert client.get("/v1/spaces/ada/turns").status_code == 503


def test_every_space_is_consolidated_on_schedule(hub: Hub) -> None:
    for space in ("ada", "bob"):
        hub.memory(space).assert_("Ada", "lives_in", "Oslo")
    with serving(hub, consolidate_hours=1e-4) as client:

        def done() -> bool:
            told = ok(client.get("/healthz"))["consolidation"]
            return bool(told["last"]) and told["spaces"] == 2

        until(done)
        told = ok(client.get("/healthz"))["consolidation"]
    assert (told["every_hours"], told["failed"]) == (1e-4, 0)
    assert told["next"] > told["last"]


def test_least_used_spaces_are_let_go(db: Path) -> None:
    hub = Hub(Memory(db, embedder=None, model=None), kept=2)
    first = hub.memory("a")
    hub.memory("b")
    assert hub.memory("a") is first
    hub.memory("c")
    assert hub.memory("a") is first
    assert hub.memory("b") is not None
    hub.close()
