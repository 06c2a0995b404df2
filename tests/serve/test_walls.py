"""A space is a wall: what belongs to another key's space does not exist, on any route."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from serve.conftest import Ask, ok, problem, serving
from smalti import Memory
from smalti.serve.hub import Hub
from smalti.serve.rest.mem0_shapes import id_of

OPEN = {"/healthz", "/metrics", "/v1/spaces", "/v1/keys"}  # no space in them
SECRET = "Bergen"


def operations(client: TestClient) -> Iterator[tuple[str, str, dict[str, Any]]]:
    paths = client.get("/openapi.json").json()["paths"]
    for path, found in paths.items():
        for method, operation in found.items():
            yield method.upper(), path, operation


@pytest.fixture
def bob(hub: Hub) -> dict[str, str]:
    """Ids of everything that can have one, in the space of Bob."""
    memory = hub.memory("bob")
    memory.assert_("Bob", "born_in", "Oslo")
    receipt = memory.assert_("Bob", "born_in", SECRET)
    memory.assert_("Bo", "lives_in", "Rome")
    merge = memory.merge("Bob", "Bo")
    memory.agenda("clinical-intake")
    key, _ = hub.keys.add("bob", spaces=["bob"])
    (conflict,), (question,) = memory.conflicts(), memory.clarifications()
    record = receipt.records[0].id or ""
    return {
        "{space}": "bob",
        "{turn}": receipt.ids[0],
        "{record}": record,
        "{conflict}": conflict.id,
        "{clarification}": question.id,
        "{agenda}": "clinical-intake",
        "{entity}": memory.entity("Bob").id,
        "{merge}": merge.id,
        "{key}": key.id,
        "{memory_id}": id_of("bob", record),
    }


def filled(path: str, ids: dict[str, str]) -> str:
    for name, id in ids.items():
        path = path.replace(name, id)
    return path


BODIES: dict[str, Any] = {
    "add_turns": {"turns": [{"text": "x"}]},
    "process": {},
    "explain": {"text": "x"},
    "replay_queue": {},
    "recall": {"query": SECRET},
    "ask": {"question": "Where was Bob born?"},
    "assert_records": {"assertions": [{"subject": "a", "predicate": "lives_in", "object": "b"}]},
    "correct": {"value": "x"},
    "retract": {},
    "resolve_conflict": {"choice": "stored"},
    "undo_conflict": {},
    "recheck": {},
    "answer_clarification": {"reply": "yes"},
    "open_agenda": {"example": "clinical-intake"},
    "reply_to_agenda": {"text": "yes"},
    "skip_unit": {"unit": "allergies"},
    "merge_entities": {"winner": "Bob", "loser": "Bo"},
    "unmerge_entities": None,
    "forget": {"session": "default"},
    "consolidate": {},
    "reindex": {},
    "put_settings": {},
    "mem0_add": {"messages": [{"role": "user", "content": "x"}], "user_id": "bob"},
    "mem0_update": {"text": "x"},
    "mem0_search": {"query": SECRET, "user_id": "bob"},
}
QUERIES: dict[str, dict[str, str]] = {
    "timeline": {"about": "Bob"},
    "around": {"about": "Bob"},
    "path": {"one": "Bob", "other": "Bo"},
    "mem0_list": {"user_id": "bob"},
    "mem0_delete_all": {"user_id": "bob"},
    "import_space": {},
}
BESIDE = {"add_key"}  # test_keys.py


def asked(client: TestClient, method: str, path: str, id: str) -> Any:
    if id == "import_space":
        return client.post(path, content=b'{"text": "x"}')
    body = BODIES.get(id)
    return client.request(method, path, params=QUERIES.get(id), json=body)


def test_every_route_is_tried_here(client: TestClient) -> None:
    for method, path, operation in operations(client):
        id = operation["operationId"]
        if method in ("POST", "PUT") and id not in BESIDE and id != "import_space":
            assert id in BODIES, f"{method} {path}"
        assert path in OPEN or "{" in path or id in QUERIES | BODIES | dict.fromkeys(BESIDE)


def test_on_every_route_another_ones_space_is_not_there(
    hub: Hub, holder: Ask, bob: dict[str, str]
) -> None:
    ada = holder("ada", scopes=("read", "write", "admin"))
    before = list(hub.store.space("bob").read_turns()), hub.store.space("bob").watermark()
    tried = 0
    for method, path, operation in list(operations(ada)):
        id = operation["operationId"]
        if path in OPEN or id in BESIDE:
            continue
        response = asked(ada, method, filled(path, bob), id)
        problem(response, 404)
        assert SECRET not in response.text, path
        tried += 1
    assert tried > 50
    assert (list(hub.store.space("bob").read_turns()), hub.store.space("bob").watermark()) == before


def test_on_every_route_ids_of_another_space_are_not_there(
    hub: Hub, holder: Ask, bob: dict[str, str]
) -> None:
    ada = holder("ada", scopes=("read", "write", "admin"))
    ids = {**bob, "{space}": "ada"}
    ids["{memory_id}"] = id_of("ada", bob["{record}"])
    for method, path, operation in list(operations(ada)):
        if path.count("{") < (1 if "memory_id" in path or "{key}" in path else 2):
            continue
        response = asked(ada, method, filled(path, ids), operation["operationId"])
        problem(response, 404)
        assert SECRET not in response.text, path


def test_a_space_of_others_cannot_be_told_from_one_that_is_not(
    hub: Hub, holder: Ask, bob: dict[str, str]
) -> None:
    ada = holder("ada")
    told = [problem(ada.get(f"/v1/spaces/{name}/turns"), 404) for name in ("bob", "nobody")]
    for one in told:
        one.pop("request_id")
    assert told[0] == told[1]


def test_lists_over_all_spaces_show_ones_own(hub: Hub, holder: Ask, bob: dict[str, str]) -> None:
    hub.memory("ada").add("hello", extract=False)
    ada = holder("ada", scopes=("read", "admin"))
    assert ok(ada.get("/v1/spaces"))["items"] == ["ada"]
    assert "bob" not in json.dumps(ok(ada.get("/v1/keys")))


def test_without_a_key_no_route_answers(hub: Hub, client: TestClient, bob: dict[str, str]) -> None:
    for method, path, operation in list(operations(client)):
        if path != "/healthz":
            problem(asked(client, method, filled(path, bob), operation["operationId"]), 401)


def test_metrics_and_health_name_no_space(hub: Hub, bob: dict[str, str]) -> None:
    with serving(hub) as client:
        _, secret = hub.keys.add("ops")
        client.headers["X-API-Key"] = secret
        client.post("/v1/spaces/bob/recall", json={"query": SECRET})
        for path in ("/metrics", "/healthz"):
            text = client.get(path).text
            assert "bob" not in text
            assert SECRET not in text


def test_memories_of_other_files_are_elsewhere(hub: Hub) -> None:
    assert hub.memory("ada") is hub.memory("ada")
    assert isinstance(hub.memory("bob"), Memory)
