from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from serve.mcp.conftest import Agent, fill, talk_with, text_of
from smalti import Memory
from smalti.serve.mcp.access import EVERYTHING
from smalti.serve.mcp.server import build_server
from smalti.serve.mcp.tools import BY_NAME, TOOLS

Result = TypeVar("Result")


@pytest.fixture(scope="module")
def told() -> Iterator[Memory]:
    """One memory for all that is refused here, as nothing of it may change anything."""
    with Memory(":memory:", embedder=None, model=None) as memory:
        fill(memory)
        yield memory


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_an_unknown_argument_is_refused_by_name(agent: Agent, tool: Any) -> None:
    required = tool.input_schema.get("required", [])
    error = agent.fail(tool.name, **dict.fromkeys(required, "undo"), nonsense=1)
    assert (error["code"], error["field"]) == ("invalid_input", "nonsense")
    assert "It takes: " in error["fix"]


@pytest.mark.parametrize("tool", [t for t in TOOLS if t.input_schema.get("required")],
                         ids=lambda tool: tool.name)  # fmt: skip
def test_a_missing_argument_is_named(agent: Agent, tool: Any) -> None:
    error = agent.fail(tool.name)
    assert error["field"] == tool.input_schema["required"][0]
    assert "is missing" in error["message"]


@pytest.mark.parametrize(
    ("tool", "arguments", "field"),
    [
        ("remember", {"text": ""}, "text"),
        ("remember", {"text": " \n "}, "text"),
        ("remember", {"text": "x" * 1_000_001}, "text"),
        ("remember", {"text": "Hello", "speaker": "x" * 1_001}, "speaker"),
        ("remember", {"text": "Hello", "session": ""}, "session"),
        ("remember", {"text": "Hello", "said_at": "yesterday"}, "said_at"),
        ("remember", {"text": "Hello", "role": "king"}, "role"),
        ("remember", {"text": ["Hello"]}, "text"),
        ("recall", {"query": ""}, "query"),
        ("recall", {"query": "x", "limit": 0}, "limit"),
        ("recall", {"query": "x", "limit": 10**30}, "limit"),
        ("recall", {"query": "x", "as_of": "2026-13-01"}, "as_of"),
        ("recall", {"query": "x", "known_at": ""}, "known_at"),
        ("recall", {"query": "x", "since": "2026-03-02", "until": "2026-03-01"}, "until"),
        ("ask", {"question": ""}, "question"),
        ("conflicts", {"status": "lost"}, "status"),
        ("resolve", {"conflict": "x_1", "choice": "toss"}, "choice"),
        ("history", {}, "record"),
        ("history", {"record": "r_1", "about": "Ada"}, "record"),
        ("history", {"record": "r_1", "as_of": "2026-01-01"}, "as_of"),
        ("clarify", {"answer": "yes"}, "question"),
        ("clarify", {"question": "q_1"}, "answer"),
        ("forget", {}, "target"),
        ("forget", {"turn": "t_1", "speaker": "Ada"}, "target"),
        ("forget", {"turn": "t_1", "confirm": "maybe"}, "confirm"),
        ("fetch", {"id": ""}, "id"),
    ],
)
def test_a_value_that_cannot_be_used_is_named_with_its_field(
    agent: Agent, told: Memory, tool: str, arguments: dict[str, Any], field: str
) -> None:
    before = len(list(told.turns()))
    error = agent.fail(tool, **arguments)
    assert error["field"] == field
    assert error["code"] in ("invalid_input", "turn_too_large")
    assert len(error["message"]) < 500
    assert len(list(told.turns())) == before


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("fetch", {"id": "t_nothing"}),
        ("fetch", {"id": "r_nothing"}),
        ("fetch", {"id": "e_nothing"}),
        ("fetch", {"id": "'; DROP TABLE turns; --"}),
        ("history", {"record": "r_nothing"}),
        ("history", {"about": "Nobody"}),
        ("conflicts", {"conflict": "x_nothing"}),
        ("conflicts", {"about": "Nobody"}),
        ("resolve", {"conflict": "x_nothing", "choice": "stored"}),
        ("resolve", {"conflict": "x_nothing", "choice": "undo"}),
        ("clarify", {"question": "q_nothing", "answer": "yes"}),
        ("forget", {"record": "r_nothing"}),
        ("forget", {"turn": "t_nothing", "confirm": True}),
        ("forget", {"entity": "Nobody"}),
    ],
)
def test_an_unknown_id_is_not_found_and_where_ids_come_from_is_told(
    agent: Agent, tool: str, arguments: dict[str, Any]
) -> None:
    error = agent.fail(tool, **arguments)
    assert error["code"] == "not_found"
    assert "smalti " not in error["fix"]


