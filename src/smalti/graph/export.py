"""A graph for other programs: GraphML, and JSON that cytoscape.js takes as its elements."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

from smalti.graph.property_graph import PropertyGraph
from smalti.model.errors import InvalidInput

_NOT_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold (§2.2 Char), and carriage returns, which its readers turn into \\n."""

_ESCAPE = re.compile(r"\\u\{([0-9a-f]+)\}|\\\\")


def cytoscape(graph: PropertyGraph) -> dict[str, list[dict[str, dict[str, Any]]]]:
    """Nodes and edges as JSON values, in the order of the graph.

    The form of ``elements`` of cytoscape.js: ``{"nodes": [{"data": {id, label, kind, state}}],
    "edges": [{"data": {source, target, kind, weight}}]}``.
    """
    nodes = [
        {"id": node.id, "label": node.label, "kind": node.kind, "state": node.state}
        for node in graph.nodes
    ]
    edges = [
        {
            "source": edge.source,
            "target": edge.target,
            "kind": edge.kind.value,
            "weight": float(edge.weight),
        }
        for edge in graph.edges
    ]
    return {
        "nodes": [{"data": data} for data in nodes],
        "edges": [{"data": data} for data in edges],
    }


def graphml(graph: PropertyGraph) -> bytes:
    """The graph as GraphML in UTF-8: labels and kinds of nodes, kinds and weights of edges.

    XML has no way to hold control characters. A label with one is written with :func:`escaped`,
    and its node has ``escaped`` true; all other labels are written as they are.

    Raises:
        InvalidInput: an id or kind has a character that XML cannot hold.
    """
    from networkx import MultiDiGraph
    from networkx.readwrite.graphml import GraphMLWriter

    made = MultiDiGraph()
    for node in graph.nodes:
        for name in ("id", "kind"):
            _refuse(name, getattr(node, name))
        data: dict[str, Any] = {"label": node.label, "kind": node.kind, "state": node.state}
        if _NOT_XML.search(node.label):
            data |= {"label": escaped(node.label), "escaped": True}
        made.add_node(node.id, **data)
    for number, edge in enumerate(graph.edges):
        made.add_edge(
            edge.source,
            edge.target,
            key=f"e{number}",
            kind=edge.kind.value,
            weight=float(edge.weight),
        )
    writer = GraphMLWriter(made, prettyprint=False, named_key_ids=True)
    written = BytesIO()
    writer.dump(written)
    return written.getvalue()


def escaped(text: str) -> str:
    r"""The text with ``\u{b}`` for each character that XML cannot hold and ``\\`` for ``\``."""
    return _NOT_XML.sub(lambda found: f"\\u{{{ord(found[0]):x}}}", text.replace("\\", "\\\\"))


def unescaped(text: str) -> str:
    """The text that :func:`escaped` was given."""
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else "\\", text)


def _refuse(name: str, value: str) -> None:
    found = _NOT_XML.search(value)
    if found:
        problem = f"holds U+{ord(found[0]):04X}, which XML cannot hold"
        raise InvalidInput(name, value, problem, fix="Export as JSON instead")
