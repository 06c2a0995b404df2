"""Loading, once the server answers, what first requests would wait for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from serve.conftest import LOCAL, ok
from serve.test_again import until
from smalti import Memory
from smalti.model.errors import ModelUnavailable
from smalti.models.embedder import Vectors
from smalti.serve.app import create_app
from smalti.serve.hub import Hub
from smalti.serve.settings import ServeSettings
from smalti.testing import HashEmbedder


class Counting(HashEmbedder):
    """Counts how often it is asked, and may turn out not to work."""

    def __init__(self, *, works: bool = True) -> None:
        super().__init__()
        self.asked = 0
        self._works = works

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked += 1
        if not self._works:
            raise ModelUnavailable("its file is gone")
        return super().embed(texts)


def warming(client: TestClient) -> bool:
    return bool(ok(client.get("/healthz"))["warming"])


@pytest.mark.parametrize("works", [True, False])
def test_a_server_answers_while_it_loads_and_writes_nothing(db: Path, works: bool) -> None:
    embedder = Counting(works=works)
    hub = Hub(Memory(db, embedder=embedder, model=None))
    app = create_app(ServeSettings(console=False, mcp=False), hub, faces_later=True)
    with TestClient(app, base_url=LOCAL) as client:
        assert warming(client)
        until(lambda: not warming(client))
    assert (embedder.asked, hub.spaces()) == (1, [])
    hub.close()


def test_a_server_loads_nothing_that_it_is_told_to_leave(db: Path) -> None:
    embedder = Counting()
    hub = Hub(Memory(db, embedder=embedder, model=None))
    settings = ServeSettings(console=False, mcp=False, warm=False)
    with TestClient(create_app(settings, hub, faces_later=True), base_url=LOCAL) as client:
        assert not warming(client)
    assert embedder.asked == 0
    hub.close()
