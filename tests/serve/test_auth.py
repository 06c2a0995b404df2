"""Who gets in, and what they may do there."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from serve.conftest import Ask, ok, problem, serving
from smalti.model.time import Instant
from smalti.serve.hub import Hub
from smalti.serve.keys import hash_of, present

HOUR = 3_600_000_000


def test_a_server_on_this_machine_is_open_until_a_key_is_made(client: TestClient, hub: Hub) -> None:
    ok(client.get("/v1/spaces/ada"))
    hub.keys.add("first")
    problem(client.get("/v1/spaces/ada"), 401)


def test_a_server_that_others_can_reach_is_never_open(hub: Hub) -> None:
    with serving(hub, host="0.0.0.0") as client:
        told = problem(client.get("/v1/spaces/ada"), 401)
    assert told["code"] == "unauthorised"


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Authorization", "Bearer {}"),
        ("Authorization", "bearer  {} "),
        ("Authorization", "Token {}"),
        ("X-API-Key", "{}"),
    ],
)
def test_a_key_is_taken_from_any_of_the_usual_headers(
    client: TestClient, hub: Hub, header: str, value: str
) -> None:
    _, secret = hub.keys.add("app", spaces=["ada"])
    ok(client.get("/v1/spaces/ada", headers={header: value.format(secret)}))


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer"},
        {"Authorization": "Basic YTpi"},
        {"Authorization": "Bearer smk_wrong"},
        {"X-API-Key": "' OR 1=1 --"},
        {"Cookie": "smalti_session=made-up"},
    ],
)
def test_without_a_key_that_counts_nobody_gets_in(
    client: TestClient, hub: Hub, headers: dict[str, str]
) -> None:
    hub.keys.add("app")
    response = client.get("/v1/spaces/ada", headers=headers)
    problem(response, 401)
    assert response.headers["www-authenticate"].startswith("Bearer")


def test_a_revoked_key_counts_no_longer(holder: Ask, hub: Hub) -> None:
    ada = holder("ada")
    ok(ada.get("/v1/spaces/ada"))
    hub.keys.revoke(hub.keys.all()[0].id)
    problem(ada.get("/v1/spaces/ada"), 401)


def test_the_last_key_that_is_revoked_does_not_open_the_server(
    client: TestClient, hub: Hub
) -> None:
    key, _ = hub.keys.add("only")
    hub.keys.revoke(key.id)
    problem(client.get("/v1/spaces/ada"), 401)


def test_an_expired_key_counts_no_longer(holder: Ask, hub: Hub) -> None:
    ada = holder("ada", expires_at=Instant(present().micros + HOUR))
    ok(ada.get("/v1/spaces/ada"))
    (key,) = hub.keys.all()
    hub.store.put_key(replace(key, expires_at=Instant(present().micros - 1)))
    hub.keys.refresh()
    problem(ada.get("/v1/spaces/ada"), 401)


def test_what_another_process_revokes_counts_within_two_seconds(holder: Ask, hub: Hub) -> None:
    ada = holder("ada")
    ok(ada.get("/v1/spaces/ada"))
    (key,) = hub.keys.all()
    hub.store.put_key(replace(key, revoked_at=present()))
    time.sleep(1.1)
    problem(ada.get("/v1/spaces/ada"), 401)


@pytest.mark.parametrize(
    ("scope", "method", "path", "body"),
    [
        ("read", "GET", "/v1/spaces/ada/turns", None),
        ("read", "POST", "/v1/spaces/ada/recall", {"query": "x"}),
        ("write", "POST", "/v1/spaces/ada/turns", {"turns": [{"text": "x"}]}),
        ("admin", "PUT", "/v1/spaces/ada/settings", {}),
        ("admin", "POST", "/v1/spaces/ada/forget", {"space": True}),
        ("admin", "GET", "/v1/keys", None),
        ("read", "GET", "/v1/spaces", None),
        ("admin", "DELETE", "/memories?user_id=ada", None),
    ],
)
def test_a_key_without_the_scope_is_told_which_it_lacks(
    holder: Ask, scope: str, method: str, path: str, body: object
) -> None:
    others = tuple({"read", "write", "admin"} - {scope})
    told = problem(holder("ada", scopes=others).request(method, path, json=body), 403)
    assert scope in told["detail"]


def test_the_store_keeps_a_hash_and_not_the_key(hub: Hub) -> None:
    key, secret = hub.keys.add("app")
    (kept,) = hub.store.api_keys()
    assert kept.secret == hash_of(secret)
    assert secret not in repr(kept)
    assert len(secret) > 40
    assert key == kept
