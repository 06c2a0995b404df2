from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client
from mcp_types import CallToolResult

from serve.mcp.conftest import fill, serving, talk_over_http, text_of
from smalti import InvalidInput, Memory
from smalti.serve.app import create_app
from smalti.serve.hub import Hub
from smalti.serve.mcp.http import LOOPBACK, http_app, listen
from smalti.serve.mcp.tools import TOOLS
from smalti.serve.settings import ServeSettings

pytestmark = [pytest.mark.enable_socket, pytest.mark.allow_hosts(["127.0.0.1"])]

HEADERS = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}


@dataclass
class Server:
    """A server with two spaces, and a key for each way to use it."""

    url: str
    memory: Memory
    keys: dict[str, str]

    def call(self, key: str, tool: str, space: str = "", **arguments: Any) -> CallToolResult:
        """Call a tool with a key."""
        return talk_over_http(
            self.url,
            lambda client: client.call_tool(tool, arguments),
            headers=self.headers(key, space),
        )

    def headers(self, key: str, space: str = "") -> dict[str, str]:
        """What a client sends to use a key, in a space."""
        named = {"X-Smalti-Space": space} if space else {}
        return {"Authorization": f"Bearer {self.keys[key]}", **named}

    def post(self, content: Any = LIST, **headers: str) -> httpx2.Response:
        """One request without the client."""
        sent = {"json": content} if isinstance(content, dict) else {"content": content}
        return httpx2.post(self.url, headers=HEADERS | headers, timeout=30, **sent)


@pytest.fixture(scope="module", params=["by itself", "in smalti serve"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    with Memory(tmp_path_factory.mktemp("mcp") / "memory.db", embedder=None, model=None) as memory:
        fill(memory.space("ada"))
        memory.space("tom").add("My locker is 12", speaker="Tom", extract=False)
        hub = Hub(memory)
        keys = {
            "ada": hub.keys.add("ada", spaces=["ada"])[1],
            "reader": hub.keys.add("reader", spaces=["ada"], scopes=["read"])[1],
            "both": hub.keys.add("both", spaces=["ada", "tom"])[1],
            "all": hub.keys.add("all")[1],
        }
        settings = ServeSettings(host=LOOPBACK)
        alone = request.param == "by itself"
        with serving(http_app(memory) if alone else create_app(settings, hub)) as url:
            yield Server(url, memory, keys)


def test_without_a_key_nothing_is_answered_where_keys_are_made(server: Server) -> None:
    refused = server.post()
    assert refused.status_code == 401
    assert refused.headers["www-authenticate"].startswith("Bearer")
    assert server.post(authorization="Bearer smk_wrong").status_code == 401


def test_a_key_of_one_space_needs_to_name_none(server: Server) -> None:
    result = server.call("ada", "search", query="ticket")
    assert "ERR-7731" in text_of(result)


def test_a_key_of_several_spaces_names_one(server: Server) -> None:
    assert server.post(**server.headers("both")).status_code == 400
    assert "locker" in text_of(server.call("both", "search", space="tom", query="locker"))


def test_a_key_of_all_spaces_is_for_the_default_space_unless_it_names_one(server: Server) -> None:
    server.memory.add("The default door", extract=False)
    assert "default door" in text_of(server.call("all", "search", query="door"))
    assert "locker" in text_of(server.call("all", "search", space="tom", query="locker"))


def test_the_space_of_another_does_not_exist(server: Server) -> None:
    other = server.post(**server.headers("ada", "tom"))
    missing = server.post(**server.headers("ada", "nobody"))
    assert (other.status_code, missing.status_code) == (404, 404)
    hide = {"request_id": ""}
    assert other.json() | hide == missing.json() | hide


def test_the_ids_of_another_space_do_not_exist(server: Server) -> None:
    turn = next(server.memory.space("tom").turns())
    other = server.call("ada", "fetch", id=turn.id)
    missing = server.call("ada", "fetch", id="t_nothing")
    assert text_of(other).replace(turn.id, "t_nothing") == text_of(missing)
    assert server.call("ada", "forget", turn=turn.id, confirm=True).is_error
    assert server.memory.space("tom").get(turn.id) == turn


def test_a_key_that_only_reads_sees_and_calls_only_what_reads(server: Server) -> None:
    names = talk_over_http(
        server.url, lambda client: client.list_tools(), headers=server.headers("reader")
    )
    assert [one.name for one in names.tools] == [t.name for t in TOOLS if t.scope == "read"]
    refused = server.call("reader", "remember", text="Hello")
    assert refused.structured_content is not None
    assert refused.structured_content["error"]["code"] == "forbidden"


def test_a_key_that_is_revoked_counts_no_longer(server: Server) -> None:
    keyring = Hub(server.memory).keys  # as of another process: it counts within a second
    key, secret = keyring.add("gone", spaces=["ada"])
    server.keys["gone"] = secret
    time.sleep(1.1)
    assert server.post(**server.headers("gone")).status_code == 200
    keyring.revoke(key.id)
    time.sleep(1.1)
    assert server.post(**server.headers("gone")).status_code == 401


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1.evil.example:80"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
    ],
)
def test_pages_of_other_sites_are_refused(
    server: Server, headers: dict[str, str], status: int
) -> None:
    assert server.post(**server.headers("ada"), **headers).status_code == status


