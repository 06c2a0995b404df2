"""Every tool and resource through the official client, over both transports."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp_types import CallToolResult

from serve.mcp.conftest import fill, serving, talk_over_http, talk_with, text_of
from smalti import Memory, __version__
from smalti.serve.mcp.http import http_app
from smalti.serve.mcp.resources import TEMPLATES
from smalti.serve.mcp.server import shown
from smalti.serve.mcp.tools import INSTRUCTIONS, TOOLS

pytestmark = [pytest.mark.enable_socket, pytest.mark.allow_hosts(["127.0.0.1"])]

ENV = {"SMALTI_EMBEDDER": "none"}


@dataclass
class Talk:
    """What was said over a transport."""

    protocol: str = ""
    instructions: str | None = None
    version: str = ""
    listed: list[dict[str, Any]] = field(default_factory=list)
    templates: list[str] = field(default_factory=list)
    called: dict[str, CallToolResult] = field(default_factory=dict)
    read: dict[str, Any] = field(default_factory=dict)
    refused: dict[str, CallToolResult] = field(default_factory=dict)


async def talk(client: Client) -> Talk:
    """Lists everything, calls every tool, reads every kind of resource."""
    heard = Talk(client.protocol_version, client.session.instructions)
    assert client.server_info is not None
    heard.version = client.server_info.version
    tools = (await client.list_tools()).tools
    heard.listed = [one.model_dump(mode="json", by_alias=True, exclude_none=True) for one in tools]
    templates = (await client.list_resource_templates()).resource_templates
    heard.templates = [one.uri_template for one in templates]

    async def call(tool: str, **arguments: Any) -> dict[str, Any]:
        result = await client.call_tool(tool, arguments)
        heard.called[tool] = result
        assert isinstance(result.structured_content, dict), text_of(result)
        return result.structured_content

    said = {"speaker": "Eva", "said_at": "2026-03-05T10:00+01:00", "session": "späti"}
    turn = (await call("remember", text="I work for Acme. 東京に住んでいます。", **said))["turn"]
    await call("recall", query="Who works for Acme?")
    await call("ask", question="Where does Ada live?")
    conflict = (await call("conflicts"))["conflicts"][0]
    await call("clarify")
    await call("resolve", conflict=conflict["conflict"], choice="stored", by="Ada")
    await call("history", record=conflict["stored"]["record"])
    hits = (await call("search", query="Acme"))["results"]
    await call("fetch", id=hits[0]["id"])
    for address in (f"turn/{turn}", f"record/{conflict['stored']['record']}", "timeline/Ada"):
        [contents] = (await client.read_resource(f"smalti://{address}")).contents
        heard.read[address.partition("/")[0]] = json.loads(contents.text)  # type: ignore[union-attr]
    await call("forget", turn=turn, confirm=True)
    for tool, arguments in REFUSED.items():
        heard.refused[tool] = await client.call_tool(tool, arguments)
    return heard


REFUSED: dict[str, dict[str, Any]] = {
    "fetch": {"id": "t_nothing"},
    "remember": {"text": ""},
    "recall": {"query": "x", "nonsense": 1},
    "ask": {"question": "x", "as_of": "tomorrow"},
}


@pytest.fixture(scope="module", params=["stdio", "http, by request", "http, after a handshake"])
def heard(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Talk:
    path = tmp_path_factory.mktemp("mcp") / "memory.db"
    with Memory(path, embedder=None, model=None) as memory:
        fill(memory)
        if request.param != "stdio":
            mode = "auto" if request.param == "http, by request" else "legacy"
            with serving(http_app(memory)) as url:
                return talk_over_http(url, talk, mode=mode)
    arguments = ["-m", "smalti", "mcp", "--db", str(path)]
    return talk_with(StdioServerParameters(command=sys.executable, args=arguments, env=ENV), talk)


def test_the_server_tells_who_it_is_and_when_to_use_what(heard: Talk) -> None:
    assert heard.version == __version__
    assert heard.instructions == INSTRUCTIONS


def test_the_tools_that_are_listed_are_those_of_the_table(heard: Talk) -> None:
    table = [shown(one).model_dump(mode="json", by_alias=True, exclude_none=True) for one in TOOLS]
    assert heard.listed == table
    assert heard.templates == [one.address for one in TEMPLATES]


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_every_tool_answers_in_words_and_in_the_shape_it_declares(heard: Talk, tool: Any) -> None:
    result = heard.called[tool.name]
    assert not result.is_error, text_of(result)
    assert text_of(result)
    tool.gives.model_validate(result.structured_content)


def test_text_in_any_script_arrives_as_it_was_said(heard: Talk) -> None:
    assert heard.read["turn"]["text"] == "I work for Acme. 東京に住んでいます。"
    assert heard.read["turn"]["metadata"]["session"] == "späti"


def test_records_and_timelines_are_resources(heard: Talk) -> None:
    assert heard.read["record"]["title"] == "Ada born in Lyon"
    assert heard.read["timeline"]["title"] == "Ada"


@pytest.mark.parametrize("tool", REFUSED)
def test_what_cannot_be_used_is_an_error_of_the_tool(heard: Talk, tool: str) -> None:
    result = heard.refused[tool]
    assert result.is_error
    assert result.structured_content is not None
    assert {"code", "message", "fix"} <= result.structured_content["error"].keys()


def test_standard_output_has_the_protocol_alone(tmp_path: Path) -> None:
    asked = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    }
    lines: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": asked},
        {"method": "notifications/initialized"},
        {
            "id": 2,
            "method": "tools/call",
            "params": {"name": "recall", "arguments": {"query": "x"}},
        },
    ]
    written = "".join(json.dumps({"jsonrpc": "2.0", **line}) + "\n" for line in lines)
    done = subprocess.run(
        [sys.executable, "-m", "smalti", "mcp", "--db", str(tmp_path / "new.db")],
        input="this is no JSON\n" + written,
        env=ENV,
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(one["jsonrpc"] == "2.0" for one in answers)
    assert answers[0]["result"]["protocolVersion"] == "2025-06-18"
    assert "Traceback" not in done.stderr