def test_a_conflict_that_was_decided_is_not_decided_again(memory: Memory) -> None:
    fill(memory)
    agent = Agent(memory)
    id = agent.ask("conflicts")["conflicts"][0]["conflict"]
    agent.ask("resolve", conflict=id, choice="both", reason="two Adas")
    assert agent.fail("resolve", conflict=id, choice="stored")["code"] == "invalid_input"


def test_an_unknown_tool_is_an_error_of_the_protocol(agent: Agent) -> None:
    with pytest.raises(BaseExceptionGroup) as caught:
        agent.call("erase_everything")
    error = _innermost(caught.value)
    assert isinstance(error, MCPError)
    assert error.error.code == INVALID_PARAMS
    assert "remember" in error.error.message


def _innermost(error: BaseException) -> BaseException:
    return _innermost(error.exceptions[0]) if isinstance(error, BaseExceptionGroup) else error


def test_a_store_that_was_closed_is_told_as_such(memory: Memory) -> None:
    agent = Agent(memory)
    memory.close()
    assert agent.fail("recall", query="ticket")["code"] == "store_closed"


class Nowhere:
    """Access to something that is no memory."""

    def scopes(self, request: Any) -> frozenset[str]:
        return EVERYTHING

    async def run(self, request: Any, scope: str, verb: Callable[[Any], Result]) -> Result:
        return verb("secret-7731")


def test_an_error_that_nobody_foresaw_is_told_to_the_log_alone(
    caplog: pytest.LogCaptureFixture,
) -> None:
    server = build_server(Nowhere())
    result = talk_with(server, lambda client: client.call_tool("recall", {"query": "ticket"}))
    assert result.is_error
    assert text_of(result).startswith("Error: an unexpected error")
    assert "Attribute" not in text_of(result)
    [entry] = caplog.records
    assert entry.exc_info is not None
    assert entry.message == "recall failed"


@pytest.mark.parametrize(
    "address",
    ["smalti://turn/t_nothing", "smalti://record/", "smalti://timeline/Nobody", "smalti://nothing/x",
     "file:///etc/passwd", "smalti:turn", "smalti://turn/..%2F..%2Fetc"],
)  # fmt: skip
def test_an_address_that_leads_nowhere_is_an_error_of_the_protocol(
    agent: Agent, address: str
) -> None:
    with pytest.raises(BaseExceptionGroup) as caught:
        agent.do(lambda client: client.read_resource(address))
    error = _innermost(caught.value)
    assert isinstance(error, MCPError)
    assert error.error.code == INVALID_PARAMS
    assert error.error.data["code"] in ("invalid_input", "not_found")


def test_without_the_scope_a_tool_is_neither_listed_nor_run(told: Memory) -> None:
    reader = Agent(told, "read")
    listed = reader.do(lambda client: client.list_tools()).tools
    assert [one.name for one in listed] == [tool.name for tool in TOOLS if tool.scope == "read"]
    error = reader.fail("remember", text="Hello")
    assert error["code"] == "forbidden"
    assert Agent(told, "write").do(lambda client: client.list_resources()).resources == []
    assert len(list(told.turns())) == 4


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=25)
@given(
    tool=st.sampled_from([tool.name for tool in TOOLS if tool.name != "remember"]),
    data=st.data(),
)
def test_whatever_is_given_the_answer_is_a_result_or_a_foreseen_error(
    told: Memory, tool: str, data: st.DataObject
) -> None:
    names = st.sampled_from(sorted(BY_NAME[tool].input_schema["properties"]))
    arguments = data.draw(st.dictionaries(names, _JSON | st.just("Ada"), max_size=4))
    result = Agent(told).call(tool, **arguments)
    if result.is_error:
        assert result.structured_content is not None
        assert result.structured_content["error"]["code"] in ("invalid_input", "not_found")
