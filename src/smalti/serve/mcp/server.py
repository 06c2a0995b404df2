"""The server: the tools and resources of a memory, over whatever transport carries them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from smalti import __version__
from smalti.model.errors import SmaltiError
from smalti.serve.mcp import resources
from smalti.serve.mcp.failures import failure, in_words, unexpected
from smalti.serve.mcp.schemas import read
from smalti.serve.mcp.tools import BY_NAME, INSTRUCTIONS, READ, TOOLS, Tool

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext

    from smalti.memory import Memory
    from smalti.serve.mcp.access import Access, Result

    Context = ServerRequestContext[Any, Any]

NAME = "smalti"
TITLE = "Smalti memory"
SUMMARY = "Long-term memory for agents: who said what, when it held, and what it contradicts."


def build_server(access: Access) -> Server[Any]:
    """A server over the memories that ``access`` opens.

    Tools run in worker threads. What goes wrong is the result of the tool, with a code, the
    argument and the fix; an error that nobody foresaw goes to the log alone. Tools that a caller
    may not use are not listed to it.
    """
    handlers = _Handlers(access)
    return Server(
        NAME,
        version=__version__,
        title=TITLE,
        description=SUMMARY,
        instructions=INSTRUCTIONS,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
    )


class _Handlers:
    def __init__(self, access: Access) -> None:
        self._access = access

    async def list_tools(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        scopes = self._access.scopes(context.request)
        return types.ListToolsResult(tools=[shown(one) for one in TOOLS if one.scope in scopes])

    async def call_tool(
        self, context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        tool = BY_NAME.get(params.name)
        if tool is None:
            known = ", ".join(BY_NAME)
            raise MCPError(types.INVALID_PARAMS, f"no tool {params.name!r}. Known: {known}")
        if tool.scope not in self._access.scopes(context.request):
            return _failed(_denied(tool))
        verb = partial(_answer, tool, params.arguments or {})
        try:
            return await self._access.run(context.request, tool.scope, verb)
        except SmaltiError as error:
            return _failed(failure(error))
        except Exception as error:  # noqa: BLE001  the boundary: one call must not end the server
            return _failed(unexpected(tool.name, error))

    async def list_resources(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        if READ not in self._access.scopes(context.request):
            return types.ListResourcesResult(resources=[])
        found = await self._look(context, resources.listed)
        return types.ListResourcesResult(
            resources=[
                types.Resource(uri=one.address, name=one.name, mime_type=resources.MIME_TYPE)
                for one in found
            ]
        )

    async def list_templates(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    uri_template=one.address,
                    name=one.kind,
                    title=one.title,
                    description=one.description,
                    mime_type=resources.MIME_TYPE,
                )
                for one in resources.TEMPLATES
            ]
        )

    async def read_resource(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        address = str(params.uri)
        if READ not in self._access.scopes(context.request):
            raise MCPError(types.INVALID_PARAMS, "reading is not allowed here", {"uri": address})
        text = await self._look(context, partial(resources.read, address=address))
        contents = types.TextResourceContents(uri=address, mime_type=resources.MIME_TYPE, text=text)
        return types.ReadResourceResult(contents=[contents])

    async def _look(self, context: Context, verb: Callable[[Memory], Result]) -> Result:
        """Read for a resource; here errors are those of the protocol."""
        try:
            return await self._access.run(context.request, READ, verb)
        except SmaltiError as error:
            told = failure(error)
            raise MCPError(types.INVALID_PARAMS, in_words(told), told) from error
        except Exception as error:
            told = unexpected("a resource", error)
            raise MCPError(types.INTERNAL_ERROR, in_words(told), told) from error


def _answer(tool: Tool, arguments: dict[str, Any], memory: Memory) -> types.CallToolResult:
    found = tool.run(memory, read(tool.takes, arguments))
    return types.CallToolResult(content=[_text(tool.say(found))], structured_content=found.data())


def shown(tool: Tool) -> types.Tool:
    """A tool as it is listed."""
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.input_schema,
        output_schema=tool.output_schema,
        annotations=types.ToolAnnotations(
            title=tool.title,
            read_only_hint=tool.scope == READ,
            destructive_hint=tool.destructive,
            idempotent_hint=tool.again,
            open_world_hint=False,
        ),
    )


def _denied(tool: Tool) -> dict[str, Any]:
    fix = f"Use a key with the scope {tool.scope}, or a server that is not read-only"
    return {"code": "forbidden", "message": f"{tool.name} is not allowed here", "fix": fix}


def _failed(told: dict[str, Any]) -> types.CallToolResult:
    return types.CallToolResult(
        content=[_text(in_words(told))], structured_content={"error": told}, is_error=True
    )


def _text(words: str) -> types.TextContent:
    return types.TextContent(text=words.encode("utf-8", "replace").decode())
