"""Who gets in, what they see, and what is refused; in this process, without a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from serve.console.conftest import opened
from smalti.model.access import Scope
from smalti.serve.console.pages.table import ACTIONS, PAGES
from smalti.serve.hub import Hub

HOME = "http://127.0.0.1:7625"
ALL = tuple(Scope)


@contextmanager
def serving(folder: Path) -> Iterator[tuple[TestClient, Hub]]:
    with opened(folder) as (app, hub):
        for space in ("home", "work"):
            hub.memory(space).assert_("Ada", "lives_in", f"the {space} town")
        with TestClient(app, base_url=HOME, headers={"Origin": HOME}) as client:
            yield client, hub


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[TestClient, Hub]]:
    """A browser without a key, and what is behind the server: two spaces with a record each."""
    with serving(tmp_path) as found:
        yield found


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """The same for tests that change nothing."""
    with serving(tmp_path_factory.mktemp("calm")) as (client, _):
        yield client


def signed_in(
    client: TestClient, hub: Hub, scopes: tuple[Scope, ...] = ALL, *spaces: str
) -> TestClient:
    _, secret = hub.keys.add("a key", scopes=scopes, spaces=spaces or None)
    reply = client.post("/console/sign-in", data={"key": secret}, follow_redirects=False)
    assert reply.status_code == 303
    return client


def csrf(client: TestClient, space: str = "home") -> str:
    page = client.get("/console/health", params={"space": space}).text
    found = re.search(r'name="csrf" value="([^"]+)"', page)
    return "" if found is None else found[1]


def the_record(hub: Hub, space: str = "home") -> str:
    return next(iter(hub.memory(space).records())).id


def retract(client: TestClient, hub: Hub, **fields: str) -> int:
    data = {"csrf": csrf(client), "space": "home", "id": the_record(hub)} | fields
    reply = client.post("/console/do/retract", data=data, follow_redirects=False)
    return reply.status_code


# --------------------------------------------------------------------------------------- signing in


def test_an_open_server_asks_for_no_key(calm: TestClient) -> None:
    calm.cookies.clear()
    reply = calm.get("/console/inbox", params={"space": "home"})
    assert reply.status_code == 200
    cookie = reply.headers["set-cookie"].lower()
    assert all(part in cookie for part in ("httponly", "samesite=strict", "path=/console"))


def test_where_a_key_is_needed_one_is_sent_to_sign_in(served: tuple[TestClient, Hub]) -> None:
    client, hub = served
    hub.keys.add("somebody's")
    reply = client.get("/console/memories?space=home", follow_redirects=False)
    assert reply.status_code == 303
    assert "/console/sign-in?back=%2Fconsole%2Fmemories" in reply.headers["location"]


def test_a_wrong_key_is_refused(served: tuple[TestClient, Hub]) -> None:
    client, hub = served
    hub.keys.add("somebody's")
    assert client.post("/console/sign-in", data={"key": "smk_wrong"}).status_code == 401
    assert client.get("/console/memories", follow_redirects=False).status_code == 303


def test_keys_cannot_be_tried_without_end(served: tuple[TestClient, Hub]) -> None:
    client, hub = served
    _, secret = hub.keys.add("somebody's")
    tried = [client.post("/console/sign-in", data={"key": f"smk_{at}"}) for at in range(11)]
    assert [reply.status_code for reply in tried] == [401] * 10 + [429]
    assert int(tried[-1].headers["retry-after"]) >= 1
    assert "text/html" in tried[-1].headers["content-type"]
    assert client.post("/console/sign-in", data={"key": secret}).status_code == 429


def test_whoever_signs_in_may_mistype_again(served: tuple[TestClient, Hub]) -> None:
    client, hub = served
    for _ in range(2):
        for _ in range(9):
            client.post("/console/sign-in", data={"key": "smk_wrong"})
        signed_in(client, hub)


def test_pages_count_as_the_requests_of_their_key_do(tmp_path: Path) -> None:
    with opened(tmp_path, rate=6) as (app, _), TestClient(app, base_url=HOME) as client:
        assert client.get("/console/inbox").status_code == 200
        reply = client.get("/console/inbox")
        assert reply.status_code == 429
        assert "Too many requests" in reply.text
        assert client.get("/console/static/console.css").status_code == 200
        assert client.get("/v1/spaces").status_code == 429


def test_whoever_signs_out_is_out(served: tuple[TestClient, Hub]) -> None:
    client, hub = served
    signed_in(client, hub)
    assert client.get("/console/memories", follow_redirects=False).status_code == 200
    client.post("/console/sign-out", data={"csrf": csrf(client)}, follow_redirects=False)
    assert client.get("/console/memories", follow_redirects=False).status_code == 303


def test_a_key_that_is_revoked_ends_its_sessions(served: tuple[TestClient, Hub]) -> None:
    client, hub = served
    signed_in(client, hub)
    hub.keys.add("another")  # or nobody would need one
    hub.keys.revoke(next(key.id for key in hub.keys.all() if key.name == "a key"))
    assert client.get("/console/memories", follow_redirects=False).status_code == 303


def test_signing_in_leads_only_to_pages_of_the_console(served: tuple[TestClient, Hub]) -> None:
    client, hub = served
    _, secret = hub.keys.add("a key")
    for back in ("https://evil.example/console/", "//evil.example/console/x", "/console\\@evil"):
        data = {"key": secret, "back": back}
        reply = client.post("/console/sign-in", data=data, follow_redirects=False)
        assert reply.headers["location"] == "/console/inbox"


# ------------------------------------------------------------------------------------ forged forms


def test_a_form_with_its_token_is_taken(served: tuple[TestClient, Hub]) -> None:
    client, hub = served
    assert retract(client, hub) == 303
    assert not list(hub.memory("home").records())


@pytest.mark.parametrize("token", ["", "x" * 43])
def test_a_form_without_its_token_is_refused(served: tuple[TestClient, Hub], token: str) -> None:
    client, hub = served
    assert retract(client, hub, csrf=token) == 403
    assert list(hub.memory("home").records())


@pytest.mark.parametrize("origin", ["https://evil.example", "null", ""])
def test_a_form_of_another_site_is_refused(served: tuple[TestClient, Hub], origin: str) -> None:
    client, hub = served
    token = csrf(client)
    client.headers["Origin"] = origin
    assert retract(client, hub, csrf=token) == 403


def test_the_token_of_another_session_is_refused(served: tuple[TestClient, Hub]) -> None:
    client, hub = served
    theirs = csrf(client)
    client.cookies.clear()
    assert retract(client, hub, csrf=theirs) == 403


def test_a_link_changes_nothing(served: tuple[TestClient, Hub]) -> None:
    client, hub = served
    reply = client.get("/console/do/retract", params={"id": the_record(hub), "space": "home"})
    assert reply.status_code == 405
    assert list(hub.memory("home").records())


# ------------------------------------------------------------------------------- scopes and spaces


def test_a_key_that_only_reads_is_shown_no_buttons(served: tuple[TestClient, Hub]) -> None:
    client, hub = served
    hub.memory("home").assert_("Ada", "born_in", "Oslo")
    hub.memory("home").assert_("Ada", "born_in", "Rome")
    signed_in(client, hub, (Scope.READ,))
    for name in PAGES:
        page = client.get(f"/console/{name}", params={"space": "home", "id": "Ada"}).text
        forms = set(re.findall(r'action="/console/do/[^"]+"', page))
        assert not forms, name


def test_a_key_that_only_reads_is_refused_what_writes(served: tuple[TestClient, Hub]) -> None:
    client, hub = served
    signed_in(client, hub, (Scope.READ,))
    token = csrf(client)
    for name in ACTIONS:
        data = {"csrf": token, "space": "home", "id": the_record(hub)}
        assert client.post(f"/console/do/{name}", data=data).status_code == 403, name
    assert client.get("/console/keys", params={"space": "home"}).status_code == 403


def test_another_space_does_not_exist(served: tuple[TestClient, Hub]) -> None:
    client, hub = served
    signed_in(client, hub, ALL, "home")
    bodies = set()
    for space in ("work", "no-such-space"):
        for name in (*PAGES, "graph.json", "export.jsonl"):
            reply = client.get(f"/console/{name}", params={"space": space, "id": "Ada"})
            assert reply.status_code == 404, name
            bodies.add(reply.text)
    assert len(bodies) == 1
    data = {"csrf": csrf(client), "space": "work", "id": the_record(hub, "work")}
    assert client.post("/console/do/retract", data=data).status_code == 404
    assert list(hub.memory("work").records())


def test_an_id_of_another_space_does_not_exist(served: tuple[TestClient, Hub]) -> None:
    client, hub = served
    reply = client.get("/console/record", params={"space": "home", "id": the_record(hub, "work")})
    assert reply.status_code == 404


def test_nobody_makes_a_key_that_allows_more_than_their_own(
    served: tuple[TestClient, Hub],
) -> None:
    client, hub = served
    signed_in(client, hub, (Scope.READ, Scope.ADMIN), "home")
    data = {"csrf": csrf(client), "space": "home", "name": "more"}
    client.post("/console/do/key-make", data=data | {"where": "all", "scope_read": "1"})
    client.post("/console/do/key-make", data=data | {"where": "here", "scope_write": "1"})
    assert [key.name for key in hub.keys.all()] == ["a key"]
    client.post("/console/do/key-make", data=data | {"where": "here", "scope_read": "1"})
    assert [key.name for key in hub.keys.all()] == ["a key", "more"]


def test_a_key_is_shown_once(served: tuple[TestClient, Hub]) -> None:
    client, hub = served
    signed_in(client, hub)
    data = {"csrf": csrf(client), "space": "home", "name": "mine", "scope_read": "1"}
    page = client.post("/console/do/key-make", data=data | {"where": "here"}).text
    [secret] = re.findall(r"smk_[\w-]{20,}", page)
    assert hub.keys.find(secret) is not None
    assert secret not in client.get("/console/keys", params={"space": "home"}).text


def test_whoever_makes_the_first_key_is_signed_in_with_it(
    served: tuple[TestClient, Hub],
) -> None:
    client, hub = served
    scopes = {"scope_read": "1", "scope_write": "1"}
    data = {"csrf": csrf(client), "space": "home", "name": "first", "where": "all"} | scopes
    client.post("/console/do/key-make", data=data)
    assert hub.keys.is_open  # it could not have made another
    page = client.post("/console/do/key-make", data=data | {"scope_admin": "1"}).text
    [secret] = re.findall(r"smk_[\w-]{20,}", page)
    [key] = hub.keys.all()
    assert hub.keys.find(secret) == key
    client.cookies.clear()
    assert client.get("/console/keys", follow_redirects=False).status_code == 303


def test_a_program_with_a_key_gets_no_session(served: tuple[TestClient, Hub]) -> None:
    client, hub = served
    _, secret = hub.keys.add("a program's")
    headers = {"Authorization": f"Bearer {secret}"}
    reply = client.get("/console/memories?space=home", headers=headers)
    assert reply.status_code == 200
    assert "set-cookie" not in reply.headers
    data = {"csrf": "", "space": "home", "id": the_record(hub)}
    assert client.post("/console/do/retract", data=data, headers=headers).status_code == 403


def test_everything_is_erased_by_administrators_alone(served: tuple[TestClient, Hub]) -> None:
    client, hub = served
    signed_in(client, hub, (Scope.READ, Scope.WRITE))
    data = {"csrf": csrf(client), "space": "home", "kind": "space", "typed": "home"}
    assert client.post("/console/do/erase", data=data).status_code == 403
    assert list(hub.memory("home").records())


# --------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    "path",
    [
        "memories?from=-1",
        "memories?from=99999999999999999999",
        "memories?from=٣",
        "memories?as_of=yesterday",
        "memories?known_at=2025-13-40",
        "inbox?space=a/b",
        "inbox?space=*",
        "agenda?name=../../etc/passwd",
        "record?id=no-such",
        "turn?id='; DROP TABLE turns; --",
        "entity?id={{1234*5678}}",
        "no-such-page",
        "static/../routes.py",
        "static/vendor/htmx.LICENSE",
    ],
)
def test_what_cannot_be_used_is_told_on_a_page(calm: TestClient, path: str) -> None:
    reply = calm.get(f"/console/{path}" + ("" if "space=" in path else "&space=home"))
    assert reply.status_code in (404, 422)
    assert "text/html" in reply.headers["content-type"]
    assert "7006652" not in reply.text


def test_a_form_never_reads_a_file_of_the_server(served: tuple[TestClient, Hub]) -> None:
    client, hub = served
    for field in ("name", "form"):
        data = {"csrf": csrf(client), "space": "home", field: "/etc/hostname"}
        client.post("/console/do/agenda-open", data=data)
    assert hub.memory("home").agendas() == []


def test_no_page_allows_scripts_or_styles_of_its_own(calm: TestClient) -> None:
    for name in PAGES:
        reply = calm.get(f"/console/{name}", params={"space": "home", "id": "Ada"})
        assert "default-src 'self'" in reply.headers["content-security-policy"]
        assert not re.search(r"<script(?![^>]* src=)|<style|\sstyle=|\son\w+=", reply.text), name
        assert not re.search(r"(src|href)=\"https?://", reply.text), name


def test_files_of_pages_keep_for_ever_and_change_their_address(calm: TestClient) -> None:
    page = calm.get("/console/inbox", params={"space": "home"}).text
    files = set(re.findall(r'(?:href|src)="(/console/static/[^"#]+)', page))
    assert len(files) > 4
    for file in files:
        reply = calm.get(file)
        assert reply.status_code == 200
        assert "immutable" in reply.headers["cache-control"]
    assert calm.get("/console/static/console.css").headers["cache-control"] == "no-cache"
