"""The other nouns: each kept in full, replaced by its id, read in order."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smalti.model.conflict import Clarification
from smalti.model.entity import Entity, EntityKind, Merge
from smalti.model.errors import StoreError
from smalti.model.lifecycle import Event, State
from smalti.model.processing import Processed, ProcessStatus
from smalti.model.record import (
    Authority,
    Belief,
    Confidence,
    Edge,
    EdgeKind,
    Evidence,
    Record,
    RecordKind,
    RecordStep,
    Slot,
    Value,
)
from smalti.model.time import Instant, Interval
from smalti.model.turn import Turn
from smalti.store.contract import Space, Store
from smalti.store.schema import NOUNS
from store.harness import Harness
from store.helpers import NOW, fresh, said, write
from store.worlds import World, worlds
from strategies import beliefs, clarifications, edges, entities

TURN = said("I moved to Lisbon in May.")
STANDALONE = edges | entities | beliefs | clarifications


def record(**fields: Any) -> Record:
    """A record that rests on ``TURN``."""
    usual = {
        "id": "r1",
        "kind": RecordKind.FACT,
        "sentence": "Ada lives in Lisbon.",
        "subject": "ada",
        "predicate": "lives in",
        "value": Value(entity="lisbon"),
        "asserted_by": "ada",
        "authority": Authority.SELF,
        "valid": Interval.undated(NOW),
        "recorded_at": NOW,
        "confidence": Confidence(1.0, 0.5, 0.25),
        "evidence": (Evidence(TURN.id, 11, 17),),
        "extractor": "rules/1",
    }
    return Record(**{**usual, **fields})


def key(noun: Any) -> Any:
    """What makes two nouns of a kind the same one."""
    return (noun.source, noun.target, noun.kind) if isinstance(noun, Edge) else noun.id


class NounContract(Harness):
    def test_the_strategies_build_every_noun_the_schema_has(self) -> None:
        built = {"Entity", "Merge", "Record", "RecordStep", "Edge", "Belief", "Conflict"}
        assert {cls.__name__ for cls in NOUNS} == built | {
            "Clarification",
            "Processed",
            "SpaceSettings",
            "AgendaSheet",
        }

    @settings(max_examples=25)
    @given(world=worlds())
    def test_nouns_come_out_as_they_went_in(self, store: Store, world: World) -> None:
        space = fresh(store)
        write(space, *world.turns)
        for noun in world.others():
            space.put(noun)
        for cls in NOUNS:
            expected: list[Any] = [noun for noun in world.others() if type(noun) is cls]
            assert list(space.every(cls)) == expected
            if cls is not Edge:  # an edge has no id of its own
                assert [space.one(cls, noun.id) for noun in expected] == expected

    @settings(max_examples=8)
    @given(world=worlds())
    def test_nouns_survive_reopening(self, world: World) -> None:
        self.needs_persistence()
        store = self.open_store()
        space = fresh(store)
        write(space, *world.turns)
        for noun in world.others():
            space.put(noun)
        with closing(self.reopen(store)) as again:
            found: list[Any] = []
            for cls in NOUNS:
                found += again.space(space.name).every(cls)
        assert found == [noun for cls in NOUNS for noun in world.others() if type(noun) is cls]

    @given(nouns=st.lists(STANDALONE, max_size=12))
    def test_the_last_noun_put_under_an_id_counts(self, store: Store, nouns: list[Any]) -> None:
        space = fresh(store)
        oracle: dict[Any, Any] = {}
        for noun in nouns:
            space.put(noun)
            oracle[type(noun), key(noun)] = noun
        for cls in (Edge, Entity, Belief):
            assert list(space.every(cls)) == [n for n in oracle.values() if type(n) is cls]

    def test_no_noun_has_an_id_that_was_never_put(self, space: Space) -> None:
        space.put(Entity("e1", EntityKind.PERSON, "Ada"))
        assert space.one(Entity, "e2") is None
        assert space.one(Belief, "e1") is None
        assert list(space.every(Record)) == []

    def test_reading_goes_on_beyond_one_page(self, space: Space) -> None:
        put = [Edge(f"a{i}", "b", EdgeKind.ABOUT, float(i)) for i in range(1203)]
        with space.atomic():
            for edge in put:
                space.put(edge)
        assert list(space.every(Edge)) == put

    def test_reading_begins_after_a_point_of_the_clock(self, space: Space) -> None:
        first, second = (Edge(id, "b", EdgeKind.ABOUT) for id in ("a", "c"))
        space.put(first)
        before = space.watermark().seq
        space.put(second)
        assert list(space.every(Edge, before)) == [second]
        space.put(first)  # in its place
        assert list(space.every(Edge, before)) == [second]

    def test_edges_are_found_from_either_end(self, store: Store, space: Space) -> None:
        one, two = Edge("a", "b", EdgeKind.ABOUT), Edge("b", "c", EdgeKind.CAUSES)
        space.put_all([(one, None), (two, None), (Edge("c", "d", EdgeKind.ABOUT), None)])
        assert space.touching(["a"]) == [one]
        assert space.touching(["b", "a", "nobody"]) == [one, two]
        assert fresh(store).touching(["a", "b"]) == space.touching([]) == []

    def test_what_is_kept_is_of_one_space_and_one_generation(
        self, store: Store, space: Space
    ) -> None:
        assert space.kept("graph") is None
        space.keep("graph", b"one")
        space.keep("graph", b"two")
        assert (space.kept("graph"), space.kept("other")) == (b"two", None)
        assert fresh(store).kept("graph") is None
        space.reanalyse([], "another analyser")  # begins a generation
        assert space.kept("graph") is None

    def test_nouns_can_be_replaced_while_all_are_read(self, space: Space) -> None:
        for i in range(5):
            space.put(Entity(f"e{i}", EntityKind.PERSON, "Ada"))
        read = []
        for entity in islice(space.every(Entity), 50):
            read.append(entity.id)
            space.put(replace(entity, name="Bo"))
        assert read == [f"e{i}" for i in range(5)]
        assert {entity.name for entity in space.every(Entity)} == {"Bo"}

    def test_nouns_are_counted_by_a_field(self, space: Space) -> None:
        assert space.counts(Entity, "kind") == {}
        for id, kind in {"e1": "person", "e2": "concept", "e3": "person"}.items():
            space.put(Entity(id, EntityKind(kind), "Ada"))
        assert space.counts(Entity, "kind") == {"concept": 1, "person": 2}
        assert space.counts(Record, "state") == {}

    # ------------------------------------------------------------------ keys

    def test_nouns_meet_under_the_keys_they_share(self, space: Space) -> None:
        for id, keys in {"e1": ["a"], "e2": ["a", "b"], "e3": ["c"], "e4": ["b"]}.items():
            space.put(Entity(id, EntityKind.PERSON, "Ada"), keys)
        assert [one.id for one in space.meeting(Entity, ["a", "b", "a"])] == ["e2", "e1", "e4"]
        assert [one.id for one in space.meeting(Entity, ["a", "b"], limit=1)] == ["e2"]
        assert space.meeting(Entity, []) == []
        assert space.meeting(Entity, ["never", "\ud800"]) == []
        assert space.one(Entity, "\ud800") is None
        assert space.meeting(Belief, ["a"]) == []

    def test_several_are_read_by_their_ids(self, space: Space) -> None:
        [turn] = write(space, TURN)
        first, second = (Entity(id, EntityKind.PERSON, "Ada") for id in ("e1", "e2"))
        space.put_all([(first, None), (second, None)])
        wanted = [second.id, "never", first.id, first.id, "\ud800"]
        assert space.several(Entity, wanted) == {"e1": first, "e2": second}
        assert list(space.several(Turn, [turn.id, "never"])) == [turn.id]
        assert space.several(Record, []) == {}

    def test_keys_are_kept_until_others_are_given(self, space: Space) -> None:
        space.put(Entity("e1", EntityKind.PERSON, "Ada"), ["a", "b"])
        space.put(Entity("e1", EntityKind.PERSON, "Ada L."))
        assert [one.name for one in space.meeting(Entity, ["a"])] == ["Ada L."]
        space.put(Entity("e1", EntityKind.PERSON, "Ada L."), ["b"])
        assert space.meeting(Entity, ["a"]) == []
        assert [one.id for one in space.meeting(Entity, ["b"])] == ["e1"]

    def test_keys_of_another_space_find_nothing(self, store: Store) -> None:
        one, other = fresh(store), fresh(store)
        one.put(Entity("e1", EntityKind.PERSON, "Ada"), ["a"])
        assert other.meeting(Entity, ["a"]) == []
        other.put(Entity("e1", EntityKind.PERSON, "Bo"))
        assert other.meeting(Entity, ["a"]) == []

    @given(nouns=st.lists(STANDALONE, max_size=12))
    def test_nouns_put_together_are_as_if_put_one_by_one(
        self, store: Store, nouns: list[Any]
    ) -> None:
        together, one_by_one = fresh(store), fresh(store)
        together.put_all((noun, None) for noun in nouns)
        for noun in nouns:
            one_by_one.put(noun)
        for cls in (Edge, Entity, Belief, Clarification):
            assert sorted(map(repr, together.every(cls))) == sorted(
                map(repr, one_by_one.every(cls))
            )

    def test_nouns_put_together_are_all_there_or_none(self, space: Space) -> None:
        write(space, TURN)
        nowhere = record(id="r2", evidence=(Evidence("t_never_said", 0, 1),))
        with pytest.raises(StoreError):
            space.put_all([(record(), ["a"]), (nowhere, ["a"])])
        assert list(space.every(Record)) == []
        assert space.meeting(Record, ["a"]) == []

    def test_nouns_put_together_may_refer_to_each_other_in_any_order(self, space: Space) -> None:
        write(space, TURN)
        step = RecordStep("s1", "r1", Event.COMMIT, NOW, "gate", valid=record().valid)
        space.put_all(
            [(step, None), (record(), ["a"]), (replace(record(), state=State.CURRENT), None)]
        )
        assert space.one(RecordStep, "s1") == step
        assert [one.state for one in space.meeting(Record, ["a"])] == [State.CURRENT]

    # ------------------------------------------------------------------ what was read

    def test_turns_wait_until_they_are_read(self, space: Space) -> None:
        assert space.unprocessed() == []
        seqs = [one.seq for one in write(space, TURN, said("And Bo?"), said("Bo stayed."))]
        first, second, third = space.turns_at(seqs).values()
        assert space.unprocessed() == seqs
        space.put(Processed(first.id, ProcessStatus.DONE, "rules", NOW))
        space.put(Processed(second.id, ProcessStatus.FAILED, "rules", NOW, reason="no model"))
        assert space.unprocessed() == seqs[1:]
        assert space.unprocessed(failed=False) == seqs[2:]
        space.put(Processed(second.id, ProcessStatus.DEGRADED, "rules", NOW))
        space.put(Processed(third.id, ProcessStatus.DONE, "rules", NOW))
        assert space.unprocessed() == []

    # ------------------------------------------------------------------ records and evidence

    def test_a_record_keeps_its_quotes_in_order(self, space: Space) -> None:
        write(space, TURN)
        quotes = (Evidence(TURN.id, 11, 17), Evidence(TURN.id, 0, 1), Evidence(TURN.id, 11, 17))
        space.put(record(evidence=quotes))
        found = space.one(Record, "r1")
        assert found is not None
        assert found.evidence == quotes

    def test_a_replaced_record_has_its_new_quotes_only(self, space: Space) -> None:
        write(space, TURN)
        space.put(record(evidence=(Evidence(TURN.id, 0, 1), Evidence(TURN.id, 2, 7))))
        changed = record(state=State.CURRENT, closed_at=Instant(1), evidence=())
        space.put(changed)
        assert list(space.every(Record)) == [changed]

    def test_no_quote_no_memory(self, space: Space) -> None:
        write(space, TURN)
        missing = record(evidence=(Evidence(TURN.id, 0, 1), Evidence("t_never_said", 0, 1)))
        before = space.watermark()
        with pytest.raises(StoreError):
            space.put(missing)
        assert list(space.every(Record)) == []
        assert space.watermark() == before

    def test_a_merge_of_an_entity_that_is_not_there_is_refused(self, space: Space) -> None:
        with pytest.raises(StoreError):
            space.put(Merge("m1", "e_unknown", "e2", "same name", NOW))
        assert list(space.every(Merge)) == []

    def test_a_record_on_which_others_rest_can_be_replaced(self, space: Space) -> None:
        write(space, TURN)
        space.put(record())
        space.put(replace(record(), state=State.CURRENT))
        found = space.one(Record, "r1")
        assert found is not None
        assert found.state is State.CURRENT
        assert found.evidence == record().evidence

    def test_an_empty_condition_is_not_no_condition(self, space: Space) -> None:
        space.put(Belief("b1", Slot("ada", "eats", condition="")))
        space.put(Belief("b2", Slot("ada", "eats", condition=None)))
        conditions = [belief.slot.condition for belief in space.every(Belief)]
        assert conditions == ["", None]
