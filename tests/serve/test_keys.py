"""Making keys over the interface, and who may."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from serve.conftest import Ask, ok, problem
from smalti.model.errors import InvalidInput, NotFound
from smalti.model.time import Instant
from smalti.serve.hub import Hub


def test_a_new_key_is_shown_once(client: TestClient) -> None:
    made = ok(client.post("/v1/keys", json={"name": "app", "spaces": ["ada"]}), 201)
    client.headers["Authorization"] = f"Bearer {made['key']}"
    ok(client.get("/v1/spaces/ada"))


def test_keys_are_listed_without_what_they_are(client: TestClient) -> None:
    body = {"name": "admin", "spaces": None, "scopes": ["admin"]}
    made = ok(client.post("/v1/keys", json=body), 201)
    listed = client.get("/v1/keys", headers={"X-API-Key": made["key"]})
    (told,) = ok(listed)["items"]
    assert told == {key: value for key, value in made.items() if key != "key"}
    assert made["key"] not in listed.text


def test_a_key_that_is_revoked_stays_in_the_list(holder: Ask) -> None:
    admin = holder(scopes=("admin",))
    made = ok(admin.post("/v1/keys", json={"name": "a", "spaces": ["a"], "scopes": ["admin"]}), 201)
    assert ok(admin.delete(f"/v1/keys/{made['id']}"))["revoked_at"]
    assert [one["id"] for one in ok(admin.get("/v1/keys"))["items"]][-1] == made["id"]


def test_an_admin_of_a_space_sees_the_keys_of_that_space_alone(holder: Ask, hub: Hub) -> None:
    other, _ = hub.keys.add("other", spaces=["bob"])
    wide, _ = hub.keys.add("wide", spaces=["ada", "bob"])
    ada = holder("ada", scopes=("admin",))
    assert len(ok(ada.get("/v1/keys"))["items"]) == 1
    for key in (other, wide):
        problem(ada.delete(f"/v1/keys/{key.id}"), 404)
        assert hub.keys.by_id(key.id)


@pytest.mark.parametrize("spaces", [None, ["*"], ["bob"], ["ada", "bob"]])
def test_an_admin_of_a_space_makes_no_keys_for_others(
    holder: Ask, spaces: list[str] | None
) -> None:
    ada = holder("ada", scopes=("admin",))
    body = {"name": "more", "spaces": spaces, "scopes": ["admin"]}
    problem(ada.post("/v1/keys", json=body), 403)


def test_nobody_gives_a_scope_that_they_lack(holder: Ask) -> None:
    ada = holder("ada", scopes=("admin",))
    body = {"name": "more", "spaces": ["ada"], "scopes": ["write"]}
    problem(ada.post("/v1/keys", json=body), 403)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "a\nb"),
        ("spaces", []),
        ("spaces", ["a/b"]),
        ("scopes", []),
        ("scopes", ["root"]),
        ("expires_at", "yesterday"),
        ("expires_at", "2001-01-01"),
        ("secret", "x"),
    ],
)
def test_what_cannot_be_used_of_a_new_key_is_named(
    client: TestClient, field: str, value: object
) -> None:
    body = {"name": "app", "spaces": ["ada"], field: value}
    told = problem(client.post("/v1/keys", json=body), 422)
    assert field.rstrip("s") in told["detail"] or "date" in told["detail"]


@pytest.mark.parametrize(
    "given",
    [
        {"spaces": []},
        {"spaces": ["*/x"]},
        {"scopes": []},
        {"scopes": ["root"]},
        {"expires_at": Instant(0)},
    ],
)
def test_the_library_refuses_such_keys_as_well(hub: Hub, given: dict[str, object]) -> None:
    with pytest.raises(InvalidInput):
        hub.keys.add("app", **given)  # type: ignore[arg-type]
    assert hub.keys.all() == []


def test_a_key_that_nobody_made_cannot_be_revoked(hub: Hub, holder: Ask) -> None:
    with pytest.raises(NotFound):
        hub.keys.revoke("key_x")
    told = problem(holder(scopes=("admin",)).delete("/v1/keys/key_x"), 404)
    assert told["detail"] == "no key 'key_x' in this memory file"
