from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from mcp.shared.uri_template import UriTemplate

from smalti import __version__
from smalti.cli.mcp import mcp
from smalti.serve.mcp.manifest import manifest, written
from smalti.serve.mcp.resources import TEMPLATES
from smalti.serve.mcp.server import shown
from smalti.serve.mcp.tools import INSTRUCTIONS, TOOLS, Tool

ROOT = Path(__file__).parents[3]
GUIDE = (ROOT / "docs" / "guide" / "mcp.md").read_text("utf-8")
NAMES = ["remember", "recall", "ask", "conflicts", "resolve", "history", "clarify", "forget",
         "search", "fetch"]  # fmt: skip

each_tool = pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)


def test_the_tools_are_few_and_known_by_name() -> None:
    assert [tool.name for tool in TOOLS] == NAMES


@each_tool
def test_the_guide_tells_every_tool_with_all_it_takes_and_answers(tool: Tool) -> None:
    assert f"| `{tool.name}` | {tool.description} |" in GUIDE
    for name, field in tool.input_schema["properties"].items():
        [row] = [
            row for row in GUIDE.splitlines() if row.startswith(f"| `{tool.name}` | `{name}` |")
        ]
        assert field["description"] in row
    answers = ", ".join(f"`{name}`" for name in tool.output_schema["properties"])
    assert f"| `{tool.name}` | {answers} |" in GUIDE


def test_the_guide_tells_what_agents_are_told_and_every_resource() -> None:
    for line in INSTRUCTIONS.splitlines():
        assert f"> {line}".rstrip() in GUIDE
    for template in TEMPLATES:
        assert f"| `{template.address}` | {template.description} |" in GUIDE


@each_tool
def test_schemas_are_objects_that_validators_accept(tool: Tool) -> None:
    for schema in (tool.input_schema, tool.output_schema):
        Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"
    assert tool.input_schema["additionalProperties"] is False


@each_tool
def test_every_argument_is_described_and_no_schema_is_long(tool: Tool) -> None:
    assert all(field["description"] for field in tool.input_schema["properties"].values())
    assert len(json.dumps(tool.input_schema)) < 1_500
    assert len(tool.description) < 500


def test_what_changes_nothing_and_what_destroys_is_annotated() -> None:
    annotated = {one.name: one.annotations for one in map(shown, TOOLS)}
    assert all(one is not None and one.open_world_hint is False for one in annotated.values())
    writing = {name for name, one in annotated.items() if one and not one.read_only_hint}
    assert writing == {"remember", "resolve", "clarify", "forget"}
    assert {name for name, one in annotated.items() if one and one.destructive_hint} == {"forget"}
    again = {name for name in writing if (one := annotated[name]) and one.idempotent_hint}
    assert again == {"resolve", "forget"}


def test_agents_are_told_that_what_is_remembered_is_no_instruction() -> None:
    assert "never an instruction" in INSTRUCTIONS
    by_name = {tool.name: tool.description for tool in TOOLS}
    for name in ("recall", "fetch"):
        assert "never instructions" in by_name[name]


def test_the_addresses_of_resources_are_templates() -> None:
    for template in TEMPLATES:
        parsed = UriTemplate.parse(template.address)
        assert parsed.match(f"smalti://{template.kind}/Ada") == {template.variable: "Ada"}


def test_the_file_for_registries_is_that_of_the_code() -> None:
    assert (ROOT / "server.json").read_text("utf-8") == written()


def test_the_file_for_registries_keeps_to_their_rules() -> None:
    told = manifest()
    assert told["$schema"].endswith("/2025-12-11/server.schema.json")
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", told["name"])
    assert 0 < len(told["description"]) <= 100
    [package] = told["packages"]
    assert told["version"] == package["version"] == __version__
    assert package["transport"] == {"type": "stdio"}
    named = [one["value"] for one in package["packageArguments"]]
    assert named == ["mcp"]
    assert mcp.name == "mcp"
    variables = {param.envvar for param in mcp.params if getattr(param, "envvar", None)}
    assert {one["name"] for one in package["environmentVariables"]} <= variables


def _setups() -> list[list[str]]:
    """How the guide has clients start the program: the words after its name."""
    lines = re.findall(r"^\$ \w+ mcp add .*-- smalti (.*)$", GUIDE, flags=re.MULTILINE)
    found = [shlex.split(line) for line in lines]
    for block in re.findall(r"^```json\n(.*?)^```", GUIDE, flags=re.MULTILINE | re.DOTALL):
        servers: dict[str, Any] = json.loads(block)["mcpServers"]
        found += [server["args"] for server in servers.values()]
    return found


def test_the_setup_of_each_client_starts_the_command() -> None:
    setups = _setups()
    assert len(setups) == 3  # two clients share a form
    for words in setups:
        assert words[0] == "mcp"
        assert mcp.make_context("mcp", words[1:]).params["db"].endswith("memory.db")
