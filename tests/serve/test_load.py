"""Many clients of one server at once."""

from __future__ import annotations

import pytest

from smalti.bench import serving


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.enable_socket
@pytest.mark.allow_hosts(["127.0.0.1"])
def test_clients_at_once_find_what_is_theirs_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SMALTI_EMBEDDER", "none")
    said: list[str] = []
    found = serving.run(clients=10, rounds=10, spaces=2, mode="queued", say=said.append)
    assert (found["errors"], found["missed"], found["crossed"]) == (0, 0, 0)
    assert [(row["system"], row["count"]) for row in found["rows"]] == [
        ("write", 100),
        ("recall", 100),
    ]
    assert said
