"""A server in this process, without a socket, and keys for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from smalti import Memory
from smalti.model.time import Instant
from smalti.serve.app import create_app
from smalti.serve.hub import Hub
from smalti.serve.settings import ServeSettings

LOCAL = "http://127.0.0.1:7625"
Ask = Callable[..., TestClient]


@contextmanager
def serving(hub: Hub, **given: Any) -> Iterator[TestClient]:
    """A client of a server with these settings, REST alone."""
    settings = ServeSettings(**{"console": False, "mcp": False, **given})
    app = create_app(settings, hub)
    with TestClient(app, base_url=LOCAL, raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


@pytest.fixture
def hub(db: Path) -> Iterator[Hub]:
    hub = Hub(Memory(db, embedder=None, model=None))
    yield hub
    hub.close()


@pytest.fixture
def client(hub: Hub) -> Iterator[TestClient]:
    """Somebody on this machine, while no key is made."""
    with serving(hub) as client:
        yield client


@pytest.fixture
def holder(hub: Hub) -> Iterator[Ask]:
    """Somebody with a key for some spaces and scopes."""
    with serving(hub) as client:

        def hold(
            *spaces: str,
            scopes: tuple[str, ...] = ("read", "write"),
            expires_at: Instant | None = None,
        ) -> TestClient:
            _, secret = hub.keys.add(
                "test", spaces=spaces or None, scopes=scopes, expires_at=expires_at
            )
            other = TestClient(client.app, base_url=LOCAL, raise_server_exceptions=False)
            other.headers["Authorization"] = f"Bearer {secret}"
            return other

        yield hold


def problem(response: Any, status: int) -> dict[str, Any]:
    """The problem details of a response, which has this status."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    body: dict[str, Any] = response.json()
    assert body["status"] == status
    assert body["request_id"] == response.headers["x-request-id"]
    return body


def ok(response: Any, status: int = 200) -> Any:
    """What a response gives that went well."""
    assert response.status_code == status, response.text
    return response.json()
