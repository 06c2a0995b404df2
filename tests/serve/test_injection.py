"""Text that means something elsewhere is text here, wherever it stands."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from serve.conftest import ok, problem
from serve.test_walls import BODIES, QUERIES, asked, filled, operations
from smalti.serve.hub import Hub

HOSTILE = [
    "'; DROP TABLE turns; --",
    '" OR "1"="1',
    'NEAR("a" "b") OR lexical:*',
    "{{ 7 * 7 }}{% import 'os' as os %}",
    "<script>alert(1)</script>",
    "/a~1b/~0#/%2e%2e",
    "../../etc/passwd",
    "a\x00b",
    "\N{RIGHT-TO-LEFT OVERRIDE}\x00\ufffe",
    "%s%n{0.__class__}",
    "=cmd|' /C calc'!A0",
]
SPACES = [
    "a/b", "..", "*", "%", "a b", "a\nb", "a\x00b", "-a", "é" * 129, "'", '"', "<a>", "a,b", "a\\b",
    "a?b", "a#b", "\N{RIGHT-TO-LEFT OVERRIDE}", "👻", "{{x}}", "con?",
]  # fmt: skip
GOOD = ["ada", "Ada.Lovelace", "ada@example.org", "agent:7", "米寿", "_", "a+b-c", "é" * 128]


def hostile(value: Any, text: str) -> Any:
    """A body with a text in place of every text."""
    if isinstance(value, dict):
        return {key: hostile(each, text) for key, each in value.items()}
    if isinstance(value, list):
        return [hostile(each, text) for each in value]
    return text if isinstance(value, str) else value


@pytest.mark.parametrize("space", SPACES)
def test_a_space_of_an_odd_name_is_refused_everywhere(
    client: TestClient, hub: Hub, space: str
) -> None:
    for path in ("/v1/spaces/{}/turns", "/v1/spaces/{}", "/v1/spaces/{}/records/x/why"):
        response = client.get(path.format(quote(space, safe="")))
        assert response.status_code in (404, 405, 422), response.text
    problem(client.get("/memories", params={"user_id": space}), 422)
    body = {"messages": [{"role": "user", "content": "x"}], "user_id": space}
    problem(client.post("/memories", json=body), 422)
    assert hub.spaces() == []


@pytest.mark.parametrize("space", GOOD)
def test_a_space_of_an_ordinary_name_is_taken(client: TestClient, space: str) -> None:
    place = f"/v1/spaces/{quote(space, safe='')}"
    ok(client.post(f"{place}/turns?mode=journal", json={"turns": [{"text": "hi"}]}), 201)
    assert ok(client.get("/v1/spaces"))["items"] == [space]
    assert ok(client.get(place))["space"] == space


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_in_every_field_breaks_nothing(
    client: TestClient, hub: Hub, text: str
) -> None:
    memory = hub.memory("bob")
    memory.assert_("Bob", "lives_in", "Oslo")
    ids = dict.fromkeys(
        ("{turn}", "{record}", "{conflict}", "{clarification}", "{agenda}", "{entity}", "{merge}",
         "{key}", "{memory_id}"),
        quote(text, safe=""),
    ) | {"{space}": "bob"}  # fmt: skip
    for method, path, operation in list(operations(client)):
        id = operation["operationId"]
        if id in ("add_key", "import_space"):
            continue
        response = client.request(
            method,
            filled(path, ids),
            params=hostile(QUERIES.get(id, {}), text) or {"session": text, "about": text},
            json=hostile(BODIES[id], text) if BODIES.get(id) is not None else None,
        )
        assert response.status_code < 500, f"{method} {path} {response.text}"
    assert memory.check().problems == ()
    assert memory.records(about="Bob")


@pytest.mark.parametrize("text", [one for one in HOSTILE if "\x00" not in one])
def test_hostile_text_comes_back_as_it_was(client: TestClient, text: str) -> None:
    body = {"turns": [{"text": text, "speaker": text, "session": text, "metadata": {text: text}}]}
    receipt = ok(client.post("/v1/spaces/ada/turns", json=body), 201)
    response = client.get(f"/v1/spaces/ada/turns/{receipt['items'][0]['id']}")
    turn = ok(response)
    assert (turn["text"], turn["speaker"], turn["metadata"]) == (text, text, {text: text})
    assert response.headers["content-type"] == "application/json"


def test_an_import_of_hostile_lines_breaks_nothing(client: TestClient, hub: Hub) -> None:
    response = asked(client, "POST", "/v1/spaces/ada/import", "import_space")
    assert response.status_code == 200
    for text in HOSTILE:
        content = f"{text}: {text}\n".encode()
        assert client.post("/v1/spaces/ada/import", content=content).status_code in (200, 422)
    assert hub.memory("ada").check().problems == ()


def test_a_parameter_that_nobody_knows_is_refused_by_name(client: TestClient) -> None:
    for path in ("turns?speeker=Bob", "records?abuot=Bob", "conflicts?limit=5&sort=x"):
        reply = client.get(f"/v1/spaces/home/{path}")
        assert reply.status_code == 422
        assert reply.json()["field"].removeprefix("query.") in path
        assert "limit" in reply.json()["fix"]
    reply = client.post("/v1/spaces/home/turns?mod=queued", json={"turns": [{"text": "Hi"}]})
    assert (reply.status_code, reply.json()["field"]) == (422, "query.mod")
    assert client.get("/v1/spaces/home/turns").json()["items"] == []


def test_broken_json_is_told_where_it_breaks(client: TestClient) -> None:
    headers = {"content-type": "application/json"}
    reply = client.post("/v1/spaces/home/turns", content='{"turns":[', headers=headers)
    assert reply.status_code == 422
    assert "character 10" in reply.json()["detail"]
    assert "{}" not in reply.text
