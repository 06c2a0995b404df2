"""Looking at what hangs together, on a real store."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from smalti import InvalidInput, Memory, NotFound
from smalti.graph.property_graph import PropertyGraph
from smalti.model.record import EdgeKind
from smalti.testing import FrozenClock, HashEmbedder


@pytest.fixture
def memory(clock: FrozenClock) -> Iterator[Memory]:
    with Memory(":memory:", embedder=HashEmbedder(), model=None, clock=clock) as opened:
        opened.assert_("Ada", "lives_in", "Oslo", since="2025-01-01")
        opened.assert_("Ada", "lives_in", "Bergen", since="2025-06-01")
        opened.assert_("Bram", "works_for", "Lumen", speaker="Ada")
        yield opened


def links(memory: Memory, graph: PropertyGraph) -> set[tuple[str, str, str]]:
    named = memory.labels(node.id for node in graph.nodes)
    return {
        (named[edge.source], edge.kind.value, named[edge.target])
        for edge in graph.edges
        if edge.kind is not EdgeKind.ASSOCIATED
    }


def test_records_are_about_their_subjects_and_supersede_each_other(memory: Memory) -> None:
    assert links(memory, memory.graph()) == {
        ("Ada lives in Oslo", "about", "Ada"),
        ("Ada lives in Oslo", "mentions", "Oslo"),
        ("Ada lives in Bergen", "about", "Ada"),
        ("Ada lives in Bergen", "mentions", "Bergen"),
        ("Ada lives in Bergen", "supersedes", "Ada lives in Oslo"),
        ("Bram works for Lumen", "about", "Bram"),
        ("Bram works for Lumen", "mentions", "Lumen"),
    }


def test_around_one_reads_what_all_of_it_would_show(memory: Memory) -> None:
    everything = memory.graph()
    for node in everything.nodes:
        near = memory.around(node.id, depth=9, per_hop=99)
        assert near.graph == everything.part(one.id for one in near.graph.nodes)


def test_a_merge_links_two_entities(memory: Memory) -> None:
    memory.assert_("Addy", "likes", "tea", speaker="Bram")
    memory.merge("Ada", "Addy")
    assert ("Addy", "same-as", "Ada") in links(memory, memory.graph())


def test_events_of_one_person_follow_each_other(memory: Memory) -> None:
    for day in ("2026-01-05", "2026-01-09", "2026-01-07"):
        memory.add("I visited the harbour today.", speaker="Cleo", said_at=f"{day}T10:00:00Z")
    found = [edge for edge in memory.graph().edges if edge.kind is EdgeKind.TEMPORAL_NEXT]
    days = [
        tuple(str(memory.record(id).valid.start.at)[:10] for id in (e.source, e.target))  # type: ignore[union-attr]
        for e in found
    ]
    assert sorted(days) == [("2026-01-05", "2026-01-07"), ("2026-01-07", "2026-01-09")]


def test_a_way_between_two_goes_by_what_was_said_where_there_is_one(memory: Memory) -> None:
    memory.assert_("Ada", "works_for", "Lumen")
    way = memory.path("Oslo", "Bram")
    assert way is not None
    told = list(memory.labels(way.nodes).values())
    assert told == ["Oslo", "Ada lives in Oslo", "Ada", "Ada works for Lumen", "Lumen",
                    "Bram works for Lumen", "Bram"]  # fmt: skip


def test_two_that_have_nothing_to_do_with_each_other(clock: FrozenClock) -> None:
    with Memory(":memory:", embedder=None, model=None, clock=clock) as memory:
        memory.assert_("Ada", "likes", "tea")
        memory.assert_("Cleo", "likes", "milk")
        assert memory.path("Ada", "Cleo") is None


def test_nobody_of_that_name(memory: Memory) -> None:
    with pytest.raises(NotFound):
        memory.around("Zoe")
    with pytest.raises(NotFound):
        memory.path("Ada", "Zoe")
    with pytest.raises(InvalidInput):
        memory.around("Ada", depth=-1)


def test_another_space_sees_nothing_of_it(memory: Memory) -> None:
    other = memory.space("other")
    assert other.graph().nodes == ()
    with pytest.raises(NotFound):
        other.around(memory.entity("Ada").id)


def test_a_space_of_many_records_shows_what_lies_around_one(memory: Memory) -> None:
    memory.assert_all(
        {"subject": "Hub", "predicate": "contains", "object": f"part {chr(97 + n)}x"}
        for n in range(26)
    )
    found = memory.around("Hub", depth=1)
    assert (len(found.hops[1]), found.omitted[1] > 0) == (15, True)


def test_a_way_goes_by_what_holds_where_it_can(memory: Memory) -> None:
    memory.assert_("Ada", "works_for", "Lumen")
    memory.assert_("Ada", "likes", "Lumen")
    [worked] = memory.records(about="Ada", predicate="works_for")
    memory.retract(worked.id)
    way = memory.path("Ada", "Lumen")
    assert way is not None
    assert list(memory.labels(way.nodes).values())[1] == "Ada likes Lumen"
    state = {node.id: node.state for node in memory.graph().nodes}
    assert state[worked.id] == "retracted"


def test_only_what_follows_at_once_is_next(memory: Memory) -> None:
    for day in range(1, 10):
        memory.add("I visited the harbour today.", speaker="Cleo", said_at=f"2026-01-{day:02}")
    everything = memory.graph()
    event = next(node.id for node in everything.nodes if node.kind == "event")
    near = memory.around(event, depth=1)
    assert near.graph == everything.part(node.id for node in near.graph.nodes)


def test_a_limit_below_nothing_is_refused(memory: Memory) -> None:
    for verb in (memory.communities, memory.central):
        with pytest.raises(InvalidInput):
            verb(limit=-1)
