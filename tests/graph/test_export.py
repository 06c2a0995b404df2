from __future__ import annotations

import json
from io import BytesIO

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.graph.export import cytoscape, escaped, graphml, unescaped
from smalti.graph.property_graph import Node, PropertyGraph
from smalti.model.errors import InvalidInput
from smalti.model.record import Edge, EdgeKind
from strategies import TRICKY_TEXTS, any_text

everything = st.text(max_size=12) | st.sampled_from(TRICKY_TEXTS) | any_text


def two(label: str, id: str = "a") -> PropertyGraph:
    return PropertyGraph.of(
        [Node(id, label, "record"), Node("b", "B", "entity")],
        [
            Edge(id, "b", EdgeKind.ABOUT),
            Edge(id, "b", EdgeKind.ASSOCIATED, 0.625),
            Edge("b", id, EdgeKind.CAUSES),
        ],
    )


def read(written: bytes) -> networkx.MultiDiGraph:
    return networkx.read_graphml(BytesIO(written), force_multigraph=True)


def label_of(data: dict[str, str]) -> str:
    return unescaped(data["label"]) if data.get("escaped") else data["label"]


def test_graphml_holds_every_node_and_edge_with_its_data() -> None:
    found = read(graphml(two("A")))
    assert dict(found.nodes(data=True)) == {
        "a": {"label": "A", "kind": "record", "state": ""},
        "b": {"label": "B", "kind": "entity", "state": ""},
    }
    assert sorted((s, t, d["kind"], d["weight"]) for s, t, d in found.edges(data=True)) == [
        ("a", "b", "about", 1.0),
        ("a", "b", "associated", 0.625),
        ("b", "a", "causes", 1.0),
    ]


@given(label=everything.filter(bool))
def test_any_label_survives_graphml(label: str) -> None:
    assert label_of(read(graphml(two(label))).nodes["a"]) == label


@given(text=everything)
def test_what_is_escaped_can_be_read_back(text: str) -> None:
    assert unescaped(escaped(text)) == text


def test_only_a_label_that_xml_cannot_hold_is_escaped() -> None:
    plain = read(graphml(two("C:\\new <b> & \"q\" 'x'\n\ttab"))).nodes["a"]
    assert plain["label"] == "C:\\new <b> & \"q\" 'x'\n\ttab"
    assert "escaped" not in plain
    assert read(graphml(two("bell\x07\\"))).nodes["a"]["label"] == "bell\\u{7}\\\\"


@given(id=everything.filter(lambda text: text not in ("", "b")))
def test_an_odd_id_survives_graphml_or_is_refused(id: str) -> None:
    graph = two("A", id)
    try:
        written = graphml(graph)
    except InvalidInput as refused:
        assert refused.field == "id"
        assert escaped(id) != id.replace("\\", "\\\\")
        return
    assert set(read(written)) == {id, "b"}


def test_a_refused_id_names_its_character_and_what_to_do() -> None:
    with pytest.raises(InvalidInput, match=r"U\+0007.*JSON"):
        graphml(two("A", "a\x07"))


@given(label=everything, id=everything.filter(lambda text: text not in ("", "b")))
def test_json_holds_every_text_as_it_is(label: str, id: str) -> None:
    graph = two(label, id)
    found = json.loads(json.dumps(cytoscape(graph), allow_nan=False))
    assert [Node(**item["data"]) for item in found["nodes"]] == list(graph.nodes)
    assert [
        Edge(**data | {"kind": EdgeKind(data["kind"])})
        for data in (item["data"] for item in found["edges"])
    ] == list(graph.edges)


def test_exports_of_equal_graphs_are_equal() -> None:
    graph = two("A")
    turned = PropertyGraph.of(reversed(graph.nodes), reversed(graph.edges))
    assert graphml(turned) == graphml(graph)
    assert cytoscape(turned) == cytoscape(graph)


def test_an_empty_graph_is_exported_empty() -> None:
    assert cytoscape(PropertyGraph.of([])) == {"nodes": [], "edges": []}
    assert len(read(graphml(PropertyGraph.of([])))) == 0
