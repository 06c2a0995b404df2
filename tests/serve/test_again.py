"""Requests that come again, lists in pages, turns that are read later."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from serve.conftest import Ask, ok, problem, serving
from smalti import InvalidInput, Memory
from smalti.serve.hub import Hub
from smalti.serve.rest.pages import decode, encode

ADA = "/v1/spaces/ada"


def turns(*texts: str, **fields: Any) -> dict[str, Any]:
    return {"turns": [{"text": text, **fields} for text in texts]}


def until(true: Any, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.05)


# ---------------------------------------------------------------------- the same request again


def test_the_same_request_gets_the_same_reply_and_is_done_once(client: TestClient) -> None:
    headers = {"Idempotency-Key": "one"}
    first = client.post(f"{ADA}/turns", json=turns("hi"), headers=headers)
    again = client.post(f"{ADA}/turns", json=turns("hi"), headers=headers)
    assert (first.status_code, first.content) == (again.status_code, again.content)
    assert first.headers["x-request-id"] != again.headers["x-request-id"]
    assert ok(client.get(ADA))["turns"] == 1


@pytest.mark.parametrize(
    ("path", "body"),
    [("/turns", turns("other")), ("/turns?mode=journal", turns("hi")), ("/process", {})],
)
def test_another_request_with_the_same_key_is_refused(
    client: TestClient, path: str, body: Any
) -> None:
    headers = {"Idempotency-Key": "one"}
    ok(client.post(f"{ADA}/turns", json=turns("hi"), headers=headers), 201)
    told = problem(client.post(f"{ADA}{path}", json=body, headers=headers), 409)
    assert told["code"] == "idempotency_conflict"


def test_each_asker_and_each_space_has_keys_of_its_own(holder: Ask) -> None:
    headers = {"Idempotency-Key": "one"}
    for asker, space in ((holder(), "ada"), (holder(), "ada"), (holder(), "bob")):
        body = turns(f"of {id(asker)}")
        ok(asker.post(f"/v1/spaces/{space}/turns?mode=journal", json=body, headers=headers), 201)


def test_a_request_that_failed_may_be_made_again(client: TestClient) -> None:
    headers = {"Idempotency-Key": "one"}
    body = {"assertions": [{"subject": "Ada", "predicate": "lives_in", "object": "Oslo",
                            "since": "2026-05-01", "until": "2026-04-01"}]}  # fmt: skip
    problem(client.post(f"{ADA}/records", json=body, headers=headers), 422)
    del body["assertions"][0]["until"]
    ok(client.post(f"{ADA}/records", json=body, headers=headers), 201)


def test_replies_outlive_the_server(db: Path) -> None:
    told = []
    for _ in range(2):
        hub = Hub(Memory(db, embedder=None, model=None))
        with serving(hub) as client:
            headers = {"Idempotency-Key": "one"}
            told.append(client.post(f"{ADA}/turns", json=turns("hi"), headers=headers).content)
        hub.close()
    assert told[0] == told[1]


def test_a_reply_does_not_outlive_what_was_erased(client: TestClient, db: Path) -> None:
    headers = {"Idempotency-Key": "one"}
    body = {"assertions": [{"subject": "Zoroaster", "predicate": "lives_in", "object": "Oslo"}]}
    ok(client.post(f"{ADA}/records", json=body, headers=headers), 201)
    assert b"Zoroaster" in db.read_bytes() + Path(f"{db}-wal").read_bytes()
    ok(client.post(f"{ADA}/forget", json={"space": True}))
    wal = Path(f"{db}-wal")
    assert b"Zoroaster" not in db.read_bytes() + (wal.read_bytes() if wal.exists() else b"")


def test_one_of_many_that_come_at_once_is_done(client: TestClient) -> None:
    found: list[Any] = []

    def post() -> None:
        found.append(client.post(f"{ADA}/turns?mode=journal", json=turns("hi"),
                                 headers={"Idempotency-Key": "one"}))  # fmt: skip

    threads = [threading.Thread(target=post) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {one.status_code for one in found} <= {201, 409}
    assert len({one.content for one in found if one.status_code == 201}) == 1
    assert ok(client.get(ADA))["turns"] == 1


@pytest.mark.parametrize("key", ["", " ", "a b", "x" * 201])
def test_a_key_that_cannot_be_used_is_refused(client: TestClient, key: str) -> None:
    headers = {"Idempotency-Key": key}
    problem(client.post(f"{ADA}/turns", json=turns("hi"), headers=headers), 422)


# ---------------------------------------------------------------------- pages


@pytest.mark.parametrize("path", ["turns", "turns?session=s", "queue", "sessions"])
def test_pages_of_any_size_make_up_the_whole_list(client: TestClient, path: str) -> None:
    for number in range(7):
        body = turns(f"number {number}", session=f"s{number}") if path == "sessions" else turns(
            f"number {number}", session="s")  # fmt: skip
        client.post(f"{ADA}/turns?mode=journal", json=body)
    whole = ok(client.get(f"{ADA}/{path}"))
    assert whole["next"] is None
    for limit in (1, 3, 7):
        found, cursor = [], None
        while True:
            params = {"limit": limit, **({"cursor": cursor} if cursor else {})}
            separator = "&" if "?" in path else "?"
            query = separator + "&".join(f"{name}={value}" for name, value in params.items())
            page = ok(client.get(f"{ADA}/{path}{query}"))
            found += page["items"]
            cursor = page["next"]
            if cursor is None:
                break
        assert found == whole["items"]


@pytest.mark.parametrize("cursor", ["", "x", "AAAA", "W10", "bnVsbA", "é", "W" * 2000, "WzEsMl0"])
def test_a_cursor_that_nobody_gave_is_refused(client: TestClient, cursor: str) -> None:
    told = problem(client.get(f"{ADA}/turns", params={"cursor": cursor}), 422)
    assert "cursor" in told["field"]


def test_a_cursor_of_another_list_is_refused(client: TestClient) -> None:
    client.post(f"{ADA}/turns?mode=journal", json=turns("a", "b"))
    cursor = ok(client.get(f"{ADA}/turns?limit=1"))["next"]
    problem(client.get(f"{ADA}/sessions", params={"cursor": cursor}), 422)
    problem(client.get(f"{ADA}/turns", params={"cursor": cursor, "session": "default"}), 422)


@given(st.integers(0, 10**9) | st.text(max_size=50), st.text(max_size=20))
def test_a_cursor_gives_its_place_back_to_the_list_it_is_of(place: Any, query: str) -> None:
    assert decode(query, encode(query, place), type(place)) == place


@given(st.text(max_size=80))
def test_no_text_at_all_breaks_a_cursor(text: str) -> None:
    with pytest.raises(InvalidInput):
        decode("query", text, int)


# ---------------------------------------------------------------------- the queue


def test_a_queued_turn_is_safe_at_once_and_read_soon(client: TestClient) -> None:
    body = turns("I live in Oslo.", speaker="Ada")
    receipt = ok(client.post(f"{ADA}/turns?mode=queued", json=body), 202)
    (id,) = (item["id"] for item in receipt["items"])
    assert receipt["records"] == []
    assert ok(client.get(f"{ADA}/turns/{id}"))
    until(lambda: ok(client.get(f"{ADA}/queue/{id}"))["status"] == "done")
    item = ok(client.get(f"{ADA}/queue/{id}"))
    assert [one["id"] for one in ok(client.get(f"{ADA}/records"))["items"]] == item["records"]
    assert ok(client.get(f"{ADA}/queue"))["items"] == []


def test_what_waits_when_a_server_ends_is_read_by_the_next(db: Path) -> None:
    hub = Hub(Memory(db, embedder=None, model=None))
    receipt = hub.memory("ada").add("I live in Oslo.", speaker="Ada", extract=False)
    hub.enqueue("ada", receipt.ids)
    hub.close()
    hub = Hub(Memory(db, embedder=None, model=None))
    with serving(hub) as client:
        until(lambda: ok(client.get(f"{ADA}/queue/{receipt.ids[0]}"))["status"] == "done")
    hub.close()


def test_a_turn_that_nobody_asked_to_read_stays_unread(client: TestClient) -> None:
    receipt = ok(client.post(f"{ADA}/turns?mode=journal", json=turns("hi")), 201)
    id = receipt["items"][0]["id"]
    assert ok(client.get(f"{ADA}/queue/{id}"))["status"] == "unread"
    assert ok(client.post(f"{ADA}/queue/replay", json={}), 202) == {"queued": 0}
    assert ok(client.post(f"{ADA}/queue/replay", json={"turns": [id, "t_no"]}), 202)["queued"] == 1
    until(lambda: ok(client.get(f"{ADA}/queue/{id}"))["status"] == "done")
    assert ok(client.post(f"{ADA}/queue/replay", json={"turns": [id]}), 202) == {"queued": 0}


def test_an_erased_turn_waits_no_longer(hub: Hub) -> None:
    receipt = hub.memory("ada").add("I live in Oslo.", speaker="Ada", extract=False)
    hub.enqueue("ada", receipt.ids)
    hub.memory("ada").forget(turn=receipt.ids[0])
    assert hub.store.waiting() == {}
