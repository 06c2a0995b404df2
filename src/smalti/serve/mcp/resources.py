"""Resources: a record, a turn, a timeline, by their address."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import unquote

from smalti.model.errors import InvalidInput
from smalti.serve.mcp import answers
from smalti.serve.mcp.reading import record_page, timeline_page, turn_page
from smalti.serve.mcp.texts import line, uri

if TYPE_CHECKING:
    from smalti.memory import Memory

MIME_TYPE = "application/json"
_SCHEME = "smalti://"
_LISTED = 50  # timelines that are listed by themselves


@dataclass(frozen=True)
class Template:
    """A kind of resource: its address, with a place for what is asked for."""

    kind: str
    variable: str
    title: str
    description: str
    page: Callable[[Memory, str], answers.Document]

    @property
    def address(self) -> str:
        """The address as a URI template (RFC 6570)."""
        return f"{_SCHEME}{self.kind}/{{{self.variable}}}"


TEMPLATES: tuple[Template, ...] = (
    Template(
        "record", "id", "Record", "One thing learnt: its evidence, its state, its steps.",
        record_page,
    ),
    Template("turn", "id", "Turn", "What was said, word for word: who, when, where.", turn_page),
    Template(
        "timeline", "entity", "Timeline",
        "All that is known of a person or thing, by name or id, in the order it began.",
        timeline_page,
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Listed:
    """A resource that is listed: the timeline of somebody or something."""

    address: str
    name: str


def listed(memory: Memory) -> list[Listed]:
    """The first timelines there are; every other resource is named by a tool."""
    entities = islice(memory.entities(), _LISTED)
    return [Listed(uri("timeline", one.id), line(one.name)) for one in entities]


def read(memory: Memory, address: str) -> str:
    """What lies at an address, as JSON.

    Raises:
        InvalidInput: no address of this server.
        NotFound: there is no such thing in this space.
    """
    kind, _, name = address.removeprefix(_SCHEME).partition("/")
    template = next((one for one in TEMPLATES if one.kind == kind), None)
    if template is None or not name or not address.startswith(_SCHEME):
        known = ", ".join(one.address for one in TEMPLATES)
        raise InvalidInput("uri", address, "is no address of this memory", fix=f"Known: {known}")
    return json.dumps(template.page(memory, unquote(name)).data(), ensure_ascii=False)
