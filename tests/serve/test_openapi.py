"""The description of the interface is complete, and the server keeps to it."""

from __future__ import annotations

from typing import Any

import schemathesis
from hypothesis import given, settings
from schemathesis.core.result import Ok
from schemathesis.specs.openapi import checks as openapi_checks
from starlette.testclient import TestClient

from serve.test_walls import operations
from smalti.serve.app import create_app
from smalti.serve.hub import Hub
from smalti.serve.rest.openapi import TAGS
from smalti.serve.settings import ServeSettings

CHECKS = [
    schemathesis.checks.not_a_server_error,
    openapi_checks.status_code_conformance,
    openapi_checks.content_type_conformance,
    openapi_checks.response_schema_conformance,
]


def test_every_operation_is_described(client: TestClient) -> None:
    ids = set()
    tags = {tag["name"] for tag in TAGS}
    for method, path, operation in operations(client):
        ids.add(operation["operationId"])
        assert operation["summary"], path
        assert operation["description"], path
        assert set(operation["tags"]) <= tags
        assert len(operation["tags"]) == 1
        for parameter in operation.get("parameters", ()):
            assert parameter["schema"], f"{method} {path} {parameter['name']}"
    assert len(ids) == len(list(operations(client)))


def test_every_operation_tells_how_it_can_end(client: TestClient) -> None:
    for method, path, operation in operations(client):
        told = {int(status) for status in operation["responses"]}
        assert told & {200, 201, 202}, path
        if path == "/healthz":
            assert told == {200, 421, 503}
            continue
        assert {401, 421, 422, 429, 503} <= told, path
        if "{space}" in path:
            assert {403, 404} <= told
        if method in ("POST", "PUT"):
            assert {409, 413, 415} <= told
        for status in told - {200, 201, 202}:
            assert list(operation["responses"][str(status)]["content"]) == [
                "application/problem+json"
            ]


def test_bodies_come_with_an_example(client: TestClient) -> None:
    found = client.get("/openapi.json").json()
    for _, path, operation in operations(client):
        for content in operation.get("requestBody", {}).get("content", {}).values():
            name = content["schema"].get("$ref", "").rpartition("/")[2]
            if name:
                shape = found["components"]["schemas"][name]
                told = "examples" in shape or any(
                    "example" in str(part) for part in shape.get("properties", {}).values()
                )
                assert told or not shape.get("required"), f"{path} {name}"


# ---------------------------------------------------------------------- generated calls


CALLS = 3  # for each operation


def test_generated_calls_end_as_is_documented(hub: Hub) -> None:
    memory = hub.memory("ada")
    memory.assert_("Ada", "born_in", "Oslo")
    memory.assert_("Ada", "born_in", "Rome")
    _, secret = hub.keys.add("fuzz", scopes=("read", "write", "admin"))
    app = create_app(ServeSettings(host="0.0.0.0", console=False, mcp=False, rate=0), hub)
    schema = schemathesis.openapi.from_asgi("/openapi.json", app)
    tried = 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found

        @given(case=found.ok().as_strategy())
        @settings(max_examples=CALLS, derandomize=True, database=None)
        def call(case: Any) -> None:
            nonlocal tried
            tried += 1
            case.call_and_validate(checks=CHECKS, headers={"X-API-Key": secret})

        call()
    assert tried > 150
