"""What every request goes through: hosts, limits, kinds of bodies, and what is told of it."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from starlette.testclient import TestClient

from serve.conftest import ok, problem, serving
from smalti.serve.hub import Hub
from smalti.serve.problems import Problem
from smalti.serve.rates import Rates
from smalti.serve.settings import ServeSettings

ADA = "/v1/spaces/ada"
TURN = {"turns": [{"text": "hello"}]}


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "localhost.evil"])
def test_a_server_of_this_machine_answers_to_no_other_name(client: TestClient, host: str) -> None:
    problem(client.get("/healthz", headers={"Host": host}), 421)


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:7625", "127.0.0.1:1", "[::1]:7625"])
def test_it_answers_to_the_names_of_this_machine(client: TestClient, host: str) -> None:
    ok(client.get("/healthz", headers={"Host": host}))


def test_it_answers_to_names_that_it_was_told(hub: Hub) -> None:
    with serving(hub, hosts=("memory.example",)) as client:
        ok(client.get("/healthz", headers={"Host": "memory.example:443"}))
        problem(client.get("/healthz", headers={"Host": "other.example"}), 421)


def test_a_request_over_the_limit_is_refused_before_it_is_read(hub: Hub) -> None:
    with serving(hub, max_body=2000) as client:
        told = problem(client.post(f"{ADA}/turns", json={"turns": [{"text": "x" * 3000}]}), 413)
    assert told["code"] == "too_large"


def test_a_request_in_pieces_is_refused_when_they_are_too_many(hub: Hub) -> None:
    def pieces() -> Any:
        for _ in range(10):
            yield b" " * 1000

    with serving(hub, max_body=2000) as client:
        headers = {"Content-Type": "application/json"}
        problem(client.post(f"{ADA}/turns", content=pieces(), headers=headers), 413)


def test_an_import_has_a_limit_of_its_own(hub: Hub) -> None:
    line = json.dumps({"text": "x" * 3000}).encode()
    with serving(hub, max_body=1024, max_import=5000) as client:
        ok(client.post(f"{ADA}/import?format=jsonl", content=line))
        problem(client.post(f"{ADA}/import?format=jsonl", content=line * 3), 413)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "json"])
def test_a_body_that_is_not_json_is_refused_by_its_kind(client: TestClient, kind: str) -> None:
    content = json.dumps(TURN).encode()
    problem(client.post(f"{ADA}/turns", content=content, headers={"Content-Type": kind}), 415)


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b"[]",
        b"null",
        b'"x"',
        b"",
        b"\xff\xfe",
        b"{}}",
        b"[" * 50_000,
        b'{"turns": [{"text": 1e999}]}',
        b'{"turns": NaN}',
        b'{"turns": [{"text": "\\ud800"}]}',
    ],
)
def test_a_malformed_body_is_refused(client: TestClient, content: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    problem(client.post(f"{ADA}/turns", content=content, headers=headers), 422)


def test_fields_that_nobody_knows_are_named(client: TestClient) -> None:
    body = {"turns": [{"text": "hi", "mood": "good"}], "user_id": "x"}
    told = problem(client.post(f"{ADA}/turns", json=body), 422)
    fields = {one["field"] for one in told["errors"]}
    assert fields == {"body.turns.0.mood", "body.user_id"}


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}],
)
def test_a_page_of_another_site_changes_nothing(
    client: TestClient, hub: Hub, headers: dict[str, str]
) -> None:
    told = problem(client.post(f"{ADA}/turns", json=TURN, headers=headers), 403)
    assert told["code"] == "foreign_origin"
    assert hub.spaces() == []


def test_no_other_site_may_read_an_answer(client: TestClient) -> None:
    response = client.options(f"{ADA}/turns", headers={
        "Origin": "https://evil.example", "Access-Control-Request-Method": "POST",
    })  # fmt: skip
    assert response.status_code in (403, 405)
    assert "access-control-allow-origin" not in response.headers


def test_a_key_that_asks_too_often_has_to_wait(hub: Hub) -> None:
    with serving(hub, rate=6) as client:
        ok(client.get(ADA))
        response = client.get(ADA)
        problem(response, 429)
        assert int(response.headers["retry-after"]) >= 1
        ok(client.get("/healthz"))


def test_keys_that_do_not_count_are_counted_by_where_they_come_from(hub: Hub) -> None:
    hub.keys.add("somebody's")
    with serving(hub, rate=6) as client:
        problem(client.get(ADA, headers={"X-API-Key": "smk_1"}), 401)
        problem(client.get(ADA, headers={"X-API-Key": "smk_2"}), 429)


def test_a_bucket_fills_evenly_and_keys_have_their_own() -> None:
    moments = iter([0.0, 0.0, 0.0, 1.0, 1.0, 1.0])
    rates = Rates(6, clock=lambda: next(moments))  # a token in ten seconds, one saved up
    rates.take("a")
    with pytest.raises(Problem) as refused:
        rates.take("a")
    assert refused.value.headers == {"Retry-After": "10"}
    rates.take("b")
    with pytest.raises(Problem):
        rates.take("a")


def test_an_unknown_path_and_a_method_that_is_not_there(client: TestClient) -> None:
    assert problem(client.get("/v1/nothing"), 404)["code"] == "not_found"
    assert problem(client.delete(f"{ADA}/turns"), 405)["code"] == "method_not_allowed"


def test_every_answer_has_an_id_and_is_not_kept_by_others(client: TestClient) -> None:
    first, second = client.get("/healthz").headers, client.get(ADA).headers
    assert first["x-request-id"] != second["x-request-id"]
    assert second["cache-control"] == "no-store"
    assert second["x-content-type-options"] == "nosniff"


def test_the_log_tells_of_a_request_and_not_what_it_says(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "smalti.serve.requests"):
        ok(client.post("/v1/spaces/secret-space/turns?mode=journal", json={
            "turns": [{"text": "secret-text", "speaker": "secret-name"}],
        }), 201)  # fmt: skip
        client.get("/v1/spaces/secret-space/turns/secret-id?secret-parameter=1")
    lines = [json.loads(record.getMessage()) for record in caplog.records
             if record.name == "smalti.serve.requests"]  # fmt: skip
    assert [(one["method"], one["route"], one["status"]) for one in lines] == [
        ("POST", "/v1/spaces/{space}/turns", 201),
        ("GET", "/v1/spaces/{space}/turns/{turn}", 422),
    ]
    assert lines[0].keys() == {
        "at", "id", "method", "route", "status", "ms", "received", "sent", "key",
    }  # fmt: skip
    assert "secret" not in json.dumps(lines)


def test_an_error_that_nobody_foresaw_tells_nothing_of_itself(
    hub: Hub, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(hub) as client:

        @client.app.get("/v1/boom")  # type: ignore[attr-defined, untyped-decorator]
        def boom() -> None:
            raise RuntimeError("secret-text")

        with caplog.at_level(logging.ERROR, "smalti.serve.requests"):
            told = problem(client.get("/v1/boom"), 500)
    assert told["code"] == "unexpected"
    written = "".join(r.getMessage() for r in caplog.records if r.name.startswith("smalti"))
    assert "RuntimeError" in written
    assert "secret" not in written + json.dumps(told)


def test_metrics_count_requests_by_route(client: TestClient) -> None:
    ok(client.get(ADA))
    text = client.get("/metrics").text
    assert 'smalti_requests_total{method="GET",route="/v1/spaces/{space}",status="200"} 1.0' in text
    assert "smalti_turns_waiting 0.0" in text
    assert "smalti_store_up 1.0" in text


# ---------------------------------------------------------------------- settings


def test_settings_come_from_options_then_from_the_environment() -> None:
    environ = {
        "SMALTI_SERVE_PORT": "81",
        "SMALTI_SERVE_RATE": "5",
        "SMALTI_DB": "a.db",
        "SMALTI_SERVE_HOSTS": "A.example, b.example",
        "SMALTI_SERVE_CONSOLE": "no",
    }
    found = ServeSettings.of({"rate": 7, "host": None}, environ)
    assert (found.port, found.rate, found.db, found.console) == (81, 7, "a.db", False)
    assert found.hosts == ("a.example", "b.example")


@pytest.mark.parametrize(
    ("variable", "value"),
    [("PORT", "x"), ("PORT", "70000"), ("PORT", "-1"), ("CONSOLE", "maybe"), ("RATE", "-1"),
     ("BODY_SECONDS", "soon"), ("READERS", "0"), ("CONSOLIDATE_HOURS", "-2")],
)  # fmt: skip
def test_a_setting_that_cannot_be_used_is_named(variable: str, value: str) -> None:
    from smalti import InvalidInput

    with pytest.raises(InvalidInput) as refused:
        ServeSettings.of({}, {f"SMALTI_SERVE_{variable}": value})
    assert variable.lower() in str(refused.value).lower()


@pytest.mark.parametrize(
    ("host", "local"),
    [("127.0.0.1", True), ("localhost", True), ("::1", True), ("127.8.8.8", True),
     ("0.0.0.0", False), ("::", False), ("10.0.0.1", False), ("example.org", False)],
)  # fmt: skip
def test_which_addresses_are_of_this_machine_alone(host: str, local: bool) -> None:
    assert ServeSettings(host=host).is_local is local
