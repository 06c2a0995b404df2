"""A client of mem0's server can be pointed here."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from serve.conftest import Ask, ok, problem

SAID = {"messages": [{"role": "user", "content": "I live in Oslo."}], "user_id": "ada"}


def add(client: TestClient, **given: Any) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = ok(client.post("/memories", json=SAID | given))["results"]
    return results


def test_messages_become_memories_that_are_found_listed_and_shown(client: TestClient) -> None:
    (made,) = add(client)
    assert (made["event"], "Oslo" in made["memory"]) == ("ADD", True)
    search = {"query": "Where do I live?", "user_id": "ada"}
    (found,) = ok(client.post("/search", json=search))["results"]
    (listed,) = ok(client.get("/memories?user_id=ada"))["results"]
    assert made["id"] == found["id"] == listed["id"]
    assert found["score"] > 0
    assert listed["user_id"] == "ada"
    assert ok(client.get(f"/memories/{made['id']}"))["memory"] == made["memory"]


def test_ids_of_a_search_may_stand_in_filters(client: TestClient) -> None:
    (made,) = add(client)
    search = {"query": "Oslo", "filters": {"user_id": "ada"}, "top_k": 5}
    assert ok(client.post("/search", json=search))["results"][0]["id"] == made["id"]
    problem(client.post("/search", json=search | {"filters": {"app_id": "x"}}), 422)


def test_without_reading_each_message_is_a_memory(client: TestClient) -> None:
    (made,) = add(client, infer=False)
    assert (made["memory"], made["event"]) == ("I live in Oslo.", "ADD")
    assert ok(client.get(f"/memories/{made['id']}"))["memory"] == made["memory"]
    assert ok(client.get("/memories?user_id=ada"))["results"][0]["id"] == made["id"]
    problem(client.put(f"/memories/{made['id']}", json={"text": "x"}), 409)
    assert ok(client.get(f"/memories/{made['id']}/history"))[0]["event"] == "ADD"


def test_a_memory_that_is_changed_keeps_its_history(client: TestClient) -> None:
    (made,) = add(client)
    message = ok(client.put(f"/memories/{made['id']}", json={"text": "I live in Bergen."}))
    assert message == {"message": "Memory updated successfully!"}
    (listed,) = ok(client.get("/memories?user_id=ada"))["results"]
    assert "Bergen" in listed["memory"]
    rows = ok(client.get(f"/memories/{made['id']}/history"))
    assert [row["event"] for row in rows if row["event"] != "DELETE"] == ["ADD", "UPDATE"]
    assert rows[-1]["old_memory"] == made["memory"]


def test_a_memory_is_erased(client: TestClient) -> None:
    (made,) = add(client)
    assert ok(client.delete(f"/memories/{made['id']}"))["message"]
    problem(client.get(f"/memories/{made['id']}"), 404)
    assert ok(client.get("/memories?user_id=ada"))["results"] == []


def test_all_memories_of_a_run_or_of_a_user_are_erased(client: TestClient) -> None:
    add(client, run_id="one")
    add(client, run_id="two", messages=[{"role": "user", "content": "I was born in Rome."}])
    ok(client.delete("/memories?user_id=ada&run_id=one"))
    (left,) = ok(client.get("/memories?user_id=ada"))["results"]
    assert left["run_id"] == "two"
    ok(client.delete("/memories?user_id=ada"))
    assert ok(client.get("/memories?user_id=ada"))["results"] == []


def test_a_run_of_a_user_is_a_part_of_their_memories(client: TestClient) -> None:
    add(client, run_id="one")
    assert len(ok(client.get("/memories?user_id=ada&run_id=one"))["results"]) == 1
    assert ok(client.get("/memories?user_id=ada&run_id=two"))["results"] == []
    search = {"query": "Oslo", "user_id": "ada", "run_id": "two"}
    assert ok(client.post("/search", json=search))["results"] == []


def test_an_agent_and_a_user_of_one_name_are_two(client: TestClient) -> None:
    add(client)
    assert ok(client.get("/memories?agent_id=ada"))["results"] == []


@pytest.mark.parametrize("path", ["/memories", "/memories?top_k=5"])
def test_somebody_has_to_be_named(client: TestClient, path: str) -> None:
    problem(client.get(path), 422)
    problem(client.post("/search", json={"query": "x"}), 422)


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"user_id": " "}, "user_id"),
        ({"user_id": None, "agent_id": "a b"}, "agent_id"),
        ({"run_id": " "}, "run_id"),
        ({"messages": [{"role": "user", "content": " "}]}, "messages[0].content"),
    ],
)
def test_what_is_refused_is_named_as_it_was_sent(
    client: TestClient, sent: dict[str, Any], field: str
) -> None:
    told = problem(client.post("/memories", json=SAID | sent), 422)
    assert (told["field"], told["detail"].partition(":")[0]) == (field, field)


def test_an_id_in_filters_is_named_with_its_place(client: TestClient) -> None:
    told = problem(client.post("/search", json={"query": "x", "filters": {"user_id": " "}}), 422)
    assert (told["field"], told["value"]) == ("filters.user_id", " ")


def test_a_star_is_no_user(client: TestClient, holder: Ask) -> None:
    add(client)
    ada = holder("ada")
    for user, status in (("*", 404), ("bob", 404)):
        problem(ada.get("/memories", params={"user_id": user}), status)
        problem(ada.post("/search", json={"query": "Oslo", "user_id": user}), status)
    problem(holder().get("/memories", params={"user_id": "*"}), 422)


@pytest.mark.parametrize("id", ["x", "x.y", "YWRh", "YWRh.", ".r_1", "é.r_1", "YWRh.r_1", "%00"])
def test_an_id_that_nobody_gave_is_not_there(client: TestClient, id: str) -> None:
    problem(client.get(f"/memories/{id}"), 404)