@pytest.mark.parametrize("space", ["a/b", "*", "..", "a b", "-", "x" * 129])
def test_a_space_that_cannot_be_called_so_is_refused(server: Server, space: str) -> None:
    assert server.post(**server.headers("all", space)).status_code in (404, 422)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'"x"', b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_request_is_refused(server: Server, content: bytes) -> None:
    assert 400 <= server.post(content, **server.headers("ada")).status_code < 500


@pytest.mark.parametrize(
    "arguments",
    [
        r'{"text": "\ud800"}',
        r'{"text": "a\u0000b", "speaker": "\u0000"}',
        '{"text": ' + "[" * 300 + "]" * 300 + "}",
        '{"text": "x", "text": "y"}',
        '["x"]',
        '{"text": 1e999}',
    ],
)
def test_odd_arguments_are_answered_and_end_nothing(server: Server, arguments: str) -> None:
    params = '{"name": "remember", "arguments": ' + arguments + "}"
    body = '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ' + params + "}"
    answer = server.post(body.encode(), **server.headers("ada"))
    assert answer.status_code in (200, 400)
    assert "Traceback" not in answer.text
    assert not server.call("ada", "search", query="ticket").is_error


def test_another_content_type_is_refused(server: Server) -> None:
    headers = server.headers("ada") | {"content-type": "text/plain"}
    assert 400 <= server.post(b"{}", **headers).status_code < 500


def test_a_body_beyond_the_limit_is_refused(server: Server) -> None:
    body = b" " * (ServeSettings().max_body + 1)
    assert server.post(body, **server.headers("ada")).status_code == 413


def test_there_is_no_stream_to_open(server: Server) -> None:
    response = httpx2.get(server.url, headers=server.headers("ada"))
    assert response.status_code == 405
    assert response.headers["allow"] == "POST"


def test_calls_at_the_same_time_do_not_see_each_other(server: Server) -> None:
    async def all_at_once(client: Client) -> dict[int, str]:
        found: dict[int, str] = {}

        async def one(number: int) -> None:
            said = {"text": f"Box {number} holds marble{number}.", "session": f"s{number}"}
            turn = await client.call_tool("remember", said)
            assert isinstance(turn.structured_content, dict)
            page = await client.call_tool("fetch", {"id": turn.structured_content["turn"]})
            found[number] = text_of(page)

        async with anyio.create_task_group() as group:
            for number in range(8):
                group.start_soon(one, number)
        return found

    found = talk_over_http(server.url, all_at_once, headers=server.headers("both", "tom"))
    assert all(f"marble{number}." in text for number, text in found.items())
    assert len(found) == 8


def test_a_file_without_keys_is_open_on_this_machine(tmp_path: Path) -> None:
    with Memory(tmp_path / "memory.db", embedder=None, model=None) as memory:
        fill(memory.space("ada"))
        with serving(http_app(memory, space="ada")) as url:
            result = talk_over_http(
                url, lambda client: client.call_tool("search", {"query": "ticket"})
            )
    assert "ERR-7731" in text_of(result)


def test_a_port_that_is_taken_is_told() -> None:
    with listen(0) as taken, pytest.raises(InvalidInput, match="port") as caught:
        listen(taken.getsockname()[1])
    assert caught.value.fix == "Choose another with --port"
